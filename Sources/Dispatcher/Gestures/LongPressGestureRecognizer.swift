/// One or more fingers that stay down: begins when they have, changes as they move, ends when one lifts. A finger beyond
/// those makes it fail before it has begun, and is ignored after.
///
/// Taps may have to come before; they obey the rules of a tap recognizer, and the press lands where and when another
/// tap could.
open class LongPressGestureRecognizer: GestureRecognizer {
  /// How many taps come before the press.
  @exclusivity(unchecked) public final var numberOfTapsRequired = 0
  /// Of the press, and of each tap.
  @exclusivity(unchecked) public final var numberOfTouchesRequired = 1
  /// The numbers of the press.
  @exclusivity(unchecked) public final var thresholds = Thresholds.LongPress()
  /// The numbers of the taps before the press.
  @exclusivity(unchecked) public final var tapThresholds = Thresholds.Tap()

  @exclusivity(unchecked) private final var taps = TapSequence()

  public override init() { super.init() }

  /// How long the fingers must stay down: that of ``thresholds``.
  public final var minimumPressDuration: Interval {
    get { thresholds.minimumDuration }
    set { thresholds.minimumDuration = newValue }
  }

  /// How far a finger may move before it begins, in points of the screen: that of ``thresholds``.
  public final var allowableMovement: Double {
    get { thresholds.allowableMovement }
    set { thresholds.allowableMovement = newValue }
  }

  open override func touchesBegan(_ touches: Set<Touch>, with event: Event) {
    guard state == .possible else {
      // All that it takes are down.
      for touch in touches { ignore(touch, for: event) }
      return
    }
    for touch in touches.byAge {
      if let reason = taps.begin(touch, rules) { return fail(reason) }
    }
  }

  open override func touchesMoved(_ touches: Set<Touch>, with event: Event) {
    if state.isActive {
      state = .changed
    } else if touches.haveMoved(beyond: movementLimit) {
      fail(.tooFar)
    }
  }

  /// A subclass may want to know of every move.
  override var restingDistance: Double {
    type(of: self) == LongPressGestureRecognizer.self && state == .possible ? movementLimit : 0
  }

  open override func touchesEnded(_ touches: Set<Touch>, with event: Event) {
    if state.isActive {
      state = .ended
    } else if isPress {
      fail(taps.completionTime == nil ? .tooFewTouches : .tooEarly)
    } else if let reason = taps.end(touches, at: event.timestamp, rules) {
      fail(reason)
    }
  }

  open override func touchesCancelled(_ touches: Set<Touch>, with event: Event) {
    if state.isActive { state = .cancelled } else { fail(.cancelled) }
  }

  open override func reset() { taps.reset() }

  /// When the fingers have stayed for long enough; before the press, when it is too late for the taps.
  open override var deadline: Timestamp? {
    guard state == .possible else { return nil }
    if isPress, taps.isGoingOn { return taps.completionTime.map { $0 + thresholds.minimumDuration } }
    return taps.deadline(firstDown: touches.firstDownTime, rules)
  }

  open override func deadlineReached(with event: Event) {
    if isPress, taps.isGoingOn { state = .began } else { fail(.tooSlow) }
  }

  /// Whether all taps are done, and what comes now is the press.
  private final var isPress: Bool { taps.count >= numberOfTapsRequired }

  override var liftLimit: Int { max(super.liftLimit, rules.mostLifts) }

  private final var movementLimit: Double {
    isPress ? thresholds.allowableMovement : tapThresholds.allowableMovement
  }

  private final var rules: TapSequence.Rules {
    TapSequence.Rules(
      touches: numberOfTouchesRequired, taps: numberOfTapsRequired, thresholds: tapThresholds)
  }
}
