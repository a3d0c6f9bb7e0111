/// Anything that touches can be handed to: a view, its controller, a window, the application.
///
/// Overriding a `touches…` method without calling `super` stops the chain there; with `super`, or by calling the
/// same method of ``next``, both handle the touches. Whoever got `touchesBegan` of a touch gets each of its later
/// phases exactly once, whatever a nearer responder does (see ``ResponderChain``).
///
/// Call these methods on ``next`` or `super` from within an override; outside a delivery there is nothing to hand on.
open class Responder {
  /// The name in layouts and traces; the type's name unless one is set.
  @exclusivity(unchecked) public final var identifier: String {
    didSet { identifierDidChange(from: oldValue) }
  }
  /// The plugin that a layout bound to this responder's touches.
  @exclusivity(unchecked) public final var touchHandler: TouchHandler?

  /// The phases whose methods this does not override, as far as they have been called.
  @exclusivity(unchecked) final var inheritedPhases = PhaseSet()
  /// The kinds of mistakes of which it has warned.
  @exclusivity(unchecked) final var warned = Misuse.Kinds()
  /// The warnings of the tree below, as long as it has no application.
  @exclusivity(unchecked) final var pendingMisuses = PendingMisuses()

  public init() {
    identifier = ""
    identifier = String(describing: type(of: self))
  }

  /// For what bears the responder's name.
  func identifierDidChange(from old: String) {}

  /// Who is asked when this responder does not handle something.
  open var next: Responder? { nil }

  @_disfavoredOverload
  open func touchesBegan(_ touches: Set<Touch>, with event: Event) {
    handleByDefault(.began, touches, event)
  }

  @_disfavoredOverload
  open func touchesMoved(_ touches: Set<Touch>, with event: Event) {
    handleByDefault(.moved, touches, event)
  }

  @_disfavoredOverload
  open func touchesEnded(_ touches: Set<Touch>, with event: Event) {
    handleByDefault(.ended, touches, event)
  }

  @_disfavoredOverload
  open func touchesCancelled(_ touches: Set<Touch>, with event: Event) {
    handleByDefault(.cancelled, touches, event)
  }

  /// What was estimated of touches that are down is known now (see ``Touch/estimatedProperties``).
  ///
  /// Called on the hit view after `touchesBegan`; hands the touches on to ``next`` unless overridden.
  open func touchesEstimatedPropertiesUpdated(_ touches: Set<Touch>) {
    touches.first?.contact.event.handOn(from: self) { $0.touchesEstimatedPropertiesUpdated(touches) }
  }

  // MARK: Presses, motion and remote control
  //
  // They go to the first responder of the key window, else to that window, and each method hands them on to `next`
  // unless overridden. Who got a began gets its end, also when another has become the first responder meanwhile.

  open func pressesBegan(_ presses: Set<Press>, with event: PressesEvent) {
    event.handOn(from: self) { $0.pressesBegan(presses, with: event) }
  }

  open func pressesChanged(_ presses: Set<Press>, with event: PressesEvent) {
    event.handOn(from: self) { $0.pressesChanged(presses, with: event) }
  }

  open func pressesEnded(_ presses: Set<Press>, with event: PressesEvent) {
    event.handOn(from: self) { $0.pressesEnded(presses, with: event) }
  }

  open func pressesCancelled(_ presses: Set<Press>, with event: PressesEvent) {
    event.handOn(from: self) { $0.pressesCancelled(presses, with: event) }
  }

  open func motionBegan(_ motion: Event.Subtype, with event: Event) {
    event.handOn(from: self) { $0.motionBegan(motion, with: event) }
  }

  open func motionEnded(_ motion: Event.Subtype, with event: Event) {
    event.handOn(from: self) { $0.motionEnded(motion, with: event) }
  }

  open func motionCancelled(_ motion: Event.Subtype, with event: Event) {
    event.handOn(from: self) { $0.motionCancelled(motion, with: event) }
  }

  /// A key for what is being played; which one says ``Event/subtype``.
  open func remoteControlReceived(with event: Event) {
    event.handOn(from: self) { $0.remoteControlReceived(with: event) }
  }

  // MARK: First responder

  /// Whether ``becomeFirstResponder()`` may succeed; no, unless overridden.
  open var canBecomeFirstResponder: Bool { false }
  /// Whether ``resignFirstResponder()`` may succeed; yes, unless overridden.
  open var canResignFirstResponder: Bool { true }
  /// Whether this responder is its window's first.
  public final var isFirstResponder: Bool { chainWindow?.firstResponder === self }

  /// Makes this the first responder of its window, after the present one agreed to resign.
  ///
  /// - Returns: whether it is now; never without a window.
  @discardableResult
  open func becomeFirstResponder() -> Bool {
    guard let window = chainWindow, canBecomeFirstResponder else { return false }
    if window.firstResponder === self { return true }
    if let current = window.firstResponder, !current.resignFirstResponder() { return false }
    window.firstResponder = self
    return true
  }

  /// Gives the role up; the window has no first responder then.
  ///
  /// - Returns: whether this responder is not first any more.
  @discardableResult
  open func resignFirstResponder() -> Bool {
    guard let window = chainWindow, window.firstResponder === self else { return true }
    guard canResignFirstResponder else { return false }
    window.firstResponder = nil
    return true
  }

  // MARK: Actions

  /// Whether this responder performs an action; no, unless overridden.
  open func canPerformAction(_ action: Action, withSender sender: AnyObject?) -> Bool { false }

  /// The nearest responder up the chain that performs an action. O(length of the chain).
  open func target(forAction action: Action, withSender sender: AnyObject?) -> Responder? {
    responderChain.first { $0.canPerformAction(action, withSender: sender) }
  }
}

// MARK: - Handing on

// A call of `super` and a call on `next` both resolve to these functions, since they take precedence over the methods
// of the same names above; so the chain knows of every call, whoever makes it. An override in between is called
// directly, as in any class. The last parameter only tells the declarations apart.
extension Responder {
  public final func touchesBegan(_ touches: Set<Touch>, with event: Event, _: Void = ()) {
    event.chain.call(.began, on: self, touches, with: event)
  }

  public final func touchesMoved(_ touches: Set<Touch>, with event: Event, _: Void = ()) {
    event.chain.call(.moved, on: self, touches, with: event)
  }

  public final func touchesEnded(_ touches: Set<Touch>, with event: Event, _: Void = ()) {
    event.chain.call(.ended, on: self, touches, with: event)
  }

  public final func touchesCancelled(_ touches: Set<Touch>, with event: Event, _: Void = ()) {
    event.chain.call(.cancelled, on: self, touches, with: event)
  }

  /// What a responder does that overrides nothing: a bound plugin handles the touches, or the next responder.
  private final func handleByDefault(_ phase: TouchPhase, _ touches: Set<Touch>, _ event: Event) {
    inheritedPhases.insert(phase)
    if let touchHandler {
      touchHandler.handle(phase, touches, on: self, with: event)
      guard touchHandler.forwards else { return }
    }
    event.chain.forward(phase, from: self, touches, with: event)
  }
}

extension Event {
  /// Makes a call on the next responder: what a responder does with everything but touches if it overrides nothing.
  /// Ends where ``Responder/next`` goes round in a circle.
  fileprivate final func handOn(from responder: Responder, _ call: (Responder) -> Void) {
    guard handovers < Responder.chainLimit, let next = responder.next else { return }
    handovers += 1
    call(next)
    handovers -= 1
  }
}
