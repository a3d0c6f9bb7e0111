import Testing

/// One wrong layout and what must be said about it, as ``messages(about:)`` puts it.
struct Mistake: CustomTestStringConvertible, Sendable {
  let layout: String
  let problems: [String]

  init(_ layout: String, _ problems: String...) {
    self.layout = layout
    self.problems = problems
  }

  /// In the line of a view, ``layoutOfView(_:)``.
  static func view(_ line: String, _ problems: String...) -> Mistake {
    Mistake(layout: layoutOfView(line), problems: problems)
  }

  /// In a line of the layout, ``layoutWith(_:)``.
  static func layout(_ line: String, _ problems: String...) -> Mistake {
    Mistake(layout: layoutWith(line), problems: problems)
  }

  /// In an entry of `screen`, ``layoutOfScreen(_:)``.
  static func screen(_ entry: String, _ problems: String...) -> Mistake {
    Mistake(layout: layoutOfScreen(entry), problems: problems)
  }

  /// In the one item of `filters`, in line 2 from column 52 on.
  static func filter(_ item: String, _ problems: String...) -> Mistake {
    Mistake(layout: layoutOfScreen("touchscreen: { filters: [{ \(item) }] }"), problems: problems)
  }

  private init(layout: String, problems: [String]) {
    self.layout = layout
    self.problems = problems
  }

  var testDescription: String { layout.split(separator: "\n").last.map(String.init) ?? "" }

  /// Reads the layout and compares.
  func check(sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(messages(about: layout) == problems, sourceLocation: sourceLocation)
  }
}
