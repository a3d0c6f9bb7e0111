internal import NIOCore

/// Which requests are answered: those of the server's own pages and of origins that the user has named, with a secret.
///
/// A name in `Host` that an attacker's name server answers for, a page of another origin, and another user of this
/// machine are kept out by these checks; how the server is reached is not looked at.
struct Admission: Sendable {
  /// What a request says of itself. Headers that may stand once come as they are, so that two are seen.
  struct Request: Sendable {
    var method = "GET"
    let target: Target
    var hosts: [String] = []
    var origins: [String] = []
    var cookies: [String] = []
    var authorizations: [String] = []
  }

  /// What becomes of a request.
  enum Verdict: Equatable {
    /// It is answered; a page of another origin may read the answer if it is named here.
    case admitted(origin: String?)
    /// The right token stands in the address: a cookie takes its place, and the browser asks again, without it.
    case exchanged(to: String, origin: String?)
    /// A browser asks whether a page of another origin may ask.
    case preflight(origin: String)
    case refused(Refusal)
  }

  /// Why a request is not answered.
  enum Refusal: String {
    case host =
      "This server does not answer to this name. Use localhost, an IP address, or the machine's own name."
    case origin = "Pages of this origin may not ask. `touchd web --allow-origin` lets them."
    case token = "Open the address that `touchd web` has printed: it has the token."
  }

  /// Cookies are shared between the ports of a host.
  let cookieName: String
  let token: Secret
  /// What the cookie has: the token stays out of the browser's store.
  let session: Secret
  /// Names of this server, beside `localhost` and addresses.
  let names: Set<String>
  let allowedOrigins: Set<String>

  func verdict(on request: Request) -> Verdict {
    guard request.hosts.count == 1, let host = request.hosts.first, isOwn(host) else {
      return .refused(.host)
    }
    guard request.origins.count <= 1 else { return .refused(.origin) }
    var foreign: String?
    if let origin = request.origins.first, origin != "http://\(host)" {
      guard allowedOrigins.contains(origin) else { return .refused(.origin) }
      foreign = origin
    }
    if request.method == "OPTIONS", let foreign { return .preflight(origin: foreign) }
    let given = request.target["token"]
    if !given.isEmpty, request.method == "GET" {
      guard given.count == 1, token.matches(given[0]) else { return .refused(.token) }
      return .exchanged(to: request.target.without("token").text, origin: foreign)
    }
    guard hasCookie(request) || hasBearer(request) else { return .refused(.token) }
    return .admitted(origin: foreign)
  }

  /// What tells the browser to keep the session: no script can read it, and no page of another site sends it.
  var cookie: String { "\(cookieName)=\(session.text); Path=/; HttpOnly; SameSite=Strict" }

  /// A name that no foreign name server can lead here. The port may be another: that of `ssh -L`.
  private func isOwn(_ host: String) -> Bool {
    guard let name = Self.name(of: host) else { return false }
    return name == "localhost" || names.contains(name)
      || (try? SocketAddress(ipAddress: name, port: 0)) != nil
  }

  /// Without port and brackets, in small letters.
  private static func name(of host: String) -> String? {
    let host = host.lowercased()
    if host.hasPrefix("[") {
      guard let end = host.firstIndex(of: "]"), isPort(host[host.index(after: end)...]) else { return nil }
      return String(host[host.index(after: host.startIndex)..<end])
    }
    let colon = host.firstIndex(of: ":") ?? host.endIndex
    return isPort(host[colon...]) ? String(host[..<colon]) : nil
  }

  /// Nothing, or a colon and a number.
  private static func isPort(_ text: Substring) -> Bool {
    text.isEmpty || text.first == ":" && UInt16(text.dropFirst()) != nil
  }

  private func hasCookie(_ request: Request) -> Bool {
    request.cookies.flatMap { $0.split(separator: ";") }.contains { pair in
      let sides = pair.drop { $0 == " " }.split(separator: "=", maxSplits: 1)
      return sides.count == 2 && sides[0] == cookieName && session.matches(sides[1])
    }
  }

  /// For programs, which have no cookies: Prometheus, curl.
  private func hasBearer(_ request: Request) -> Bool {
    guard request.authorizations.count == 1, let words = request.authorizations.first?.split(separator: " "),
      words.count == 2
    else { return false }
    return words[0].lowercased() == "bearer" && token.matches(words[1])
  }
}
