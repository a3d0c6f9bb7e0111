import Dispatcher

/// The values of an axis over time, of which each column keeps the smallest and the largest.
struct Curve {
  /// Values of a column.
  private struct Column {
    var low: Int32
    var high: Int32
    /// Whether the smallest value came first.
    var isRising = true
    /// Whether a contact came down in it, so that nothing leads here.
    var isBegin: Bool
  }

  private var columns: [Int: Column] = [:]
  /// The smallest and the largest value; `nil` before the first one.
  private(set) var range: ClosedRange<Int32>?

  /// Takes a value.
  ///
  /// - Parameter isBegin: whether it is a contact's first.
  mutating func add(_ value: Int32, in index: Int, isBegin: Bool) {
    range = range.map { min($0.lowerBound, value)...max($0.upperBound, value) } ?? value...value
    guard var column = columns[index] else {
      columns[index] = Column(low: value, high: value, isBegin: isBegin)
      return
    }
    if value < column.low { (column.low, column.isRising) = (value, false) }
    if value > column.high { (column.high, column.isRising) = (value, true) }
    columns[index] = column
  }

  /// The curve as the `d` of a path, in a band of the drawing: at most two points a column.
  ///
  /// - Parameters:
  ///   - range: the values at the lower and the upper edge of the band.
  ///   - x: where the first column is.
  func path(of range: ClosedRange<Int32>, x: Double, top: Double, height: Double) -> String {
    let extent = max(Double(range.upperBound) - Double(range.lowerBound), 1)
    func y(_ value: Int32) -> String {
      let part = (Double(value) - Double(range.lowerBound)) / extent
      return SVG.number(top + height * (1 - min(max(part, 0), 1)))
    }
    var (path, last) = ("", "")
    for (index, column) in columns.sorted(by: { $0.key < $1.key }) {
      let place = SVG.number(x + Double(index) + 0.5)
      let (first, second) = column.isRising ? (column.low, column.high) : (column.high, column.low)
      // A value that stays needs no point but its last one.
      let here = y(first)
      path +=
        path.isEmpty || column.isBegin
        ? "M\(place) \(here)h.1" : here == last ? "H\(place)" : "L\(place) \(here)"
      last = y(second)
      if last != here { path += "V\(last)" }
    }
    return path
  }
}

/// Which column of a plot a moment is in.
struct TimeScale {
  /// The number of columns; each is a unit of the drawing. Events within one are drawn as one. It bounds the
  /// file. (O)
  static let columns = 1000
  /// The most names that the axis has. (O)
  private static let mostTicks = 12.0

  let begin: Timestamp
  /// Never 0.
  let duration: Interval

  /// From the first moment to the last; at least a millisecond, so that there is a scale.
  init(from begin: Timestamp, to end: Timestamp) {
    self.begin = begin
    duration = max(end - begin, .milliseconds(1))
  }

  /// The column of a moment; the first or last one for what lies outside.
  func column(_ time: Timestamp) -> Int {
    guard time > begin else { return 0 }
    let part = (time - begin).seconds / duration.seconds
    // Differences of times wrap.
    return part < 1 ? max(0, Int(part * Double(Self.columns))) : Self.columns - 1
  }

  /// Seconds since the beginning, to the millisecond.
  func words(_ time: Timestamp) -> String { "\(Self.words((time - begin).seconds)) s" }

  /// A number of seconds, to the millisecond.
  static func words(_ seconds: Double) -> String { TouchdKit.words(for: (seconds * 1000).rounded() / 1000) }

  /// Round moments, as seconds since the beginning.
  var ticks: [Double] {
    var step = 0.0001
    for factor in [2, 2.5, 2].cycled(60) where duration.seconds / step > Self.mostTicks { step *= factor }
    return (0...Int(duration.seconds / step)).map { (Double($0) * step * 10_000).rounded() / 10_000 }
  }

  /// Place of a number of seconds since the beginning, in columns.
  func place(_ seconds: Double) -> Double { seconds / duration.seconds * Double(Self.columns) }
}

extension Array {
  /// The elements again and again, so many of them.
  fileprivate func cycled(_ count: Int) -> [Element] { (0..<count).map { self[$0 % self.count] } }
}
