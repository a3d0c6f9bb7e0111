import Dispatcher

/// When to report changes that come in groups: after a while of quiet, but not for ever later.
struct Settling {
  /// How long it waits for the next change of a group at most, from the first one on. (O)
  static let latest = Interval.seconds(2)
  /// A file that no program has written for so long is taken as complete, though it is still open. (O)
  static let stalled = Interval.seconds(2)

  private let quiet: Interval
  /// The last moment at which to report the changes so far.
  private var limit: Timestamp?
  /// When to report; `nil` if there is nothing to report.
  private(set) var due: Timestamp?

  init(quiet: Interval) { self.quiet = quiet }

  /// Something was changed, and is complete as far as is known.
  mutating func change(at time: Timestamp) {
    let limit = limit ?? time + Self.latest
    self.limit = limit
    due = min(time + quiet, limit)
  }

  /// A file was written, by a program that still has it open and is likely to write more.
  mutating func write(at time: Timestamp) {
    due = limit.map { min(time + quiet, $0) } ?? time + Self.stalled
  }

  /// The changes were reported.
  mutating func finish() { (limit, due) = (nil, nil) }
}
