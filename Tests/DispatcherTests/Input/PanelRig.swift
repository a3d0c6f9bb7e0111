import Dispatcher
import TestSupport

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

  func attach(_ panel: Panel, state: DeviceState = DeviceState(slots: [])) {
    panels[panel.path] = panel
    pipeline.attach(panel, state: state)
  }

  func forget() { told.removeAll() }

  /// Feeds a frame (see ``FrameText``).
  func feed(_ frame: String, from name: String) {
    _ = text.events(frame).withUnsafeBufferPointer { pipeline.receive($0, from: self[name]) { _ in nil } }
    pipeline.dispatch()
  }
}
