import Dispatcher

/// Panels by name under one hover recognizer, and the calls of each frame.
final class HoverRig: TraceObserver {
  let hover = HoverGestureRecognizer()
  private(set) var devices: [String] = []
  private let application = Application()
  private let window = Window(frame: Rect(x: 0, y: 0, width: 1000, height: 1000))
  private let pipeline: Pipeline
  private var panels: [String: Panel] = [:]
  private var text = FrameText()
  private var told: [String] = []

  init() {
    window.addGestureRecognizer(hover)
    application.addWindow(window)
    pipeline = Pipeline(application: application)
    application.observer = self
  }

  func record(_ record: TraceRecord, at time: Timestamp) {
    if case .touch(let sample, _) = record { told.append("touch \(sample.phase)") }
    guard case .event(let event) = record else { return }
    told.append("\(event.state) \(Int(event.location.x)),\(Int(event.location.y))")
    if event.state == .began { devices.append(event.device) }
  }

  func attach(
    _ name: String, _ touchProtocol: TouchProtocol, scales: ContactScales = ContactScales(),
    filters: [ContactFilter] = [], pairing: PenPairing? = nil, state: DeviceState = DeviceState(slots: [])
  ) {
    let panel = Panel(
      name: name, path: name, touchProtocol: touchProtocol, calibration: PanelRig.calibration,
      scales: scales, filters: filters, pairing: pairing)
    panels[name] = panel
    pipeline.attach(panel, state: state)
  }

  /// Feeds a frame, and says what came of it.
  func feed(_ frame: String, from name: String) -> String {
    guard let panel = panels[name] else { preconditionFailure("no panel is called \(name)") }
    told.removeAll()
    _ = text.events(frame).withUnsafeBufferPointer { pipeline.receive($0, from: panel) { _ in nil } }
    pipeline.dispatch()
    return told.joined(separator: " ")
  }

  func unplug(_ name: String) -> String {
    told.removeAll()
    if let panel = panels.removeValue(forKey: name) { pipeline.detach(panel, at: .zero) }
    return told.joined(separator: " ")
  }
}
