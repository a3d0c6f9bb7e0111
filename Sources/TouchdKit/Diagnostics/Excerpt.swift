import YAML

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
  /// What takes as much room on a terminal as this character: a tab for a tab, two blanks for a wide one,
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
