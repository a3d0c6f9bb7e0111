// All that a suite imports in any case.
@_exported public import Dispatcher
@_exported public import TestSupport
@_exported public import Testing

/// A row of a table of tests: what is given, and what must come of it.
public protocol TableRow: Sendable, CustomTestStringConvertible {
  /// What the row shows, in words: the name of its test.
  var what: String { get set }
}

extension TableRow {
  public var testDescription: String { what }
}

/// Rows of a suite, each under what it shows.
public struct Table<Row: TableRow>: ExpressibleByDictionaryLiteral, RandomAccessCollection, Sendable {
  private var rows: [Row] = []

  public init(dictionaryLiteral elements: (String, Row)...) {
    rows = elements.map { what, row in
      var row = row
      row.what = what
      return row
    }
  }

  public var startIndex: Int { rows.startIndex }
  public var endIndex: Int { rows.endIndex }

  public subscript(index: Int) -> Row { rows[index] }

  /// The rows of both.
  public static func + (first: Self, second: Self) -> Self {
    var sum = first
    sum.rows += second.rows
    return sum
  }
}
