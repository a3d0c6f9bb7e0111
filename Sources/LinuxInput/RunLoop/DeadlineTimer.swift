internal import CEvdev
public import Dispatcher
internal import Glibc

/// One timerfd on CLOCK_MONOTONIC, set to the nearest deadline.
public struct DeadlineTimer: ~Copyable {
  private let descriptor: OwnedDescriptor
  /// When it goes off; `nil` while it is disarmed.
  public private(set) var deadline: Timestamp?

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
    self.init(
      tv_sec: Int(time.microseconds / 1_000_000), tv_nsec: Int(time.microseconds % 1_000_000) * 1000)
  }
}
