/// Names that people know from UIKit, or from other toolkits, and the layout's words for them.
///
/// Those that differ only in case, `_` or `-`, as `exclusiveTouch`, need no entry.
enum UIKitNames {
  /// Key or word that was probably meant: the first of the layout's that is known there.
  static func meant(by typed: String, among known: [String]) -> String? {
    for form in forms(of: typed) {
      let letters = Suggestion.letters(of: form)
      let alike = known.first { Suggestion.letters(of: $0) == letters }
      if let meant = alike ?? words(for: form).first(where: known.contains) { return meant }
    }
    return nil
  }

  /// The layout's words for a name of UIKit; which of them is meant, the mapping tells.
  static func words(for name: String) -> [String] { table[Suggestion.letters(of: name)] ?? [] }

  /// The longest name that is looked at, in bytes; UIKit has none as long.
  static let longest = 80

  /// The name, then what is left of a type's: `UIPanGestureRecognizer` is `Pan`, `UIScrollView` is `Scroll`.
  private static func forms(of typed: String) -> [String] {
    guard typed.utf8.count <= longest else { return [] }
    let plain = typed.hasPrefix("UI") ? String(typed.dropFirst(2)) : typed
    let suffixes = ["GestureRecognizer", "Gesture", "Recognizer", "View", "_gesture", "_view"]
    let suffix = suffixes.first { plain.hasSuffix($0) && plain.count > $0.count }
    let bare = suffix.map { String(plain.dropLast($0.count)) } ?? plain
    return [typed] + [plain, bare].filter { $0 != typed }
  }

  /// The layout's words, and the names that mean them.
  private static let names: KeyValuePairs = [
    "children views": "subviews", "children": "views", "views": "children",
    "interactive": "isUserInteractionEnabled userInteractionEnabled", "hidden": "isHidden",
    "multiple_touch": "isMultipleTouchEnabled", "exclusive_touch": "isExclusiveTouch",
    "gestures": "gestureRecognizers", "controller": "rootViewController viewController",
    "level": "windowLevel", "scene": "windowScene", "rotate": "rotation", "left": "x", "top": "y",
    "width": "w", "height": "h", "control": "button", "scroll": "tableView collectionView",
    "count taps": "numberOfTapsRequired", "touches min_touches": "numberOfTouchesRequired fingers",
    "count": "taps", "minimum": "duration time minimumPressDuration", "axis": "direction",
    "min_touches": "minimumNumberOfTouches", "max_touches": "maximumNumberOfTouches",
    "cancels_touches": "cancelsTouchesInView", "delays_began": "delaysTouchesBegan",
    "delays_ended": "delaysTouchesEnded", "edge_pan": "screenEdgePan screenEdge", "pan": "drag",
    "long_press": "press", "rotation": "rotate", "pinch": "zoom",
    "requires_failure_of":
      "requires require require(toFail:) requireToFail requireGestureRecognizerToFail "
      + "shouldRequireFailureOf shouldRequireFailure waitsFor",
    "simultaneous_with":
      "simultaneous shouldRecognizeSimultaneously shouldRecognizeSimultaneouslyWith "
      + "recognizesSimultaneouslyWith",
    "enabled": "isScrollEnabled scrollEnabled",
    "directional_lock": "isDirectionalLockEnabled directionalLockEnabled", "events": "targets actions",
    "touch_up_inside": "primaryActionTriggered click", "press": "keys", "warning": "warn",
  ]

  private static let table = names.reduce(into: [[UInt8]: [String]]()) { table, entry in
    for name in entry.value.split(separator: " ") {
      table[Suggestion.letters(of: String(name))] = entry.key.split(separator: " ").map(String.init)
    }
  }
}

/// Replacements for keys that a mapping does not have.
extension KeyTable {
  /// Replacement for an unknown key; `suggestion` is the key that was meant.
  ///
  /// - Parameter value: the key's value as it is written, if it fits into a message.
  func remedy(for unknown: String, of value: String? = nil) -> (help: String, suggestion: String?) {
    if let help = Self.withdrawn[unknown] { return (help, nil) }
    if let suggestion = UIKitNames.meant(by: unknown, among: built)
      ?? Suggestion.nearest(to: unknown, among: built)
    {
      return ("did you mean \(quoted(suggestion))?", suggestion)
    }
    if let spelling = spelling(of: unknown) { return spelling }
    if GestureDescription.kinds.contains(name), GestureDescription.keys.table.built.contains(unknown) {
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
    if GestureDescription.kinds.contains(name) {
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
      GestureDescription.kinds.map { ($0, $0 == "edge_pan" ? "edge_pan: { edge: left }" : "\($0): {}") }
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
}
