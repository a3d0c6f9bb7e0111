internal import ArgumentParser
import LinuxInput
internal import NIOCore
import TouchdKit

/// Which requests are answered: those of the server's own pages and of origins that the user has named, with a secret.
///
/// A name in `Host` that an attacker's name server answers for, a page of another origin, and another user of this
/// machine are kept out by these checks; how the server is reached is not looked at.
struct Admission: Sendable {
  /// Headers of a request. Those that may stand once come as they are, so that two are seen.
  struct Request: Sendable {
    var method = "GET"
    let target: Target
    var hosts: [String] = []
    var origins: [String] = []
    /// `Sec-Fetch-Site`: where what has made a browser ask comes from.
    var sites: [String] = []
    /// True if a browser is to show a page of this server, and not a picture or frame of another page.
    var isPage = false
    var cookies: [String] = []
    var authorizations: [String] = []
  }

  /// Decision on a request.
  enum Verdict: Equatable {
    /// It is answered; a page of another origin may read the answer if it is named here.
    case admitted(origin: String?)
    /// The right token stands in the address: a cookie takes its place, and the browser asks again, without it.
    case exchanged(to: String, cookie: String, origin: String?)
    /// A browser asks whether a page of another origin may ask.
    case preflight(origin: String)
    case refused(Refusal)
  }

  /// Reason for which a request is not answered.
  enum Refusal: String {
    case host =
      "This server does not answer to this name. Use localhost, an IP address, or the machine's own name."
    case origin = "Pages of this origin may not ask. `touchd web --allow-origin` lets them."
    case token = "Open the address that `touchd web` has printed: it has the token."
  }

  let token: Secret
  /// Value of the cookie: the token stays out of the browser's store.
  let session: Secret
  /// Names of this server, beside `localhost` and addresses.
  let names: Set<String>
  let allowedOrigins: Set<String>

  func verdict(on request: Request) -> Verdict {
    guard request.hosts.count == 1, let host = request.hosts.first, isOwn(host)
    else { return .refused(.host) }
    guard request.origins.count <= 1 else { return .refused(.origin) }
    var foreign: String?
    if let origin = request.origins.first, origin != "http://\(host)" {
      guard allowedOrigins.contains(origin) else { return .refused(.origin) }
      foreign = origin
    }
    guard foreign != nil || isOwnSite(request) else { return .refused(.origin) }
    if request.method == "OPTIONS", let foreign { return .preflight(origin: foreign) }
    let given = request.target["token"]
    if !given.isEmpty, request.method == "GET" {
      guard given.count == 1, token.matches(given[0]) else { return .refused(.token) }
      // The browser keeps the session: no script can read it, and no page of another site sends it.
      let cookie = "\(Self.cookieName(at: host))=\(session.text); Path=/; HttpOnly; SameSite=Strict"
      return .exchanged(to: request.target.without("token").text, cookie: cookie, origin: foreign)
    }
    guard hasCookie(request, at: host) || hasBearer(request) else { return .refused(.token) }
    return .admitted(origin: foreign)
  }

  /// Cookies are shared between the ports of a host, so the name has the one that the browser knows: also one that the
  /// kernel has chosen, and that of `ssh -L`.
  private static func cookieName(at host: String) -> String {
    let port = host.lastIndex(of: ":").map { host[host.index(after: $0)...] }
    return port.flatMap { UInt16($0) }.map { "touchd-\($0)" } ?? "touchd"
  }

  /// A page of another port of this host has the cookie sent, by a picture without an `Origin`: it may only lead to a
  /// page, unless what that shows is in the address.
  private func isOwnSite(_ request: Request) -> Bool {
    if request.sites.allSatisfy({ $0 == "same-origin" || $0 == "none" }) { return true }
    return request.method == "GET" && request.isPage && request.target["show"].isEmpty
  }

  /// A name that no foreign name server can lead here. The port may be another: that of `ssh -L`.
  private func isOwn(_ host: String) -> Bool {
    // The system's reader of addresses ends at a NUL.
    guard let name = Self.name(of: host), !name.utf8.contains(0) else { return false }
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

  private func hasCookie(_ request: Request, at host: String) -> Bool {
    let name = Self.cookieName(at: host)
    return request.cookies.flatMap { $0.split(separator: ";") }.contains { pair in
      let sides = pair.drop { $0 == " " }.split(separator: "=", maxSplits: 1)
      return sides.count == 2 && sides[0] == name && session.matches(sides[1])
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

/// A text that lets in a browser or a program that has it: the token of the address, or what a cookie has instead.
struct Secret: Sendable {
  /// The shortest that a file may have: 128 bits, as hexadecimal digits. (O)
  static let shortest = 32
  /// The longest; what is compared with it costs no more. (O)
  static let longest = 256
  /// 192 bits. (O)
  private static let randomWords = 3

  let text: String

  /// One that cannot be guessed, of hexadecimal digits.
  static func random() -> Secret {
    // The system's generator: getrandom(2).
    let words = (0..<randomWords).map { _ in UInt64.random(in: .min ... .max).hexadecimal(16) }
    return Secret(unchecked: words.joined())
  }

  /// A secret that a person has chosen.
  ///
  /// - Returns: `nil` if it is too short, too long, or has a character that an address writes in another way.
  init?(_ text: String) {
    guard Self.shortest...Self.longest ~= text.utf8.count,
      text.utf8.allSatisfy({ $0.isAlphanumeric || "-_".utf8.contains($0) })
    else { return nil }
    self.init(unchecked: text)
  }

  private init(unchecked text: String) { self.text = text }

  /// Whether a text is this one, in a time that does not say how far it is right.
  func matches(_ other: some StringProtocol) -> Bool {
    let (own, other) = (Array(text.utf8), Array(other.utf8))
    guard own.count == other.count else { return false }
    return zip(own, other).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }
}

extension WebOptions {
  /// The token of the address: that of the file, or a new one.
  ///
  /// - Throws: the status to end with, if the file cannot be used.
  func token() throws -> Secret {
    guard let tokenFile else { return .random() }
    let bytes: [UInt8]
    do {
      bytes = try SecretFile.contents(tokenFile, limit: Secret.longest + 1, groupMayRead: false, waits: true)
    } catch {
      throw failure("\(error)", (error as? SystemError)?.isRefusal == true ? .refused : .badInput)
    }
    let text = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).first.map(
      String.init)
    guard let token = text.flatMap(Secret.init) else {
      throw failure(
        "\(tokenFile): a token has \(Secret.shortest) to \(Secret.longest) letters, digits, - and _; "
          + "`openssl rand -hex 24` makes one", .badInput)
    }
    return token
  }
}

extension Admission {
  /// Admission by the command line.
  init(_ options: WebOptions, _ token: Secret) {
    var names: Set = [options.listen.host.lowercased()]
    if let name = HostName.own { names.insert(name.lowercased()) }
    self.init(token: token, session: .random(), names: names, allowedOrigins: Set(options.allowOrigin))
  }
}
