/// Fingers that go quickly one way: recognized while they move, as soon as each has gone far enough.
///
/// The longer it takes, the less far they must go, and the less they may stray to the side. Directions are those of its
/// view, distances are points of the screen. A finger that strays too far, or goes behind the place where it came down,
/// is on the way in that direction no more; when no direction is left, the swipe fails at once.
open class SwipeGestureRecognizer: GestureRecognizer {
  /// Some of the four directions, along the axes of the recognizer's view.
  @frozen public struct Direction: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8

    @inlinable public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Towards larger x.
    public static let right = Direction(rawValue: 1)
    /// Towards smaller x.
    public static let left = Direction(rawValue: 2)
    /// Towards smaller y.
    public static let up = Direction(rawValue: 4)
    /// Towards larger y.
    public static let down = Direction(rawValue: 8)
  }

  /// The directions of which any one will do.
  public final var direction = Direction.right
  /// The exact number of fingers that move together.
  public final var numberOfTouchesRequired = 1
  /// Its distances and its time.
  public final var thresholds = Thresholds.Swipe()
  /// The one direction in which the fingers went; empty until it is recognized.
  public final private(set) var recognizedDirection = Direction()

  /// The sum of the places where its fingers came down, in points of the screen, and how many they are.
  private final var downs = (sum: Point.zero, count: 0)
  /// The directions in which the fingers may still be on their way; `nil` before the first finger.
  private final var openDirections: Direction?

  public override init() { super.init() }

  open override func touchesBegan(_ touches: Set<Touch>, with event: Event) {
    if openDirections == nil { openDirections = direction }
    for touch in touches { downs = (downs.sum + touch.contact.downLocation, downs.count + 1) }
    if self.touches.count > numberOfTouchesRequired { fail(.tooManyTouches) }
  }

  open override func touchesMoved(_ touches: Set<Touch>, with event: Event) { decide(at: event.timestamp) }

  open override func touchesEnded(_ touches: Set<Touch>, with event: Event) {
    // What a finger does in the frame of its lift counts.
    decide(at: event.timestamp)
    fail(self.touches.count < numberOfTouchesRequired ? .tooFewTouches : .tooShort)
  }

  open override func touchesCancelled(_ touches: Set<Touch>, with event: Event) { fail(.cancelled) }

  /// The place where it began: the centroid of its downs.
  open override func location(in view: View?) -> Point {
    guard downs.count > 0 else { return super.location(in: view) }
    let start = downs.sum.divided(by: downs.count)
    return (view ?? self.view?.window)?.convert(fromScreen: start) ?? start
  }

  open override func reset() {
    downs = (.zero, 0)
    openDirections = nil
    recognizedDirection = []
  }

  /// The time at which the first finger has taken too long.
  open override var deadline: Timestamp? {
    guard state == .possible, let first = touches.first else { return nil }
    return first.contact.downTime + thresholds.maximumDuration
  }

  open override func deadlineReached(with event: Event) { fail(.tooSlow) }

  /// Closes the directions in which the fingers are no more on their way, unless they are there in one.
  private final func decide(at time: Timestamp) {
    guard let candidates = openDirections else { return }
    let view = self.view
    var (left, reason) = (candidates, FailureReason.wrongDirection)
    for bit: UInt8 in 0..<4 {
      let direction = Direction(rawValue: 1 &<< bit)
      guard candidates.contains(direction) else { continue }
      switch verdict(on: direction, in: view, at: time) {
      case .going: continue
      case .arrived:
        recognizedDirection = direction
        state = .recognized
        return
      case .behind: reason = .wrongDirection
      case .astray: reason = .tooFar
      }
      left.remove(direction)
    }
    openDirections = left
    if left.isEmpty { fail(reason) }
  }

  private enum Verdict { case going, arrived, behind, astray }

  /// Judges the fingers in a direction by the one that did worst.
  private final func verdict(on direction: Direction, in view: View?, at time: Timestamp) -> Verdict {
    var verdict = touches.count < numberOfTouchesRequired ? Verdict.going : .arrived
    for index in touches.indices {
      let (way, duration) = Borrowed(touches[index]).with { touch in
        (self.way(of: touch, in: view), time - touch.contact.downTime)
      }
      let (along, aside) = direction.parts(of: way)
      // So written that what is no number fails.
      guard along >= -Self.rounding else { return .behind }
      guard aside <= thresholds.secondaryTravel(after: duration) + Self.rounding else { return .astray }
      if along < thresholds.primaryTravel(after: duration) - Self.rounding { verdict = .going }
    }
    return verdict
  }

  /// The way of a finger along the axes of a view, as long as it is on the screen.
  private final func way(of touch: Touch, in view: View?) -> Point {
    let way = touch.values.location - touch.contact.downLocation
    let turned = convert(way: way, to: view)
    if turned == way { return way }
    let (length, turnedLength) = (way.distance(to: .zero), turned.distance(to: .zero))
    guard turnedLength > 0 else { return way }
    return Point(x: turned.x * length / turnedLength, y: turned.y * length / turnedLength)
  }

  /// By how much a distance may be wrong because a view is turned, in points: far more than the arithmetic's error, and
  /// far less than a panel can tell.
  private static let rounding = 1e-6
}

extension SwipeGestureRecognizer.Direction {
  /// The parts of a way along this one direction, negative for back, and to either side.
  func parts(of way: Point) -> (along: Double, aside: Double) {
    switch self {
    case .right: (way.x, abs(way.y))
    case .left: (-way.x, abs(way.y))
    case .up: (-way.y, abs(way.x))
    default: (way.y, abs(way.x))
    }
  }
}

extension Thresholds.Swipe {
  /// The distance that a finger must have gone along the direction, in points.
  fileprivate func primaryTravel(after duration: Interval) -> Double {
    primaryTravel * (1 - primaryDecay * duration.seconds)
  }

  /// The distance that a finger may have strayed from the direction, in points.
  func secondaryTravel(after duration: Interval) -> Double {
    secondaryTravel * (1 - secondaryDecay * duration.seconds)
  }
}
