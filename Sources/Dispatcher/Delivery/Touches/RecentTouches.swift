/// Touches that lifted a moment ago, each until a down at its place can no longer re-use it.
struct RecentTouches {
  private struct Lifted {
    let touch: Touch
    let time: Timestamp
  }

  /// More fingers than ten lifting within the re-use interval are not one person tapping.
  private static let limit = 16
  private var lifted: ContiguousArray<Lifted> = []

  /// Remembers a touch that ended; a cancelled one is never used again.
  mutating func add(_ touch: Touch, at time: Timestamp) {
    guard touch.phase == .ended, touch.window != nil else { return }
    if lifted.count == Self.limit { lifted.removeFirst() }
    lifted.append(Lifted(touch: touch, time: time))
  }

  /// The first moment at which a touch can no longer be re-used. O(touches that lifted lately).
  func deadline(_ limits: Thresholds.Reuse) -> Timestamp? {
    lifted.lazy.map(\.time).min().map { $0 + limits.interval + Interval(microseconds: 1) }
  }

  /// Lets all of them go.
  mutating func removeAll() { lifted.removeAll() }

  /// Lets go of the touches for which it is too late.
  mutating func prune(at time: Timestamp, _ limits: Thresholds.Reuse) {
    guard !lifted.isEmpty else { return }
    lifted.removeAll { time - $0.time > limits.interval }
  }

  /// Takes out the touch that a new down belongs to: same window, near the previous down, soon after its lift; the
  /// last lifted of several.
  mutating func reuse(at location: Point, in window: Window?, _ limits: Thresholds.Reuse) -> Touch? {
    guard let window else { return nil }
    let index = lifted.lastIndex {
      $0.touch.window === window
        && $0.touch.contact.downLocation.distance(to: location) <= limits.distance
    }
    return index.map { lifted.remove(at: $0).touch }
  }
}
