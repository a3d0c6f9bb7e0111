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
  /// The finger of a press, a change or a release; `nil` for that of a gesture.
  let contact: ContactID?
  /// The recognizer of a press, a change or a release.
  let gesture: String?
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
  /// What the trace has of it.
  let line: TraceLine
  /// What is to be started for it.
  var command: [String] = []

  /// Something that happened to nothing; for tests.
  init(
    _ part: Part, contact: ContactID?, gesture: String? = nil, event: String, at time: Timestamp,
    isHeld: @escaping () -> Bool
  ) {
    (self.part, self.contact, self.event, self.time, self.isHeld) = (part, contact, event, time, isHeld)
    (self.gesture, view, state, location, device) = (gesture, "", "", nil, "")
    line = TraceLine(.event, at: time, ["name": .string(event)])
  }

  /// A finger came down, moved or has gone.
  ///
  /// - Parameter isPart: whether the end of the finger belongs to its beginning; else each is a whole.
  init(
    _ touch: Touch, _ state: PluginDeclaration.State, on responder: Responder, with event: Event,
    isPart: Bool = false
  ) {
    (view, self.event, self.state) = (responder.identifier, "touches", state.rawValue)
    location = touch.shownLocation
    (device, time) = (touch.device, event.timestamp)
    line = TraceLine(touch, touch.sample, touch.phase, to: responder, at: event.timestamp)
    let finger = touch.contactID
    (part, contact, gesture) = isPart ? (state.part, finger, nil) : (.once, nil, nil)
    isHeld = { [weak touch] in touch.map { $0.contactID == finger && $0.isDown } ?? false }
  }

  /// A recognizer acted.
  ///
  /// - Parameter isPart: whether the end of the gesture belongs to its beginning; else each is a whole.
  init(_ event: GestureEvent, isPart: Bool = false) {
    (view, self.event, state) = (event.recognizer.view?.identifier ?? "", event.name, "\(event.state)")
    location = event.shownLocation
    (device, time) = (event.device, event.timestamp)
    line = TraceLine(event, at: event.timestamp)
    (part, contact, gesture) = isPart ? (event.state.part, nil, event.name) : (.once, nil, nil)
    isHeld = { [weak recognizer = event.recognizer] in recognizer?.isActive ?? false }
  }

  /// A finger did something to a control.
  init(_ event: ControlEvent) {
    (view, self.event, state) = (event.view.identifier, event.name, "\(event.state)")
    location = event.shownLocation
    (device, time) = (event.device, event.timestamp)
    line = TraceLine(event, at: event.timestamp)
    (part, contact, gesture) = (event.state.part, event.contact, nil)
    isHeld = { [weak control = event.view as? Control] in control?.isTracking ?? false }
  }

  /// Something happened to the layout as a whole: to no view, in no place, on no panel.
  init(_ event: LayoutEvent) {
    (view, self.event, state) = ("", event.name, "\(event.state)")
    (location, device, time) = (nil, "", event.timestamp)
    line = TraceLine(event, at: event.timestamp)
    (part, contact, gesture, isHeld) = (.once, nil, nil, { false })
  }

  /// The variables that each program gets, `NAME=value` each; with what the layout adds, its whole environment.
  ///
  /// - Parameter added: values by names; `PATH` takes the place of touchd's.
  func environment(adding added: [String: String] = [:]) -> [String] {
    let own = [
      "TOUCHD_VIEW=\(view)", "TOUCHD_EVENT=\(event)", "TOUCHD_STATE=\(state)",
      "TOUCHD_X=\(Self.text(location?.x))", "TOUCHD_Y=\(Self.text(location?.y))", "TOUCHD_DEVICE=\(device)",
    ]
    let others = ["PATH": Self.path].merging(added) { $1 }.sorted { $0.key < $1.key }
    return others.map { "\($0.key)=\($0.value)" } + own
  }

  /// What programs are looked for in by others, where the layout does not say.
  static let path = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"

  /// What the program reads: a line of JSON, as a trace has it, with its end.
  ///
  /// - Parameter origin: what its times count from.
  func input(since origin: Timestamp) -> [UInt8] { Array((line.json(since: origin) + "\n").utf8) }

  private static func text(_ value: Double?) -> String { value.map { JSON.decimal($0).text } ?? "" }
}

extension GestureRecognizer.State {
  /// Which part of a finger's stay, or of a gesture's, this is.
  fileprivate var part: ExecOccasion.Part {
    switch self {
    case .began: .press
    case .ended, .cancelled, .failed: .release
    case .changed, .possible: .change
    }
  }
}

extension PluginDeclaration.State {
  /// Which part of a finger's stay this is.
  fileprivate var part: ExecOccasion.Part {
    switch self {
    case .began: .press
    case .possible, .changed: .change
    case .ended, .cancelled, .failed: .release
    }
  }
}

extension Touch {
  /// Whether its finger has not gone.
  fileprivate var isDown: Bool { phase != .ended && phase != .cancelled }
}

extension GestureRecognizer {
  /// Whether it has begun and not ended.
  fileprivate var isActive: Bool { state == .began || state == .changed }
}
