import YAML

/// The keys and values of one mapping, checked against its table: what remains is to read the values.
struct Fields {
  /// Where the mapping starts.
  let mark: Mark
  let findings: Findings
  /// Whether there was a key that this version does not know or act on, which may have been meant for one it misses.
  private(set) var hasOtherKeys = false
  /// What the table lets through, in the file's order.
  private(set) var settings: [Setting] = []
  private var indices: [String: Int] = [:]

  /// Reports keys that are no strings, given twice, unknown, not built yet, or missing.
  init(_ pairs: [Node.Pair], at mark: Mark, _ table: KeyTable, _ findings: Findings) {
    self.mark = mark
    self.findings = findings
    var first: [String: Mark] = [:]
    var meant: Set<String> = []
    for pair in pairs {
      guard let key = Fields.key(of: pair, findings) else { continue }
      let keyMark = pair.key.mark
      if let first = first.updateValue(keyMark, forKey: key) {
        findings.error(
          "duplicate key \(quoted(key)) in \(table.subject)", at: keyMark,
          help: "it stands in line \(first.line) already")
      } else if table.isOpen || table.built.contains(key) {
        indices[key] = settings.count
        settings.append(
          Setting(key: key, name: "`\(key)`", node: pair.value, keyMark: keyMark, findings: findings))
      } else {
        hasOtherKeys = true
        if let suggestion = Fields.refuse(key, at: keyMark, table, findings) { meant.insert(suggestion) }
      }
    }
    for key in table.required where first[key] == nil && !meant.contains(key) {
      findings.error("\(table.subject) must have a `\(key)`", at: mark)
    }
  }

  /// The setting of a key, if the mapping has it and the table lets it through.
  subscript(key: String) -> Setting? { indices[key].map { settings[$0] } }

  private static func key(of pair: Node.Pair, _ findings: Findings) -> String? {
    if let text = pair.key.string { return text }
    if pair.key.content != .refused { findings.error("a key must be a string", at: pair.key.mark) }
    return nil
  }

  /// Reports a key that cannot be read; returns the key of the table that it was meant to be, if that shows.
  private static func refuse(
    _ key: String, at mark: Mark, _ table: KeyTable, _ findings: Findings
  ) -> String? {
    guard !table.notBuilt.contains(key) else {
      findings.error(notBuiltMessage("`\(key)`"), at: mark)
      return nil
    }
    let remedy = table.remedy(for: key)
    findings.error("unknown key \(quoted(key)) in \(table.subject)", at: mark, help: remedy.help)
    return remedy.suggestion
  }
}
