public import Testing

/// A row of a table of tests: what is given, and what must come of it.
public protocol TableRow: Sendable, CustomTestStringConvertible {
  /// What the row shows, in words: the name of its test.
  var what: String { get }
}

extension TableRow {
  public var testDescription: String { what }
}
