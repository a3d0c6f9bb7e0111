/// What to write for a key that no mapping of its place has, and that shows what was meant.
extension KeyTable {
  func hint(for unknown: String, of value: String?) -> String? {
    actionHint(for: unknown) ?? gestureHint(for: unknown, to: value) ?? frameHint(for: unknown)
      ?? accountHint(for: unknown)
      ?? (unknown == "visible" && built.contains("hidden")
        ? "write `hidden: true` for what is not shown" : nil)
  }

  /// What to write for an action: mappings name responders, and only those have plugins.
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

  /// What to write for a gesture, or for another toolkit's name of one, as `onTap`: those of a view are a list.
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

  /// What to write for the place of a view or a window, or the size of a screen.
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
