import Dispatcher

/// When a device node is opened again that could not be: rights may come a moment after the node.
struct OpenRetry {
  /// udev sets rights within some milliseconds; a slow boot takes seconds. Each wait is twice the one before. (O)
  private static let first = Interval.milliseconds(100)
  /// The longest wait is about a minute. (O)
  private static let mostDoublings = 9

  private var tries = 0
  let time: Timestamp

  init(at now: Timestamp) { time = now + Self.first }

  private init(after tries: Int, at now: Timestamp) {
    self.tries = tries
    time = now + Interval(microseconds: Self.first.microseconds << Int64(tries))
  }

  /// The next one, after another failure.
  func next(at now: Timestamp) -> OpenRetry { OpenRetry(after: min(tries + 1, Self.mostDoublings), at: now) }

  mutating func restart() { tries = 0 }
}
