import YAML

/// One `custom`: a view or a recognizer of the program's own.
struct CustomDescription: Equatable, Sendable {
  /// The name under which the program registered its factory.
  var name: Located<String>
  /// Options for the factory: every other key, as a node, since only the factory knows its meaning.
  var options: [String: OptionValue]

  /// The options as the factory gets them.
  var pluginOptions: PluginOptions { PluginOptions(values: options) }

  static let view = table("view", of: "a view", "A view")
  static let window = table("window", of: "a window", "A window")
  static let controller = table("controller", of: "a controller", "A controller")
  static let application = table("application", of: "the application", "The application")
  static let gesture = table("gesture", of: "a gesture", "A recognizer", key: "recognizer")

  private static func table(
    _ name: String, of owner: String, _ made: String, key: String? = nil
  ) -> KeyTable {
    let row = KeyTable.Row(unread: key ?? name, Form<String>.label, isRequired: true)
      .help("The name under which the program registered it.")
    let help = "\(made) of the program's own, and its options."
    return KeyTable("custom_\(name)", "\(owner)'s `custom`", help, isOpen: true, [row])
  }
}

extension Form<CustomDescription> {
  static func custom(_ table: KeyTable) -> Form { Form(ref: table.name) { $0.custom(table) } }
}

extension Setting {
  /// `custom`: under the key that its table requires, the name of a factory; every other key is an option for it.
  func custom(_ table: KeyTable) -> CustomDescription? {
    guard let key = table.required.first, let pairs = node.mapping
    else { return mismatch("a mapping such as { \(table.required.joined()): NAME }") }
    guard let name = required(key, in: table.subject)?.label() else { return nil }
    return CustomDescription(name: name, options: Fields(pairs, at: mark, table, findings).nodes(except: key))
  }

  /// The value of a key without which there is no telling what else of a mapping is right; an error if it is missing.
  func required(_ required: String, in subject: String) -> Setting? {
    if let value = node[required] {
      return Setting(
        key: required, name: "`\(required)`", node: value, keyMark: value.mark, findings: findings)
    }
    let keys = node.mapping?.map(\.key) ?? []
    let meant = keys.first { Suggestion.nearest(to: $0.scalar?.text ?? "", among: [required]) != nil }
    if let meant {
      findings.error(
        "unknown key \(quoted(meant.scalar?.text ?? "")) in \(subject)", at: meant.mark,
        help: "did you mean \(quoted(required))?")
    } else {
      error("\(subject) must have `\(required)`")
    }
    return nil
  }
}
