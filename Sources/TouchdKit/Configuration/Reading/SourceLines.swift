import YAML

/// The lines of a file, as the parser counts them. O(bytes) to make.
struct SourceLines {
  private let lines: [String]

  init(_ bytes: [UInt8]) {
    let breaks = bytes.lineBreaks
    lines = zip([0] + breaks.map(\.upperBound), breaks.map(\.lowerBound) + [bytes.count]).map {
      String(decoding: bytes[$0..<$1], as: UTF8.self)
    }
  }

  /// A line by its number from 1; empty if there is none.
  subscript(number: Int) -> String { lines.indices.contains(number - 1) ? lines[number - 1] : "" }

  /// The number of the first line that is such a one.
  func first(where fits: (String) -> Bool) -> Int? { lines.firstIndex(where: fits).map { $0 + 1 } }

  /// The nearest line before another one that is neither empty nor a comment; `nil` if there is none.
  func filled(before number: Int) -> Int? {
    (1..<max(number, 1)).last { line in
      let text = self[line].drop { $0.isWhitespace }
      return !text.isEmpty && !text.hasPrefix("#")
    }
  }
}

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
    let (start, before) = Excerpt.walkBack(from: cursor, in: bytes)
    let end = Excerpt.walkForward(from: cursor.offset, atMost: Excerpt.longest - before, in: bytes)
    let isLineEnd = end >= bytes.count || LineBreak.length(in: bytes, at: end) > 0
    let left = (start > cursor.lineStart ? "…" : "") + Excerpt.text(bytes[start..<cursor.offset])
    let right = Excerpt.text(bytes[cursor.offset..<end]) + (isLineEnd ? "" : "…")
    line = left + right
    caret = left.unicodeScalars.map(\.blank).joined() + "^"
  }

  private static func walkBack(
    from cursor: MarkCursor, in bytes: UnsafeBufferPointer<UInt8>
  ) -> (start: Int, characters: Int) {
    var start = cursor.offset
    var characters = 0
    while start > cursor.lineStart, characters < longestBefore {
      repeat { start -= 1 } while start > cursor.lineStart && bytes[start].isUTF8Continuation
      characters += 1
    }
    return (start, characters)
  }

  private static func walkForward(
    from offset: Int, atMost characters: Int, in bytes: UnsafeBufferPointer<UInt8>
  ) -> Int {
    var end = offset
    for _ in 0..<characters where end < bytes.count && LineBreak.length(in: bytes, at: end) == 0 {
      repeat { end += 1 } while end < bytes.count && bytes[end].isUTF8Continuation
    }
    return end
  }

  /// Part of one line, so that there is no line feed in it.
  private static func text(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> String {
    String(decoding: bytes, as: UTF8.self).printable
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
