import Dispatcher

/// What a program that `exec` starts is told of: whatever made it start.
struct ExecOccasion {
  let view: String
  let event: String
  let state: String
  /// In points of the window; `nil` where it is not to leave the process.
  let location: Point?
  /// The path of the panel.
  let device: String
  let time: Timestamp

  /// A finger came down; of several, the one that came first.
  init?(_ touches: Set<Touch>, on responder: Responder, with event: Event) {
    guard let touch = touches.min(by: { $0.contactID < $1.contactID }) else { return nil }
    (view, self.event, state) = (responder.identifier, "touches", "began")
    location = touch.isSensitive ? nil : touch.location(in: nil)
    (device, time) = (touch.device, event.timestamp)
  }

  /// A recognizer acted.
  init(_ event: GestureEvent) {
    (view, self.event, state) = (event.recognizer.view?.identifier ?? "", event.name, "\(event.state)")
    location = event.isSensitive ? nil : event.location
    (device, time) = (event.device, event.timestamp)
  }

  /// A finger did something to a control.
  init(_ event: ControlEvent) {
    (view, self.event, state) = (event.view.identifier, event.name, "\(event.state)")
    location = event.isSensitive ? nil : event.location
    (device, time) = (event.device, event.timestamp)
  }

  /// The whole environment of the program.
  var environment: [String] {
    [
      "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
      "TOUCHD_VIEW=\(view)", "TOUCHD_EVENT=\(event)", "TOUCHD_STATE=\(state)",
      "TOUCHD_X=\(Self.text(location?.x))", "TOUCHD_Y=\(Self.text(location?.y))", "TOUCHD_DEVICE=\(device)",
    ]
  }

  private static func text(_ value: Double?) -> String { value.map { JSON.decimal($0).text } ?? "" }
}
