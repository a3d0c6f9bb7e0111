import TestTables

/// One panel over one view, which reports its calls: estimated properties stand after `~`.
final class ViewRig {
  private(set) var lines: [String] = []
  let view = WatchingView(frame: Rect(x: 0, y: 0, width: 1000, height: 1000))
  let window = Window(frame: Rect(x: 0, y: 0, width: 1000, height: 1000))
  private let panels: PanelRig

  init(
    _ touchProtocol: TouchProtocol = .slots(count: 5), scales: ContactScales = ContactScales(),
    filters: [ContactFilter] = [], calibration: Calibration = PanelRig.calibration,
    application: Application = Application()
  ) {
    window.identifier = "window"
    view.identifier = "view"
    window.addSubview(view)
    application.addWindow(window)
    panels = PanelRig(application)
    // Moves have a shorter way where nothing is traced.
    application.observer = nil
    panels.attach("panel", touchProtocol, calibration: calibration, scales: scales, filters: filters)
    view.onCall = { [unowned self] in lines.append($0) }
  }

  /// Adds a line of the test's own.
  func note(_ line: String) { lines.append(line) }

  /// Feeds a frame (see ``FrameText``). After a SYN_DROPPED the kernel holds this.
  func feed(_ frame: String, state: DeviceState? = nil) { panels.feed(frame, state: state) }

  /// Feeds frames, one a line, and answers what was said during each, separated by ` | `.
  func play(_ frames: String) -> [String] {
    frames.split(separator: "\n").map { frame in
      lines.removeAll()
      feed(String(frame))
      return lines.joined(separator: " | ")
    }
  }
}

/// A view that reports its calls, with the estimates of the oldest touch.
final class WatchingView: View {
  var onCall: (String) -> Void = { _ in }
  /// Called with the arguments of each of its calls.
  var onTouches: (TouchPhase, Set<Touch>, Event) -> Void = { _, _, _ in }
  var passesUpdatesOn = false

  override func touchesBegan(_ touches: Set<Touch>, with event: Event) { tell(.began, touches, event) }
  override func touchesMoved(_ touches: Set<Touch>, with event: Event) { tell(.moved, touches, event) }
  override func touchesEnded(_ touches: Set<Touch>, with event: Event) { tell(.ended, touches, event) }
  override func touchesCancelled(_ touches: Set<Touch>, with event: Event) {
    tell(.cancelled, touches, event)
  }

  override func touchesEstimatedPropertiesUpdated(_ touches: Set<Touch>) {
    onCall("updated\(touches.estimates)")
    if passesUpdatesOn { super.touchesEstimatedPropertiesUpdated(touches) }
  }

  private func tell(_ phase: TouchPhase, _ touches: Set<Touch>, _ event: Event) {
    onCall("\(phase)\(touches.estimates)")
    onTouches(phase, touches, event)
  }
}

final class WatchingRecognizer: GestureRecognizer {
  var onCall: (String) -> Void = { _ in }
  /// Recognizes at the next of these.
  var recognizesOn: String?

  override func touchesBegan(_ touches: Set<Touch>, with event: Event) { tell("began", touches) }
  override func touchesMoved(_ touches: Set<Touch>, with event: Event) { tell("moved", touches) }
  override func touchesEnded(_ touches: Set<Touch>, with event: Event) { tell("ended", touches) }
  override func touchesEstimatedPropertiesUpdated(_ touches: Set<Touch>) { tell("updated", touches) }

  private func tell(_ call: String, _ touches: Set<Touch>) {
    onCall("R \(call)\(touches.estimates)")
    if call == recognizesOn { state = .recognized }
  }
}

extension Set<Touch> {
  /// How many, if more than one, and what is estimated of the oldest.
  fileprivate var estimates: String {
    let first = self.min { $0.contactID < $1.contactID }
    return (count > 1 ? "{\(count)}" : "") + (first?.estimatedProperties.names ?? "")
  }
}

extension Touch.Properties {
  var names: String {
    let names: [(Self, String)] = [
      (.force, "force"), (.azimuth, "azimuth"), (.altitude, "altitude"), (.location, "location"),
    ]
    let found = names.filter { contains($0.0) }.map(\.1)
    return found.isEmpty ? "" : " ~" + found.joined(separator: ",")
  }
}
