/// The keys of one mapping of a configuration file, and which of them work.
///
/// This is the one place that says so. A key whose feature is built moves from `notBuilt` to `built`;
/// whatever reads, suggests or documents keys follows.
struct KeyTable: Sendable {
  /// The name of the mapping's definition in `layout.schema.json`.
  let name: String
  /// What messages call such a mapping: `a view`.
  let subject: String
  /// The keys that this version acts on.
  let built: [String]
  /// The keys that the format has and this version does not act on: an error each, never silently ignored.
  let notBuilt: [String]
  /// Those of the built keys that must be there.
  let required: [String]
  /// Whether keys that are in no column are the user's to choose.
  let isOpen: Bool

  init(
    _ name: String, _ subject: String, built: [String], notBuilt: [String] = [], required: [String] = [],
    isOpen: Bool = false
  ) {
    self.name = name
    self.subject = subject
    self.built = built
    self.notBuilt = notBuilt
    self.required = required
    self.isOpen = isOpen
  }

  /// What messages call a value that such a mapping may be.
  var form: String {
    if isOpen { return "a mapping" }
    return built.isEmpty ? "an empty mapping, {}" : "a mapping with the keys of \(subject)"
  }

  /// What to write instead of a key in no column; `suggestion` is the key that was meant.
  func remedy(for unknown: String) -> (help: String, suggestion: String?) {
    let known = built + notBuilt
    if let suggestion = UIKitNames.meant(by: unknown, among: known)
      ?? Suggestion.nearest(to: unknown, among: known)
    {
      return ("did you mean \(quoted(suggestion))?", suggestion)
    }
    if let hint = actionHint(for: unknown) { return (hint, nil) }
    if let (key, homes) = KeyTable.homes(of: unknown) {
      return ("`\(key)` belongs in \(alternatives(homes))", nil)
    }
    return (
      built.isEmpty
        ? "\(subject) has no keys" : "the keys of \(subject) are \(built.joined(separator: ", "))",
      nil
    )
  }

  /// What to write for an action: mappings name responders, and only those have plugins.
  private func actionHint(for unknown: String) -> String? {
    let plugins = PluginDeclaration.builtIn
    let isAction = ["run", "command", "program", "script", "shell", "action", "plugin"].contains(unknown)
    guard isAction || plugins.contains(where: { $0.name == unknown }) else { return nil }
    let plugin = plugins.first { $0.name == unknown }?.name ?? "exec"
    let options =
      ["exec": ", run: [PROGRAM, ARGUMENT]", "show": ", view: ID", "keys": ", press: [KEY_NAME]"][plugin]
      ?? ""
    let entry = "NAME: { plugin: \(plugin)\(options) }"
    if KeyTable.gestureKinds.contains(name) {
      return "write `to: NAME` beside \(subject), and `\(entry)` under `responders`"
    }
    if built.contains("to") { return "write `to: NAME`, and `\(entry)` under `responders`" }
    if built.contains("on_touch") {
      return "write `on_touch: { to: NAME }`, or `to: NAME` in a gesture, and `\(entry)` under `responders`"
    }
    return nil
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
