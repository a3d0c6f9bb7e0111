internal import NIOCore
internal import NIOHTTP1
import TouchdKit

/// Answer to a request, but for streams.
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

  /// Adds the headers that every answer has.
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

/// The files of the page, which are part of the program.
enum StaticFiles {
  /// Answers by their paths.
  static let files = [
    "/": file("text/html", PackageResources.index_html),
    "/style.css": file("text/css", PackageResources.style_css),
    "/calibrate": file("text/html", PackageResources.calibrate_html),
    "/calibrate.css": file("text/css", PackageResources.calibrate_css),
    "/calibrate.mjs": file("text/javascript", PackageResources.calibrate_mjs),
    "/icon.svg": Answer(type: "image/svg+xml", body: PackageResources.icon_svg),
    "/inspector.mjs": file("text/javascript", PackageResources.inspector_mjs),
    "/state.mjs": file("text/javascript", PackageResources.state_mjs),
    "/history.mjs": file("text/javascript", PackageResources.history_mjs),
    "/source.mjs": file("text/javascript", PackageResources.source_mjs),
    "/geometry.mjs": file("text/javascript", PackageResources.geometry_mjs),
    "/screen.mjs": file("text/javascript", PackageResources.screen_mjs),
    "/panels.mjs": file("text/javascript", PackageResources.panels_mjs),
    "/controls.mjs": file("text/javascript", PackageResources.controls_mjs),
    "/transport.mjs": file("text/javascript", PackageResources.transport_mjs),
    "/recording.mjs": file("text/javascript", PackageResources.recording_mjs),
    "/words.mjs": file("text/javascript", PackageResources.words_mjs),
    "/touchd.mjs": file("text/javascript", PackageResources.touchd_mjs),
  ]

  private static func file(_ type: String, _ body: [UInt8]) -> Answer {
    Answer(type: "\(type); charset=utf-8", body: body)
  }
}

/// A request of a page to its calibration.
enum CalibrationRequest: Equatable {
  /// To show a hidden view or window until it is over: `{"show":"shield"}`.
  case show(String)
  /// To change a file: `{"write":"layout"}`. Both files are small, and on the kiosk's own disk; nothing of the daemon
  /// waits for it.
  case write(CalibrationResult.Place)
  /// To take the change of a file back: `{"undo":"rule"}`.
  case undo(CalibrationResult.Place)

  /// - Returns: `nil` for what is no such request.
  init?(_ body: some Collection<UInt8>) {
    guard case .object(let members)? = try? JSON(parsing: Array(body)), members.count == 1,
      case .string(let word) = members[0].value
    else { return nil }
    switch (members[0].key, CalibrationResult.Place(rawValue: word)) {
    case ("show", _): self = .show(word)
    case ("write", let place?): self = .write(place)
    case ("undo", let place?): self = .undo(place)
    default: return nil
    }
  }
}
