import TestTables

/// Something wrong in a layout and what must be said about it, as ``messages(about:)`` puts it.
struct Mistake: TableRow {
  /// A part of a layout, or all of one.
  var what: String
  let problems: [String]
  private var around: @Sendable (String) -> String = { $0 }

  /// In a whole layout.
  init(_ layout: String, _ problems: String...) {
    what = layout
    self.problems = problems
  }

  /// In a part of a layout, which a function puts around it.
  init(_ problems: [String], in around: @escaping @Sendable (String) -> String = { $0 }) {
    what = ""
    self.problems = problems
    self.around = around
  }

  /// In the line of a view, ``layoutOfView(_:)``.
  static func inView(_ problems: String...) -> Mistake { Mistake(problems, in: layoutOfView) }

  /// In a line of the layout, ``layoutWith(_:)``.
  static func inLayout(_ problems: String...) -> Mistake { Mistake(problems, in: layoutWith) }

  /// In an entry of `screen`, ``layoutOfScreen(_:)``.
  static func inScreen(_ problems: String...) -> Mistake { Mistake(problems, in: layoutOfScreen) }

  /// In the one item of `filters`, in line 2 from column 52 on.
  static func inFilter(_ problems: String...) -> Mistake {
    Mistake(problems) { layoutOfScreen("touchscreen: { filters: [{ \($0) }] }") }
  }

  static func inFile(_ problems: String...) -> Mistake { Mistake(problems) }

  var layout: String { around(what) }

  var testDescription: String { what.split(separator: "\n").last.map(String.init) ?? "" }

  /// Reads the layout and compares.
  func check(sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(messages(about: layout) == problems, sourceLocation: sourceLocation)
  }
}

/// Reads a layout with something wrong in it, and compares what is said.
func check(_ what: String, _ mistake: Mistake, sourceLocation: SourceLocation = #_sourceLocation) {
  var mistake = mistake
  mistake.what = what
  mistake.check(sourceLocation: sourceLocation)
}
