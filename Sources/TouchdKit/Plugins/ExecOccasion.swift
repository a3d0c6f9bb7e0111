import Dispatcher

/// What a program that `exec` starts receives: the event that made it start.
struct ExecOccasion {
  /// Which part of what a finger does it is.
  enum Part {
    /// A whole: a gesture that is recognized.
    case once
    /// The beginning of a pair.
    case press
    /// Something in between.
    case change
    /// The end of a pair.
    case release
  }

  let part: Part
  /// The finger of a press, a change or a release.
  let contact: ContactID?
  /// Whether the finger is still there that made a press.
  let isHeld: () -> Bool
  let view: String
  let event: String
  let state: String
  /// In points of the window; `nil` where it is not to leave the process.
  let location: Point?
  /// The path of the panel.
  let device: String
  let time: Timestamp

  /// Something that happened to nothing; for tests.
  init(
    _ part: Part, contact: ContactID?, event: String, at time: Timestamp, isHeld: @escaping () -> Bool
  ) {
    (self.part, self.contact, self.event, self.time, self.isHeld) = (part, contact, event, time, isHeld)
    (view, state, location, device) = ("", "", nil, "")
  }

  /// A finger came down; of several, the one that came first.
  init?(_ touches: Set<Touch>, on responder: Responder, with event: Event) {
    guard let touch = touches.min(by: { $0.contactID < $1.contactID }) else { return nil }
    (view, self.event, state) = (responder.identifier, "touches", "began")
    location = touch.shownLocation
    (device, time) = (touch.device, event.timestamp)
    (part, contact, isHeld) = (.once, nil, { false })
  }

  /// A recognizer acted.
  init(_ event: GestureEvent) {
    (view, self.event, state) = (event.recognizer.view?.identifier ?? "", event.name, "\(event.state)")
    location = event.shownLocation
    (device, time) = (event.device, event.timestamp)
    (part, contact, isHeld) = (.once, nil, { false })
  }

  /// A finger did something to a control.
  init(_ event: ControlEvent) {
    (view, self.event, state) = (event.view.identifier, event.name, "\(event.state)")
    location = event.shownLocation
    (device, time) = (event.device, event.timestamp)
    (part, contact) = (event.state.part, event.contact)
    isHeld = { [weak control = event.view as? Control] in control?.isTracking ?? false }
  }

  /// Something happened to the layout as a whole: to no view, in no place, on no panel.
  init(_ event: LayoutEvent) {
    (view, self.event, state) = ("", event.name, "\(event.state)")
    (location, device, time) = (nil, "", event.timestamp)
    (part, contact, isHeld) = (.once, nil, { false })
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

extension GestureRecognizer.State {
  /// Which part of a finger's stay an event of a control is.
  fileprivate var part: ExecOccasion.Part {
    switch self {
    case .began: .press
    case .ended, .cancelled, .failed: .release
    case .changed, .possible: .change
    }
  }
}
