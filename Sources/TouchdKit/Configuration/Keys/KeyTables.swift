extension KeyTable {
  static let layout = KeyTable(
    "layout", "a layout",
    built: [
      "version", "screen", "responders", "views", "windows", "application", "thresholds",
    ],
    required: ["version", "screen"])

  static let daemon = KeyTable(
    "daemon", "the daemon's file", built: ["version", "layouts", "exec"], notBuilt: ["plugins"],
    required: ["version", "layouts"])

  static let screen = KeyTable(
    "screen", "`screen`", built: ["name", "size", "size_mm", "output", "touchscreen", "delivery"],
    required: ["size"])

  static let touchscreen = KeyTable(
    "touchscreen", "`touchscreen`",
    built: [
      "match", "force", "range", "rotate", "flip", "calibration", "average_pressure", "stuck_after",
      "pen_arbitration", "filters",
    ])

  static let match = KeyTable(
    "match", "`match`", built: ["name", "vendor", "product", "path", "serial", "phys"])

  static let range = KeyTable("range", "`range`", built: ["x", "y"])

  /// A filter has exactly one of the keys.
  static let filter = KeyTable(
    "filter", "a filter",
    built: ["hysteresis", "median", "debounce", "skip", "pressure", "edge", "size"])

  static let skip = KeyTable("skip", "`skip`", built: ["first", "last"])

  static let responders = KeyTable("responders", "`responders`", built: [], isOpen: true)

  static let window = KeyTable(
    "window", "a window", built: ["id", "level", "frame", "scene", "views", "on_touch", "gestures"],
    required: ["views"])

  static let view = KeyTable(
    "view", "a view",
    built: [
      "id", "type", "frame", "children", "hidden", "alpha", "interactive", "multiple_touch",
      "exclusive_touch", "hit", "hit_redirect", "hit_outset", "reaches_children", "transform", "controller",
      "on_touch", "gestures",
    ],
    notBuilt: ["sensitive", "scroll", "control"])

  static let edges = KeyTable(
    "edges", "a frame", built: ["left", "width", "right", "top", "height", "bottom"])

  static let transform = KeyTable(
    "transform", "a transform", built: ["rotate", "scale", "translate", "matrix"])

  static let controller = KeyTable(
    "controller", "a controller", built: ["id", "presenting", "on_touch"])

  static let onTouch = KeyTable("on_touch", "`on_touch`", built: ["to", "forward"], required: ["to"])

  static let windowOnTouch = KeyTable(
    "window_on_touch", "a window's `on_touch`", built: ["to", "forward", "before"], required: ["to"])

  static let application = KeyTable(
    "application", "`application`", built: ["on_touch", "delegate", "hit_test_passes", "cancel_order"])

  static let delegate = KeyTable("delegate", "`delegate`", built: ["on_touch"])
}

// Gestures and their numbers.
extension KeyTable {
  static let gesture = KeyTable(
    "gesture", "a gesture",
    built: [
      "tap", "long_press", "name", "to", "cancels_touches", "delays_began", "delays_ended",
    ],
    notBuilt: [
      "pan", "swipe", "pinch", "rotation", "edge_pan", "hover", "requires_failure_of", "simultaneous_with",
    ])

  static let tap = KeyTable("tap", "`tap`", built: ["count", "touches", "within"], notBuilt: ["hold_last"])

  static let longPress = KeyTable(
    "long_press", "`long_press`", built: ["minimum", "allowable_movement", "touches"], notBuilt: ["taps"])

  static let thresholds = KeyTable(
    "thresholds", "`thresholds`", built: ["touch", "tap", "long_press"],
    notBuilt: ["pan", "swipe", "pinch", "rotation", "edge_pan", "hover", "scroll"])

  static let touchThresholds = KeyTable(
    "touch_thresholds", "the thresholds of `touch`", built: ["tap_distance", "tap_interval"])

  static let tapThresholds = KeyTable(
    "tap_thresholds", "the thresholds of `tap`",
    built: ["maximum_press", "maximum_interval", "maximum_distance", "allowable_movement"])

  static let longPressThresholds = KeyTable(
    "long_press_thresholds", "the thresholds of `long_press`", built: ["minimum", "allowable_movement"])
}

extension KeyTable {
  /// Every table but those of plugins' options (``PluginDeclaration``).
  static let all = [
    layout, daemon, screen, touchscreen, match, range, filter, skip, responders, window, view, edges,
    transform, controller, onTouch, windowOnTouch, application, delegate, gesture, tap, longPress, thresholds,
    touchThresholds, tapThresholds, longPressThresholds,
  ]

  /// The keys of ``gesture`` that say which recognizer it is: a gesture has exactly one of them.
  static let gestureKinds = ["tap", "long_press"]
}
