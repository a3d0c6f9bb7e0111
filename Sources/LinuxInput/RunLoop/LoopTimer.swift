internal import CEvdev
public import Dispatcher
internal import Glibc

/// A timer of its own on a run loop, for what is no deadline of the model: a timeout, a heartbeat, a pause.
///
/// It is cancelled at the end of its life. Not thread-safe: it belongs to the thread of its run loop.
public final class LoopTimer {
  private let runLoop: RunLoop
  private var timer: DeadlineTimer
  private var watch: RunLoop.Watch?

  /// A timer that is not set.
  ///
  /// - Parameter handler: called on the loop, once for each time that the timer is set; it may set it again.
  /// - Throws: ``SystemError``, `EMFILE` if the process has no descriptor left.
  public init(on runLoop: RunLoop, _ handler: @escaping () -> Void) throws(SystemError) {
    self.runLoop = runLoop
    timer = try DeadlineTimer()
    watch = try runLoop.watch(timer.fileDescriptor) { [weak self] _ in
      if let self, timer.takeExpiry() { handler() }
    }
  }

  deinit { if let watch { runLoop.cancel(watch) } }

  /// Sets the timer to a time of ``MonotonicClock``, instead of what it was set to, or with `nil` to none.
  /// The past means in the next wake.
  public func set(_ deadline: Timestamp?) {
    do {
      try timer.set(deadline)
    } catch {
      preconditionFailure("the kernel sets every timer that is its own, and it said: \(error)")
    }
  }

  /// Sets the timer to go off after a while, from now on.
  public func set(after interval: Interval) { set(MonotonicClock.now + interval) }
}

/// One timerfd on CLOCK_MONOTONIC, set to the nearest deadline.
public struct DeadlineTimer: ~Copyable {
  private let descriptor: OwnedDescriptor
  /// Time at which it goes off; `nil` while it is disarmed.
  private var deadline: Timestamp?

  /// A timer that is not set.
  ///
  /// - Throws: ``SystemError``, `EMFILE` if the process has no descriptor left.
  public init() throws(SystemError) {
    let fd = try systemCall("timerfd_create", on: "CLOCK_MONOTONIC") {
      timerfd_create(CLOCK_MONOTONIC, Int32(TFD_NONBLOCK) | Int32(TFD_CLOEXEC))
    }
    descriptor = OwnedDescriptor(adopting: fd)
  }

  /// Readable once the deadline has passed; the timer keeps and closes it.
  public var fileDescriptor: Int32 { descriptor.rawValue }

  /// Sets the timer, or disarms it. Costs a system call only if the deadline is another one than before.
  public mutating func set(_ deadline: Timestamp?) throws(SystemError) {
    guard deadline != self.deadline else { return }
    var time = itimerspec()
    if let deadline { time.it_value = timespec(deadline) }
    _ = try systemCall("timerfd_settime", on: "the deadline") {
      timerfd_settime(descriptor.rawValue, Int32(TFD_TIMER_ABSTIME), &time, nil)
    }
    self.deadline = deadline
  }

  /// Whether the deadline has passed; then there is none any more. Setting another one takes the old expiry
  /// back.
  public mutating func takeExpiry() -> Bool {
    var expirations: UInt64 = 0
    guard read(descriptor.rawValue, &expirations, 8) == 8 else { return false }
    deadline = nil
    return true
  }
}

extension timespec {
  /// A time of the clock. Zero would disarm the timer; what lies at or before the clock's origin becomes its
  /// first nanosecond, which is past.
  fileprivate init(_ time: Timestamp) {
    guard time > .zero else {
      self.init(tv_sec: 0, tv_nsec: 1)
      return
    }
    self.init(tv_sec: Int(time.microseconds / 1_000_000), tv_nsec: Int(time.microseconds % 1_000_000) * 1000)
  }
}

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
