/// Something that hovers above a view: a pen whose tip is near and up, or a finger that the panel sees before it
/// touches.
///
/// Begins when the pointer comes above the view, or above one below it, changes as it moves there, and ends when it
/// leaves the view, goes out of reach, or touches down: then it is a touch. Cancelled when the panel goes away or falls
/// silent. Of several pointers it follows the one that came first, until that has left.
///
/// It receives no touches, so it competes with no recognizer; it follows the pointers of its ``allowedTouchTypes``.
open class HoverGestureRecognizer: GestureRecognizer {
  /// What was last reported of the pointer; of the last pointer while there is none.
  @exclusivity(unchecked) final var sample: HoverSample?
  /// What it follows, or lets pass: a pointer for which it is over already.
  @exclusivity(unchecked) final var pointer: HoverPointer?

  public override init() { super.init() }

  /// How high the pointer is above the glass, as a part of what the panel can tell: 0 to 1; 0 where it does not say.
  public final var zOffset: Double { sample?.zOffset ?? 0 }

  /// Radians between a pen and the glass: 0 lies on it, π/2 stands upright, as fingers and pens without tilt do.
  public final var altitudeAngle: Double { (sample?.pose ?? .upright).altitude }

  /// Where a pen points, in radians clockwise from the x axis of a view; of the window for `nil`. 0 for a finger.
  public final func azimuthAngle(in view: View?) -> Double {
    let vector = azimuthUnitVector(in: view)
    return angle(x: vector.x, y: vector.y)
  }

  /// Where a pen points, as a vector of length 1 in a view's coordinates; in the window's for `nil`.
  public final func azimuthUnitVector(in view: View?) -> Point {
    guard let sample else { return Point(x: 1, y: 0) }
    return sample.pose.azimuthUnitVector(at: sample.location, in: view ?? self.view?.window)
  }

  /// Where the pointer is, in a view's coordinates; in the window's for `nil`. Zero before the first.
  open override func location(in view: View?) -> Point {
    guard let sample else { return .zero }
    guard let target = view ?? self.view?.window else { return sample.location }
    return target.convert(fromScreen: sample.location)
  }
}
