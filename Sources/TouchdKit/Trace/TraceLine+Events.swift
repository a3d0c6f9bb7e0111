import Dispatcher

extension TraceLine {
  /// An action, or a report before it: what plugins receive, with the values that the gesture has.
  init(_ event: GestureEvent, at time: Timestamp) {
    self.init(
      event.name, event.recognizer.view, event.state, event.recognizer.plugins,
      event.shownLocation, at: time,
      event.recognizer.values.map { ($0, $1.isMeasure ? event.shown($1) ?? .null : $1) }
        + (event.progress.map { [("progress", .decimal($0))] } ?? []))
  }

  /// What a finger did to a control.
  init(_ event: ControlEvent, at time: Timestamp) {
    self.init(event.name, event.view, event.state, event.plugins, event.shownLocation, at: time)
  }

  /// What happened to the layout as a whole.
  init(_ event: LayoutEvent, at time: Timestamp) {
    self.init(event.name, nil, event.state, event.plugins, nil, at: time)
  }

  /// What the page got of a contact; the stamp counts from the origin, as `t` does.
  init(_ report: ScreenReport, since origin: Timestamp, at time: Timestamp) {
    self.init(
      .screen, at: time,
      [
        "touch": .integer(report.contact), "slot": .integer(report.slot), "phase": .string(report.phase.word),
        "at": report.location.map(JSON.point) ?? .null, "end": .text(report.end?.rawValue),
        "stamp": .integer(Int((report.stamp - origin).microseconds)),
      ])
  }

  /// A view or a window was hidden or shown.
  static func change(of view: View, isHidden: Bool, at time: Timestamp) -> TraceLine {
    TraceLine(
      .change, at: time, ["what": "view", "id": .string(view.identifier), "hidden": .bool(isHidden)])
  }

  /// The screen went dark, or is lit again.
  static func change(of display: String, isDark: Bool, at time: Timestamp) -> TraceLine {
    TraceLine(.change, at: time, ["what": "display", "id": .string(display), "dark": .bool(isDark)])
  }

  /// A program answers for a responder, or does not any more.
  static func change(of responder: String, isClaimed: Bool, at time: Timestamp) -> TraceLine {
    TraceLine(
      .change, at: time,
      ["what": "responder", "id": .string(responder), "claimed": .bool(isClaimed)])
  }

  private init(
    _ name: String, _ view: View?, _ state: GestureRecognizer.State, _ plugins: [any ResponderPlugin],
    _ location: Point?, at time: Timestamp, _ values: [(key: String, value: JSON)] = []
  ) {
    let fields: [(key: String, value: JSON)] = [
      ("name", .string(name)), ("view", .text(view?.identifier)), ("state", .string(state.word)),
      ("responders", .array(plugins.map { .string($0.name) })), ("at", location.map(JSON.point) ?? .null),
    ]
    self.init(.event, at: time, fields + values)
  }
}

extension GestureRecognizer {
  /// What the recognizer measures; points and ways in those of the window, angles in radians, speeds a second.
  fileprivate var values: [(key: String, value: JSON)] {
    switch self {
    case let tap as TapGestureRecognizer: [("tapCount", .integer(tap.numberOfTapsRequired))]
    case let pan as PanGestureRecognizer:
      [("translation", .point(pan.translation(in: nil))), ("velocity", .point(pan.velocity(in: nil)))]
    case let pinch as PinchGestureRecognizer:
      [("scale", .decimal(pinch.scale)), ("velocity", .decimal(pinch.velocity))]
    case let rotation as RotationGestureRecognizer:
      [("rotation", .decimal(rotation.rotation)), ("velocity", .decimal(rotation.velocity))]
    case let swipe as SwipeGestureRecognizer: [("direction", .text(swipe.recognizedDirection.word))]
    default: []
    }
  }
}

extension JSON {
  /// Whether it is a way, a speed or the like, from which places follow; not a count or a word.
  fileprivate var isMeasure: Bool {
    switch self {
    case .array, .number: true
    case .null, .bool, .integer, .string, .object: false
    }
  }
}

extension SwipeGestureRecognizer.Direction {
  /// The layout's word for one direction.
  fileprivate var word: String? {
    switch self {
    case .left: "left"
    case .right: "right"
    case .up: "up"
    case .down: "down"
    default: nil
    }
  }
}
