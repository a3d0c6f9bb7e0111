extension KeyTable {
  static let gesture = KeyTable(
    "gesture", "a gesture",
    built: gestureKinds + [
      "name", "to", "cancels_touches", "delays_began", "delays_ended", "requires_failure_of",
      "simultaneous_with",
    ])

  /// The keys of ``gesture`` that say which recognizer it is: a gesture has exactly one of them.
  static let gestureKinds = [
    "tap", "long_press", "pan", "swipe", "pinch", "rotation", "edge_pan", "hover", "custom",
  ]

  static let tap = KeyTable("tap", "`tap`", built: ["count", "touches", "within", "hold_last"])

  static let longPress = KeyTable(
    "long_press", "`long_press`", built: ["minimum", "allowable_movement", "taps", "touches"])

  static let pan = KeyTable("pan", "`pan`", built: ["min_touches", "max_touches", "axis"])

  static let swipe = KeyTable("swipe", "`swipe`", built: ["direction", "touches"])

  static let pinch = KeyTable("pinch", "`pinch`", built: [])

  static let rotation = KeyTable("rotation", "`rotation`", built: [])

  static let edgePan = KeyTable("edge_pan", "`edge_pan`", built: ["edge"], required: ["edge"])

  static let hover = KeyTable("hover", "`hover`", built: [])

  static let customGesture = KeyTable(
    "custom_gesture", "a gesture's `custom`", built: ["recognizer"], required: ["recognizer"], isOpen: true)
}

// The numbers of the event model, by what they are of.
extension KeyTable {
  static let thresholds = KeyTable(
    "thresholds", "`thresholds`",
    built: [
      "touch", "tap", "long_press", "pan", "swipe", "pinch", "rotation", "edge_pan", "control", "scroll",
    ])

  static let touchThresholds = KeyTable(
    "touch_thresholds", "the thresholds of `touch`", built: ["tap_distance", "tap_interval"])

  static let tapThresholds = KeyTable(
    "tap_thresholds", "the thresholds of `tap`",
    built: ["maximum_press", "maximum_interval", "maximum_distance", "allowable_movement"])

  static let longPressThresholds = KeyTable(
    "long_press_thresholds", "the thresholds of `long_press`", built: ["minimum", "allowable_movement"])

  static let panThresholds = KeyTable(
    "pan_thresholds", "the thresholds of `pan`", built: ["hysteresis", "velocity_window"])

  static let swipeThresholds = KeyTable(
    "swipe_thresholds", "the thresholds of `swipe`",
    built: ["maximum_duration", "primary_travel", "primary_decay", "secondary_travel", "secondary_decay"])

  static let pinchThresholds = KeyTable(
    "pinch_thresholds", "the thresholds of `pinch`", built: ["hysteresis", "velocity_window"])

  static let rotationThresholds = KeyTable(
    "rotation_thresholds", "the thresholds of `rotation`", built: ["hysteresis", "velocity_window"])

  static let edgePanThresholds = KeyTable(
    "edge_pan_thresholds", "the thresholds of `edge_pan`",
    built: ["edge_distance", "hysteresis", "maximum_duration"])

  static let scrollThresholds = KeyTable(
    "scroll_thresholds", "the thresholds of `scroll`",
    built: ["content_delay", "deceleration_rate", "rubber_band", "directional_lock"])

  static let controlThresholds = KeyTable(
    "control_thresholds", "the thresholds of `control`", built: ["slop"])
}

extension KeyTable {
  static let allOfGestures = [
    gesture, tap, longPress, pan, swipe, pinch, rotation, edgePan, hover, customGesture, thresholds,
    touchThresholds, tapThresholds, longPressThresholds, panThresholds, swipeThresholds, pinchThresholds,
    rotationThresholds, edgePanThresholds, controlThresholds, scrollThresholds,
  ]
}
