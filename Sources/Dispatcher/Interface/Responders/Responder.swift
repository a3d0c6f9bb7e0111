/// Anything that touches can be handed to: a view, its controller, a window, the application.
///
/// Overriding a `touches…` method without calling `super` stops the chain there; with `super`, both the override and
/// the next responder handle the touches. A responder whose `touchesBegan` was called so gets each later phase of the
/// touch exactly once, whatever a nearer responder does (see ``ResponderChain``).
///
/// `super` is the only way to hand touches on. A call of another responder's method is a call like any other: it runs
/// once, and touchd completes nothing of it.
open class Responder: CustomStringConvertible {
  /// The name in layouts and traces; the type's name unless one is set.
  @exclusivity(unchecked) public final var identifier: String {
    didSet { identifierDidChange(from: oldValue) }
  }
  /// The plugin that a layout bound to this responder's touches.
  @exclusivity(unchecked) public final var touchHandler: TouchHandler?

  /// Whether its class may override a `touches…` method: all may but those of touchd, which clear it when they are
  /// made.
  @exclusivity(unchecked) package final var mayOverrideTouches = true
  /// The kinds of mistakes of which it has warned.
  @exclusivity(unchecked) final var warned = Misuse.Kinds()
  /// The warnings of the tree below, as long as it has no application.
  @exclusivity(unchecked) final var pendingMisuses = PendingMisuses()

  /// A responder that is named after its type.
  public init() {
    identifier = ""
    identifier = String(describing: type(of: self))
    if type(of: self) == Responder.self { mayOverrideTouches = false }
  }

  /// The type, the address and what distinguishes the responder, in the manner of UIKit's logs.
  open var description: String { "<\(descriptionHead)>" }

  /// For what bears the responder's name.
  func identifierDidChange(from old: String) {}

  /// The responder that is asked when this one does not handle something.
  open var next: Responder? { nil }

  /// Touches came down in the view at the beginning of the chain. Handed on to ``next`` unless overridden.
  ///
  /// - Parameters:
  ///   - touches: those of the frame and the view, never none.
  ///   - event: the sequence that the touches belong to.
  open func touchesBegan(_ touches: Set<Touch>, with event: Event) {
    handleByDefault(.began, touches, with: event)
  }

  /// Touches that began here have other locations. Handed on unless overridden, to the responders that got their began.
  open func touchesMoved(_ touches: Set<Touch>, with event: Event) {
    handleByDefault(.moved, touches, with: event)
  }

  /// Touches that began here lifted. Handed on unless overridden, to the responders that got their began.
  open func touchesEnded(_ touches: Set<Touch>, with event: Event) {
    handleByDefault(.ended, touches, with: event)
  }

  /// Touches that began here count no more: a recognizer took them, a control left its window, or their device said so.
  /// Handed on unless overridden, to the responders that got their began.
  open func touchesCancelled(_ touches: Set<Touch>, with event: Event) {
    handleByDefault(.cancelled, touches, with: event)
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
  // unless overridden. A responder that got a began gets its end, even if another has become the first responder.

  /// Buttons went down. Goes to the first responder of the key window, else to that window; handed on to
  /// ``next`` unless overridden.
  ///
  /// - Parameters:
  ///   - presses: those that began in this event, never none.
  ///   - event: has all presses that are down.
  open func pressesBegan(_ presses: Set<Press>, with event: PressesEvent) {
    event.handOn(from: self) { $0.pressesBegan(presses, with: event) }
  }

  /// Buttons are pressed harder or less hard. Called on the responder that received their `pressesBegan`.
  open func pressesChanged(_ presses: Set<Press>, with event: PressesEvent) {
    event.handOn(from: self) { $0.pressesChanged(presses, with: event) }
  }

  /// Buttons were released. Called on the responder that received their `pressesBegan`.
  open func pressesEnded(_ presses: Set<Press>, with event: PressesEvent) {
    event.handOn(from: self) { $0.pressesEnded(presses, with: event) }
  }

  /// Presses count no more, because their device went away. Called on the responder that received their
  /// `pressesBegan`.
  open func pressesCancelled(_ presses: Set<Press>, with event: PressesEvent) {
    event.handOn(from: self) { $0.pressesCancelled(presses, with: event) }
  }

  /// A motion of the machine, such as a shake, started. Goes to the first responder of the key window, else
  /// to that window; handed on to ``next`` unless overridden.
  open func motionBegan(_ motion: Event.Subtype, with event: Event) {
    event.handOn(from: self) { $0.motionBegan(motion, with: event) }
  }

  /// The motion is over. Called on the responder that received its `motionBegan`.
  open func motionEnded(_ motion: Event.Subtype, with event: Event) {
    event.handOn(from: self) { $0.motionEnded(motion, with: event) }
  }

  /// The motion was something else, or was interrupted. Called on the responder that received its
  /// `motionBegan`.
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

extension Event {
  /// Makes a call on the next responder: what a responder does with everything but touches if it overrides nothing.
  /// Ends where ``Responder/next`` goes round in a circle.
  fileprivate final func handOn(from responder: Responder, _ call: (Responder) -> Void) {
    guard handovers < Responder.chainLimit,
      let next = responder.next ?? windows.copy.first?.object.host?.responder(afterLast: responder)
    else { return }
    handovers += 1
    call(next)
    handovers -= 1
  }
}
