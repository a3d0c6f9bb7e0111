import Dispatcher
import NIOCore
import NIOHTTP1

@testable import TouchdKit
@testable import TouchdWeb

/// The fuzzer's bytes as a request: `METHOD ADDRESS`, lines of headers, an empty line, and a body.
///
/// The body is also what touchd says to touchd-web.
enum WebRun {
  private static let (token, session) = (String(repeating: "t", count: 32), String(repeating: "s", count: 32))
  private static let allowed = "http://localhost:8080"
  private static let names: Set = ["kiosk"]

  /// What is wrong with what becomes of it; `nil` if nothing.
  static func violation(_ bytes: [UInt8]) -> String? {
    var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)[...]
    let first = String(decoding: lines.popFirst() ?? [], as: UTF8.self).split(separator: " ", maxSplits: 1)
    var headers: [(name: String, value: String)] = []
    while let line = lines.popFirst(), !line.isEmpty {
      let sides = String(decoding: line, as: UTF8.self).split(separator: ": ", maxSplits: 1)
      if sides.count == 2 { headers.append((sides[0].lowercased(), String(sides[1]))) }
    }
    let body = Array(lines.joined(separator: [UInt8(ascii: "\n")]))
    if first.count == 2, let target = Target(String(first[1])) {
      let violation =
        violation(of: target)
        ?? violation(ofRequest: HTTPMethod(rawValue: String(first[0])), target, headers)
      if let violation { return violation }
    }
    return violation(ofBody: body)
  }

  // MARK: - A request

  private static func violation(of target: Target) -> String? {
    guard let again = Target(target.text), again == target else {
      return "an address that is another one again"
    }
    if !target.without("token")["token"].isEmpty { return "an address that keeps its token" }
    guard let subscription = StreamQuery(target) else { return nil }
    return violation(ofRequestLine: subscription.line)
  }

  /// Nothing is let in without a secret, nor for the name of another host.
  private static func violation(
    ofRequest method: HTTPMethod, _ target: Target, _ headers: [(name: String, value: String)]
  ) -> String? {
    func values(_ name: String) -> [String] { headers.filter { $0.name == name }.map(\.value) }
    guard let token = Secret(token), let session = Secret(session) else { return "no secrets" }
    let admission = Admission(token: token, session: session, names: names, allowedOrigins: [allowed])
    let request = Admission.Request(
      method: method.rawValue, target: target, hosts: values("host"), origins: values("origin"),
      sites: values("sec-fetch-site"), isPage: StaticFiles.files[target.path] != nil,
      cookies: values("cookie"), authorizations: values("authorization"))
    switch admission.verdict(on: request) {
    case .refused: return nil
    case .preflight(let origin): return origin == allowed ? nil : "another origin may ask"
    case .exchanged(let path, let cookie, let origin):
      guard target["token"] == [self.token] else { return "a cookie without the token" }
      let isLine = (path + cookie).utf8.allSatisfy { 0x20...0x7e ~= $0 }
      guard isLine, path.hasPrefix("/"), !path.hasPrefix("//"), !path.contains("\\") else {
        return "a redirect to \(path) with \(cookie)"
      }
      return violation(ofAdmitted: request, origin)
    case .admitted(let origin):
      let secrets =
        request.cookies.map { ($0, self.session) } + request.authorizations.map { ($0, self.token) }
      guard secrets.contains(where: { $0.0.contains($0.1) }) else { return "let in without a secret" }
      _ = Route(method, target)
      return violation(ofAdmitted: request, origin)
    }
  }

  private static func violation(ofAdmitted request: Admission.Request, _ origin: String?) -> String? {
    guard request.hosts.count == 1, let host = request.hosts.first?.lowercased() else {
      return "several hosts"
    }
    let isAddress = host.utf8.allSatisfy { "0123456789abcdef.:[]%".utf8.contains($0) }
    let isNamed = (names.union(["localhost"])).contains { host == $0 || host.hasPrefix("\($0):") }
    // An address of a link has the link's name.
    guard isAddress || isNamed || host.contains("%") else { return "let in for \(host)" }
    if let origin, origin != allowed { return "another origin may read" }
    if request.origins.isEmpty, request.sites.contains("cross-site"), !request.isPage {
      return "let in from another site"
    }
    return nil
  }

  // MARK: - A body

  private static func violation(ofBody body: [UInt8]) -> String? {
    _ = Secret(String(decoding: body, as: UTF8.self))
    if case .show(let view)? = CalibrationRequest(body),
      let violation = violation(ofRequestLine: JSON.object([("show", .string(view))]).text + "\n")
    {
      return violation
    }
    var (whole, cut) = (LineSplitter(), LineSplitter())
    guard let lines = try? whole.add(ByteBuffer(bytes: body)) else { return nil }
    let pieces = body.split(maxSplits: 8) { $0 & 7 == 0 }
    // The byte at which it is cut is a piece, too.
    var cutLines: [ByteBuffer] = []
    var place = 0
    for piece in pieces {
      for range in [place..<piece.startIndex, piece.startIndex..<piece.endIndex] {
        cutLines += (try? cut.add(ByteBuffer(bytes: body[range]))) ?? []
      }
      place = piece.endIndex
    }
    cutLines += (try? cut.add(ByteBuffer(bytes: body[place...]))) ?? []
    if lines != cutLines { return "lines depend on how their bytes are cut" }
    return violation(ofLines: lines)
  }

  private static func violation(ofLines lines: [ByteBuffer]) -> String? {
    var (inventory, latency) = (Inventory(), LineLatency())
    let survey = LineSurvey { _ in }
    for line in lines {
      inventory.take(line)
      _ = latency.take(line.readableBytesView, at: Timestamp(seconds: 1))
      if let value = try? JSON(parsing: Array(line.readableBytesView)) { survey.take(value) }
    }
    for text in [inventory.state.text, latency.report()?.text ?? "{}"] {
      guard (try? JSON(parsing: Array(text.utf8))) != nil else { return "a state that is no JSON: \(text)" }
    }
    let metrics = inventory.metrics(streams: 0, latency: LatencyHistogram())
    for line in metrics.split(separator: "\n") where !line.hasPrefix("#") {
      guard line.hasPrefix("touchd_"), let value = line.split(separator: " ").last, Double(value) != nil
      else {
        return "a line that is no metric: \(line)"
      }
    }
    return nil
  }

  /// What is sent to touchd is one request.
  private static func violation(ofRequestLine line: String) -> String? {
    guard line.utf8.count(where: { $0 == UInt8(ascii: "\n") }) == 1, line.utf8.last == UInt8(ascii: "\n"),
      (try? JSON(parsing: Array(line.utf8.dropLast()))) != nil
    else { return "a request that is not one line: \(line)" }
    return nil
  }
}
