/// How often the staff came: state of the main actor, as a model of one's own may be.
@MainActor final class Visits {
  private(set) var count = 0

  nonisolated init() {}

  /// Counts one more.
  func add() -> Int {
    count += 1
    return count
  }
}
