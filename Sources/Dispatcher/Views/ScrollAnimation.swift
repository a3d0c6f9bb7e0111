/// Content on its way to an offset that a program asked for: a function of time, looked at sixty times a second.
///
/// It takes 0.3 s, slow at both ends: after the part t of that time it has gone 3t² − 2t³ of the way, the cubic of
/// UIKit's ease-in-ease-out.
struct ScrollAnimation {
  private let start: Timestamp
  private let origin: Point
  private(set) var target: Point
  /// How often it was looked at.
  private var steps: Int64 = 0

  init(from origin: Point, to target: Point, at start: Timestamp) {
    (self.origin, self.target, self.start) = (origin, target, start)
  }

  /// The next moment at which to look.
  var deadline: Timestamp { start + ScrollMotion.interval(of: steps &+ 1) }

  /// Goes on to the next moment.
  ///
  /// - Returns: the offset then, and whether that is the last one.
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

/// What content does by itself.
enum ScrollCourse {
  /// A finger let go of it.
  case deceleration(ScrollMotion)
  /// A program sent it somewhere.
  case animation(ScrollAnimation)

  /// The next moment at which to look.
  var deadline: Timestamp {
    switch self {
    case .deceleration(let motion): motion.deadline
    case .animation(let animation): animation.deadline
    }
  }

  /// Goes on to the next moment.
  ///
  /// - Returns: the offset then, and whether that is the last one.
  mutating func step() -> (offset: Point, isLast: Bool) {
    switch self {
    case .deceleration(var motion):
      defer { self = .deceleration(motion) }
      return motion.step()
    case .animation(var animation):
      defer { self = .animation(animation) }
      return animation.step()
    }
  }
}
