import YAML

/// The text of a layout with other keys of calibration, and everything else as it was, byte for byte.
///
/// The result has been read again: it says what was asked for, and nothing else has changed.
struct LayoutEdit {
  /// Why a text is not changed by a program.
  struct Refusal: Error, Equatable, CustomStringConvertible {
    let description: String
  }

  /// The new text.
  let bytes: [UInt8]

  /// The names of the mappings that the keys are in, from the root inwards.
  static let place = ["screen", "touchscreen"]

  /// - Parameters:
  ///   - text: of a layout without an error.
  ///   - wish: the value of each of ``CalibrationKeys/names`` as a layout has it; a key without one is taken out.
  /// - Throws: ``Refusal`` where the text is written in a way that only a person should change.
  init(_ text: [UInt8], _ wish: [String: String]) throws(Refusal) {
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
    guard LayoutEditCheck(text, bytes, wish).isRight else { throw Self.refusal }
    self.bytes = bytes
  }

  static let refusal = Refusal(description: "it is written in a way that a program should not change")

  /// What a layout says of each key, as it is to be said again.
  static func wish(_ keys: CalibrationKeys) -> [String: String] {
    var wish: [String: String] = [:]
    for name in CalibrationKeys.names { wish[name] = keys.text(of: name) }
    return wish
  }

  /// The same of a text: each key that it has, also one that changes nothing.
  static func wish(in text: [UInt8]) -> [String: String] {
    let root = try? Node(parsing: text, file: "", limits: LayoutReader.limits)
    let touchscreen = root?[place[0]]?[place[1]]
    var wish: [String: String] = [:]
    for name in CalibrationKeys.names {
      guard let value = touchscreen?[name] else { continue }
      wish[name] =
        value.sequence.map { items in "[\(items.map { $0.scalar?.text ?? "" }.joined(separator: ", "))]" }
        ?? value.scalar?.text
    }
    return wish
  }

  /// What a wish becomes in a text: keys that say what is so without them stay, and so does one key of a block that
  /// would have no other.
  private static func possible(_ wish: [String: String], in text: [UInt8]) -> [String: String] {
    let present = self.wish(in: text)
    var possible = wish
    for (name, value) in neutral where wish[name] == nil {
      if let said = present[name], LayoutEditCheck.isSame(said, value) { possible[name] = value }
    }
    guard possible.isEmpty, isAlone(text) else { return possible }
    return neutral.filter { present[$0.key] != nil }
  }

  /// What changes nothing. A `calibration` without effect is no such thing: it leaves udev's out.
  private static let neutral = ["rotate": "0", "flip": "[]"]

  /// Whether the mapping of the keys is a block that has no other key: without any, it would be no mapping.
  private static func isAlone(_ text: [UInt8]) -> Bool {
    guard let touchscreen = outline(text, place), !touchscreen.isFlow else { return false }
    return touchscreen.pairs.allSatisfy { CalibrationKeys.names.contains($0.name ?? "") }
  }

  private static func insertion(_ text: [UInt8], _ wish: [String: String]) throws(Refusal) -> [TextEdit] {
    guard let screen = outline(text, Array(place.dropLast())), let root = outline(text, []) else {
      throw refusal
    }
    let lines = CalibrationKeys.names.compactMap { name in wish[name].map { (name, $0) } }
    return lines.isEmpty ? [] : [try MappingEdit(text, screen).insertion(of: place[1], lines, inside: root)]
  }

  private static func outline(_ text: [UInt8], _ path: [String]) -> MappingOutline? {
    // A layout without an error is YAML.
    (try? MappingOutline(of: path, in: text)) ?? nil
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
