/// A view that turns touches into events, such as a button: a program adds an action for the events that it wants.
///
/// Each finger that comes down on it is tracked until it lifts, is cancelled, or ``continueTracking(_:with:)`` says
/// that it is enough. It keeps its touches, so that of a button in a button the inner one sends; a plugin that is bound
/// to the touches with `forwards` hands them on.
open class Control: View {
  /// Whether it tracks fingers that come down. Switched off, it cancels what it tracks.
  @exclusivity(unchecked) public final var isEnabled = true {
    didSet { if !isEnabled { cancelAll() } }
  }
  /// Whether it shows that a finger is on it; follows the fingers that are tracked.
  @exclusivity(unchecked) public final var isHighlighted = false
  /// Whether the finger that was last heard of is inside.
  @exclusivity(unchecked) public final internal(set) var isTouchInside = false
  /// Whether a finger is tracked.
  public final var isTracking: Bool { !tracked.isEmpty }
  /// How far beyond its bounds a finger still counts as inside, in points.
  @exclusivity(unchecked) public final var thresholds = Thresholds.Controls()
  /// The plugins that a layout bound to this control's events.
  @exclusivity(unchecked) public final var plugins: [ControlEvent.Kind: [any ResponderPlugin]] = [:]

  /// The fingers that are tracked, by age.
  @exclusivity(unchecked) final var tracked: ContiguousArray<TrackedFinger> = []
  @exclusivity(unchecked) private final var actions: [(events: Events, action: TargetAction<Control>)] = []

  public override init(frame: Rect) { super.init(frame: frame) }

  /// Adds an action for events. Actions run in the order of adding; once where several of their events happen at once.
  public final func addAction(for events: Events, _ action: @escaping (Control) -> Void) {
    actions.append((events, TargetAction(action)))
  }

  /// Adds a method of a target, which is not kept: `addTarget(self, action: Menu.open, for: .touchUpInside)`.
  public final func addTarget<Target: AnyObject>(
    _ target: Target, action: @escaping (Target) -> (Control) -> Void, for events: Events
  ) {
    actions.append((events, TargetAction(target) { action($0)($1) }))
  }

  /// Adds a method without a parameter of a target, which is not kept.
  public final func addTarget<Target: AnyObject>(
    _ target: Target, action: @escaping (Target) -> () -> Void, for events: Events
  ) {
    actions.append((events, TargetAction(target) { target, _ in action(target)() }))
  }

  /// Removes what was added for a target, for some events; for a target of `nil`, all that was added for them, actions
  /// without a target included.
  public final func removeTarget(_ target: AnyObject?, for events: Events = .allTouchEvents) {
    for index in actions.indices where target == nil || actions[index].action.target === target {
      actions[index].events.subtract(events)
    }
    actions.removeAll { $0.events.isEmpty }
  }

  /// Runs the actions that were added for events. Plugins receive only the events of fingers, and not these.
  public final func sendActions(for events: Events) {
    for entry in actions where !entry.events.isDisjoint(with: events) { entry.action.run(with: self) }
  }

  // MARK: For subclasses

  /// A finger came down; whether it is to be tracked.
  open func beginTracking(_ touch: Touch, with event: Event) -> Bool { true }

  /// A tracked finger moved; whether to go on with it. After a no, the control receives nothing more of it.
  open func continueTracking(_ touch: Touch, with event: Event) -> Bool { true }

  /// A tracked finger lifted; comes before its event.
  open func endTracking(_ touch: Touch, with event: Event) {}

  /// A finger is not tracked any more, since its touch was cancelled or the control switched off; comes before its
  /// event.
  ///
  /// - Parameter event: `nil` where the control was switched off.
  open func cancelTracking(with event: Event?) {}

  override class var standardHitTestClass: View.Type { Control.self }

  // MARK: Touches

  // They stay with the control, also while it is switched off. A plugin that is bound to them says itself whether they
  // go on.

  open override func touchesBegan(_ touches: Set<Touch>, with event: Event) {
    for touch in touches.byAge { track(touch, with: event) }
    if touchHandler != nil { super.touchesBegan(touches, with: event) }
  }

  open override func touchesMoved(_ touches: Set<Touch>, with event: Event) {
    forEachTracked(of: touches) { follow($0, $1, with: event) }
    if touchHandler != nil { super.touchesMoved(touches, with: event) }
  }

  open override func touchesEnded(_ touches: Set<Touch>, with event: Event) {
    forEachTracked(of: touches) { end($0, $1, with: event) }
    if touchHandler != nil { super.touchesEnded(touches, with: event) }
  }

  open override func touchesCancelled(_ touches: Set<Touch>, with event: Event) {
    forEachTracked(of: touches) { cancel($0, $1, with: event) }
    if touchHandler != nil { super.touchesCancelled(touches, with: event) }
  }

  /// No for a tap of one finger on a view above: the finger that taps is the control's.
  open override func gestureRecognizerShouldBegin(_ recognizer: GestureRecognizer) -> Bool {
    if isEnabled, recognizer.view !== self, let tap = recognizer as? TapGestureRecognizer,
      tap.numberOfTapsRequired == 1, tap.numberOfTouchesRequired == 1
    {
      return false
    }
    return super.gestureRecognizerShouldBegin(recognizer)
  }
}
