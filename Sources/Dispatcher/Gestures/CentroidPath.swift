/// Where several fingers are as one.
struct Centroid {
  /// The mean of where they are, in points of the screen.
  var location: Point
  /// How many they are.
  var count: Int
}

/// The way of several fingers as one: that of their mean, which goes on where it was when a finger joins or leaves.
struct CentroidPath {
  /// How far they have gone since they were first followed, in points of the screen; always finite.
  private(set) var travelled = Point.zero
  /// Whether there ever were enough fingers to follow.
  private(set) var hasStarted = false
  /// Where the fingers were when the last one joined or left; `nil` while there are too few.
  private var origin: Centroid?
  /// What they had travelled then. Measured from there, so that nothing is rounded in each frame anew.
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

extension GestureRecognizer {
  /// Where its touches are, but for those in some phases; `nil` for none. O(touches).
  final func centroid(without phases: PhaseSet) -> Centroid? {
    var (sum, count) = (Point.zero, 0)
    for index in touches.indices {
      Borrowed(touches[index]).with { touch in
        guard !phases.contains(touch.values.phase) else { return }
        sum = sum + touch.values.location
        count &+= 1
      }
    }
    guard count > 0 else { return nil }
    return Centroid(location: Point(x: sum.x / Double(count), y: sum.y / Double(count)), count: count)
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
