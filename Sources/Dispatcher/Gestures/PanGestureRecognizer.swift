/// Along which axis of its view a pan must go to begin.
@frozen public enum PanAxis: Hashable, Sendable {
  /// Wherever it goes.
  case any
  /// Mainly along x; exactly diagonal will do.
  case horizontal
  /// Mainly along y; exactly diagonal will do.
  case vertical
}

/// Fingers that go somewhere: begins when they have left where they were, changes with each frame that reports one of
/// them, ends when all have lifted.
///
/// What counts is the mean of the fingers, from when ``minimumNumberOfTouches`` of them are down. A finger that joins
/// or leaves does not make it jump. A tap and a pan never act on the same movement: a movement within the hysteresis is
/// still a tap, and a pan begins beyond it. The recognizer receives every move, also small ones before it begins: a
/// delegate that must allow it to begin asks for its velocity.
open class PanGestureRecognizer: GestureRecognizer {
  /// Fewer fingers do not begin it, and do not move its translation.
  public final var minimumNumberOfTouches = 1
  /// One finger more makes it fail before it has begun, and is ignored after.
  public final var maximumNumberOfTouches = Int.max
  /// The axis of its view along which it must go to begin; along the other one, it fails.
  public final var axis = PanAxis.any
  /// The distance at which it begins, in points of the screen, and the time over which its velocity is measured.
  public final var thresholds = Thresholds.Pan()

  private final var path = CentroidPath()
  /// The place on the path from which the translation counts.
  private final var start = Point.zero
  private final var tracker = VelocityTracker()

  public override init() { super.init() }

  /// The way of the fingers since it began, in a view's coordinates; in the window's for `nil`. Before it has
  /// begun, since they came down.
  open func translation(in view: View?) -> Point { convert(way: path.travelled - start, to: view) }

  /// Has the translation count on from another one, in a view's coordinates; in the window's for `nil`. The velocity
  /// is that of the fingers, and stays.
  open func setTranslation(_ translation: Point, in view: View?) {
    start = path.travelled - convert(way: translation, from: view)
  }

  /// Velocity of the fingers, in points a second of a view's coordinates; of the window's for `nil`.
  ///
  /// The straight way from the first to the last place that frames of the velocity's window reported, over its time;
  /// zero where that are fewer than two. A lift that reports no other place than the move before it lets time pass, and
  /// is no place by itself.
  open func velocity(in view: View?) -> Point {
    convert(way: tracker.velocity(over: thresholds.velocityWindow), to: view)
  }

  open override func touchesBegan(_ touches: Set<Touch>, with event: Event) {
    guard admits(touches, with: event) else { return }
    path.move(to: centroid(without: .began))
    path.follow(from: centroid(without: .none), atLeast: minimumNumberOfTouches)
    note(at: event.timestamp)
    if state.isActive { state = .changed }
  }

  open override func touchesMoved(_ touches: Set<Touch>, with event: Event) {
    path.move(to: centroid(without: .none))
    note(at: event.timestamp)
    if state.isActive { state = .changed } else { decide() }
  }

  open override func touchesEnded(_ touches: Set<Touch>, with event: Event) {
    let before = path.travelled
    // Those that were cancelled in the same frame have left.
    path.move(to: centroid(without: .cancelled))
    // Most lifts tell no place, and the finger was on its way.
    if path.travelled == before { tracker.wait(until: event.timestamp) } else { note(at: event.timestamp) }
    // What a finger does in the frame of its lift counts.
    decide()
    let left = centroid(without: .gone)
    path.follow(from: left, atLeast: minimumNumberOfTouches)
    if state.isActive {
      state = left == nil ? .ended : .changed
    } else if left == nil {
      fail(path.hasStarted ? .tooShort : .tooFewTouches)
    }
  }

  open override func touchesCancelled(_ touches: Set<Touch>, with event: Event) {
    guard state.isActive else { return fail(.cancelled) }
    path.move(to: centroid(without: .none))
    tracker.wait(until: event.timestamp)
    path.follow(from: centroid(without: .cancelled), atLeast: minimumNumberOfTouches)
    let left = centroid(without: .gone)
    // It goes on with as many fingers as it needs to begin.
    state = left.map { $0.count < minimumNumberOfTouches } ?? true ? .cancelled : .changed
  }

  override func begins(with event: Event) { start = path.travelled }

  open override func reset() {
    path = CentroidPath()
    start = .zero
    tracker.clear()
  }

  /// Decides by the way of the fingers since they came down, in points of the screen, while it is possible:
  /// it begins, fails, or waits for more.
  func decide(_ way: Point) {
    guard way.distance(to: .zero) > thresholds.hysteresis else { return }
    if follows(axis, convert(way: way, to: view)) { state = .began } else { fail(.wrongDirection) }
  }

  private final func decide() {
    if state == .possible, path.isFollowing { decide(path.travelled) }
  }

  private final func follows(_ axis: PanAxis, _ way: Point) -> Bool {
    switch axis {
    case .any: true
    case .horizontal: abs(way.x) >= abs(way.y)
    case .vertical: abs(way.y) >= abs(way.x)
    }
  }

  /// Whether new fingers are taken in; those beyond the maximum are not.
  private final func admits(_ new: Set<Touch>, with event: Event) -> Bool {
    let excess = touches.count(where: \.contact.isDown) - max(maximumNumberOfTouches, 0)
    guard excess > 0 else { return true }
    if state == .possible {
      fail(.tooManyTouches)
      return false
    }
    for touch in new.byAge.suffix(excess) { ignore(touch, for: event) }
    return excess < new.count
  }

  /// Notes for the velocity that a frame reported where the fingers are.
  private final func note(at time: Timestamp) {
    if path.isFollowing { tracker.add(path.travelled, at: time) } else { tracker.wait(until: time) }
  }
}

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
