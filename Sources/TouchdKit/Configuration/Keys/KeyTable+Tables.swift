import Dispatcher

extension KeyTable {
  static let layout = KeyTable(
    "layout", "a layout",
    built: [
      "version", "screen", "wake", "idle", "socket", "responders", "views", "windows", "application",
      "thresholds",
    ],
    required: ["version", "screen"])

  static let daemon = KeyTable(
    "daemon", "the daemon's file", built: ["version", "layouts", "exec", "keys", "units"],
    required: ["version", "layouts"])

  static let screen = KeyTable(
    "screen", "`screen`",
    built: [
      "name", "size", "size_mm", "output", "backlight", "settle", "touchscreen", "delivery", "cancel",
      "cancel_by", "device_name", "keep_awake",
    ],
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
    built: [
      "hysteresis", "median", "smooth", "debounce", "skip", "pressure", "edge", "size", "hold_duration",
      "ignore_repeat",
    ])

  static let smooth = KeyTable("smooth", "`smooth`", built: ["cutoff", "beta"])

  static let skip = KeyTable("skip", "`skip`", built: ["first", "last"])

  static let wake = KeyTable("wake", "`wake`", built: ["to"], required: ["to"])

  static let idle = KeyTable(
    "idle", "an idle time", built: ["after", "name", "to"], required: ["after", "name", "to"])

  static let socket = KeyTable("socket", "`socket`", built: ["commands"], required: ["commands"])

  static let responders = KeyTable("responders", "`responders`", built: [], isOpen: true)

  static let variables = KeyTable("variables", "`env`", built: [], isOpen: true)

  static let window = KeyTable(
    "window", "a window",
    built: [
      "id", "level", "frame", "scene", "hidden", "hit", "multiple_touch", "exclusive_touch", "sensitive",
      "views",
      "on_touch", "gestures", "custom",
    ],
    required: ["views"])

  static let view = KeyTable(
    "view", "a view",
    built: [
      "id", "type", "frame", "children", "hidden", "alpha", "interactive", "multiple_touch",
      "exclusive_touch", "hit", "hit_redirect", "hit_outset", "reaches_children", "transform", "controller",
      "on_touch", "sensitive", "gestures", "scroll", "control", "custom",
    ])

  static let scroll = KeyTable(
    "scroll", "`scroll`",
    built: [
      "content_size", "content_offset", "content_inset", "delays_content_touches",
      "can_cancel_content_touches", "bounces", "directional_lock", "enabled",
    ])

  static let control = KeyTable("control", "`control`", built: ["enabled", "events"])

  static let controlEvents = KeyTable(
    "control_events", "`events`", built: ControlEvent.Kind.allCases.map(\.rawValue))

  static let customView = KeyTable(
    "custom_view", "a view's `custom`", built: ["view"], required: ["view"], isOpen: true)

  static let customWindow = KeyTable(
    "custom_window", "a window's `custom`", built: ["window"], required: ["window"], isOpen: true)

  static let customController = KeyTable(
    "custom_controller", "a controller's `custom`", built: ["controller"], required: ["controller"],
    isOpen: true)

  static let customApplication = KeyTable(
    "custom_application", "the application's `custom`", built: ["application"], required: ["application"],
    isOpen: true)

  static let edges = KeyTable(
    "edges", "a frame", built: ["left", "width", "right", "top", "height", "bottom"])

  static let transform = KeyTable(
    "transform", "a transform", built: ["rotate", "scale", "translate", "matrix"])

  static let controller = KeyTable(
    "controller", "a controller", built: ["id", "presenting", "on_touch", "custom"])

  static let onTouch = KeyTable("on_touch", "`on_touch`", built: ["to", "forward"], required: ["to"])

  static let windowOnTouch = KeyTable(
    "window_on_touch", "a window's `on_touch`", built: ["to", "forward", "before"], required: ["to"])

  static let application = KeyTable(
    "application", "`application`",
    built: ["on_touch", "delegate", "hit_test_passes", "cancel_order", "custom"])

  static let delegate = KeyTable("delegate", "`delegate`", built: ["on_touch"])
}

extension KeyTable {
  /// Every table but those of plugins' options (``PluginDeclaration``).
  static let all =
    [
      layout, daemon, screen, touchscreen, match, range, filter, smooth, skip, wake, idle, socket, responders,
      variables, window, view,
      scroll, control, controlEvents, customView, customWindow, customController, customApplication, edges,
      transform,
      controller, onTouch, windowOnTouch, application,
      delegate,
    ] + allOfGestures
}
