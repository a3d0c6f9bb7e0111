import YAML

// What to write where another form is wanted: a mapping, a list, several numbers.
extension Setting {
  /// What to write for a mapping.
  func mappingHelp(_ table: KeyTable) -> String? {
    if key.isEmpty, table.name == KeyTable.layout.name { return missingColonHelp ?? KeyTable.beginning }
    if let isOn = node.bool, table.required.isEmpty, KeyTable.switches.contains(table.name) {
      return isOn ? "write `\(key): {}`" : "leave `\(key)` out"
    }
    if node.isNull { return "its keys stand in the lines below it, indented by two more blanks" }
    guard let sample = KeyTable.samples[table.name] else { return nil }
    if let first = node.sequence?.first, node.sequence?.count == 1, first.mapping != nil {
      if key == "responders", let name = first["name"]?.string, name.isWord {
        return "a responder's name is its key: write `\(name): { plugin: … }`"
      }
      return "leave out the `-` or the brackets around its keys"
    }
    if table.name == "filter", let word = node.string, table.built.contains(word) {
      return "write `- \(word): VALUE`, such as `- debounce: 40ms`"
    }
    let pair = table.name == "gesture" ? gesturePair ?? sample.pair : sample.pair(for: node.scalar)
    return isItem ? "write `- \(pair)`" : key.isEmpty ? "write `\(pair)`" : "write `\(key): { \(pair) }`"
  }

  /// The recognizer that a gesture without a colon names.
  private var gesturePair: String? {
    guard let word = node.string else { return nil }
    let kind =
      UIKitNames.meant(by: word, among: KeyTable.gestureKinds)
      ?? Suggestion.nearest(to: word, among: KeyTable.gestureKinds)
    return KeyTable.gesture(meantBy: word) ?? kind.map { "\($0): {}" }
  }

  /// Whether it is an item of a list: then it is not called by its key.
  var isItem: Bool { !key.isEmpty && name != "`\(key)`" }

  /// What to write for a list.
  var listHelp: String? {
    if let pair = node.mapping?.first, let first = pair.key.scalar?.text {
      if key == "filters", let filters = node.mapping?.map({ "{ \($0.written) }" }) {
        return "each filter is an item: write `filters: [\(unquoted(filters.joined(separator: ", ")))]`"
      }
      if ["views", "children", "windows"].contains(key), pair.value.mapping != nil, first.isWord,
        !KeyTable.isKey(first)
      {
        return "write `- id: \(first)`, and its keys in the lines below it"
      }
      let isInBraces = pair.key.mark != node.mark
      if isInBraces, let written = node.written { return "put brackets around it: `\(key): [\(written)]`" }
      if first.hasPrefix("-") {
        return "a blank is missing behind the `-`: write `- \(unquoted(String(first.dropFirst()))): …`"
      }
      return "write `- ` before `\(unquoted(first))`, and indent the rest of the item by two more blanks"
    }
    guard !node.isNull else {
      return "its items stand in the lines below it, each with `- `; `[]` is a list of none"
    }
    if let sample = KeyTable.items[key] { return "write `\(key): [{ \(sample.pair(for: node.scalar)) }]`" }
    guard let text = node.scalar?.text, !text.isEmpty, text.utf8.count <= 60, !key.isEmpty else { return nil }
    let words = key == "run" ? text.split(separator: " ").map(String.init) : [text]
    return "write `\(key): [\(words.map(Self.item).joined(separator: ", "))]`"
  }

  /// A text as an item between brackets.
  private static func item(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { byte in
      Character(UnicodeScalar(byte)).isLetter || "/_.-+".utf8.contains(byte)
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
    let isName = Scalar(text).string != nil && !text.hasPrefix("-")
    return isPlain && isName || text.hasPrefix("--") && isPlain ? text : quoted(text)
  }

  /// What to write for so many numbers or lengths.
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
    guard text.dropFirst(word.count).drop(while: { $0 == " " }).first == "=", KeyTable.isKey(word) else {
      return nil
    }
    return "a key ends with a colon, not with `=`: write `\(word): …`"
  }
}

extension Node {
  /// The value as it is written in one line; `nil` if it is longer than a message shows.
  var written: String? {
    let text =
      switch content {
      case .scalar(let scalar): scalar.style == .plain ? scalar.text : quoted(scalar.text)
      case .sequence(let items): "[\(items.map { $0.written ?? "…" }.joined(separator: ", "))]"
      case .mapping(let pairs):
        pairs.isEmpty ? "{}" : "{ \(pairs.map(\.written).joined(separator: ", ")) }"
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

extension Node.Pair {
  fileprivate var written: String { "\(key.written ?? "…"): \(value.written ?? "…")" }
}
