import ArgumentParser
package import Dispatcher
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
  /// Messages about panels that other programs hold: nothing of them is seen here.
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
    let reader = PressReader { [unowned self, unowned runLoop] press in
      timer.set(after: patience)
      survey?.take(press)
      if survey?.outcome != nil { runLoop.stop() }
    }
    session.onPipeline = { $0.application.observer = reader }
    session.onDelivery = { [unowned self, unowned session] in
      for touchscreen in session.touchscreens?.used ?? [] where panels[touchscreen.node.path] != nil {
        try? hold(touchscreen)
      }
    }
    let recorded =
      layouts.isEmpty ? [RecordedLayout()] : layouts.map { RecordedLayout($0, isAlone: layouts.count == 1) }
    let prepared = recorded.map { session.prepare(SurveyedPanel.bare($0), PluginSet([:])) }
    try session.start(prepared, device.map { .nodes([$0]) } ?? .all) {
      [unowned self, unowned runLoop] in
      follow($0)
      if survey?.outcome != nil { runLoop.stop() }
    }
    if panels.isEmpty, let words = heldByTouchd ?? held.first { throw failure(words, .refused) }
    if panels.isEmpty { throw session.noTouchscreen }
    for words in held { complain("\(Program.name): \(words)") }
    survey = Survey(SurveyPlan.corners, panel: { [unowned self] in panels[$0] }) { complain($0.text) }
    timer.set(after: patience)
    try session.run()
    if isTooLate {
      throw failure(
        "no touch within \(JSON.decimal(patience.seconds).text) s, and nothing is changed; `touchd --dump --raw` shows "
          + "whether the panel reports touches, and `touchd devices` which panels there are", .badInput)
    }
    return survey?.outcome
  }

  private func follow(_ change: Touchscreens.Change) {
    switch change {
    case .added(let touchscreen): add(touchscreen)
    case .removed(let touchscreen):
      panels[touchscreen.node.path] = nil
      survey?.lose(touchscreen.node.path)
    case .left(let path, let name, .page):
      heldByTouchd = heldByOther(page: name ?? path, socket: EventsServer.controlPath)
    case .left, .interrupted, .dismissed, .missing, .unmonitored, .overflown: break
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
    guard !device.isGrabbed, touchscreen.panel.assembler.state.slots.allSatisfy({ $0.trackingID < 0 })
    else { return }
    try device.grab()
    if !device.isQuiet { try device.ungrab() }
  }
}

/// Makes presses of what a pipeline reports: for each finger that lands and lifts alone, where the panel had it.
package final class PressReader: TraceObserver {
  /// A finger that landed and lifted alone.
  package struct Press: Equatable {
    /// The path of its panel.
    package let device: String
    /// The median of its frames, in the panel's units: a resistive panel is wrong where a press begins and ends.
    package let place: Point
    /// Times of its landing and its lift.
    package var landed = Timestamp.zero
    package var lifted = Timestamp.zero
  }

  /// Of a finger that rests for longer, the first frames count: some seconds of a fast panel. (O)
  static let frameLimit = 1024

  private struct Track {
    let landed: Timestamp
    var x: [Int32] = []
    var y: [Int32] = []
  }

  private let report: (Press?) -> Void
  private var tracks: [ContactID: Track] = [:]
  private var areSeveral = false

  /// - Parameter report: called when a finger lifts that was alone; with `nil` for the last of several, of which none
  ///   counts.
  package init(_ report: @escaping (Press?) -> Void) { self.report = report }

  package func record(_ record: TraceRecord, at time: Timestamp) {
    guard case .touch(let sample, let touch) = record, sample.type == .direct else { return }
    switch sample.phase {
    case .began:
      tracks[sample.contact] = Track(landed: time)
      if tracks.count > 1 { areSeveral = true }
      add(sample)
    case .moved, .stationary: add(sample)
    case .ended, .cancelled: end(sample.contact, touch.device, at: time, counts: sample.phase == .ended)
    }
  }

  private func add(_ sample: TouchSample) {
    guard let count = tracks[sample.contact]?.x.count, count < Self.frameLimit else { return }
    tracks[sample.contact]?.x.append(sample.rawX)
    tracks[sample.contact]?.y.append(sample.rawY)
  }

  private func end(_ contact: ContactID, _ device: String, at time: Timestamp, counts: Bool) {
    guard let track = tracks.removeValue(forKey: contact) else { return }
    if areSeveral {
      guard tracks.isEmpty else { return }
      areSeveral = false
      return report(nil)
    }
    guard counts else { return }
    let place = Point(x: track.x.median, y: track.y.median)
    report(Press(device: device, place: place, landed: track.landed, lifted: time))
  }
}

extension [Int32] {
  /// The middle one in order; of an even number, the mean of the two. 0 of none.
  fileprivate var median: Double {
    let ordered = sorted()
    guard !ordered.isEmpty else { return 0 }
    return (Double(ordered[(count - 1) / 2]) + Double(ordered[count / 2])) / 2
  }
}

/// A survey of a recording: its touches are those on the corners, in their order.
enum RecordedSurvey {
  /// - Parameters:
  ///   - path: the recording's file.
  ///   - layout: as it is read from its file; `nil` for none.
  ///   - say: receives what a person would be asked.
  /// - Throws: a failure of the command if the recording cannot be read or has too few touches.
  static func run(
    _ path: String, _ layout: Layout?, say: @escaping (String) -> Void = { _ in }
  ) throws -> Survey.Outcome {
    let recording = try RecordingLoading.load(path, describedBy: nil)
    let bare = SurveyedPanel.bare(layout.map { RecordedLayout($0) } ?? RecordedLayout())
    let devices = try RecordingLoading.touchscreens(of: recording, path, for: bare.screen) { _, _ in }
    var panels: [String: SurveyedPanel] = [:]
    for (index, (device, builder)) in devices.enumerated() {
      // Several panels of one file are named as the file's first, second and so on, as a replay does it.
      let name = devices.count == 1 ? path : "\(path)#\(index + 1)"
      panels[name] = try? SurveyedPanel(
        device.description ?? builder.description, device.node(path: name), layout)
    }
    var due = ""
    let survey = Survey(SurveyPlan.corners, panel: { panels[$0] }) {
      due = $0.text
      say(due)
    }
    let reader = PressReader { survey.take($0) }
    let stage = try Replay.Stage(bare, [:], devices, observer: nil)
    stage.pipeline.application.observer = reader
    let replay = Replay(devices, path: path, stage, nil)
    replay.begin()
    while replay.nextTime != nil, survey.outcome == nil { replay.step() }
    if let outcome = survey.outcome { return outcome }
    throw failure("\(path) ends where this was due: \(due)", .badInput)
  }
}
