import Dispatcher

/// Panels under one hover recognizer, and the calls of each frame.
final class HoverRig {
  let hover = HoverGestureRecognizer()
  let panels: PanelRig
  private(set) var devices: [String] = []
  private var told: [String] = []

  init() {
    let (application, window) = (Application(), Window(frame: Rect(x: 0, y: 0, width: 1000, height: 1000)))
    window.addGestureRecognizer(hover)
    application.addWindow(window)
    panels = PanelRig(application)
    panels.onRecord = { [unowned self] in note($0) }
  }

  private func note(_ record: TraceRecord) {
    if case .touch(let sample, _) = record { told.append("touch \(sample.phase)") }
    guard case .event(let event) = record else { return }
    told.append("\(event.state) \(Int(event.location.x)),\(Int(event.location.y))")
    if event.state == .began { devices.append(event.device) }
  }

  /// Feeds a frame, and says what came of it.
  func feed(_ frame: String, from name: String) -> String {
    told.removeAll()
    panels.feed(frame, from: name)
    return told.joined(separator: " ")
  }

  func unplug(_ name: String) -> String {
    told.removeAll()
    panels.pipeline.detach(panels[name], at: .zero)
    return told.joined(separator: " ")
  }
}
