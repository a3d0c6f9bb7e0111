import YAML

/// One value of the file, under the name that messages call it, on its way to a Swift value.
///
/// Each of its methods reports a value that does not fit and then returns `nil`.
struct Setting {
  /// The key as the file has it; that of the list for an item of one.
  let key: String
  /// What messages call the value: the key in backticks, or `an item of` and the list's name.
  var name: String
  var node: Node
  /// The place of the key; of the value itself for an item of a list.
  let keyMark: Mark
  let findings: Findings

  var mark: Mark { node.mark }

  /// The same value under another name.
  func named(_ name: String) -> Setting {
    var renamed = self
    renamed.name = name
    return renamed
  }

  /// Reports that the value is of another type than expected.
  func mismatch(_ expected: String, help: @autoclosure () -> String? = nil) {
    // What the parser refused it has reported.
    guard node.content != .refused else { return }
    findings.error(
      "\(name) must be \(expected), not \(node.phrase)", at: mark,
      help: missingColonHelp ?? variableHelp ?? help())
  }

  /// Reports a value of the right type that is no good.
  func error(_ message: @autoclosure () -> String, help: @autoclosure () -> String? = nil) {
    findings.error(message(), at: mark, help: help())
  }
}

extension Setting {
  /// A text without NUL, which no program or file name can hold.
  func string() -> String? {
    guard let text = node.string else {
      mismatch(
        "a string",
        help: node.mapping != nil
          ? inPlacePlugin ?? "a text with a colon stands in quotes"
          : node.scalar.map {
            $0.isNull
              ? "write a text behind the colon; one that begins with # stands in quotes"
              : "in quotes it is one: \(quoted($0.text))"
          })
      return nil
    }
    guard !text.utf8.contains(0) else {
      error("\(name) must not contain a NUL")
      return nil
    }
    return text
  }

  /// `true` or `false`.
  func flag() -> Bool? {
    if let value = node.bool { return value }
    mismatch("true or false", help: meantFlag)
    return nil
  }

  /// Which flag another word for it means, as a question.
  var meantFlag: String? {
    switch node.scalar?.text.lowercased() {
    case "yes", "on", "true", "1": "did you mean true?"
    case "no", "off", "false", "0": "did you mean false?"
    default: nil
    }
  }

  /// The items of a list, each a setting of its own.
  func items(_ expected: String = "a list") -> [Setting]? {
    guard let items = node.sequence else {
      mismatch(expected, help: listHelp)
      return nil
    }
    return items.map { item in
      Setting(
        key: key, name: "an item of \(name)", node: item, keyMark: item.mark, findings: findings)
    }
  }

  /// The fields of a mapping, checked against its table.
  func fields(_ table: KeyTable) -> Fields? {
    guard let pairs = node.mapping else {
      mismatch(table.form, help: mappingHelp(table))
      return nil
    }
    return Fields(pairs, at: mark, table, findings)
  }
}

extension Node {
  /// What a message calls this value.
  fileprivate var phrase: String {
    switch content {
    case .sequence(let items): "a list of \(items.count)"
    case .mapping: "a mapping"
    case .refused: "this"
    case .scalar(let scalar): scalar.phrase
    }
  }
}

extension Scalar {
  fileprivate var phrase: String {
    if isNull { return "nothing" }
    if let bool { return bool ? "true" : "false" }
    return string == nil ? "the number \(unquoted(text))" : "the string \(quoted(text))"
  }
}
