/// The way of content that no finger holds, from the moment at which the finger let go: a function of time and of
/// nothing else, evaluated sixty times a second.
struct ScrollMotion: ScrollCourse {
  private var start: Timestamp
  private var x: Glide
  private var y: Glide
  /// The number of its steps so far.
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

  /// The place where it comes to rest.
  var rest: Point { Point(x: x.rest, y: y.rest) }

  var deadline: Timestamp { deadline(of: steps &+ 1) }

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

  /// Time of a step since the start.
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

// Content that goes on by itself.
extension ScrollView: TimedObject {
  final var deadline: Timestamp? { course?.deadline }

  final func deadlineReached(at time: Timestamp) {
    guard window != nil else { return comeToRest() }
    guard let step = course?.step() else { return }
    let ending = step.isLast ? course : nil
    if step.isLast { course = nil }
    scroll(to: step.offset)
    if let ending, course == nil { tellEnd(of: ending) }
  }

  /// Lets the content go on with a velocity of its offset, in points a second; at once to where it comes to rest, where
  /// no application keeps the time or the view does not scroll any more.
  final func decelerate(_ velocity: Point) {
    let host = window?.host
    let motion = ScrollMotion(
      from: contentOffset, velocity: velocity, in: ranges, rate: thresholds.decelerationRate,
      at: host?.now ?? .zero)
    guard !motion.isStill, isScrollEnabled, let host else { return scroll(to: motion.rest) }
    course = motion
    host.keepTime(for: self)
  }

  /// Sends the content to an offset; at once where no application keeps the time, or a finger holds it.
  final func animate(to target: Point) {
    stop()
    guard target != contentOffset else { return }
    guard drag == nil, let host = window?.host else { return contentOffset = target }
    course = ScrollAnimation(from: contentOffset, to: target, at: host.now)
    host.keepTime(for: self)
  }

  /// The last finger has gone, and may have caught the content beyond its end.
  final func fingersLeft() {
    if drag == nil, course == nil { decelerate(.zero) }
  }

  /// Lets the content stay where it is.
  final func stop() {
    guard let course else { return }
    self.course = nil
    window?.host?.keepTime(for: self)
    tellEnd(of: course)
  }

  /// Stops the content, within its ends.
  final func comeToRest() {
    stop()
    if drag == nil { scroll(to: clamp(contentOffset)) }
  }

  private final func tellEnd(of course: any ScrollCourse) {
    if course is ScrollAnimation { delegate?.scrollViewDidEndScrollingAnimation(self) }
    guard owesEnd else { return }
    owesEnd = false
    delegate?.scrollViewDidEndDecelerating(self)
  }
}

/// Motion of content along one axis after the finger has let go: it decelerates, and swings back from its ends.
struct Glide {
  private let free: Deceleration
  /// Time and kind of the first boundary that the glide hits, or `nil`.
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

  /// Its duration, in seconds.
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

  /// Velocity of the offset, in points a second.
  func velocity(after seconds: Double) -> Double {
    guard seconds < duration else { return 0 }
    guard let turn, seconds >= turn.time else { return free.velocity(after: seconds) }
    return turn.spring?.velocity(after: seconds - turn.time) ?? 0
  }

  /// The offset at which it comes to rest.
  var rest: Double { turn?.edge ?? range.clamp(free.end) }
}

/// Content on its way to an offset that a program asked for: a function of time, looked at sixty times a second.
///
/// It takes 0.3 s, slow at both ends: after the part t of that time it has gone 3t² − 2t³ of the way, the cubic of
/// UIKit's ease-in-ease-out.
struct ScrollAnimation: ScrollCourse {
  private let start: Timestamp
  private let origin: Point
  private(set) var target: Point
  /// The number of its steps so far.
  private var steps: Int64 = 0

  init(from origin: Point, to target: Point, at start: Timestamp) {
    (self.origin, self.target, self.start) = (origin, target, start)
  }

  var deadline: Timestamp { start + ScrollMotion.interval(of: steps &+ 1) }

  mutating func step() -> (offset: Point, isLast: Bool) {
    steps &+= 1
    let part = ScrollMotion.interval(of: steps).seconds / Self.duration
    guard part < 1 else { return (target, true) }
    let done = part * part * (3 - 2 * part)
    let way = target - origin
    return (Point(x: origin.x + way.x * done, y: origin.y + way.y * done), false)
  }

  /// Ends somewhere else, as the content has become another.
  mutating func retarget(_ target: Point) { self.target = target }

  /// In seconds. (P)
  private static let duration = 0.3
}

/// Motion of content by itself: after a finger let go of it, or to where a program sent it.
protocol ScrollCourse {
  /// The next moment at which to look.
  var deadline: Timestamp { get }
  /// Goes on to the next moment.
  ///
  /// - Returns: the offset then, and whether that is the last one.
  mutating func step() -> (offset: Point, isLast: Bool)
}
