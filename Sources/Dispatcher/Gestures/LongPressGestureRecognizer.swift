/// One or more fingers that stay down: begins when they have, changes as they move, ends when one lifts.
open class LongPressGestureRecognizer: GestureRecognizer {
  @exclusivity(unchecked) public final var numberOfTouchesRequired = 1
  @exclusivity(unchecked) public final var thresholds = Thresholds.LongPress()

  /// When the last finger that was needed came down.
  @exclusivity(unchecked) private var pressTime: Timestamp?
  @exclusivity(unchecked) private var downs = 0

  public override init() { super.init() }

  open override func touchesBegan(_ touches: Set<Touch>, with event: Event) {
    downs += touches.count
    if state != .possible {
      state = .changed
    } else if downs > numberOfTouchesRequired {
      fail(.tooManyTouches)
    } else if downs == numberOfTouchesRequired {
      pressTime = event.timestamp
    }
  }

  open override func touchesMoved(_ touches: Set<Touch>, with event: Event) {
    if state.isActive {
      state = .changed
    } else if touches.contains(where: { $0.distanceFromDown > thresholds.allowableMovement }) {
      fail(.tooFar)
    }
  }

  /// A subclass may want to know of every move.
  override var restingDistance: Double {
    type(of: self) == LongPressGestureRecognizer.self && state == .possible ? thresholds.allowableMovement : 0
  }

  open override func touchesEnded(_ touches: Set<Touch>, with event: Event) {
    if state.isActive { state = .ended } else { fail(.tooEarly) }
  }

  open override func touchesCancelled(_ touches: Set<Touch>, with event: Event) {
    if state.isActive { state = .cancelled } else { fail(.cancelled) }
  }

  open override func reset() {
    pressTime = nil
    downs = 0
  }

  open override var deadline: Timestamp? {
    guard state == .possible, let pressTime else { return nil }
    return pressTime + thresholds.minimumDuration
  }

  open override func deadlineReached(with event: Event) { state = .began }
}
