import YAML

// What to write where another form is wanted: a mapping, a list, several numbers.
extension Setting {
  /// What to write for a mapping.
  func mappingHelp(_ table: KeyTable) -> String? {
    if key.isEmpty, table.name == KeyTable.layout.name { return missingColonHelp ?? KeyTable.beginning }
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
    return kind.map { "\($0): {}" }
  }

  /// Whether it is an item of a list: then it is not called by its key.
  private var isItem: Bool { !key.isEmpty && name != "`\(key)`" }

  /// What to write for a list.
  var listHelp: String? {
    if let pair = node.mapping?.first, let first = pair.key.scalar?.text {
      if key == "filters" { return "each filter is an item: write `filters: [{ edge: 4 }, { median: 3 }]`" }
      if ["views", "children", "windows"].contains(key), pair.value.mapping != nil, first.isWord,
        !KeyTable.isKey(first)
      {
        return "write `- id: \(first)`, and its keys in the lines below it"
      }
      let isInBraces = pair.key.mark != node.mark
      if isInBraces { return "put brackets around it: `\(key): [{ \(unquoted(first)): … }]`" }
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
      return items.count > count && items.allSatisfy({ $0.scalar != nil })
        ? "a comma begins a further one; a decimal has a point: 0.5" : nil
    }
    guard let text = node.scalar?.text, text.utf8.count <= 60, !key.isEmpty else { return nil }
    let numbers = text.split { !($0.isASCII && $0.isNumber || $0 == "." || $0 == "-") }
    // What is lost here would be missing from what is written then, such as a sign.
    guard numbers.count == count, numbers.allSatisfy({ Double($0) != nil }) else { return nil }
    return "write `\(key): [\(numbers.joined(separator: ", "))]`"
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
