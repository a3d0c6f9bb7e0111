import YAML

/// One value of the file, under the name that messages call it, on its way to a Swift value.
///
/// Each of its methods reports a value that does not fit and then returns `nil`.
struct Setting {
  /// The key as the file has it; that of the list for an item of one.
  let key: String
  /// The value's name in messages: the key in backticks, or `an item of` and the list's name.
  var name: String
  var node: Node
  /// The place of the key; of the value itself for an item of a list.
  let keyMark: Mark
  let findings: Findings

  var mark: Mark { node.mark }

  /// A setting of no file.
  static var empty: Setting {
    Setting(
      key: "", name: "", node: Node(.sequence([]), at: .start), keyMark: .start,
      findings: Findings(file: "", bytes: []))
  }

  func named(_ name: String) -> Setting {
    var renamed = self
    renamed.name = name
    return renamed
  }

  /// Reports that the value is of another type than expected.
  func mismatch<Value>(_ expected: String, help: @autoclosure () -> String? = nil) -> Value? {
    // What the parser refused it has reported.
    guard node.content != .refused else { return nil }
    findings.error(
      "\(name) must be \(expected), not \(node.phrase)", at: mark,
      help: missingColonHelp ?? variableHelp ?? help())
    return nil
  }

  /// Reports a value of the right type that is no good.
  func error(_ message: @autoclosure () -> String, help: @autoclosure () -> String? = nil) {
    findings.error(message(), at: mark, help: help())
  }

  /// The same in the place of the value.
  func error<Value>(_ message: @autoclosure () -> String, help: @autoclosure () -> String? = nil) -> Value? {
    findings.error(message(), at: mark, help: help())
    return nil
  }

  /// A text without NUL, which no program or file name can hold.
  func string() -> String? {
    guard let text = node.string else {
      return mismatch(
        "a string",
        help: inPlacePlugin
          ?? node.scalar.flatMap { $0.isNull ? nil : "in quotes it is one: \(quoted($0.text))" })
    }
    guard !text.utf8.contains(0) else { return error("\(name) must not contain a NUL") }
    return text
  }

  func flag() -> Bool? {
    if let value = node.bool { return value }
    return mismatch("true or false", help: meantFlag)
  }

  /// Which flag another word for it means, as a question.
  var meantFlag: String? {
    switch node.scalar?.text.lowercased() {
    case "yes", "on", "true", "1": "did you mean true?"
    case "no", "off", "false", "0": "did you mean false?"
    default: nil
    }
  }

  func items(_ expected: String = "a list") -> [Setting]? {
    guard let items = node.sequence else { return mismatch(expected, help: listHelp) }
    return items.map { item in
      Setting(key: key, name: "an item of \(name)", node: item, keyMark: item.mark, findings: findings)
    }
  }

  /// The fields of a mapping, checked against its table.
  func fields(_ table: KeyTable) -> Fields? {
    guard let pairs = node.mapping else { return mismatch(table.form, help: mappingHelp(table)) }
    return Fields(pairs, at: mark, table, findings)
  }

  // MARK: - Names that the layout gives and uses

  /// The longest name, in characters. What has no name of its own is named after its parent, so each name may stand in
  /// thousands of others. (O)
  static let longestName = 255
  /// As many as Linux has bytes for a path, `PATH_MAX`.
  static let longestPath = 4095

  /// A text that can stand in a line of the trace: not empty, not long, without control characters.
  func label(atMost longest: Int = longestName) -> Located<String>? {
    guard let text = string() else { return nil }
    return label(text, at: mark, atMost: longest)
  }

  /// The key as such a text, where keys are of the user's choice.
  func keyLabel() -> Located<String>? { named("a name").label(key, at: keyMark, atMost: Self.longestName) }

  /// An id that the layout gives to a window, view or controller.
  func ownID(except permitted: Set<String> = []) -> Located<String>? {
    guard let id = label() else { return nil }
    let reserved: Set = ["window", "scene", "application", "delegate"]
    guard !reserved.subtracting(permitted).contains(id.value) else {
      return error("the id \(quoted(id.value)) is reserved", help: "it always names the \(id.value) itself")
    }
    return id
  }

  /// The most responders that one gesture or event goes to: each is called in the frame of the finger. (O)
  static let mostResponders = 64

  func responderNames() -> [Located<String>] {
    let names = names("a responder's name")
    if names.count > Self.mostResponders {
      findings.error(
        "\(name) may name at most \(Self.mostResponders) responders", at: names[Self.mostResponders].mark)
    }
    return names
  }

  /// The settings of a list of names that there is room for: at least one, and at most so many.
  func listed(_ settings: [Setting], atMost limit: Int, _ noun: String) -> ArraySlice<Setting> {
    if settings.isEmpty { error("\(name) must name at least one \(noun)") }
    if settings.count > limit {
      findings.error("\(name) may name at most \(limit) \(noun)s", at: settings[limit].keyMark)
    }
    return settings.prefix(limit)
  }

  /// The same names of a list, none of them twice.
  func distinctNames(
    _ expected: String, atMost limit: Int, _ noun: String, _ read: (Setting) -> Located<String>?
  ) -> [Located<String>] {
    guard let items = items(expected) else { return [] }
    let names = listed(items, atMost: limit, noun).compactMap(read)
    var known: Set<String> = []
    for name in names where !known.insert(name.value).inserted {
      findings.error("\(self.name) names \(quoted(name.value)) twice", at: name.mark)
    }
    return names
  }

  /// A name, or a list of them.
  func names(_ expected: String) -> [Located<String>] {
    if node.sequence != nil { return items()?.compactMap { $0.label() } ?? [] }
    if node.string != nil { return label().map { [$0] } ?? [] }
    return mismatch("\(expected) or a list of them", help: inPlacePlugin) ?? []
  }

  /// Help for a plugin in the place of a responder's name.
  var inPlacePlugin: String? {
    guard let plugin = node["plugin"]?.string, plugin.isWord else { return nil }
    let entry = "\(plugin): \(node.written ?? "{ plugin: \(plugin), … }")"
    return "write \(isItem ? "`\(plugin)`" : "`\(key): \(plugin)`"), and `\(entry)` under `responders`"
  }

  private func label(_ text: String, at mark: Mark, atMost longest: Int) -> Located<String>? {
    guard text.unicodeScalars.count <= longest else {
      findings.error("\(name) must not have more than \(longest) characters", at: mark)
      return nil
    }
    guard !text.isEmpty, !text.unicodeScalars.contains(where: \.isUnprintable) else {
      findings.error(
        text.isEmpty ? "\(name) must not be empty" : "\(name) must not contain control characters", at: mark)
      return nil
    }
    if let first = text.first, "“”„‘’«»".contains(first) {
      findings.warning(
        "\(name) begins with a quotation mark that is a letter here", at: mark, help: "YAML's are \" and '")
    }
    return Located(text, at: mark)
  }

  // MARK: - What to write where another form is wanted: a mapping, a list, several numbers

  func mappingHelp(_ table: KeyTable) -> String? {
    if key.isEmpty, table.name == Layout.keys.table.name { return missingColonHelp ?? KeyTable.beginning }
    if let isOn = node.bool, table.required.isEmpty,
      (GestureDescription.kinds + [BrokerDescription.tlsKeys.table.name]).contains(table.name)
    {
      return isOn ? "write `\(key): {}`" : "leave `\(key)` out"
    }
    if node.isNull { return "its keys stand in the lines below it, indented by two more blanks" }
    guard let sample = table.sample else { return nil }
    let pair = (table.name == "gesture" ? gesturePair : nil) ?? sample.pair(for: node.scalar)
    return isItem ? "write `- \(pair)`" : key.isEmpty ? "write `\(pair)`" : "write `\(key): { \(pair) }`"
  }

  /// The recognizer that a gesture without a colon names.
  private var gesturePair: String? {
    guard let word = node.string else { return nil }
    return KeyTable.gesture(meantBy: word)
      ?? Suggestion.nearest(to: word, among: GestureDescription.kinds).flatMap(KeyTable.gesture)
  }

  /// Whether it is an item of a list: then it is not called by its key.
  var isItem: Bool { !key.isEmpty && name != "`\(key)`" }

  var listHelp: String? {
    if let pair = node.mapping?.first, let first = pair.key.scalar?.text {
      if key == "filters", let filters = node.mapping?.map({ "{ \($0.written) }" }) {
        return "each filter is an item: write `filters: [\(unquoted(filters.joined(separator: ", ")))]`"
      }
      let isInBraces = pair.key.mark != node.mark
      if isInBraces, let written = node.written { return "put brackets around it: `\(key): [\(written)]`" }
      if first.hasPrefix("-") {
        return "a blank is missing behind the `-`: write `- \(unquoted(String(first.dropFirst()))): …`"
      }
      return "write `- ` before `\(unquoted(first))`, and indent the rest of the item by two more blanks"
    }
    guard !node.isNull
    else { return "its items stand in the lines below it, each with `- `; `[]` is a list of none" }
    if let sample = KeyTable.itemSample(of: key) {
      return "write `\(key): [{ \(sample.pair(for: node.scalar)) }]`"
    }
    // The quotes of a shell have no meaning in a list.
    guard let text = node.scalar?.text, !text.isEmpty, text.utf8.count <= 60, !key.isEmpty,
      !text.contains(where: "\"'\\".contains)
    else { return nil }
    let words = key == "run" ? text.split(separator: " ").map(String.init) : [text]
    return "write `\(key): [\(words.map(Self.item).joined(separator: ", "))]`"
  }

  private static func item(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { $0.isAlphanumeric || "/_.-+".utf8.contains($0) }
    let isName = Scalar(text).string != nil && !text.hasPrefix("-")
    return isPlain && isName || text.hasPrefix("--") && isPlain ? text : quoted(text)
  }

  /// Replacement for so many numbers or lengths.
  func tupleHelp(_ count: Int) -> String? {
    if let items = node.sequence {
      let numbers = items.reduce(into: [Node]()) { numbers, item in
        if let number = numbers.last?.decimal(continuedBy: item), let mark = numbers.popLast()?.mark {
          numbers.append(Node(.scalar(Scalar(number)), at: mark))
        } else {
          numbers.append(item)
        }
      }
      guard items.count > count, let list = Node(.sequence(numbers), at: mark).written else { return nil }
      return numbers.count == count
        ? "write `\(key): \(list)`: a decimal has a point"
        : "a decimal has a point, and thousands have no sign"
    }
    guard let text = node.scalar?.text, text.utf8.count <= 60, !key.isEmpty else { return nil }
    let numbers = text.split { !($0.isASCII && $0.isNumber || $0 == "." || $0 == "-") }
    // What is lost here would be missing from what is written then, such as a sign.
    guard numbers.count == count, numbers.allSatisfy({ Double($0) != nil }) else { return nil }
    return "write `\(key): [\(numbers.joined(separator: ", "))]`"
  }

  /// `${WIDTH}` in the place of a value that is not any text.
  var variableHelp: String? {
    guard let text = node.scalar?.text, text.hasPrefix("$"), text.count > 1 else { return nil }
    return SyntaxMistake.noVariables
  }

  /// `size:[1, 2]` and `version = 1` are texts: what to write, where any mapping has such a key.
  var missingColonHelp: String? {
    guard let text = node.scalar?.string, node.scalar?.style == .plain else { return nil }
    let line = SourceLine(text)
    if let key = line.key, KeyTable.isKey(key), let help = line.bareColonHelp { return help }
    let word = String(text.prefix { $0 != "=" && $0 != " " })
    guard text.dropFirst(word.count).drop(while: { $0 == " " }).first == "=", KeyTable.isKey(word)
    else { return nil }
    return "a key ends with a colon, not with `=`: write `\(word): …`"
  }
}

extension Node {
  fileprivate var phrase: String {
    switch content {
    case .sequence(let items): "a list of \(items.count)"
    case .mapping: "a mapping"
    case .refused: "this"
    case .scalar(let scalar): scalar.phrase
    }
  }

  /// The value as it is written in one line; `nil` if it is longer than a message shows.
  var written: String? {
    let text =
      switch content {
      case .scalar(let scalar): scalar.style == .plain ? scalar.text : JSON.string(scalar.text).text
      case .sequence(let items): "[\(items.map { $0.written ?? "…" }.joined(separator: ", "))]"
      case .mapping(let pairs): pairs.isEmpty ? "{}" : "{ \(pairs.map(\.written).joined(separator: ", ")) }"
      case .refused: "…"
      }
    return text.contains("…") || text.utf8.count > 60 ? nil : unquoted(text)
  }

  /// The number `160.5`, if this is its `160` and the other node the rest of `160,5`, right behind the comma.
  func decimal(continuedBy rest: Node) -> String? {
    guard double != nil, let text = scalar?.text, let digits = rest.scalar?.text,
      digits.first?.isNumber ?? false, MeantQuantity("\(text),\(digits)") != nil,
      rest.mark == Mark(line: mark.line, column: mark.column + text.unicodeScalars.count + 1)
    else { return nil }
    return "\(text).\(digits)"
  }
}

extension Scalar {
  fileprivate var phrase: String {
    if isNull { return "nothing" }
    if let bool { return bool ? "true" : "false" }
    return string == nil ? "the number \(unquoted(text))" : "the string \(quoted(text))"
  }
}

/// A name for what has none of its own: the base itself the first time, then `BASE#2`, `BASE#3`, …
func defaultName(_ base: String, _ count: inout Int) -> String {
  count += 1
  return count == 1 ? base : "\(base)#\(count)"
}

extension Node.Pair {
  fileprivate var written: String { "\(key.written ?? "…"): \(value.written ?? "…")" }
}

/// A value and the place in the file that it comes from, for what is reported later than at reading.
struct Located<Value: Sendable>: Sendable {
  var value: Value
  var mark: Mark

  init(_ value: Value, at mark: Mark) { (self.value, self.mark) = (value, mark) }
}

extension Located: Equatable where Value: Equatable {}
