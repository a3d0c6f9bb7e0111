import TestTables

/// Panels by name in one pipeline, and the samples of their contacts.
final class PanelRig: TraceObserver {
  let pipeline: Pipeline
  let balance = Balance()
  /// The samples since ``forget()``, with the name of the panel.
  private(set) var told: [(panel: String, sample: TouchSample)] = []
  private(set) var imbalances: [Imbalance] = []
  /// Called with each record of the trace.
  var onRecord: (TraceRecord) -> Void = { _ in }
  private let application: Application
  private var panels: [String: Panel] = [:]
  private var text = FrameText()

  static let range = AxisRange(minimum: 0, maximum: 999)

  /// One device unit is one point.
  static let calibration = Calibration(x: range, y: range, size: Size(width: 1000, height: 1000))

  /// - Parameter application: with windows, where a test needs them.
  init(_ application: Application = Application()) {
    self.application = application
    pipeline = Pipeline(application: application)
    application.observer = self
    pipeline.onImbalance = { [unowned self] in imbalances.append($0) }
  }

  func record(_ record: TraceRecord, at time: Timestamp) {
    balance.record(record, at: time)
    onRecord(record)
    guard case .touch(let sample, let touch) = record else { return }
    told.append((touch.device, sample))
  }

  subscript(name: String) -> Panel {
    guard let panel = panels[name] else { preconditionFailure("no panel is called \(name)") }
    return panel
  }

  @discardableResult
  func attach(
    _ name: String = "panel", _ touchProtocol: TouchProtocol = .slots(count: 10),
    calibration: Calibration = PanelRig.calibration, scales: ContactScales = ContactScales(),
    filters: [ContactFilter] = [], pairing: PenPairing? = nil, keys: Set<UInt16> = [],
    state: DeviceState = DeviceState(slots: [])
  ) -> Panel {
    let panel = Panel(
      name: name, path: name, touchProtocol: touchProtocol, calibration: calibration, scales: scales,
      filters: filters, pairing: pairing, keys: keys)
    panels[name] = panel
    pipeline.attach(panel, state: state)
    return panel
  }

  func forget() { told.removeAll() }

  /// Feeds a frame (see ``FrameText``), in reads of so many events. After a SYN_DROPPED the kernel holds that state.
  func feed(
    _ frame: String, from name: String = "panel", readsOf size: Int = .max, state: DeviceState? = nil
  ) {
    var rest = text.events(frame)[...]
    while !rest.isEmpty {
      _ = rest.prefix(size).withUnsafeBufferPointer { pipeline.receive($0, from: self[name]) { _ in state } }
      rest = rest.dropFirst(size)
    }
    pipeline.dispatch()
  }

  /// Expects lines to report what a test says of it, a line for each of them, and every contact to end once.
  func expect(
    _ told: String, of given: String, words: (_ panel: String, TouchSample) -> String, run: (String) -> Void
  ) {
    let lines = given.split(separator: "\n").map { line in
      forget()
      run(String(line))
      return self.told.map { words($0.panel, $0.sample) }.joined(separator: " | ")
    }
    #expect(lines.joined(separator: "\n") == told)
    #expect(imbalances.isEmpty && balance.violations.isEmpty)
  }
}
