import YAML

/// Changes some keys of one mapping of a text: in their lines if it is a block, between its commas if it is a flow.
struct MappingEdit {
  private let text: SourceText
  private let outline: MappingOutline

  init(_ bytes: [UInt8], _ outline: MappingOutline) { (text, self.outline) = (SourceText(bytes), outline) }

  /// What to change so that a key has a value, or is gone.
  func edits(_ name: String, _ value: String?) throws(LayoutEdit.Refusal) -> [TextEdit] {
    switch (outline[name], value) {
    case (let pair?, let value?): try replacement(of: pair, with: value)
    case (let pair?, nil): try removal(of: pair)
    case (nil, let value?): [insertion(of: name, value)]
    case (nil, nil): []
    }
  }

  /// A mapping for some keys, as a new key of this one.
  ///
  /// - Parameter outer: the mapping that this one is in, whose indentation is taken over.
  func insertion(
    of name: String, _ lines: [(String, String)], inside outer: MappingOutline
  ) throws(LayoutEdit.Refusal) -> TextEdit {
    guard !outline.isFlow else {
      let inner = lines.map { "\(key($0.0)): \(value($0.1))" }.joined(separator: ", ")
      return insertion(of: name, "{ \(inner) }")
    }
    try refuseOddities()
    guard let first = outline.pairs.first, let parent = outer.pairs.first else { throw LayoutEdit.refusal }
    let indent = text.indentation(of: first.key.lowerBound)
    let outerIndent = text.indentation(of: parent.key.lowerBound)
    let step = indent.count > outerIndent.count ? String(indent.dropFirst(outerIndent.count)) : "  "
    let all = ["\(indent)\(key(name)):"] + lines.map { "\(indent)\(step)\(key($0.0)): \(value($0.1))" }
    return text.insertion(of: all, after: outline.pairs.last?.value.upperBound ?? first.value.upperBound)
  }

  /// An empty mapping in the place of the one that a key has.
  func emptying(_ name: String) throws(LayoutEdit.Refusal) -> [TextEdit] {
    guard let pair = outline[name] else { return [] }
    try refuseComment(in: pair)
    return [
      TextEdit(range: pair.key.lowerBound..<pair.value.upperBound, text: "\(text.string(pair.key)): {}")
    ]
  }

  // MARK: One key

  private func replacement(of pair: MappingOutline.Pair, with value: String) throws(LayoutEdit.Refusal)
    -> [TextEdit]
  {
    let value = self.value(value)
    guard !LayoutEditCheck.isSame(text.string(pair.value), value) else { return [] }
    guard text.isOneLine(pair.key.lowerBound..<pair.value.upperBound) else {
      try refuseComment(in: pair)
      return [
        TextEdit(
          range: pair.key.lowerBound..<pair.value.upperBound, text: "\(text.string(pair.key)): \(value)")
      ]
    }
    return [TextEdit(range: pair.value, text: value)]
  }

  private func removal(of pair: MappingOutline.Pair) throws(LayoutEdit.Refusal) -> [TextEdit] {
    try refuseComment(in: pair)
    let range = pair.key.lowerBound..<pair.value.upperBound
    return outline.isFlow ? flowRemoval(of: pair, range) : [TextEdit(range: text.lines(of: range), text: "")]
  }

  /// With the comma behind it, or else the one before it.
  private func flowRemoval(of pair: MappingOutline.Pair, _ range: Range<Int>) -> [TextEdit] {
    if let comma = text.comma(after: range.upperBound) {
      // Up to the next key in the same line; an own line goes whole.
      let end = text.skipSpaces(from: comma + 1)
      return [TextEdit(range: text.lines(of: range.lowerBound..<end), text: "")]
    }
    var edits = [TextEdit(range: text.lines(of: range), text: "")]
    let before = outline.pairs.last { $0.value.upperBound <= range.lowerBound }
    if let before, let comma = text.comma(after: before.value.upperBound) {
      let isTouching = text.skipSpaces(from: comma + 1) == range.lowerBound
      edits =
        isTouching
        ? [TextEdit(range: comma..<range.upperBound, text: "")]
        : edits + [TextEdit(range: comma..<comma + 1, text: "")]
    }
    return edits
  }

  private func insertion(of name: String, _ value: String) -> TextEdit {
    let pair = "\(key(name)): \(self.value(value))"
    guard let first = outline.pairs.first, let last = outline.pairs.last else {
      return TextEdit(range: outline.range, text: "{ \(pair) }")
    }
    let indent = text.indentation(of: first.key.lowerBound)
    guard outline.isFlow else {
      let former =
        lastPair(among: CalibrationKeys.names.prefix { $0 != name })
        ?? lastPair(among: ["match", "force", "range"])
      return text.insertion(of: [indent + pair], after: (former ?? last).value.upperBound)
    }
    guard text.startsLine(first.key.lowerBound) else {
      return TextEdit(range: last.value.upperBound..<last.value.upperBound, text: ", \(pair)")
    }
    return TextEdit(
      range: first.key.lowerBound..<first.key.lowerBound, text: "\(pair),\(text.lineBreak)\(indent)")
  }

  /// The last pair that has one of some names.
  private func lastPair(among names: some Sequence<String>) -> MappingOutline.Pair? {
    let names = Set(names)
    return outline.pairs.last { $0.name.map(names.contains) ?? false }
  }

  // MARK: As the file writes it

  /// Whether the keys are in quotes, as in JSON.
  private var isQuoted: Bool {
    outline.pairs.first.map { text.bytes[$0.key.lowerBound] == UInt8(ascii: "\"") } ?? false
  }

  private func key(_ name: String) -> String { isQuoted ? "\"\(name)\"" : name }

  private func value(_ value: String) -> String {
    isQuoted ? value.replacing("[x", with: "[\"x\"").replacing("y]", with: "\"y\"]") : value
  }

  // MARK: What only a person should change

  /// Keys that occur twice, and keys that do not begin their line in a block.
  func refuseOddities() throws(LayoutEdit.Refusal) {
    let names = outline.pairs.compactMap(\.name)
    guard Set(names).count == outline.pairs.count else { throw LayoutEdit.refusal }
    guard !outline.isFlow else { return }
    guard outline.pairs.allSatisfy({ text.startsLine($0.key.lowerBound) }) else { throw LayoutEdit.refusal }
  }

  /// A comment within a key's lines would be lost. No key or value of calibration has the character otherwise.
  private func refuseComment(in pair: MappingOutline.Pair) throws(LayoutEdit.Refusal) {
    let range = pair.key.lowerBound..<pair.value.upperBound
    guard !text.bytes[range].contains(UInt8(ascii: "#")) else {
      throw LayoutEdit.Refusal(description: "a comment is between the lines of `\(pair.name ?? "")`")
    }
  }
}
