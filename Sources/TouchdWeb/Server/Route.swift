import Dispatcher
import LinuxInput
internal import NIOHTTP1
import TouchdKit

enum Route: Equatable {
  case file(String)
  case events(StreamQuery?)
  /// A request to touchd, by a stream of this id.
  case ask(stream: String)
  /// A step of a page that calibrates a panel.
  case calibration
  /// A ``CalibrationRequest``, by the stream of this id.
  case calibrationRequest(stream: String)
  case inquiry(Report)
  case wrongMethod(allowed: String)
  case notFound

  /// A report made of the whole state.
  enum Report: Equatable {
    case state, metrics
    /// Of a layout, or the first, with the hit path of a point.
    case drawing(layout: String?, at: Point?)

    init?(_ target: Target) {
      switch target.path {
      case "/state": self = .state
      case "/metrics": self = .metrics
      case "/layout.svg":
        self = .drawing(layout: target["layout"].last, at: target["at"].last.flatMap(ScreenPoint.init)?.point)
      default: return nil
      }
    }
  }

  init(_ method: HTTPMethod, _ target: Target) {
    let reads = method == .GET || method == .HEAD
    let stream = target["stream"].first ?? ""
    switch (target.path, method) {
    case ("/events", .GET): self = .events(StreamQuery(target))
    case ("/events", .POST): self = .ask(stream: stream)
    case ("/calibration", .GET): self = .calibration
    case ("/calibration", .POST): self = .calibrationRequest(stream: stream)
    case ("/events", _), ("/calibration", _): self = .wrongMethod(allowed: "GET, POST")
    default:
      let file = StaticFiles.files[target.path].map { _ in Route.file(target.path) }
      let found = Report(target).map(Route.inquiry) ?? file
      self = found.map { reads ? $0 : .wrongMethod(allowed: "GET, HEAD") } ?? .notFound
    }
  }
}

/// Target of a request: the path, and the pairs of the query.
struct Target: Equatable, Sendable {
  /// The most pairs of a query. (O)
  static let mostPairs = 1100

  /// As it was sent, up to the query.
  let path: String
  /// In their order, without percent signs.
  let pairs: [Pair]

  /// A name and its value.
  struct Pair: Equatable, Sendable { let name, value: String }

  /// - Returns: `nil` for what is no path of this server.
  init?(_ uri: String) {
    // Browsers take a backslash for a slash, and two slashes for the beginning of a host.
    guard uri.hasPrefix("/"), !uri.hasPrefix("//"), !uri.contains("\\"), !uri.contains("#")
    else { return nil }
    let parts = uri.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    path = String(parts[0])
    // A redirect has it again, in a line of its own.
    guard path.utf8.allSatisfy({ 0x21...0x7e ~= $0 }) else { return nil }
    let words = parts.count < 2 ? [] : parts[1].split(separator: "&")
    guard words.count <= Self.mostPairs else { return nil }
    var pairs: [Pair] = []
    for word in words {
      let sides = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = sides[0].decoded, let value = (sides.count > 1 ? sides[1] : "").decoded
      else { return nil }
      pairs.append(Pair(name: name, value: value))
    }
    self.pairs = pairs
  }

  private init(path: String, pairs: [Pair]) { (self.path, self.pairs) = (path, pairs) }

  /// All values of a name.
  subscript(name: String) -> [String] { pairs.filter { $0.name == name }.map(\.value) }

  /// The same without a name.
  func without(_ name: String) -> Target { Target(path: path, pairs: pairs.filter { $0.name != name }) }

  /// As an address writes it.
  var text: String {
    guard !pairs.isEmpty else { return path }
    return path + "?" + pairs.map { "\($0.name.encoded)=\($0.value.encoded)" }.joined(separator: "&")
  }
}

extension StringProtocol {
  /// Without percent signs; `nil` for what is no UTF-8.
  fileprivate var decoded: String? {
    var bytes: [UInt8] = []
    var rest = Array(utf8)[...]
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "+"): bytes.append(UInt8(ascii: " "))
      case UInt8(ascii: "%"):
        guard let digits = String(validating: rest.prefix(2), as: UTF8.self), digits.utf8.count == 2,
          !digits.hasPrefix("+"), !digits.hasPrefix("-"), let value = UInt8(digits, radix: 16)
        else { return nil }
        bytes.append(value)
        rest = rest.dropFirst(2)
      default: bytes.append(byte)
      }
    }
    return String(validating: bytes, as: UTF8.self)
  }

  /// With percent signs for all but letters, digits, `-`, `.` and `_`.
  fileprivate var encoded: String {
    utf8.reduce(into: "") { text, byte in
      text +=
        byte.isAlphanumeric || "-._".utf8.contains(byte)
        ? String(Unicode.Scalar(byte)) : "%" + byte.hexadecimal(2).uppercased()
    }
  }
}
