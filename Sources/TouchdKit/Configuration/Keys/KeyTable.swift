/// The keys of one mapping of a configuration file, and which of them work.
///
/// This is the one place that says so; whatever reads, suggests or documents keys follows.
struct KeyTable: Sendable {
  /// The name of the mapping's definition in `layout.schema.json`.
  let name: String
  /// What messages call such a mapping: `a view`.
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

  /// What messages call a value that such a mapping may be.
  var form: String {
    if isOpen { return "a mapping" }
    return built.isEmpty ? "an empty mapping, {}" : "a mapping with the keys of \(subject)"
  }

  /// What to write instead of an unknown key; `suggestion` is the key that was meant.
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

  /// What to write instead of keys that drafts of the format had, and no mapping has.
  private static let withdrawn = [
    "plugins":
      "no plugin is loaded from a file, since one that crashes would take the panel with it: compile it into a program "
      + "of your own (docs/plugins.md), or run it as a program of its own on the events socket"
  ]

  /// Whether any mapping has such a key.
  static func isKey(_ word: String) -> Bool { all.contains { $0.built.contains(word) } }

  /// What is wrong with the spelling of what is no key anywhere: `level:info`, `-id`.
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
