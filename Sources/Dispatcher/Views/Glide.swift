/// How content goes along one axis when the finger has let go: it decelerates, and swings back from its ends.
struct Glide {
  private let free: Deceleration
  /// When it comes to an end of the content, and what becomes of it there; `nil` where it comes to none.
  private let turn: (time: Double, edge: Double, spring: Spring?)?
  private let range: ScrollRange

  /// - Parameters:
  ///   - velocity: of the offset, in points a second.
  ///   - rate: what is left of the velocity after each millisecond.
  init(from offset: Double, velocity: Double, in range: ScrollRange, rate: Double) {
    self.range = range
    free = Deceleration(start: offset, velocity: range.gives ? velocity : 0, rate: rate)
    turn = Self.turn(of: free, in: range)
  }

  private static func turn(
    of free: Deceleration, in range: ScrollRange
  ) -> (time: Double, edge: Double, spring: Spring?)? {
    let (near, far) = (range.clamp(free.start), range.clamp(free.end))
    if near != free.start, near == far {
      // It is beyond an end, and is not fast enough to leave it by itself.
      let spring = Spring(displacement: free.start - near, velocity: free.velocity)
      return (0, near, range.bounces ? spring : nil)
    }
    guard far != free.end, let time = free.time(until: far) else { return nil }
    let spring = Spring(displacement: 0, velocity: free.velocity(after: time))
    return (time, far, range.bounces ? spring : nil)
  }

  /// How long it goes on, in seconds.
  var duration: Double {
    guard let turn else { return free.duration }
    return turn.time + (turn.spring?.duration ?? 0)
  }

  /// The offset some time after the finger let go.
  func offset(after seconds: Double) -> Double {
    guard seconds < duration else { return rest }
    guard let turn, seconds >= turn.time else { return free.position(after: seconds) }
    return turn.edge + (turn.spring?.displacement(after: seconds - turn.time) ?? 0)
  }

  /// How fast the offset changes then, in points a second.
  func velocity(after seconds: Double) -> Double {
    guard seconds < duration else { return 0 }
    guard let turn, seconds >= turn.time else { return free.velocity(after: seconds) }
    return turn.spring?.velocity(after: seconds - turn.time) ?? 0
  }

  /// The offset at which it comes to rest.
  var rest: Double { turn?.edge ?? range.clamp(free.end) }
}
