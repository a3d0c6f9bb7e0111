public import Dispatcher

/// Views, fingers on them, and the log of what happened: given, when, then.
///
/// ```swift
/// let view = DraggableView(frame: Rect(x: 0, y: 0, width: 100, height: 100))
/// let scene = TestScene(view)
/// scene.play("dn(10,10)@0 mv(40,10)@0.1 up@0.2")
/// #expect(scene.log.calls == ["began DraggableView{1}", "moved DraggableView{1}", "ended DraggableView{1}"])
/// ```
///
/// The fingers go through the pipeline that the daemon has, as the bytes of a panel with slots. Time is a value:
/// nothing waits, and a scene gives the same log each time.
open class TestScene {
  /// Area of the panel of a scene, in points.
  public static let screen = Size(width: 4096, height: 4096)
  /// The range of its positions, in device units: 64 for a point, so that locations come out as they were written.
  public static let axis = AxisRange(minimum: 0, maximum: Int32(4096 * Fingers.unitsPerPoint) - 1)
  /// The range of its pressure, in device units.
  public static let pressure = AxisRange(minimum: 0, maximum: 255)
  /// The number of fingers that it follows.
  public static let slots = 10

  /// The application that the window was added to.
  public let application: Application
  /// The window that the fingers are on.
  public let window: Window
  /// Log of the scene, in order, a line for each fact.
  public let log: SceneLog
  /// The way of the fingers to the application.
  public let pipeline: Pipeline
  /// The panel that the fingers are on.
  public let panel: Panel

  /// A window of one's own, with its views, in an application.
  ///
  /// - Parameters:
  ///   - window: whose bounds are at most ``screen``. What has no identifier is called by its class in the log.
  public convenience init(_ window: Window, application: Application = Application()) {
    window.nameWhatHasNoName()
    if application.identifier.isEmpty { application.identifier = "application" }
    self.init(window, application, SceneLog())
  }

  /// Views in a window of the size of the ``screen``, the last one in front.
  ///
  /// - Parameters:
  ///   - views: their frames are points of the screen. What has no identifier is called by its class in the log.
  public convenience init(_ views: View..., application: Application = Application()) {
    let window = Window(frame: Rect(origin: .zero, size: Self.screen))
    window.identifier = "window"
    for view in views { window.addSubview(view) }
    self.init(window, application: application)
  }

  /// With names as they are, and a log that knows of the scene already.
  package init(_ window: Window, _ application: Application, _ log: SceneLog) {
    (self.window, self.application, self.log) = (window, application, log)
    application.addWindow(window)
    application.observer = log
    application.tracesHitTests = true
    panel = Panel(
      name: "scene", path: "scene", touchProtocol: .slots(count: Self.slots),
      calibration: Calibration(x: Self.axis, y: Self.axis, size: Self.screen),
      scales: ContactScales(pressure: Self.pressure, distance: Fingers.distanceRange))
    pipeline = Pipeline(application: application)
    pipeline.attach(panel, state: DeviceState(slots: []))
  }

  /// Lets the fingers do something, as ``Fingers`` reads it; a text that it cannot read is a line `mistake: …` of the
  /// log.
  public func play(_ fingers: String) {
    let fingers = Fingers(fingers)
    if let mistake = fingers.mistake { log.note("mistake: \(mistake)") }
    for frame in fingers.frames { feed(frame) }
    if let time = fingers.removal { pipeline.detach(panel, at: time) }
  }

  /// Lets the fingers do something that is read at once, some time after they did it.
  public func playLate(_ fingers: String) { feed(Array(Fingers(fingers).frames.joined())) }

  /// Hands events of a panel with slots to the pipeline.
  public func feed(_ events: [RawEvent]) {
    _ = events.withUnsafeBufferPointer { pipeline.receive($0, from: panel) { _ in nil } }
    pipeline.dispatch()
  }

  /// Lets time pass, in seconds since the scene's start: what waits for its time, such as a long press, happens.
  public func wait(until seconds: Double) { pipeline.advance(to: Timestamp(seconds: seconds)) }

  /// Takes the panel away: what is down is cancelled.
  public func unplug(at seconds: Double) { pipeline.detach(panel, at: Timestamp(seconds: seconds)) }
}

extension View {
  /// Calls the view, its controller and what is below it by their classes, where they have no identifier.
  fileprivate func nameWhatHasNoName() {
    if identifier.isEmpty { identifier = "\(type(of: self))" }
    if let controller, controller.identifier.isEmpty { controller.identifier = "\(type(of: controller))" }
    for view in subviews { view.nameWhatHasNoName() }
  }
}

/// Reads what fingers do: `dn#1(10,20)@0.000 mv#1(12,20)@0.008 up#1@0.080`, in seconds and points.
///
/// `fr` is a frame that reports the finger without a new location or force (another size); `palm` makes a palm of it.
/// `hov#1(10,20)` hovers at half of the height that the panel can tell, `hov#1(10,20,0.25)` at a quarter; `away` is out
/// of reach. `#1` may be left out. What has one time is one frame. `unplug@0.1`, at the end, takes the panel away.
public struct Fingers {
  /// Device units for each point: locations come out of the calibration as they were written.
  public static let unitsPerPoint = 64.0
  /// Heights at which the panel sees a hovering contact, in its units.
  public static let distanceRange = FingerStep.distanceRange

  let steps: [FingerStep]
  /// Time at which the panel is taken away; `nil` if it stays.
  package let removal: Timestamp?
  /// The part of the text that cannot be read, with the reason; there are no frames then. `nil` if it can be read.
  public let mistake: String?

  /// Reads a text; what it cannot read is its ``mistake``.
  public init(_ text: String) {
    var (steps, mistake): ([FingerStep], String?) = ([], nil)
    do throws(FingerStep.Mistake) {
      for word in text.split(whereSeparator: { $0.isWhitespace || $0 == ";" }) {
        steps.append(try FingerStep(word, fingers: TestScene.slots))
      }
    } catch {
      mistake = error.message
    }
    if mistake == nil, steps.dropLast().contains(where: { $0.verb == .unplug }) {
      mistake = "unplug: it comes once, at the end"
    }
    if mistake != nil { steps = [] }
    removal = steps.last?.verb == .unplug ? steps.removeLast().time : nil
    self.mistake = mistake
    self.steps = steps
  }

  /// The frames as a slot device sends them.
  public var frames: [[RawEvent]] { FingerStep.frames(of: steps, units: Self.unitsPerPoint) }
}

/// The lines that a scene writes:
///
/// - `hit V>R`: V's hitTest was called, R is its next responder; `leave V(nil)`, `leave V`, `leave V(=X)` what it
///   answered: nothing, a view below it, itself or another view;
/// - `began V{n}`, `moved`, `ended`, `cancelled`: the call on the hit view with n touches; `fwd began V{n}` passed on;
/// - `act G.State@V`: the action of recognizer G on V; `fail G: reason`; `state G.State@V` where it is asked for;
/// - `progress G 0.5@V`: how far G has come, or its state at the end of that;
/// - `control C.touch_down`: what a finger did to control C;
/// - `layout NAME`: what happened to the layout as a whole;
/// - `screen began 0`: what the page got in a slot of the virtual touchscreen;
/// - `explore focus V`: an act of a person who explores by touch;
/// - `pointer ACT`: an act of the layout's pointer; `dark D`, `lit D` of a display, `hide V`, `show V` of a view.
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
