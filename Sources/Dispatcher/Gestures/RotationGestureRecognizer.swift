/// Two fingers that turn about each other: begins when the line between them has turned enough, changes with each
/// frame, also when a finger joins or leaves, and ends when both have lifted.
///
/// While one of them is up, ``rotation`` stays as it is; when a finger returns, it goes on from there.
open class RotationGestureRecognizer: TwoTouchGestureRecognizer {
  /// The angle at which the rotation begins, and the time over which its velocity is measured.
  public final var thresholds = Thresholds.Rotation()

  /// The last angle of the line; `nil` while the fingers have been in one place.
  private final var angleOfLine: Double?
  /// By how much the line has turned since the second finger came down.
  private final var turned = 0.0
  private final var currentRotation = 0.0

  public override init() { super.init() }

  /// By how much the fingers have turned since the second one came down, in radians, clockwise on the screen; beyond a
  /// whole turn it goes on. What is set goes on from there, and resets the velocity. Fingers in one place change
  /// nothing.
  public final var rotation: Double {
    get { currentRotation }
    set {
      currentRotation = newValue
      restartVelocity(from: newValue)
    }
  }

  /// By how much ``rotation`` changes in a second, in radians.
  public final var velocity: Double { changePerSecond }

  open override func reset() {
    super.reset()
    angleOfLine = nil
    (turned, currentRotation) = (0, 0)
  }

  override func start(from line: Point) {
    angleOfLine = line.angle
    if state == .possible { (turned, currentRotation) = (0, 0) }
  }

  override func follow(_ line: Point) {
    guard let angle = line.angle else { return }
    if let angleOfLine {
      let turn = angle.turn(from: angleOfLine)
      turned += turn
      currentRotation += turn
    }
    angleOfLine = angle
  }

  override var isRecognizable: Bool { abs(turned) >= thresholds.hysteresis }

  override var value: Double { currentRotation }

  override var velocityWindow: Interval { thresholds.velocityWindow }
}

extension Point {
  /// The direction of a line in radians, −π to π; `nil` for one without length, or beyond all numbers.
  fileprivate var angle: Double? {
    guard x.isFinite, y.isFinite, self != .zero else { return nil }
    return Dispatcher.angle(x: x, y: y)
  }
}

extension Double {
  /// The shorter way here from another angle, in radians: −π to π.
  fileprivate func turn(from other: Double) -> Double {
    let difference = self - other
    if difference > .pi { return difference - 2 * .pi }
    return difference < -.pi ? difference + 2 * .pi : difference
  }
}
