/// A place in a file: line and column from 1, the column in characters (Unicode scalars).
public struct Mark: Hashable, Sendable, Comparable, CustomStringConvertible {
  // 32 bits each: a tree of a million nodes has a million marks.
  private let storedLine: UInt32
  private let storedColumn: UInt32

  /// A mark of the given line and column; what does not fit 32 bits is cut to the nearest value that does.
  public init(line: Int, column: Int) {
    storedLine = UInt32(clamping: line)
    storedColumn = UInt32(clamping: column)
  }

  /// The first character of a file.
  public static let start = Mark(line: 1, column: 1)

  /// The line, from 1.
  public var line: Int { Int(storedLine) }

  /// The column in characters, from 1.
  public var column: Int { Int(storedColumn) }

  /// Whether one place stands before the other in the file.
  public static func < (a: Mark, b: Mark) -> Bool {
    (a.storedLine, a.storedColumn) < (b.storedLine, b.storedColumn)
  }

  /// `LINE:COLUMN`.
  public var description: String { "\(line):\(column)" }
}

/// Walks forward through a file's bytes and knows line and column at each step.
///
/// Many marks in the file's order are found in one pass.
public struct MarkCursor {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var line = 1
  private var column = 1
  /// The byte that the cursor stands before.
  public private(set) var offset: Int
  /// The first byte of the line that the cursor is in.
  public private(set) var lineStart: Int

  /// A cursor at the first character. A byte order mark is passed over: columns do not count it.
  public init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
    offset = ByteOrderMark.length(in: bytes)
    lineStart = offset
  }

  /// Place of the cursor.
  public var mark: Mark { Mark(line: line, column: column) }

  /// Moves forward to a place, or to the end of its line if that comes first; stays if the place lies behind.
  public mutating func advance(to target: Mark) {
    let (targetLine, targetColumn) = (target.line, target.column)
    while offset < bytes.count, line < targetLine || line == targetLine && column < targetColumn {
      let breakLength = LineBreak.length(in: bytes, at: offset)
      if breakLength > 0, line == targetLine { return }
      step(over: breakLength)
    }
  }

  /// Moves forward to a byte, or to the end.
  public mutating func advance(toOffset target: Int) {
    while offset < min(target, bytes.count) {
      step(over: LineBreak.length(in: bytes, at: offset))
    }
  }

  /// Moves over a line break of so many bytes, or over one character.
  private mutating func step(over breakLength: Int) {
    if breakLength > 0 {
      offset += breakLength
      (line, column, lineStart) = (line + 1, 1, offset)
    } else {
      // Up to the next byte that begins a character in UTF-8.
      repeat { offset += 1 } while offset < bytes.count && bytes[offset] & 0xc0 == 0x80
      column += 1
    }
  }
}

/// U+FEFF, which some editors put first in a file of UTF-8.
enum ByteOrderMark {
  /// 3 if the bytes start with it, else 0.
  static func length(in bytes: UnsafeBufferPointer<UInt8>) -> Int {
    bytes.starts(with: [0xef, 0xbb, 0xbf]) ? 3 : 0
  }
}

/// The line breaks that libyaml counts: LF, CR, CR LF, and of Unicode NEL, LS and PS.
public enum LineBreak {
  /// The length in bytes of the line break at an offset of some UTF-8; 0 if there is none.
  public static func length(in bytes: UnsafeBufferPointer<UInt8>, at offset: Int) -> Int {
    let rest = bytes.count - offset
    guard rest > 0 else { return 0 }
    switch bytes[offset] {
    case 0x0a: return 1
    case 0x0d: return rest > 1 && bytes[offset + 1] == 0x0a ? 2 : 1
    case 0xc2: return rest > 1 && bytes[offset + 1] == 0x85 ? 2 : 0
    case 0xe2:
      let isSeparator = rest > 2 && bytes[offset + 1] == 0x80 && bytes[offset + 2] | 1 == 0xa9
      return isSeparator ? 3 : 0
    default: return 0
    }
  }
}
