import TestTables

/// Panels by name in one pipeline without views, and the samples of their contacts.
final class PanelRig: TraceObserver {
  let pipeline: Pipeline
  let balance = Balance()
  /// The samples since ``forget()``, with the name of the panel.
  private(set) var told: [(panel: String, sample: TouchSample)] = []
  private(set) var imbalances: [Imbalance] = []
  private let application = Application()
  private var panels: [String: Panel] = [:]
  private var text = FrameText()

  static let range = AxisRange(minimum: 0, maximum: 999)

  /// One device unit is one point.
  static let calibration = Calibration(x: range, y: range, size: Size(width: 1000, height: 1000))

  init() {
    pipeline = Pipeline(application: application)
    application.observer = self
    pipeline.onImbalance = { [unowned self] in imbalances.append($0) }
  }

  func record(_ record: TraceRecord, at time: Timestamp) {
    balance.record(record, at: time)
    guard case .touch(let sample, let touch) = record else { return }
    told.append((touch.device, sample))
  }

  subscript(name: String) -> Panel {
    guard let panel = panels[name] else { preconditionFailure("no panel is called \(name)") }
    return panel
  }

  func attach(_ panel: Panel) {
    panels[panel.path] = panel
    pipeline.attach(panel, state: DeviceState(slots: []))
  }

  /// Attaches a panel that is not set up otherwise.
  @discardableResult
  func attach(
    _ name: String = "panel", _ touchProtocol: TouchProtocol = .slots(count: 10),
    calibration: Calibration = PanelRig.calibration, scales: ContactScales = ContactScales(),
    filters: [ContactFilter] = [], pairing: PenPairing? = nil
  ) -> Panel {
    let panel = Panel(
      name: name, path: name, touchProtocol: touchProtocol, calibration: calibration, scales: scales,
      filters: filters, pairing: pairing)
    attach(panel)
    return panel
  }

  func forget() { told.removeAll() }

  /// Feeds a frame (see ``FrameText``), in reads of so many events.
  func feed(_ frame: String, from name: String = "panel", readsOf size: Int = .max) {
    var rest = text.events(frame)[...]
    while !rest.isEmpty {
      _ = rest.prefix(size).withUnsafeBufferPointer { pipeline.receive($0, from: self[name]) { _ in nil } }
      rest = rest.dropFirst(size)
    }
    pipeline.dispatch()
  }
}
