public import Dispatcher

/// Tells whether the machine has slept: CLOCK_BOOTTIME counts that time, CLOCK_MONOTONIC does not.
public struct SleepWatch {
  /// Reads CLOCK_MONOTONIC and CLOCK_BOOTTIME.
  public struct Clocks {
    let now: () -> Timestamp
    let nowWithSleep: () -> Timestamp

    /// Clocks of the caller's own, for tests.
    ///
    /// - Parameters:
    ///   - now: a clock that stands still while the machine sleeps.
    ///   - nowWithSleep: a clock that goes on.
    public init(now: @escaping () -> Timestamp, nowWithSleep: @escaping () -> Timestamp) {
      self.now = now
      self.nowWithSleep = nowWithSleep
    }

    /// Those of the kernel.
    public static var system: Clocks {
      Clocks(now: { MonotonicClock.now }, nowWithSleep: { MonotonicClock.nowWithSleep })
    }
  }

  /// Suspending and resuming take longer than this; what two readings of the clocks may differ by is less.
  private static let shortest = Interval.milliseconds(100)
  /// Two events this close have no sleep between them: stopping the programs and the devices, and starting them again,
  /// takes longer.
  private static let closest = Interval.milliseconds(20)
  private let clocks: Clocks
  /// The last event that was given.
  private var last: Timestamp?
  /// Difference of the clocks when they were last compared, in microseconds.
  private var apart: Int64

  /// Begins to watch: sleep until now does not count.
  public init(_ clocks: Clocks = .system) {
    self.clocks = clocks
    apart = Self.difference(clocks)
  }

  /// Whether the machine has slept since this was last asked, or since the beginning.
  ///
  /// - Parameter event: the time on CLOCK_MONOTONIC of an event just read. It saves comparing the clocks where nothing
  ///   happened; `nil` compares them.
  @inline(__always)
  public mutating func hasSlept(before event: Timestamp? = nil) -> Bool {
    if let event, let last, event >= last, event - last < Self.closest {
      self.last = event
      return false
    }
    return compare(event)
  }

  @inline(never)
  private mutating func compare(_ event: Timestamp?) -> Bool {
    last = event
    let limit = apart &+ Self.shortest.microseconds
    if let event, (clocks.nowWithSleep() - event).microseconds < limit { return false }
    let difference = Self.difference(clocks)
    defer { apart = difference }
    return difference >= limit
  }

  /// Two clocks cannot be read at once: where something came between, they are read again, at most three times.
  private static func difference(_ clocks: Clocks) -> Int64 {
    var difference: Int64 = 0
    for _ in 0..<3 {
      let before = clocks.now()
      difference = (clocks.nowWithSleep() - before).microseconds
      if clocks.now() - before < .milliseconds(1) { break }
    }
    return difference
  }
}
