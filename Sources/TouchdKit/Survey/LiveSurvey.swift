import ArgumentParser
import Dispatcher
import LinuxInput

/// A survey on the real panels of the machine.
///
/// It takes each panel from the other programs while it asks: what is touched for it presses nothing elsewhere.
final class LiveSurvey {
  private let layouts: [Layout]
  private let device: String?
  private let patience: Interval
  private var survey: Survey?
  /// The panels that can be touched, by their paths.
  private var panels: [String: SurveyedPanel] = [:]
  private var unused: [String] = []
  /// What there is to say of panels that other programs hold: nothing of them is seen here.
  private var held: [String] = []
  /// The same of a touchd, which is known by the touchscreen of its page.
  private var heldByTouchd: String?

  /// - Parameters:
  ///   - layouts: as they are read from their files; none for any touchscreen.
  ///   - device: the only node to use.
  ///   - patience: how long it waits for a touch.
  init(_ layouts: [Layout], device: String?, patience: Interval) {
    (self.layouts, self.device, self.patience) = (layouts, device, patience)
  }

  /// Asks for the corners until there is an outcome; `nil` if it was interrupted.
  ///
  /// - Throws: a failure of the command if there is no panel, or no touch within the patience; ``SystemError``.
  func run() throws -> Survey.Outcome? {
    let runLoop = try LiveSession.makeRunLoop()
    let session = LiveSession(on: runLoop)
    var isTooLate = false
    let timer = try LoopTimer(on: runLoop) { [unowned runLoop] in
      isTooLate = true
      runLoop.stop()
    }
    let reader = PressReader { [unowned self, unowned runLoop] news in
      timer.set(after: patience)
      survey?.take(news)
      if survey?.outcome != nil { runLoop.stop() }
    }
    session.onPipeline = { $0.application.observer = reader }
    try session.start(prepared(in: session), device.map { .nodes([$0]) } ?? .all) {
      [unowned self, unowned runLoop] in
      follow($0)
      if survey?.outcome != nil { runLoop.stop() }
    }
    if panels.isEmpty, let words = heldByTouchd ?? held.first { throw failure(words, .refused) }
    if panels.isEmpty { throw NoTouchscreen(unused).failure }
    for words in held { complain("\(Program.name): \(words)") }
    survey = Survey(SurveyPlan.corners, panel: { [unowned self] in panels[$0] }) { complain($0.text) }
    timer.set(after: patience)
    try session.run()
    if isTooLate { throw failure(lateWords, .badInput) }
    return survey?.outcome
  }

  private func prepared(in session: LiveSession) -> [LiveLayout] {
    let recorded =
      layouts.isEmpty
      ? [RecordedLayout()] : layouts.map { RecordedLayout($0, isAlone: layouts.count == 1) }
    return recorded.map { session.prepare(SurveyedPanel.bare($0), PluginSet([:])) }
  }

  private func follow(_ change: Touchscreens.Change) {
    switch change {
    case .added(let touchscreen): add(touchscreen)
    case .removed(let touchscreen):
      panels[touchscreen.node.path] = nil
      survey?.lose(touchscreen.node.path)
    case .page(let path, let name):
      unused += [change.unused].compactMap(\.self)
      heldByTouchd = heldByOther(page: name ?? path, socket: ControlServer.standardPath)
    case .refused, .unusable, .denied: unused += [change.unused].compactMap(\.self)
    case .interrupted, .dismissed, .missing, .unmonitored, .overflown: break
    }
  }

  private func add(_ touchscreen: Touchscreen) {
    let layout = layouts.first { $0.file == touchscreen.layout.layout.file }
    // What is in use is a touchscreen for its layout, or a pen.
    guard let panel = try? SurveyedPanel(touchscreen.device.description, touchscreen.node, layout),
      !panel.builder.isPen
    else { return }
    do {
      try hold(touchscreen)
      panels[touchscreen.node.path] = panel
    } catch {
      held.append("\(error)")
    }
  }

  /// Takes the panel from other programs until this one ends, unless a finger is down, whose lift they would miss.
  ///
  /// - Throws: ``SystemError``, `EBUSY` if another program holds it.
  private func hold(_ touchscreen: Touchscreen) throws(SystemError) {
    let device = touchscreen.device
    guard touchscreen.panel.assembler.state.slots.allSatisfy({ $0.trackingID < 0 }) else { return }
    try device.grab()
    if !device.isQuiet { try device.ungrab() }
  }

  private var lateWords: String {
    "no touch within \(JSON.decimal(patience.seconds).text) s, and nothing is changed; `touchd --dump --raw` shows "
      + "whether the panel reports touches, and `touchd devices` which panels there are"
  }
}
