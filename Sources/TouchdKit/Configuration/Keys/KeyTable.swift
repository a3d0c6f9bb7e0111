import Dispatcher
import YAML

/// The keys of one mapping of a configuration file, and which of them work.
///
/// This is the one place that says so; whatever reads, suggests or documents keys follows.
struct KeyTable: Sendable {
  /// The name of the mapping's definition in `layout.schema.json`.
  let name: String
  /// Name of such a mapping in messages: `a view`.
  let subject: String
  /// The keys that this version acts on.
  let built: [String]
  /// Those of the built keys that must be there.
  let required: [String]
  /// Whether other keys are the user's to choose.
  let isOpen: Bool

  init(
    _ name: String, _ subject: String, built: [String], required: [String] = [], isOpen: Bool = false
  ) {
    self.name = name
    self.subject = subject
    self.built = built
    self.required = required
    self.isOpen = isOpen
  }

  /// Name of a value in messages that such a mapping may be.
  var form: String {
    if isOpen { return "a mapping" }
    return built.isEmpty ? "an empty mapping, {}" : "a mapping with the keys of \(subject)"
  }

  /// Replacement for an unknown key; `suggestion` is the key that was meant.
  ///
  /// - Parameter value: the key's value as it is written, if it fits into a message.
  func remedy(for unknown: String, of value: String? = nil) -> (help: String, suggestion: String?) {
    if let help = KeyTable.withdrawn[unknown] { return (help, nil) }
    if let suggestion = UIKitNames.meant(by: unknown, among: built)
      ?? Suggestion.nearest(to: unknown, among: built)
    {
      return ("did you mean \(quoted(suggestion))?", suggestion)
    }
    if let spelling = spelling(of: unknown) { return spelling }
    if KeyTable.gestureKinds.contains(name), KeyTable.gesture.built.contains(unknown) {
      return ("`\(unknown)` stands beside \(subject), not in it: indent it as far as \(subject)", nil)
    }
    if let hint = hint(for: unknown, of: value) { return (hint, nil) }
    if let (key, homes) = KeyTable.homes(of: unknown) {
      return ("`\(key)` belongs in \(alternatives(homes))", nil)
    }
    return (
      built.isEmpty
        ? "\(subject) has no keys" : "the keys of \(subject) are \(built.joined(separator: ", "))",
      nil
    )
  }

  /// Replacements for keys that drafts of the format had, and no mapping has.
  private static let withdrawn = [
    "plugins":
      "no plugin is loaded from a file, since one that crashes would take the panel with it: compile it into a program "
      + "of your own (docs/plugins.md), or run it as a program of its own on the events socket"
  ]

  /// Whether any mapping has such a key.
  static func isKey(_ word: String) -> Bool { all.contains { $0.built.contains(word) } }

  /// Fault in the spelling of a word that is not a key anywhere: `level:info`, `-id`.
  private func spelling(of unknown: String) -> (help: String, suggestion: String?)? {
    if unknown.first?.isWhitespace == true {
      return (
        "a blank that does not break indents this line, as of a web page: YAML takes plain blanks only", nil
      )
    }
    let line = SourceLine(unknown)
    if let key = line.key, Self.isKey(key), let help = line.bareColonHelp { return (help, key) }
    guard unknown.hasPrefix("-"), Self.isKey(String(unknown.dropFirst())) else { return nil }
    let key = String(unknown.dropFirst())
    return ("a blank is missing behind the `-`: write `- \(key): …`", key)
  }

  /// The mappings that have a key, and how they write it; `nil` if none has.
  private static func homes(of unknown: String) -> (key: String, subjects: [String])? {
    guard unknown.utf8.count <= UIKitNames.longest else { return nil }
    for name in [unknown] + UIKitNames.words(for: unknown) {
      let letters = Suggestion.letters(of: name)
      let homes = all.compactMap { table in
        table.built.first { Suggestion.letters(of: $0) == letters }.map { (key: $0, subject: table.subject) }
      }
      if let first = homes.first { return (first.key, homes.map(\.subject)) }
    }
    return nil
  }
}

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

  /// Mappings that may be empty, and so are taken for switches.
  static let switches = gestureKinds + ["broker_tls"]

  static let tap = KeyTable("tap", "`tap`", built: ["count", "touches", "within", "hold_last"])

  static let longPress = KeyTable(
    "long_press", "`long_press`", built: ["minimum", "allowable_movement", "taps", "touches", "progress"])

  static let pan = KeyTable("pan", "`pan`", built: ["min_touches", "max_touches", "axis"])

  static let swipe = KeyTable("swipe", "`swipe`", built: ["direction", "touches"])

  static let pinch = KeyTable("pinch", "`pinch`", built: [])

  static let rotation = KeyTable("rotation", "`rotation`", built: [])

  static let edgePan = KeyTable("edge_pan", "`edge_pan`", built: ["edge"], required: ["edge"])

  static let hover = KeyTable("hover", "`hover`", built: [])

  static let customGesture = KeyTable(
    "custom_gesture", "a gesture's `custom`", built: ["recognizer"], required: ["recognizer"], isOpen: true)

  static let allOfGestures =
    [gesture, tap, longPress, pan, swipe, pinch, rotation, edgePan, hover, customGesture, thresholds]
    + ThresholdKey.groups.map(thresholds(of:))
}

/// Replacements for unknown keys that show what was meant.
extension KeyTable {
  func hint(for unknown: String, of value: String?) -> String? {
    actionHint(for: unknown) ?? gestureHint(for: unknown, to: value) ?? frameHint(for: unknown)
      ?? accountHint(for: unknown)
      ?? (unknown == "visible" && built.contains("hidden")
        ? "write `hidden: true` for what is not shown" : nil)
  }

  /// Replacement for an action: mappings name responders, and only those have plugins.
  private func actionHint(for unknown: String) -> String? {
    let plugins = PluginDeclaration.builtIn
    let isAction = ["run", "command", "program", "script", "shell", "action", "plugin"].contains(unknown)
    guard isAction || plugins.contains(where: { $0.name == unknown }) else { return nil }
    let plugin = plugins.first { $0.name == unknown }?.name ?? "exec"
    let options =
      [
        "exec": ", run: [PROGRAM, ARGUMENT]", "show": ", view: ID", "keys": ", press: [KEY_NAME]",
        "unit": ", restart: NAME.service",
      ][plugin] ?? ""
    let entry = unknown == "plugin" ? "NAME: { plugin: … }" : "NAME: { plugin: \(plugin)\(options) }"
    if KeyTable.gestureKinds.contains(name) {
      return "write `to: NAME` beside \(subject), and `\(entry)` under `responders`"
    }
    if built.contains("to") { return "write `to: NAME`, and `\(entry)` under `responders`" }
    if built.contains("on_touch") {
      return "write `on_touch: { to: NAME }`, or `to: NAME` in a gesture, and `\(entry)` under `responders`"
    }
    return nil
  }

  /// Replacement for a gesture, or for another toolkit's name of one, as `onTap`: those of a view are a list.
  private func gestureHint(for unknown: String, to value: String?) -> String? {
    guard built.contains("gestures") || name == "gesture", let meant = Self.gesture(meantBy: unknown) else {
      return nil
    }
    let responder = value.flatMap { $0.isWord ? $0 : nil } ?? "NAME"
    return name == "gesture" ? "write `\(meant)`" : "write `gestures: [{ \(meant), to: \(responder) }]`"
  }

  /// A recognizer by its own or another toolkit's name, as `onTap` or `double_tap`; `nil` for other words.
  static func gesture(meantBy word: String) -> String? {
    guard word.utf8.count <= UIKitNames.longest else { return nil }
    let others = [
      "click": "tap: {}", "double_tap": "tap: { count: 2 }", "double_click": "tap: { count: 2 }",
      "triple_tap": "tap: { count: 3 }", "drag": "pan: {}", "press": "long_press: {}", "zoom": "pinch: {}",
    ]
    let names = others.merging(
      KeyTable.gestureKinds.map { ($0, $0 == "edge_pan" ? "edge_pan: { edge: left }" : "\($0): {}") }
    ) { other, _ in other }
    let typed = Suggestion.letters(of: word)
    return names.first { [$0.key, "on_\($0.key)"].map(Suggestion.letters).contains(typed) }?.value
  }

  /// Help for the account at a broker, which belongs in a file that others cannot read.
  private func accountHint(for unknown: String) -> String? {
    guard name == "broker" else { return nil }
    switch unknown {
    case "username", "user", "login":
      return "write `credentials: /etc/touchd/mqtt.credentials`, a file whose first line is the name"
    case "password", "pass", "passwd":
      return "take it out: it is the second line of the file that `credentials` names"
    default: return nil
    }
  }

  /// Replacement for the place of a view or a window, or the size of a screen.
  private func frameHint(for unknown: String) -> String? {
    if name == "screen", ["w", "h", "width", "height"].contains(unknown) {
      return "write `size: [WIDTH, HEIGHT]`"
    }
    let words = "x y w h width height left top right bottom size position origin bounds rect".split(
      separator: " ")
    guard built.contains("frame"), words.contains(Substring(unknown)) else { return nil }
    return "write `frame: [LEFT, TOP, WIDTH, HEIGHT]`, in points"
  }

  /// A key with a value, to show a person what a mapping looks like.
  struct Sample: Sendable {
    let key: String
    let value: String
    /// Type that a value given without its key must have, to be shown in the place of ``value``.
    let kind: Kind

    enum Kind: Sendable { case word, number, duration, none }

    init(_ key: String, _ value: String, _ kind: Kind = .none) {
      (self.key, self.value, self.kind) = (key, value, kind)
    }

    var pair: String { "\(key): \(value)" }

    /// Whether a value that was given without its key can be meant for ``key``.
    func takes(_ scalar: Scalar) -> Bool {
      switch kind {
      case .word: scalar.string?.isWord ?? false
      case .number: scalar.int != nil
      case .duration: scalar.string.flatMap(Quantity.init)?.interval != nil
      case .none: false
      }
    }

    /// ``pair``, with the value that was given, if it can be meant.
    func pair(for scalar: Scalar?) -> String {
      "\(key): \(scalar.flatMap { takes($0) ? $0.text : nil } ?? value)"
    }
  }

  /// By the mapping's name.
  static let samples: [String: Sample] = [
    "layout": Sample("version", "1"), "daemon": Sample("version", "1"),
    "screen": Sample("size", "[1920, 1080]"), "touchscreen": Sample("match", "{ name: \"eGalax*\" }"),
    "match": Sample("name", "\"eGalax*\"", .word), "range": Sample("x", "[0, 4095]"),
    "filter": Sample("debounce", "40ms"), "smooth": Sample("cutoff", "1", .number),
    "skip": Sample("first", "1", .number), "wake": Sample("to", "NAME", .word),
    "idle": Sample("after", "3min", .duration), "socket": Sample("commands", "[show]"),
    "responders": Sample("NAME", "{ plugin: log }"), "window": Sample("views", "[]"),
    "view": Sample("id", "NAME", .word), "gesture": Sample("tap", "{ count: 5 }"),
    "tap": Sample("count", "5", .number), "long_press": Sample("minimum", "2s", .duration),
    "pan": Sample("axis", "horizontal", .word), "swipe": Sample("direction", "left", .word),
    "edge_pan": Sample("edge", "left", .word), "scroll": Sample("content_size", "[100%, 2000]"),
    "control": Sample("events", "{ touch_up_inside: NAME }"),
    "control_events": Sample("touch_up_inside", "NAME", .word), "transform": Sample("rotate", "30deg"),
    "controller": Sample("id", "NAME", .word), "on_touch": Sample("to", "NAME", .word),
    "window_on_touch": Sample("to", "NAME", .word), "application": Sample("on_touch", "{ to: NAME }"),
    "delegate": Sample("on_touch", "{ to: NAME }"), "variables": Sample("DISPLAY", "\":0\""),
    "thresholds": Sample("tap", "{ allowable_movement: 16 }"),
  ]

  /// The beginning of a layout.
  static let beginning = "a layout begins with `version: 1` and `screen: { size: [1920, 1080] }`"

  /// Sample of a key that must be there.
  func sample(of key: String) -> String? {
    if let own = KeyTable.samples[name], own.key == key { return "write `\(own.pair)`" }
    return KeyTable.samples[key].map { "write `\(key): { \($0.pair) }`" }
  }

  /// The first key of an item, by the key of a list of mappings.
  static let items: [String: Sample] = [
    "views": Sample("id", "NAME", .word), "children": Sample("id", "NAME", .word),
    "gestures": Sample("tap", "{ count: 5 }"), "filters": Sample("debounce", "40ms"),
    "windows": Sample("id", "NAME", .word), "idle": Sample("after", "3min", .duration),
  ]
}
