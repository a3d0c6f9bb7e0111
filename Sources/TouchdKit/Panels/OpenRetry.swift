import Dispatcher

/// When a device node is opened again that could not be: rights may come a moment after the node.
struct OpenRetry {
  /// udev sets rights within some milliseconds; a slow boot takes seconds. Each wait is twice the one before. (O)
  private static let first = Interval.milliseconds(100)
  /// The longest wait is about a minute. (O)
  private static let mostDoublings = 9

  /// How many tries udev has for a node that it has not finished with, 3 s. (O)
  private static let patience = 5

  private var tries = 0
  /// Whether it was said that the node cannot be opened.
  private var isReported = false
  let time: Timestamp

  init(at now: Timestamp) { time = now + Self.first }

  private init(after tries: Int, isReported: Bool, at now: Timestamp) {
    (self.tries, self.isReported) = (tries, isReported)
    time = now + Interval(microseconds: Self.first.microseconds << Int64(tries))
  }

  /// The next one, after another failure.
  func next(at now: Timestamp) -> OpenRetry {
    OpenRetry(after: min(tries + 1, Self.mostDoublings), isReported: isReported, at: now)
  }

  /// Notes the failure that it comes after.
  ///
  /// - Parameter isSettled: whether udev has given the node its rights.
  /// - Returns: whether it is to be reported, which is once.
  mutating func report(isSettled: Bool) -> Bool {
    guard !isReported, isSettled || tries >= Self.patience else { return false }
    isReported = true
    return true
  }

  mutating func restart() { tries = 0 }
}
