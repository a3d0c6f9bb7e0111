import LinuxInput

/// Puts what was measured into `docs`: the tables between two marks of `docs/benchmarks.md`, and the curves beside it.
struct Publication {
  private static let begin = "<!-- make bench: begin -->\n"
  private static let end = "<!-- make bench: end -->\n"
  /// Longer than the document will ever be.
  private static let limit = 1 << 20

  /// - Throws: ``Failure`` where the marks are missing.
  static func tables(_ text: String, into page: String) throws -> String {
    guard let begin = page.firstRange(of: Self.begin), let end = page.firstRange(of: Self.end),
      begin.upperBound <= end.lowerBound
    else { throw Failure("the page has no marks `\(Self.begin.dropLast())`, `\(Self.end.dropLast())`") }
    return page[..<begin.upperBound] + "\n" + text + "\n" + page[end.lowerBound...]
  }

  /// Rewrites the documents of a folder.
  static func publish(_ document: Document, _ growth: Growth, in folder: String) throws {
    let page = try contentsOfFile("\(folder)/benchmarks.md", limit: limit)
    let text = try tables(document.text, into: String(decoding: page, as: UTF8.self))
    try writeFile(text, "\(folder)/benchmarks.md")
    try writeCharts(growth, in: "\(folder)/benchmarks")
  }

  static func writeCharts(_ growth: Growth, in folder: String) throws {
    for (file, chart) in growth.charts { try writeFile(chart.text, "\(folder)/\(file)") }
  }
}
