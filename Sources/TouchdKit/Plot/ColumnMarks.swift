/// Things that happen in columns, each drawn once however often it happens there.
struct ColumnMarks {
  private(set) var columns: Set<Int> = []

  mutating func add(_ column: Int) { columns.insert(column) }

  /// A line across a band in each column, as the `d` of a path.
  func ticks(x: Double, top: Double, height: Double) -> String {
    columns.sorted().map { "M\(SVG.number(x + Double($0) + 0.5)) \(SVG.number(top))v\(SVG.number(height))" }
      .joined()
  }
}

/// Times during which something lasts, in columns. Those that touch are one.
struct ColumnBars {
  private(set) var bars: [ClosedRange<Int>] = []

  /// Takes a time; they come in the order of their ends.
  mutating func add(_ bar: ClosedRange<Int>) {
    var bar = bar
    while let last = bars.last, last.upperBound >= bar.lowerBound - 1 {
      bar = min(last.lowerBound, bar.lowerBound)...max(last.upperBound, bar.upperBound)
      bars.removeLast()
    }
    bars.append(bar)
  }

  /// Boxes, as the `d` of a path.
  func boxes(x: Double, top: Double, height: Double) -> String {
    bars.map { bar in
      let width = SVG.number(Double(bar.count))
      return
        "M\(SVG.number(x + Double(bar.lowerBound))) \(SVG.number(top))h\(width)v\(SVG.number(height))h-\(width)z"
    }.joined()
  }
}
