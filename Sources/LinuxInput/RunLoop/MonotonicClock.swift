internal import CEvdev
public import Dispatcher
internal import Glibc

/// The clock that the kernel stamps events with, and that deadlines are set on: CLOCK_MONOTONIC.
public enum MonotonicClock {
  /// The time now. Stands still while the machine sleeps.
  public static var now: Timestamp { time(CLOCK_MONOTONIC) }

  /// The same, with the time asleep: how far it runs ahead of ``now`` grows with every suspend.
  public static var nowWithSleep: Timestamp { time(CLOCK_BOOTTIME) }

  /// Lets the calling thread rest for a while; a signal may end that early. Not for a run loop, which serves meanwhile.
  public static func pause(for interval: Interval) { usleep(UInt32(clamping: interval.microseconds)) }

  private static func time(_ clock: clockid_t) -> Timestamp {
    var time = timespec()
    clock_gettime(clock, &time)
    return Timestamp(microseconds: Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000)
  }
}
