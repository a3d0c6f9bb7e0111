import Dispatcher

/// When to tell of changes that come in groups: after a while of quiet, but not for ever later.
struct Settling {
  /// How long it waits for the next change of a group at most, from the first one on. (O)
  static let latest = Interval.seconds(2)
  /// A file that nobody has written for so long is taken as complete, though it is still open. (O)
  static let stalled = Interval.seconds(2)

  private let quiet: Interval
  /// The last moment at which to tell of the changes so far.
  private var limit: Timestamp?
  /// When to tell; `nil` if there is nothing to tell of.
  private(set) var due: Timestamp?

  init(quiet: Interval) { self.quiet = quiet }

  /// Something was changed, and is complete as far as anybody knows.
  mutating func change(at time: Timestamp) {
    let limit = limit ?? time + Self.latest
    self.limit = limit
    due = min(time + quiet, limit)
  }

  /// A file was written, by somebody who still has it open and is likely to write more.
  mutating func write(at time: Timestamp) {
    due = limit.map { min(time + quiet, $0) } ?? time + Self.stalled
  }

  /// It was told.
  mutating func finish() { (limit, due) = (nil, nil) }
}
