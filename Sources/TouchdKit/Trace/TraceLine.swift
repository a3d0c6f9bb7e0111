import Dispatcher
import LinuxInput

/// The kinds of lines that a trace can have; the raw value is what `--trace` and the key `kind` say.
enum TraceKind: String, CaseIterable, Sendable {
  case device
  case frame
  case touch
  case hit
  case deliver
  case forward
  case gesture
  /// Gesture lines of recognizers that failed.
  case failed
  case event
  /// What the page got.
  case screen
  /// What is different on the screen, such as a view that was hidden.
  case change
  case summary

  /// What a replay shows by default.
  static let standard: Set<TraceKind> = [.touch, .deliver, .forward, .gesture, .event, .screen]
  /// What a dump shows by default: the same, and how it came to it.
  static let dumped = standard.union([.device, .hit, .change])
}

/// One fact of a trace, to be written as JSON or as text.
struct TraceLine {
  let time: Timestamp
  /// Which option shows it.
  let kind: TraceKind
  private let content: Content

  /// Most lines are about fingers that move. What these say is kept as values, and made into fields when the line is
  /// written: then all that waits for the frame has got it.
  private enum Content {
    case fields([(key: String, value: JSON)])
    case contact(ContactReport)
    case call(CallReport)
  }

  /// What it says, in order; made anew by each use.
  var fields: [(key: String, value: JSON)] {
    switch content {
    case .fields(let fields): fields
    case .contact(let report): report.fields
    case .call(let report): report.fields
    }
  }

  init(_ kind: TraceKind, at time: Timestamp, _ fields: KeyValuePairs<String, JSON>) {
    self.init(kind, at: time, fields.map { ($0.key, $0.value) })
  }

  init(_ kind: TraceKind, at time: Timestamp, _ fields: [(key: String, value: JSON)]) {
    (self.kind, self.time, content) = (kind, time, .fields(fields))
  }

  init(_ kind: TraceKind, at time: Timestamp, _ report: ContactReport) {
    (self.kind, self.time, content) = (kind, time, .contact(report))
  }

  init(_ kind: TraceKind, at time: Timestamp, _ report: CallReport) {
    (self.kind, self.time, content) = (kind, time, .call(report))
  }

  /// `{"t":…,"kind":…,…}`, the time in microseconds since the origin; a summary has none.
  func json(since origin: Timestamp) -> String { JSON.object(members(since: origin)).text }

  /// What the object of the line holds, in order.
  ///
  /// - Parameter layout: what the line is about, where there are several; it stands behind the kind.
  func members(since origin: Timestamp, in layout: String? = nil) -> [(key: String, value: JSON)] {
    var members: [(key: String, value: JSON)] = []
    if kind != .summary { members.append(("t", .integer(Int((time - origin).microseconds)))) }
    members.append(("kind", .string(word)))
    if let layout { members.append(("layout", .string(layout))) }
    return members + fields
  }

  /// The same facts for people: seconds, kind, and `key=value` in columns.
  func text(since origin: Timestamp) -> String {
    let seconds = kind == .summary ? "" : Self.seconds((time - origin).microseconds)
    let facts = fields.map { "\($0.key)=\(Self.plain($0.value))" }.joined(separator: " ")
    return seconds.padded(toFront: 12) + "  " + word.padded(to: 8) + " " + facts
  }

  private var word: String { kind == .failed ? TraceKind.gesture.rawValue : kind.rawValue }

  /// Microseconds as seconds with six decimals.
  private static func seconds(_ microseconds: Int64) -> String {
    let digits = microseconds.magnitude.padded(7)
    return (microseconds < 0 ? "-" : "") + digits.dropLast(6) + "." + digits.suffix(6)
  }

  /// Words without their quotes, unless they need them.
  private static func plain(_ value: JSON) -> String {
    guard case .string(let word) = value, !word.isEmpty,
      // By bytes: a mark that follows a letter makes one Character with it.
      word.utf8.allSatisfy({ 0x21...0x7e ~= $0 && $0 != UInt8(ascii: "\"") })
    else { return value == .null ? "-" : value.text }
    return word
  }
}

extension String {
  fileprivate func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }

  fileprivate func padded(toFront width: Int) -> String {
    String(repeating: " ", count: max(0, width - count)) + self
  }
}
