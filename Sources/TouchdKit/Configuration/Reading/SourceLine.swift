import YAML

extension [UInt8] {
  /// The line breaks of a text, as the parser counts them. O(bytes)
  var lineBreaks: [Range<Int>] {
    withUnsafeBufferPointer { buffer in
      var (breaks, offset): ([Range<Int>], Int) = ([], 0)
      while offset < buffer.count {
        let length = LineBreak.length(in: buffer, at: offset)
        if length > 0 { breaks.append(offset..<offset + length) }
        offset += Swift.max(length, 1)
      }
      return breaks
    }
  }

  /// The lines of a text, as the parser counts them. O(bytes)
  var lines: [String] {
    let breaks = lineBreaks
    return zip([0] + breaks.map(\.upperBound), breaks.map(\.lowerBound) + [count]).map {
      String(decoding: self[$0..<$1], as: UTF8.self)
    }
  }
}

/// A line with a key, taken apart as far as a mistake in it needs: `  - frame:full`.
struct SourceLine {
  /// The word before the first colon; `nil` if the line does not begin with one.
  let key: String?
  /// Text after that colon, without spaces before it.
  let value: String
  /// Column of the character after the colon, from 1.
  let valueColumn: Int
  /// Whether no blank follows the colon.
  let isColonBare: Bool

  init(_ text: String) {
    let body = text.drop { $0 == " " || $0 == "-" || $0 == "\t" }
    let word = body.prefix { $0 != ":" }
    let rest = body.dropFirst(word.count + 1)
    key = word.count < body.count && String(word).isWord ? String(word) : nil
    value = String(rest.drop { $0 == " " })
    valueColumn = text.unicodeScalars.count - rest.unicodeScalars.count + 1
    isColonBare = rest.first.map { !$0.isWhitespace } ?? false
  }

  /// Replacement if no space follows the colon after a key.
  var bareColonHelp: String? {
    guard let key, isColonBare else { return nil }
    return "a blank is missing behind the colon: write `\(key): \(unquoted(value))`"
  }
}

extension String {
  /// Whether it could be a key or a name: letters, digits and `_`, and not too long for a message.
  var isWord: Bool {
    (1...40).contains(utf8.count) && utf8.allSatisfy { $0.isAlphanumeric || $0 == UInt8(ascii: "_") }
  }
}

extension UInt8 {
  /// Whether it is a letter or a digit of ASCII.
  package var isAlphanumeric: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: false
    }
  }
}

/// A line of a file and a caret below one of its columns, ready for a terminal.
struct Excerpt: Equatable, Sendable {
  /// The line; a very long one is cut around the column, with `…` where something is missing.
  let line: String
  /// Blanks and `^`. It holds the line's own tabs, so that it fits whatever a tab's width is.
  let caret: String

  /// The most characters shown of a line, and how many of them may stand before the column.
  static let longest = 120
  static let longestBefore = 60

  /// The line around the place where a cursor stands.
  init(at cursor: MarkCursor, in bytes: UnsafeBufferPointer<UInt8>) {
    // No character has more than four bytes.
    let start = max(cursor.lineStart, cursor.offset - 4 * (Excerpt.longestBefore + 1))
    let end = min(bytes.count, cursor.offset + 4 * (Excerpt.longest + 1))
    let lineEnd = (cursor.offset..<end).first { LineBreak.length(in: bytes, at: $0) > 0 } ?? end
    let all = Excerpt.characters(bytes[start..<cursor.offset])
    let rest = Excerpt.characters(bytes[cursor.offset..<lineEnd])
    let before = all.suffix(Excerpt.longestBefore)
    let after = rest.prefix(Excerpt.longest - before.count)
    let left = (before.count < all.count || start > cursor.lineStart ? "…" : "") + String(before)
    line = left + String(after) + (after.count < rest.count ? "…" : "")
    caret = left.unicodeScalars.map(\.blank).joined() + "^"
  }

  /// Part of one line, so that there is no line feed in it.
  private static func characters(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> String.UnicodeScalarView {
    String(decoding: bytes, as: UTF8.self).printable.unicodeScalars
  }
}

extension Unicode.Scalar {
  /// Spaces as wide on a terminal as this character: a tab for a tab, two spaces for a wide one,
  /// nothing for an accent that stands on the character before.
  fileprivate var blank: String {
    if isASCII { return self == "\t" ? "\t" : " " }
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark: return ""
    default: return Unicode.Scalar.wide.contains { $0.contains(value) } ? "  " : " "
    }
  }

  /// The blocks of East Asian scripts and pictures that terminals show two columns wide.
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115f, 0x2e80...0xa4cf, 0xac00...0xd7a3, 0xf900...0xfaff, 0xfe30...0xfe6f, 0xff00...0xff60,
    0xffe0...0xffe6, 0x1f300...0x1faff, 0x20000...0x3fffd,
  ]
}
