import Dispatcher

/// How often something may be said: so many times at once, and then once more for each interval that has passed.
///
/// A bucket of tokens that fills again with time. Time is a value, of whatever clock: what a replay says is the same
/// each time.
struct RateLimit: Sendable {
  /// How many may be said at once; at least 1.
  private let burst: Int
  /// How long it takes for one more; more than none.
  private let interval: Interval
  /// When the bucket is full again; the farther from now, the emptier it is.
  private var full: Timestamp?
  /// How many were refused since the last that was not.
  private(set) var leftOut = 0

  /// - Precondition: both are more than 0.
  init(burst: Int, every interval: Interval) {
    precondition(
      burst > 0 && interval.microseconds > 0,
      "a limit lets something through; give it a burst and an interval")
    self.burst = burst
    self.interval = interval
  }

  /// Asks whether something may be said now.
  ///
  /// - Returns: how many were left out before it since the last one that was said; `nil` if it is left out, too.
  mutating func admit(at time: Timestamp) -> Int? {
    let spent = spent(at: time)
    guard spent.microseconds <= interval.microseconds * Int64(burst - 1) else {
      leftOut += 1
      return nil
    }
    full = time + spent + interval
    defer { leftOut = 0 }
    return leftOut
  }

  /// When one more may be said; `nil` if it may be at once.
  func nextTurn(after time: Timestamp) -> Timestamp? {
    let wait = spent(at: time).microseconds - interval.microseconds * Int64(burst - 1)
    return wait > 0 ? time + Interval(microseconds: wait) : nil
  }

  /// Counts more that is left out without having been asked about.
  mutating func leaveOut(_ count: Int) { leftOut += count }

  /// How many were left out and not said, which counts as said now.
  mutating func takeLeftOut() -> Int {
    defer { leftOut = 0 }
    return leftOut
  }

  /// Whether it is as good as new: nothing was left out, and the burst is there again.
  func isFresh(at time: Timestamp) -> Bool { leftOut == 0 && spent(at: time).microseconds == 0 }

  /// How long it takes until the bucket is full. A clock that went back counts as one that starts anew.
  private func spent(at time: Timestamp) -> Interval {
    guard let full, full > time else { return Interval(microseconds: 0) }
    let wait = full - time
    return 0...interval.microseconds * Int64(burst) ~= wait.microseconds ? wait : Interval(microseconds: 0)
  }
}
