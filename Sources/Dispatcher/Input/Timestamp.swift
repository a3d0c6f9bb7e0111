/// A moment in whole microseconds: the kernel's CLOCK_MONOTONIC, or a recording's own clock.
///
/// Whole numbers, so that a limit of 0.350 s is met exactly or not at all. A device may send any time it likes and
/// nothing traps: sums end at the farthest moment, so that what takes for ever is never over, and differences wrap.
@frozen public struct Timestamp: Hashable, Comparable, Sendable {
  /// Microseconds since the clock's origin.
  public var microseconds: Int64

  /// A moment, by its microseconds since the clock's origin.
  @inlinable public init(microseconds: Int64) { self.microseconds = microseconds }

  /// The nearest microsecond; the farthest one for what lies beyond, zero for what is no number.
  public init(seconds: Double) { microseconds = Interval.seconds(seconds).microseconds }

  /// The clock's origin.
  public static let zero = Timestamp(microseconds: 0)

  /// The last moment before this one. Wraps.
  package var before: Timestamp { Timestamp(microseconds: microseconds &- 1) }

  /// Seconds since the clock's origin.
  @inlinable public var seconds: Double { Double(microseconds) / 1_000_000 }

  @inlinable public static func < (a: Timestamp, b: Timestamp) -> Bool { a.microseconds < b.microseconds }

  /// The moment an interval later; the farthest moment if the sum lies beyond it.
  @inlinable public static func + (a: Timestamp, b: Interval) -> Timestamp {
    let (sum, isBeyond) = a.microseconds.addingReportingOverflow(b.microseconds)
    return Timestamp(microseconds: isBeyond ? (b.microseconds < 0 ? .min : .max) : sum)
  }

  /// The interval from `b` to `a`. Wraps.
  @inlinable public static func - (a: Timestamp, b: Timestamp) -> Interval {
    Interval(microseconds: a.microseconds &- b.microseconds)
  }
}

/// The earlier of two moments; the other one where one of them is `nil`.
@inlinable package func earlier(_ a: Timestamp?, _ b: Timestamp?) -> Timestamp? {
  guard let a, let b else { return a ?? b }
  return min(a, b)
}

/// A length of time in whole microseconds.
@frozen public struct Interval: Hashable, Comparable, Sendable {
  /// The length in microseconds; negative towards the past.
  public var microseconds: Int64

  /// An interval of so many microseconds.
  @inlinable public init(microseconds: Int64) { self.microseconds = microseconds }

  @inlinable public static func < (a: Interval, b: Interval) -> Bool { a.microseconds < b.microseconds }

  /// The nearest microsecond; the farthest one for what lies beyond, zero for what is no number.
  public static func seconds(_ value: Double) -> Interval {
    let microseconds = (value * 1_000_000).rounded()
    if let exact = Int64(exactly: microseconds) { return Interval(microseconds: exact) }
    return Interval(microseconds: microseconds.isNaN ? 0 : microseconds < 0 ? .min : .max)
  }

  /// The farthest one for what lies beyond.
  @inlinable public static func milliseconds(_ value: Int64) -> Interval {
    let (product, isBeyond) = value.multipliedReportingOverflow(by: 1000)
    return Interval(microseconds: isBeyond ? (value < 0 ? .min : .max) : product)
  }

  /// The length in seconds.
  @inlinable public var seconds: Double { Double(microseconds) / 1_000_000 }
}
