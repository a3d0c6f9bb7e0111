import Dispatcher

/// Which column of a plot a moment is in.
struct TimeScale {
  /// How many columns there are; each is a unit of the drawing. What happens within one is drawn as one. It bounds the
  /// file. (O)
  static let columns = 1000
  /// How many names the axis has, at most. (O)
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

  /// Where a number of seconds since the beginning is, in columns.
  func place(_ seconds: Double) -> Double { seconds / duration.seconds * Double(Self.columns) }
}

extension Array {
  /// The elements again and again, so many of them.
  fileprivate func cycled(_ count: Int) -> [Element] { (0..<count).map { self[$0 % self.count] } }
}
