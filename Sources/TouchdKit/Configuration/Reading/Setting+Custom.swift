import YAML

extension Setting {
  /// `custom`: under the key that its table requires, the name of a factory; every other key is an option for it.
  func custom(_ table: KeyTable) -> CustomDescription? {
    guard let key = table.required.first, let pairs = node.mapping else {
      mismatch("a mapping such as { \(table.required.joined()): NAME }")
      return nil
    }
    guard let name = required(key, in: table.subject)?.label() else { return nil }
    let options = Fields(pairs, at: mark, table, findings).settings.filter { $0.key != key }
    return CustomDescription(
      name: name,
      options: Dictionary(options.map { ($0.key, .node($0.node)) }, uniquingKeysWith: { first, _ in first }))
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
      let isBare = keys.contains { $0.scalar?.text.hasPrefix("\(required):") ?? false }
      error(
        "\(subject) must have `\(required)`",
        help: isBare ? "a blank is missing behind `\(required):`" : nil)
    }
    return nil
  }
}
