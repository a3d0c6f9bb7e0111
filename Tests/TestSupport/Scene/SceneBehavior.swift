import Dispatcher

/// What a view of a scene does with its touches, beside handing them on.
final class SceneBehavior {
  /// Whether the view moves with its finger.
  var drags = false
  private unowned let view: SceneView
  private let log: SceneLog
  private var tellings: [TouchPhase: SceneTelling] = [:]

  init(_ view: SceneView, _ log: SceneLog) {
    self.view = view
    self.log = log
    view.onTouches = { [unowned self] in run($0, $1, $2, $3) }
  }

  /// Overrides the method of one phase, of each for nil.
  func handle(_ method: String?, as handling: Handling) {
    for phase in Self.phases(method) { view.handling[phase] = handling }
  }

  /// Writes facts in one phase, in each for nil.
  func tell(_ facts: [String], in method: String?) {
    let telling = SceneTelling(facts)
    for phase in Self.phases(method) { tellings[phase] = telling }
  }

  private func run(_ view: SceneView, _ phase: TouchPhase, _ touches: Set<Touch>, _ event: Event) {
    if view.handling[phase] != nil { log.note("own \(view.identifier).\(phase)") }
    if drags, phase == .moved, let touch = touches.first { drag(with: touch) }
    if let line = tellings[phase]?.line(view, phase, touches, event) { log.note(line) }
  }

  private func drag(with touch: Touch) {
    let (now, before) = (touch.location(in: view), touch.previousLocation(in: view))
    view.transform = view.transform.translated(x: now.x - before.x, y: now.y - before.y)
  }

  private static func phases(_ method: String?) -> [TouchPhase] {
    let all: [TouchPhase] = [.began, .moved, .ended, .cancelled]
    return method.map { name in all.filter { "\($0)" == name } } ?? all
  }
}

/// What a view reports about its touches: `tell V.began touch=1 tapCount=1`.
///
/// - `event`, `touch`: which object it is, as a number: that of the first one seen is 1;
/// - `tapCount`, `phase`, `at`, `from`: of each touch, `at` and `from` in the window's coordinates;
/// - `allTouches`: how many the event has; `translation`: that of the view's transform;
/// - `chain`, alone: the responder chain, at began.
final class SceneTelling {
  private let facts: [String]
  private var events: [Event] = []
  private var touches: [Touch] = []

  init(_ facts: [String]) { self.facts = facts }

  func line(_ view: View, _ phase: TouchPhase, _ touches: Set<Touch>, _ event: Event) -> String? {
    if facts == ["chain"] { return phase == .began ? "chain " + view.responderChainDescription : nil }
    let touches = touches.sorted { $0.contactID < $1.contactID }
    let values = facts.map { fact in fact + "=" + value(of: fact, view, touches, event) }
    return (["tell \(view.identifier).\(phase)"] + values).joined(separator: " ")
  }

  private func value(of fact: String, _ view: View, _ touches: [Touch], _ event: Event) -> String {
    switch fact {
    case "event": return "\(Self.number(of: event, in: &events))"
    case "allTouches": return "\(event.allTouches.count)"
    case "translation": return Point(x: view.transform.tx, y: view.transform.ty).short
    default: return touches.map { value(of: fact, $0) }.joined(separator: ",")
    }
  }

  private func value(of fact: String, _ touch: Touch) -> String {
    switch fact {
    case "touch": "\(Self.number(of: touch, in: &touches))"
    case "tapCount": "\(touch.tapCount)"
    case "phase": "\(touch.phase)"
    case "at": touch.location(in: nil).short
    case "from": touch.previousLocation(in: nil).short
    default: preconditionFailure("no view can tell \(fact)")
    }
  }

  private static func number<Object: AnyObject>(of object: Object, in seen: inout [Object]) -> Int {
    if let index = seen.firstIndex(where: { $0 === object }) { return index + 1 }
    seen.append(object)
    return seen.count
  }
}

/// A number with at most so many decimals, and no more than it needs.
public func shortText(_ value: Double, decimals: Int = 3) -> String {
  let unit = (0..<decimals).reduce(1.0) { unit, _ in unit * 10 }
  let rounded = (value * unit).rounded() / unit
  return Int(exactly: rounded).map(String.init) ?? "\(rounded)"
}

extension Point {
  /// To a billionth: what differs by less is what rounding does.
  fileprivate var short: String { "(\(shortText(x, decimals: 9)),\(shortText(y, decimals: 9)))" }
}
