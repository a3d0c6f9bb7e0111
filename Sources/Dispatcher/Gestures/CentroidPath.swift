/// The common place of several fingers.
struct Centroid {
  /// The mean of where they are, in points of the screen.
  var location: Point
  /// The number of fingers.
  var count: Int
}

/// The way of several fingers as one: that of their mean, which goes on where it was when a finger joins or leaves.
struct CentroidPath {
  /// Their way since they were first followed, in points of the screen; always finite.
  private(set) var travelled = Point.zero
  /// Whether there ever were enough fingers to follow.
  private(set) var hasStarted = false
  /// The place of the fingers when the last one joined or left; `nil` while there are too few.
  private var origin: Centroid?
  /// Their way until then. Measured from there, so that nothing is rounded in each frame anew.
  private var base = Point.zero
  private var minimum = 1

  /// Whether fingers are followed now, rather than too few.
  var isFollowing: Bool { origin != nil }

  /// The same fingers are somewhere else. If the recognizer ignores one, they are others, and go on from here.
  mutating func move(to centroid: Centroid?) {
    guard let origin else { return }
    guard let centroid, centroid.count == origin.count else {
      return follow(from: centroid, atLeast: minimum)
    }
    let travelled = base + (centroid.location - origin.location)
    if travelled.isFinite { self.travelled = travelled }
  }

  /// Other fingers are followed from now on, or none if they are fewer than a number.
  mutating func follow(from centroid: Centroid?, atLeast minimum: Int) {
    self.minimum = minimum
    base = travelled
    origin = centroid.flatMap { $0.count < minimum ? nil : $0 }
    if origin != nil { hasStarted = true }
  }
}

extension ContiguousArray<Touch> {
  /// The mean of where they are, in points of the screen; `nil` for none.
  var centroidOnScreen: Point? { isEmpty ? nil : map(\.values.location).mean }
}

extension PhaseSet {
  static var none: PhaseSet { PhaseSet() }
  static var began: PhaseSet { PhaseSet(.began) }
  static var cancelled: PhaseSet { PhaseSet(.cancelled) }
  /// Those of a touch that the next frame does not have.
  static var gone: PhaseSet { PhaseSet(.ended, .cancelled) }

  private init(_ phases: TouchPhase...) {
    self.init()
    for phase in phases { insert(phase) }
  }
}

/// Velocity of something, computed from its recent places.
///
/// The velocity is that of the straight way from the oldest place within a window of time to the latest one. Where the
/// window holds no other, it was at the place before until the window began, for a panel reports nothing while nothing
/// changes. The places are kept in a ring that is made at the first and never grows, so a moving finger allocates
/// nothing.
struct VelocityTracker: ~Copyable {
  private struct Sample: BitwiseCopyable {
    var time: Timestamp
    var location: Point
  }

  /// A window of 100 ms at 1 kHz, the fastest that touchscreens are, and a quarter more; of a longer window or a faster
  /// panel, the end. A power of two, so that an index wraps without a division.
  private static let capacity = 128

  @inline(__always) private static var mask: Int { capacity &- 1 }

  private var ring = Slab<Sample>()
  private var newest = 0
  private var count = 0
  /// The end of the window.
  private var now = Timestamp.zero

  /// Notes where it is. Of two places at one time the later counts, and a clock that goes back begins anew.
  mutating func add(_ location: Point, at time: Timestamp) {
    let sample = Sample(time: time, location: location)
    if ring.isEmpty { ring.fill(Self.capacity, with: sample) }
    if count > 0, time < ring[newest].time { count = 0 }
    if count == 0 || time != ring[newest].time {
      newest = (newest &+ 1) & Self.mask
      count = min(count &+ 1, Self.capacity)
    }
    ring[newest] = sample
    now = time
  }

  /// Lets time pass without a word on where it is.
  mutating func wait(until time: Timestamp) { now = time }

  /// Begins anew at another place, where it is now.
  mutating func restart(from location: Point) {
    guard count > 0 else { return }
    let time = ring[newest].time
    clear()
    add(location, at: time)
  }

  /// Forgets all places.
  mutating func clear() { count = 0 }

  /// Units of the places a second, over the last while; zero where that holds none, or there is but one. O(places).
  func velocity(over window: Interval) -> Point {
    guard count > 1 else { return .zero }
    let last = ring[newest]
    guard now - last.time <= window else { return .zero }
    var first = ring[(newest &- 1) & Self.mask]
    if last.time - first.time > window {
      first.time = Timestamp(microseconds: last.time.microseconds &- window.microseconds)
    }
    for back in 1..<count {
      let sample = ring[(newest &- back) & Self.mask]
      let age = now - sample.time
      guard age.microseconds >= 0, age <= window else { break }
      first = sample
    }
    let seconds = (last.time - first.time).seconds
    guard seconds > 0 else { return .zero }
    let way = last.location - first.location
    return Point(x: way.x / seconds, y: way.y / seconds).finiteOrZero
  }
}
