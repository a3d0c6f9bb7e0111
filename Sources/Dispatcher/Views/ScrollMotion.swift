/// The way of content that no finger holds, from the moment at which the finger let go: a function of time and of
/// nothing else, evaluated sixty times a second.
struct ScrollMotion {
  private var start: Timestamp
  private var x: Glide
  private var y: Glide
  /// How often it was looked at.
  private var steps: Int64 = 0

  /// - Parameter velocity: of the offset, in points a second.
  init(
    from offset: Point, velocity: Point, in ranges: (x: ScrollRange, y: ScrollRange), rate: Double,
    at start: Timestamp
  ) {
    self.start = start
    x = Glide(from: offset.x, velocity: Self.clip(velocity.x), in: ranges.x, rate: rate)
    y = Glide(from: offset.y, velocity: Self.clip(velocity.y), in: ranges.y, rate: rate)
  }

  /// Whether there is nothing to go.
  var isStill: Bool { duration == 0 }

  /// Where it comes to rest.
  var rest: Point { Point(x: x.rest, y: y.rest) }

  /// The next moment at which to look.
  var deadline: Timestamp { deadline(of: steps &+ 1) }

  /// Goes on to the next moment.
  ///
  /// - Returns: the offset then, and whether that is the last one.
  mutating func step() -> (offset: Point, isLast: Bool) {
    let seconds = (deadline - start).seconds
    steps &+= 1
    guard seconds < duration else { return (rest, true) }
    return (Point(x: x.offset(after: seconds), y: y.offset(after: seconds)), false)
  }

  /// Goes on from another offset, as fast as it is.
  mutating func restart(from offset: Point, in ranges: (x: ScrollRange, y: ScrollRange), rate: Double) {
    let now = deadline(of: steps)
    let seconds = (now - start).seconds
    let velocity = Point(x: x.velocity(after: seconds), y: y.velocity(after: seconds))
    self = ScrollMotion(from: offset, velocity: velocity, in: ranges, rate: rate, at: now)
  }

  private func deadline(of step: Int64) -> Timestamp { start + Self.interval(of: step) }

  /// How long after its start a step is.
  static func interval(of step: Int64) -> Interval {
    Interval(microseconds: step &* 1_000_000 / stepsPerSecond)
  }

  private var duration: Double { min(max(x.duration, y.duration), Self.longest) }

  private static func clip(_ velocity: Double) -> Double { min(max(velocity, -greatest), greatest) }

  /// As often as a screen shows something new. (O)
  private static let stepsPerSecond: Int64 = 60
  /// In seconds; content that decelerates by UIKit's numbers rests after seven, however fast it was. (O)
  private static let longest = 10.0
  /// In points a second: a finger across a large screen within a hundredth of a second. (O)
  private static let greatest = 100_000.0
}
