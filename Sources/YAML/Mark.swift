/// A place in a file: line and column from 1, the column in characters (Unicode scalars).
public struct Mark: Hashable, Sendable {
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
}

extension Mark: Comparable {
  /// Whether one place stands before the other in the file.
  public static func < (a: Mark, b: Mark) -> Bool {
    (a.storedLine, a.storedColumn) < (b.storedLine, b.storedColumn)
  }
}

extension Mark: CustomStringConvertible {
  /// `LINE:COLUMN`.
  public var description: String { "\(line):\(column)" }
}
