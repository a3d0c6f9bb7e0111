internal import NIOCore
internal import NIOHTTP1

/// What is answered to a request, but for streams.
struct Answer {
  var status = HTTPResponseStatus.ok
  var type = "text/plain; charset=utf-8"
  var headers: [(name: String, value: String)] = []
  var body: [UInt8] = []
  /// Whether the connection ends with it.
  var closes = false

  /// A message in words.
  static func words(_ status: HTTPResponseStatus, _ text: String, closes: Bool = false) -> Answer {
    Answer(status: status, body: Array("\(text)\n".utf8), closes: closes)
  }

  static let notFound = words(.notFound, "There is no such page.")

  /// The head of the answer to a request.
  func head(version: HTTPVersion, origin: String?) -> HTTPResponseHead {
    var head = HTTPResponseHead(version: version, status: status)
    head.headers.addRules(origin: origin)
    head.headers.add(name: "content-type", value: type)
    head.headers.add(name: "content-length", value: String(body.count))
    for (name, value) in headers { head.headers.add(name: name, value: value) }
    if closes { head.headers.add(name: "connection", value: "close") }
    return head
  }
}

extension HTTPHeaders {
  /// Scripts, styles and requests of this server alone; no frame around it, no address handed on, no copy kept.
  private static let policy = """
    default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; \
    base-uri 'none'; form-action 'none'; frame-ancestors 'none'
    """

  /// What every answer tells the browser.
  ///
  /// - Parameter origin: of another server's page that may read the answer.
  mutating func addRules(origin: String?) {
    add(name: "content-security-policy", value: Self.policy)
    add(name: "referrer-policy", value: "no-referrer")
    add(name: "x-content-type-options", value: "nosniff")
    add(name: "x-frame-options", value: "DENY")
    add(name: "cache-control", value: "no-store")
    add(name: "cross-origin-opener-policy", value: "same-origin")
    add(name: "cross-origin-resource-policy", value: origin == nil ? "same-origin" : "cross-origin")
    add(name: "vary", value: "Origin")
    guard let origin else { return }
    add(name: "access-control-allow-origin", value: origin)
    add(name: "access-control-allow-credentials", value: "true")
  }
}
