import LinuxInput
import TestTables

@testable import TouchdKit

/// A pipeline with one view over the whole screen, on which a recording is played, and the samples of its contacts.
final class Rig: TraceObserver {
  let recording: PanelRecording
  let pipeline: Pipeline
  private(set) var panel: Panel
  /// The samples since ``forget()``.
  private(set) var samples: [TouchSample] = []
  /// The last sample of each contact that is reported as down, the oldest contact first.
  private(set) var told: [TouchSample] = []
  private let balance = Balance()
  private let view: BalancedView
  private let application = Application()
  private var imbalances: [String] = []

  init(_ recording: PanelRecording) throws {
    self.recording = recording
    panel = try recording.makePanel()
    let bounds = Rect(x: 0, y: 0, width: PanelRecording.screen.width, height: PanelRecording.screen.height)
    let window = Window(frame: bounds)
    view = BalancedView(frame: bounds)
    view.isMultipleTouchEnabled = true
    view.passesOn = false
    window.addSubview(view)
    application.addWindow(window)
    application.screen = bounds
    pipeline = Pipeline(application: application)
    application.observer = self
    pipeline.onImbalance = { [unowned self] in imbalances.append("\($0)") }
  }

  func record(_ record: TraceRecord, at time: Timestamp) {
    balance.record(record, at: time)
    guard case .touch(let sample, _) = record else { return }
    samples.append(sample)
    let index = told.firstIndex { $0.contact == sample.contact }
    switch (sample.phase, index) {
    case (.began, nil): told.append(sample)
    case (.ended, let index?), (.cancelled, let index?): told.remove(at: index)
    case (_, let index?):
      if told[index].slot != sample.slot { imbalances.append("contact \(sample.contact) changed its slot") }
      told[index] = sample
    case (_, nil): break
    }
  }

  func forget() { samples.removeAll(keepingCapacity: true) }

  /// Takes in a panel whose kernel state is that before a frame; a new one after it was taken away.
  func attach(before frame: Int) { pipeline.attach(panel, state: recording.states[frame]) }

  func detach(before frame: Int) throws {
    pipeline.detach(panel, at: recording.time(before: frame))
    panel = try recording.makePanel()
  }

  func play(_ frames: Range<Int>) {
    for frame in frames { feed(recording.frames[frame], recording.states[frame + 1]) }
  }

  /// Feeds events; a query of the kernel's state gets the given one.
  func feed(_ events: ArraySlice<RawEvent>, _ state: DeviceState? = nil) {
    var rest = events
    while !rest.isEmpty {
      let taken = rest.withUnsafeBufferPointer { pipeline.receive($0, from: panel) { _ in state } }
      rest = rest.dropFirst(taken)
    }
    pipeline.dispatch()
  }

  /// What broke the balance of phases; empty if nothing did. All contacts must be up.
  var violations: [String] {
    var violations = balance.violations + imbalances
    if balance.open > 0 { violations.append("\(balance.open) contacts never ended") }
    if view.violations > 0 { violations.append("\(view.violations) calls of the view out of order") }
    if view.open > 0 { violations.append("the view was not told how \(view.open) contacts ended") }
    return violations
  }
}
