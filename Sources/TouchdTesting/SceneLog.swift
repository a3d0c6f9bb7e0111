public import Dispatcher

/// The lines that a scene writes:
///
/// - `hit V>R`: V's hitTest was called, R is its next responder; `leave V(nil)`, `leave V`, `leave V(=X)` what it
///   answered: nothing, a view below it, itself or another view;
/// - `began V{n}`, `moved`, `ended`, `cancelled`: the call on the hit view with n touches; `fwd began V{n}` passed on;
/// - `act G.State@V`: the action of recognizer G on V; `fail G: reason`; `state G.State@V` where it is asked for;
/// - `control C.touch_down`: what a finger did to control C;
/// - `layout NAME`: what happened to the layout as a whole;
/// - `screen began 0`: what the page got in a slot of the virtual touchscreen;
/// - `explore focus V`: an act of a person who explores by touch.
///
/// Lines of a test's own (``note(_:)``) stand among them.
public final class SceneLog: TraceObserver {
  /// All lines since the begin, or since the last ``clear()``.
  public private(set) var lines: [String] = []

  /// An empty log.
  public init() {}

  /// Whether each line begins with its time in seconds.
  public var showsTimes = false
  /// Whether each change of a recognizer's state has a line, in the place of those of kind `fail`.
  public var showsStates = false

  /// Takes a record of the trace, and writes its line, if it has one.
  public func record(_ record: TraceRecord, at time: Timestamp) {
    guard let line = line(of: record) else { return }
    lines.append(showsTimes ? "\(time.threeDecimals) \(line)" : line)
  }

  /// Adds a line of the test's own.
  public func note(_ line: String) { lines.append(line) }

  /// Forgets the lines.
  public func clear() { lines.removeAll() }

  /// The lines of some kinds, by their first words.
  public func lines(_ kinds: String...) -> [String] { lines(of: kinds) }

  /// The lines of some kinds, by their first words.
  public func lines(of kinds: [String]) -> [String] {
    lines.filter { line in kinds.contains { line.hasPrefix($0 + " ") } }
  }

  /// The deliveries and actions: what rows without hit tests and forwards expect.
  public var calls: [String] { lines("began", "moved", "ended", "cancelled", "act") }

  private func line(of record: TraceRecord) -> String? {
    switch record {
    case .touch: nil
    case .hitEntered(_, let view): "hit \(view.identifier)>\(view.next?.identifier ?? "nil")"
    case .hitLeft(_, let view, let result): "leave \(view.identifier)\(answer(result, of: view))"
    case .delivered(let phase, let responder, let contacts):
      "\(phase) \(responder.identifier){\(contacts.count)}"
    case .forwarded(let phase, _, let responder, let contacts):
      "fwd \(phase) \(responder.identifier){\(contacts.count)}"
    case .gesture(let recognizer, let state, _, _) where showsStates:
      "state \(recognizer.name).\(name(of: state))@\(recognizer.view?.identifier ?? "nil")"
    case .gesture(let recognizer, .failed, _, let reason):
      "fail \(recognizer.name): \(reason?.name ?? "no reason")"
    case .gesture: nil
    case .event(let event):
      "act \(event.name).\(name(of: event.state))@\(event.recognizer.view?.identifier ?? "nil")"
    case .progress(let event):
      "progress \(event.name) \(event.progress.map { "\($0)" } ?? "\(event.state)")@"
        + (event.recognizer.view?.identifier ?? "nil")
    case .control(let event): "control \(event.name)"
    case .layout(let event): "layout \(event.name)"
    case .pointer(let report): "pointer \(report.act)"
    case .screen(let report): "screen \(report.phase) \(report.slot)"
    case .explore(let report):
      ["explore", report.act.rawValue, report.state?.rawValue, report.view?.identifier].compactMap(\.self)
        .joined(separator: " ")
    case .displayChanged(let display, let isDark): "\(isDark ? "dark" : "lit") \(display)"
    case .viewChanged(let view, let isHidden): "\(isHidden ? "hide" : "show") \(view.identifier)"
    }
  }

  private func answer(_ result: View?, of view: View) -> String {
    guard let result else { return "(nil)" }
    if result === view { return "(=\(view.identifier))" }
    return result.isDescendant(of: view) ? "" : "(=\(result.identifier))"
  }

  private func name(of state: GestureRecognizer.State) -> String {
    let name = "\(state)"
    return name.prefix(1).uppercased() + name.dropFirst()
  }
}

/// Nil if the lines are those expected (one a line, empty ones and indentation left out), else both side by side.
public func difference(_ actual: [String], from expected: String) -> String? {
  let expected = expected.split(separator: "\n").map { $0.trimmed }.filter { !$0.isEmpty }
  guard actual != expected else { return nil }
  let width = max(8, expected.map(\.count).max() ?? 0)
  var text = "\n  " + "expected".padded(to: width) + " | what happened\n"
  for row in 0..<max(actual.count, expected.count) {
    let left = row < expected.count ? expected[row] : ""
    let right = row < actual.count ? actual[row] : ""
    text += (left == right ? "  " : "* ") + left.padded(to: width) + " | " + right + "\n"
  }
  return text
}

extension Timestamp {
  /// Seconds, to the millisecond.
  fileprivate var threeDecimals: String {
    let (seconds, rest) = (microseconds / 1_000_000, microseconds % 1_000_000 / 1000)
    return "\(seconds)." + String(String(1000 + rest).dropFirst())
  }
}

extension StringProtocol {
  fileprivate var trimmed: String {
    let front = drop { $0.isWhitespace }
    guard let last = front.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(front[...last])
  }

  fileprivate func padded(to width: Int) -> String {
    String(self) + String(repeating: " ", count: Swift.max(0, width - count))
  }
}
