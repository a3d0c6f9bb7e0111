public import Dispatcher

/// Tells whether the machine has slept: CLOCK_BOOTTIME counts that time, CLOCK_MONOTONIC does not.
public struct SleepWatch {
  /// Suspending and resuming take longer than this; what two readings of the clocks may differ by is less.
  private static let shortest = Interval.milliseconds(100)
  /// Two events this close have no sleep between them: stopping the programs and the devices, and starting them again,
  /// takes longer.
  private static let closest = Interval.milliseconds(20)
  private let now, nowWithSleep: () -> Timestamp
  /// The last event that was given.
  private var last: Timestamp?
  /// Difference of the clocks when they were last compared, in microseconds.
  private var apart: Int64

  /// Begins to watch: sleep until now does not count.
  ///
  /// - Parameters:
  ///   - now: a clock that stands still while the machine sleeps; another one in tests, as the next.
  ///   - nowWithSleep: a clock that goes on.
  public init(
    now: @escaping () -> Timestamp = { MonotonicClock.now },
    nowWithSleep: @escaping () -> Timestamp = { MonotonicClock.nowWithSleep }
  ) {
    (self.now, self.nowWithSleep) = (now, nowWithSleep)
    apart = 0
    apart = difference
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
    if let event, (nowWithSleep() - event).microseconds < limit { return false }
    let difference = difference
    defer { apart = difference }
    return difference >= limit
  }

  /// Two clocks cannot be read at once: where something came between, they are read again, at most three times.
  private var difference: Int64 {
    var difference: Int64 = 0
    for _ in 0..<3 {
      let before = now()
      difference = (nowWithSleep() - before).microseconds
      if now() - before < .milliseconds(1) { break }
    }
    return difference
  }
}
