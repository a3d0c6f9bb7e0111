/// Two fingers that move apart or together: begins when their distance has changed enough, changes with each frame,
/// also when a finger joins or leaves, and ends when both have lifted.
///
/// While one of them is up, ``scale`` stays as it is; when a finger returns, it goes on from there.
open class PinchGestureRecognizer: TwoTouchGestureRecognizer {
  /// The change of span at which the pinch begins, and the time over which its velocity is measured.
  public final var thresholds = Thresholds.Pinch()

  /// The distance of the fingers, in points of the screen: now, and when the second one came down.
  private final var span = 0.0
  private final var landingSpan = 0.0
  private final var currentScale = 1.0
  /// The span that the scale is relative to; 0 before there is one.
  private final var origin = (scale: 1.0, span: 0.0)

  public override init() { super.init() }

  /// The distance of the fingers as a multiple of what it was when the second one came down. What is set goes on from
  /// there, and resets the velocity. Fingers in one place change nothing: there is no multiple of 0.
  public final var scale: Double {
    get { currentScale }
    set {
      currentScale = newValue
      origin = (newValue, span)
      restartVelocity(from: newValue)
    }
  }

  /// By how much ``scale`` changes in a second.
  public final var velocity: Double { changePerSecond }

  open override func reset() {
    super.reset()
    (span, landingSpan) = (0, 0)
    (currentScale, origin) = (1, (1, 0))
  }

  override func start(from line: Point) {
    span = line.span ?? 0
    if state == .possible { (landingSpan, currentScale) = (span, 1) }
    origin = (currentScale, span)
  }

  override func follow(_ line: Point) {
    guard let span = line.span else { return }
    self.span = span
    guard span > 0 else { return }
    if origin.span == 0 { origin.span = span }
    let scale = origin.scale * (span / origin.span)
    if scale.isFinite { currentScale = scale }
  }

  override var isRecognizable: Bool { abs(span - landingSpan) >= thresholds.hysteresis }

  override var value: Double { currentScale }

  override var velocityWindow: Interval { thresholds.velocityWindow }
}

extension Point {
  /// The length of a line; `nil` beyond all numbers, as a calibration may make it.
  fileprivate var span: Double? {
    let length = distance(to: .zero)
    return length.isFinite ? length : nil
  }
}
