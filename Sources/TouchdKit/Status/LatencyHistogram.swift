package import Dispatcher

/// Latencies of frames, from the kernel's stamp to the end of their delivery.
///
/// Counts in buckets, each reaching twice as far as the one before: its size is fixed, and to add to it takes
/// a dozen instructions, whatever the value.
package struct LatencyHistogram: Sendable {
  /// Upper bound of each bucket, in microseconds, itself included: from 125 µs, about the time that a loop takes to
  /// wake, to 128 ms, which any user notices. One more bucket has what is above.
  package static let bounds: [Int64] = (0..<boundCount).map { shortest << $0 }
  /// A frame of a display at 60 Hz, in whole milliseconds: what takes longer is seen a frame later. It is one
  /// of the bounds.
  package static let lateAbove = Interval(microseconds: shortest << lateBound)

  private static let shortest: Int64 = 125
  private static let lateBound = 7
  private static let boundCount = 11
  /// An hour, which no delivery takes, in microseconds: a clock that errs must not make the sum overflow.
  private static let longest: Int64 = 3_600_000_000

  private var buckets = InlineArray<12, Int>(repeating: 0)
  /// The sum of all values, in microseconds.
  package private(set) var sum: Int64 = 0

  package init() {}

  /// Adds a frame. O(1); an interval below zero, of a clock that was set, counts as zero.
  @inline(__always)
  package mutating func record(_ interval: Interval) {
    let value = min(max(interval.microseconds, 0), Self.longest)
    // How often 125 µs are in it, less the one microsecond that a bound still belongs to, as a power of two.
    let multiple = (value &- 1) / Self.shortest
    let bucket = min(Int64.bitWidth &- multiple.leadingZeroBitCount, Self.boundCount)
    buckets[bucket] &+= 1
    sum &+= value
  }

  /// Frames in each bucket, those of the buckets before it not included. The last has the frames above all bounds.
  package var counts: [Int] { buckets.indices.map { buckets[$0] } }
  /// The number of frames added.
  package var count: Int { counts.reduce(0, +) }
  /// The number of frames that took longer than ``lateAbove``.
  package var late: Int { counts.dropFirst(Self.lateBound + 1).reduce(0, +) }

  /// The number of frames that took at most so long, for each bound, and at last for all, without a bound.
  package var cumulative: [(bound: Interval?, count: Int)] {
    var total = 0
    return counts.enumerated().map { index, count in
      total += count
      return (index < Self.boundCount ? Interval(microseconds: Self.bounds[index]) : nil, total)
    }
  }

  /// The bound that this share of all frames did not exceed; `nil` where it is above the last, or there is none.
  ///
  /// - Parameter share: from 0 to 1.
  package func bound(ofShare share: Double) -> Interval? {
    let wanted = Double(count) * share
    return cumulative.first { $0.count > 0 && Double($0.count) >= wanted }?.bound
  }
}

/// Measures of the frames of all panels, for as long as the daemon runs.
package final class InputMeter {
  /// From the kernel's time of a frame to the end of its delivery.
  package private(set) var latency = LatencyHistogram()
  /// The kernel's time of the last event that was read.
  package private(set) var lastEvent: Timestamp?
  /// Remembers what is read; `nil` where nothing does.
  var box: BlackBox?

  package init() {}

  /// Counts what was read at once and has been delivered. O(events).
  @inline(__always)
  func record(_ events: UnsafeBufferPointer<RawEvent>, deliveredAt time: Timestamp) {
    for event in events where event.isReport { latency.record(time - event.time) }
    lastEvent = events.last?.time
  }
}
