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
  public final var identifier: String {
    didSet { identifierDidChange(from: oldValue) }
  }
  /// The plugin that a layout bound to this responder's touches.
  public final var touchHandler: TouchHandler?

  /// Whether its class may override a `touches…` method: all may but those of touchd, which clear it when they are
  /// made.
  package final var mayOverrideTouches = true
  /// The kinds of mistakes of which it has warned.
  final var warned: Set<Misuse.Kind> = []
  /// The warnings of the tree below, as long as it has no application.
  final var pendingMisuses: [Misuse] = []
  /// Facts about it for people who do not see it; `nil` until one is set.
  package internal(set) final var accessibility: AccessibilityProperties?

  /// A responder that is named after its type.
  public init() {
    identifier = ""
    identifier = String(describing: type(of: self))
    if type(of: self) == Responder.self { mayOverrideTouches = false }
  }

  /// A person who explores by touch activates it.
  ///
  /// - Returns: whether that is done. If not, which is the default, its activation point is touched.
  open func accessibilityActivate() -> Bool { false }

  /// A person raises its value. Called if its traits have ``AccessibilityTraits/adjustable``.
  open func accessibilityIncrement() {}

  /// A person lowers its value. Called if its traits have ``AccessibilityTraits/adjustable``.
  open func accessibilityDecrement() {}

  /// A person wants out, as with two fingers that scrub. The responder chain of the focus is asked in turn.
  ///
  /// - Returns: whether that is done; no, unless overridden.
  open func accessibilityPerformEscape() -> Bool { false }

  /// A person wants what matters most here, by a double tap of two fingers. The responder chain of the focus is asked
  /// in turn.
  ///
  /// - Returns: whether that is done; no, unless overridden.
  open func accessibilityPerformMagicTap() -> Bool { false }

  /// A person wants the next part of what is shown, by a flick of three fingers. The responder chain of the focus is
  /// asked in turn.
  ///
  /// - Parameter direction: in which the fingers went; what is shown follows them.
  /// - Returns: whether that is done; no, unless overridden.
  open func accessibilityScroll(_ direction: AccessibilityScrollDirection) -> Bool { false }

  /// The type, the address and what distinguishes the responder, in the manner of UIKit's logs.
  open var description: String { "<\(head(of: self))>" }

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

  /// Called when estimated properties of touches that are down are known (see ``Touch/estimatedProperties``).
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
    // What resigned may have taken this one out of the window.
    guard chainWindow === window else { return false }
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

/// The type and the address of an object: `View: 0x7f5c1a`.
func head(of object: AnyObject) -> String {
  "\(type(of: object)): 0x" + String(UInt(bitPattern: ObjectIdentifier(object)), radix: 16)
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

// A responder's chain as a whole.
extension Responder {
  /// More responders than this in a chain are a cycle made by an override of ``next``.
  static let chainLimit = 1024

  /// This responder and those after it, nearest first. Ends after 1,024, where ``next`` goes round in a circle.
  public final var responderChain: [Responder] {
    var chain: [Responder] = []
    var responder: Responder? = self
    while let current = responder, chain.count < Self.chainLimit {
      chain.append(current)
      // The application of the chain may put the page after the last one.
      responder =
        current.next ?? chain.lazy.compactMap { ($0 as? Application)?.responder(afterLast: current) }.first
    }
    return chain
  }

  /// The chain as one line: `A --> B --> C`.
  public final var responderChainDescription: String {
    responderChain.map(\.identifier).joined(separator: " --> ")
  }

  /// Prints the chain on standard output, for debugging.
  public final func printResponderChain() { print(responderChainDescription) }

  /// The window that the chain leads to.
  final var chainWindow: Window? {
    responderChain.lazy.compactMap { $0 as? Window }.first
  }
}

/// The name of something that a responder can do.
public struct Action: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// The name, by which two actions are compared.
  public let name: String

  /// An action with this name.
  public init(_ name: String) { self.name = name }

  /// An action whose name is the literal.
  public init(stringLiteral name: String) { self.name = name }

  public var description: String { name }
}

/// Action of a control or a recognizer: a closure, or a method of a target that it does not keep.
struct TargetAction<Sender> {
  private(set) weak var target: AnyObject?
  /// Whether it is of a class of touchd's, and no program may remove it.
  let isInternal: Bool
  private let action: (Sender) -> Void

  init(isInternal: Bool = false, _ action: @escaping (Sender) -> Void) {
    (self.isInternal, self.action) = (isInternal, action)
  }

  init<Target: AnyObject>(_ target: Target, _ method: @escaping (Target, Sender) -> Void) {
    self.init { [weak target] sender in
      if let target { method(target, sender) }
    }
    self.target = target
  }

  func run(with sender: Sender) { action(sender) }
}

/// An event of a layout as a whole, and not of one of its views: no finger has touched it for a while, or one does
/// again, or lands while the screen is dark.
public struct LayoutEvent {
  /// The name that the layout gave it, or one of touchd's own, such as `active` and `wake`.
  public let name: String
  /// Time at which it was due; for the effect of a finger, the kernel's time of the frame.
  public let timestamp: Timestamp
  /// The plugins that it goes to.
  public let plugins: [any ResponderPlugin]
  /// Whether it is of a view in a sensitive one, whose name stays in the process.
  package var isPrivate = false

  /// - Parameter name: unlike those of the layout's other events.
  package init(_ name: String, to plugins: [any ResponderPlugin], at timestamp: Timestamp) {
    (self.name, self.plugins, self.timestamp) = (name, plugins, timestamp)
  }

  /// In the words for gestures, always `ended`: like a tap, it happens once and does not go on.
  public var state: GestureRecognizer.State { .ended }
}
