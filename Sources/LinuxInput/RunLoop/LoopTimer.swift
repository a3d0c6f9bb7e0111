public import Dispatcher

/// A timer of its own on a run loop, for what is no deadline of the model: a timeout, a heartbeat, a pause.
///
/// It is cancelled at the end of its life. Not thread-safe: it belongs to the thread of its run loop.
public final class LoopTimer {
  private let runLoop: RunLoop
  private let handler: () -> Void
  @exclusivity(unchecked) private var timer: DeadlineTimer
  @exclusivity(unchecked) private var watch: RunLoop.Watch?

  /// A timer that is not set.
  ///
  /// - Parameter handler: called on the loop, once for each time that the timer is set; it may set it again.
  /// - Throws: ``SystemError``, `EMFILE` if the process has no descriptor left.
  public init(on runLoop: RunLoop, _ handler: @escaping () -> Void) throws(SystemError) {
    self.runLoop = runLoop
    self.handler = handler
    timer = try DeadlineTimer()
    watch = try runLoop.watch(timer.fileDescriptor) { [weak self] _ in self?.expire() }
  }

  deinit { if let watch { runLoop.cancel(watch) } }

  /// When it goes off; `nil` while it is not set.
  public var deadline: Timestamp? { timer.deadline }

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

  private func expire() {
    if timer.takeExpiry() { handler() }
  }
}
