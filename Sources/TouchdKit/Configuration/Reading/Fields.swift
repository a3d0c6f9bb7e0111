import YAML

/// The keys and values of one mapping, checked against its table: what remains is to read the values.
struct Fields {
  /// Where the mapping starts.
  let mark: Mark
  let findings: Findings
  private let table: KeyTable
  /// Whether there was a key that is not read, and may have been meant for one that is missing.
  private(set) var hasOtherKeys = false
  /// What the table lets through, in the file's order.
  private(set) var settings: [Setting] = []
  private var indices: [String: Int] = [:]
  /// Where each key stands first.
  private var keyMarks: [String: Mark] = [:]
  /// Keys of the table that unknown ones were meant for: not also reported as missing.
  private var meant: Set<String> = []

  /// Reports keys that are no strings, given twice, unknown, or missing.
  init(_ pairs: [Node.Pair], at mark: Mark, _ table: KeyTable, _ findings: Findings) {
    self.mark = mark
    self.table = table
    self.findings = findings
    for pair in pairs { take(pair) }
    for key in table.required where keyMarks[key] == nil && !meant.contains(key) {
      findings.error("\(table.subject) must have `\(key)`", at: mark, help: table.sample(of: key))
    }
  }

  /// The setting of a key, if the mapping has it and the table lets it through.
  subscript(key: String) -> Setting? { indices[key].map { settings[$0] } }

  private mutating func take(_ pair: Node.Pair) {
    let keyMark = pair.key.mark
    guard !repairDecimal(with: pair) else { return }
    guard let key = pair.key.string else {
      if pair.key.content != .refused {
        findings.error(
          "a key must be a string", at: keyMark,
          help: pair.value.isNull ? "a decimal has a point, and thousands have no sign" : nil)
      }
      return
    }
    if let first = keyMarks[key] {
      findings.error(
        "duplicate key \(quoted(key)) in \(table.subject)", at: keyMark,
        help: "it stands in line \(first.line) already")
      return
    }
    keyMarks[key] = keyMark
    guard table.isOpen || table.built.contains(key) else { return refuse(key, pair.value, at: keyMark) }
    indices[key] = settings.count
    settings.append(
      Setting(key: key, name: "`\(key)`", node: pair.value, keyMark: keyMark, findings: findings))
  }

  /// `width: 160,5` in braces: the parser takes the 5 for a key. Reports it, and gives `width` the value that is meant.
  private mutating func repairDecimal(with pair: Node.Pair) -> Bool {
    guard pair.value.isNull, let last = settings.last,
      let number = last.node.decimal(continuedBy: pair.key)
    else { return false }
    findings.error(
      "\(last.name) has a comma in its number", at: last.mark,
      help: "write `\(last.key): \(number)`: a decimal has a point")
    settings[settings.count - 1].node = Node(.scalar(Scalar(number)), at: last.mark)
    return true
  }

  private mutating func refuse(_ key: String, _ value: Node, at mark: Mark) {
    hasOtherKeys = true
    // The search for a remedy is what costs in a file full of mistakes.
    let remedy = findings.isFull ? nil : table.remedy(for: key, of: value.written)
    findings.error("unknown key \(quoted(key)) in \(table.subject)", at: mark, help: remedy?.help)
    if let suggestion = remedy?.suggestion { meant.insert(suggestion) }
  }
}
