import YAML

/// The text of a layout with other keys of calibration, and everything else as it was, byte for byte.
///
/// The result has been read again: it says what was asked for, and nothing else has changed.
struct LayoutEdit {
  /// The new text.
  let bytes: [UInt8]

  /// The names of the mappings that the keys are in, from the root inwards.
  static let place = ["screen", "touchscreen"]

  /// - Parameters:
  ///   - text: of a layout without an error.
  ///   - wish: the value of each of ``CalibrationKeys/names`` as a layout has it; a key without one is taken out.
  /// - Throws: ``CalibrationRefusal`` where the text is written in a way that only a person should change.
  init(_ text: [UInt8], _ wish: [String: String]) throws(CalibrationRefusal) {
    let wish = Self.possible(wish, in: text)
    var bytes = text
    if wish.isEmpty, Self.isAlone(text), let screen = Self.outline(text, Array(Self.place.dropLast())) {
      bytes = text.applying(try MappingEdit(text, screen).emptying(Self.place[1]))
    } else if let outline = Self.outline(text, Self.place) {
      try MappingEdit(text, outline).refuseOddities()
      // One after the other, for each moves what is behind it; the last key goes only when another has come.
      let names = CalibrationKeys.names
      for name in names.filter({ wish[$0] != nil }) + names.filter({ wish[$0] == nil }) {
        guard let outline = Self.outline(bytes, Self.place) else { throw Self.refusal }
        bytes = bytes.applying(try MappingEdit(bytes, outline).edits(name, wish[name]))
      }
    } else {
      bytes = text.applying(try Self.insertion(text, wish))
    }
    guard Self.isRight(text, bytes, wish) else { throw Self.refusal }
    self.bytes = bytes
  }

  static let refusal = CalibrationRefusal("it is written in a way that a program should not change")

  /// The values of a layout's keys, as they are to be written.
  static func wish(_ keys: CalibrationKeys) -> [String: String] {
    Dictionary(uniqueKeysWithValues: keys.present.map { ($0, keys.text(of: $0) ?? "") })
  }

  /// The same of a text: each key that it has, also one that changes nothing.
  static func wish(in text: [UInt8]) -> [String: String] {
    let touchscreen = node(text)?[place[0]]?[place[1]]
    var wish: [String: String] = [:]
    for name in CalibrationKeys.names {
      guard let value = touchscreen?[name] else { continue }
      wish[name] =
        value.sequence.map { items in "[\(items.map { $0.scalar?.text ?? "" }.joined(separator: ", "))]" }
        ?? value.scalar?.text
    }
    return wish
  }

  /// Adapts the wanted keys to a text: keys with the value of their default stay, and so does one key of a block that
  /// would have no other.
  private static func possible(_ wish: [String: String], in text: [UInt8]) -> [String: String] {
    let present = self.wish(in: text)
    var possible = wish
    for (name, value) in neutral where wish[name] == nil {
      if let said = present[name], LayoutEdit.isSame(said, value) { possible[name] = value }
    }
    guard possible.isEmpty, isAlone(text) else { return possible }
    return neutral.filter { present[$0.key] != nil }
  }

  /// Values that change nothing. A `calibration` without effect is not one of them: it leaves udev's out.
  private static let neutral = ["rotate": "0", "flip": "[]"]

  /// Whether the mapping of the keys is a block that has no other key: without any, it would be no mapping.
  private static func isAlone(_ text: [UInt8]) -> Bool {
    guard let touchscreen = outline(text, place), !touchscreen.isFlow else { return false }
    return touchscreen.pairs.allSatisfy { CalibrationKeys.names.contains($0.name ?? "") }
  }

  private static func insertion(_ text: [UInt8], _ wish: [String: String]) throws(CalibrationRefusal)
    -> [TextEdit]
  {
    guard let screen = outline(text, Array(place.dropLast())), let root = outline(text, [])
    else { throw refusal }
    let lines = CalibrationKeys.names.compactMap { name in wish[name].map { (name, $0) } }
    return lines.isEmpty ? [] : [try MappingEdit(text, screen).insertion(of: place[1], lines, inside: root)]
  }

  private static func outline(_ text: [UInt8], _ path: [String]) -> MappingOutline? {
    // A layout without an error is YAML.
    (try? MappingOutline(of: path, in: text)) ?? nil
  }

  // MARK: Whether nothing else has changed

  private static func isRight(_ former: [UInt8], _ text: [UInt8], _ wish: [String: String]) -> Bool {
    guard let old = node(former), let new = node(text) else { return false }
    let touchscreen = new[place[0]]?[place[1]]
    let isAsked = CalibrationKeys.names.allSatisfy { name in
      touchscreen?[name]?.values == wish[name].flatMap { node($0.utf8) }?.values
    }
    return isAsked && rest(of: old) == rest(of: new)
  }

  /// A tree without the keys, and without a `touchscreen` that has no others.
  private static func rest(of node: Node, _ path: ArraySlice<String> = LayoutEdit.place[...]) -> Node? {
    guard let pairs = node.mapping else { return node.unmarked }
    let kept = pairs.compactMap { pair -> Node.Pair? in
      let name = pair.key.scalar?.text ?? ""
      if path.isEmpty, CalibrationKeys.names.contains(name) { return nil }
      let value = name == path.first ? rest(of: pair.value, path.dropFirst()) : pair.value.unmarked
      return value.map { Node.Pair(key: pair.key.unmarked, value: $0) }
    }
    return path.isEmpty && kept.isEmpty ? nil : Node(.mapping(kept), at: .start)
  }

  /// Whether two values of a key say the same.
  fileprivate static func isSame(_ a: String, _ b: String) -> Bool {
    guard let a = node(a.utf8), let b = node(b.utf8) else { return false }
    return a.values == b.values
  }

  private static func node(_ text: some Sequence<UInt8>) -> Node? {
    try? Node(parsing: Array(text), file: "", limits: LayoutReader.limits)
  }
}

/// Some bytes of a text, and what stands in their place.
struct TextEdit: Equatable {
  let range: Range<Int>
  let text: String
}

extension [UInt8] {
  /// The text with some edits, none of which overlap.
  fileprivate func applying(_ edits: [TextEdit]) -> [UInt8] {
    var bytes = self
    for edit in edits.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
      bytes.replaceSubrange(edit.range, with: edit.text.utf8)
    }
    return bytes
  }
}

extension Node {
  /// The same value, wherever it stands.
  fileprivate var unmarked: Node {
    switch content {
    case .scalar, .refused: Node(content, at: .start)
    case .sequence(let items): Node(.sequence(items.map(\.unmarked)), at: .start)
    case .mapping(let pairs):
      Node(.mapping(pairs.map { Pair(key: $0.key.unmarked, value: $0.value.unmarked) }), at: .start)
    }
  }

  /// A number or axis, or a list of them, whatever its quotes.
  fileprivate var values: [String] {
    (sequence ?? [self]).map { item in item.double.map { words(for: $0) } ?? item.scalar?.text ?? "" }
  }
}

/// Changes some keys of one mapping of a text: in their lines if it is a block, between its commas if it is a flow.
struct MappingEdit {
  private let text: SourceText
  private let outline: MappingOutline

  init(_ bytes: [UInt8], _ outline: MappingOutline) { (text, self.outline) = (SourceText(bytes), outline) }

  /// The edits after which a key has a value, or is gone.
  func edits(_ name: String, _ value: String?) throws(CalibrationRefusal) -> [TextEdit] {
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
  ) throws(CalibrationRefusal) -> TextEdit {
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
  func emptying(_ name: String) throws(CalibrationRefusal) -> [TextEdit] {
    guard let pair = outline[name] else { return [] }
    return try rewriting(of: pair, "{}")
  }

  // MARK: One key

  private func replacement(of pair: MappingOutline.Pair, with value: String) throws(CalibrationRefusal)
    -> [TextEdit]
  {
    let value = self.value(value)
    guard !LayoutEdit.isSame(text.string(pair.value), value) else { return [] }
    let isOneLine = text.isOneLine(pair.range)
    return isOneLine ? [TextEdit(range: pair.value, text: value)] : try rewriting(of: pair, value)
  }

  private func rewriting(of pair: MappingOutline.Pair, _ value: String) throws(CalibrationRefusal)
    -> [TextEdit]
  {
    try refuseComment(in: pair)
    return [TextEdit(range: pair.range, text: "\(text.string(pair.key)): \(value)")]
  }

  private func removal(of pair: MappingOutline.Pair) throws(CalibrationRefusal) -> [TextEdit] {
    try refuseComment(in: pair)
    return outline.isFlow ? flowRemoval(of: pair) : [TextEdit(range: text.lines(of: pair.range), text: "")]
  }

  /// With the comma behind it, or else the one before it; of the last key with the one that touches it.
  private func flowRemoval(of pair: MappingOutline.Pair) -> [TextEdit] {
    let range = pair.range
    let before = outline.pairs.last { $0.value.upperBound <= range.lowerBound }
    let formerComma = before.flatMap { text.comma(after: $0.value.upperBound) }
    let isLast = outline.pairs.last?.key == pair.key
    if isLast, let formerComma, text.skipSpaces(from: formerComma + 1) == range.lowerBound {
      return [TextEdit(range: formerComma..<range.upperBound, text: "")]
    }
    if let comma = text.comma(after: range.upperBound) {
      // Up to the next key in the same line; an own line goes whole.
      return [TextEdit(range: text.lines(of: range.lowerBound..<text.skipSpaces(from: comma + 1)), text: "")]
    }
    let comma = formerComma.map { [TextEdit(range: $0..<$0 + 1, text: "")] } ?? []
    return [TextEdit(range: text.lines(of: range), text: "")] + comma
  }

  private func insertion(of name: String, _ value: String) -> TextEdit {
    let pair = "\(key(name)): \(self.value(value))"
    guard let first = outline.pairs.first, let last = outline.pairs.last
    else { return TextEdit(range: outline.range, text: "{ \(pair) }") }
    let indent = text.indentation(of: first.key.lowerBound)
    guard outline.isFlow else {
      let former =
        lastPair(among: CalibrationKeys.names.prefix { $0 != name })
        ?? lastPair(among: ["match", "force", "range"])
      return text.insertion(of: [indent + pair], after: (former ?? last).value.upperBound)
    }
    guard text.startsLine(first.key.lowerBound)
    else { return TextEdit(range: last.value.upperBound..<last.value.upperBound, text: ", \(pair)") }
    return TextEdit(
      range: first.key.lowerBound..<first.key.lowerBound, text: "\(pair),\(text.lineBreak)\(indent)")
  }

  private func lastPair(among names: some Sequence<String>) -> MappingOutline.Pair? {
    let names = Set(names)
    return outline.pairs.last { $0.name.map(names.contains) ?? false }
  }

  // MARK: As the file writes it

  private var isQuoted: Bool {
    outline.pairs.first.map { text.bytes[$0.key.lowerBound] == UInt8(ascii: "\"") } ?? false
  }

  private func key(_ name: String) -> String { isQuoted ? "\"\(name)\"" : name }

  private func value(_ value: String) -> String {
    isQuoted ? value.replacing("[x", with: "[\"x\"").replacing("y]", with: "\"y\"]") : value
  }

  // MARK: What only a person should change

  /// Keys that occur twice, and keys that do not begin their line in a block.
  func refuseOddities() throws(CalibrationRefusal) {
    guard Set(outline.pairs.compactMap(\.name)).count == outline.pairs.count else { throw LayoutEdit.refusal }
    guard !outline.isFlow else { return }
    guard outline.pairs.allSatisfy({ text.startsLine($0.key.lowerBound) }) else { throw LayoutEdit.refusal }
  }

  /// A comment within a key's lines would be lost. No key or value of calibration has the character otherwise.
  private func refuseComment(in pair: MappingOutline.Pair) throws(CalibrationRefusal) {
    guard !text.bytes[pair.range].contains(UInt8(ascii: "#"))
    else { throw CalibrationRefusal("a comment is between the lines of `\(pair.name ?? "")`") }
  }
}

extension MappingOutline.Pair {
  fileprivate var range: Range<Int> { key.lowerBound..<value.upperBound }
}

/// A text as its lines are written: indentation, line breaks, comments. Places are bytes.
struct SourceText {
  let bytes: [UInt8]
  private let breaks: [Range<Int>]

  init(_ bytes: [UInt8]) { (self.bytes, breaks) = (bytes, bytes.lineBreaks) }

  /// The first line break of the text; a line feed if it has none.
  var lineBreak: String { breaks.first.map(string) ?? "\n" }

  func string(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  /// Whether only spaces are before a place in its line.
  func startsLine(_ offset: Int) -> Bool {
    bytes[lineStart(of: offset)..<offset].allSatisfy { $0 == UInt8(ascii: " ") }
  }

  /// The spaces before a place that starts its line.
  func indentation(of offset: Int) -> String { String(repeating: " ", count: offset - lineStart(of: offset)) }

  func isOneLine(_ range: Range<Int>) -> Bool { lineStart(of: range.upperBound) <= range.lowerBound }

  /// The comma that comes next, if only spaces are before it.
  func comma(after offset: Int) -> Int? {
    let next = skipSpaces(from: offset)
    return next < bytes.count && bytes[next] == UInt8(ascii: ",") ? next : nil
  }

  func skipSpaces(from offset: Int) -> Int {
    bytes[offset...].firstIndex { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") } ?? bytes.count
  }

  /// The range to remove for some places to be gone: whole lines, if nothing else is in them. A comment after them
  /// stays.
  func lines(of range: Range<Int>) -> Range<Int> {
    guard startsLine(range.lowerBound) else { return range }
    let end = skipSpaces(from: range.upperBound)
    guard let afterEnd = breakEnd(at: end) else {
      let isComment = end < bytes.count && bytes[end] == UInt8(ascii: "#")
      return range.lowerBound..<(isComment ? end : range.upperBound)
    }
    let start = lineStart(of: range.lowerBound)
    // A last line without a break takes the one before it along: the file still ends without one.
    guard end == bytes.count, start > 0 else { return start..<afterEnd }
    return (breaks.last { $0.upperBound == start }?.lowerBound ?? start)..<afterEnd
  }

  /// Lines behind the one that a value ends in.
  func insertion(of lines: [String], after end: Int) -> TextEdit {
    // A block scalar ends where the next line begins.
    if end > 0, lineStart(of: end) == end, end <= bytes.count {
      return TextEdit(range: end..<end, text: lines.map { $0 + lineBreak }.joined())
    }
    guard let next = breaks.first(where: { $0.lowerBound >= end })?.upperBound
    else { return TextEdit(range: bytes.count..<bytes.count, text: lines.map { lineBreak + $0 }.joined()) }
    return TextEdit(range: next..<next, text: lines.map { $0 + lineBreak }.joined())
  }

  /// The place behind a line break at this place, or the end of the text; `nil` for any other byte.
  private func breakEnd(at offset: Int) -> Int? {
    guard offset < bytes.count else { return bytes.count }
    return breaks.first { $0.lowerBound == offset }?.upperBound
  }

  private func lineStart(of offset: Int) -> Int { breaks.last { $0.upperBound <= offset }?.upperBound ?? 0 }
}
