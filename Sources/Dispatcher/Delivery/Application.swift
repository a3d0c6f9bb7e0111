/// The top of the responder chain: owns the windows and hands every touch to them.
open class Application: Responder, WindowHost {
  /// When a view receives `touchesCancelled` for touches that a recognizer took.
  public enum CancelOrder: Sendable { case afterAction, beforeAction }

  /// In the order of adding.
  @exclusivity(unchecked) public final private(set) var windows: [Window] = [] {
    didSet { windowOrder = nil }
  }
  /// The next responder, if it is one and neither a view, a controller nor the application itself.
  @exclusivity(unchecked) public final weak var delegate: AnyObject?
  /// The extent of the screen in points; a down beyond it is hit-tested at its edge. `nil` for no such edge.
  @exclusivity(unchecked) public final var screen: Rect?
  /// How often each down is hit-tested, 1 to 10 times; the last pass binds. UIKit runs two.
  @exclusivity(unchecked) public final var hitTestPasses = 1
  /// Whether views receive `touchesCancelled` after the actions of the recognizer that took their touches, as
  /// in UIKit, or before them.
  public final var cancelOrder: CancelOrder {
    get { delivery.cancelOrder }
    set { delivery.cancelOrder = newValue }
  }
  /// The page, to which goes what nothing keeps; `nil` where it reads the panels itself. Set before the first touch.
  @exclusivity(unchecked) public final var screenResponder: ScreenResponder? {
    didSet {
      screenResponder?.chain = touches.event.chain
      delivery.views.page = screenResponder
    }
  }
  /// Only ``Thresholds/reuse`` is used: how near in place and time a down must be to count as one more tap.
  /// Recognizers, controls and scroll views have thresholds of their own.
  @exclusivity(unchecked) public final var thresholds = Thresholds()
  /// Receives trace records. Set before the first touch.
  @exclusivity(unchecked) public final weak var observer: (any TraceObserver)? {
    didSet { touches.isWatched = observer != nil }
  }
  /// Gets each mistake of the program in its use of the model, once for each object and kind; what came before it was
  /// set, at most 16, comes at once.
  @exclusivity(unchecked) public final var onMisuse: ((Misuse) -> Void)? {
    didSet { passPendingMisuses() }
  }
  /// Whether the observer receives a record of each `hitTest` call.
  @exclusivity(unchecked) public final var tracesHitTests = false

  /// What lives as long as the application, where nothing else keeps it: controllers and delegates, to which the
  /// model's own references are weak.
  @exclusivity(unchecked) package final var kept: [AnyObject] = []

  /// The touches that are down, by age. O(touches · log touches).
  package final var touchesDown: [Touch] { touches.event.allTouches.sorted { $0.contactID < $1.contactID } }

  final let touches = TouchSequence()
  final let presses = PressSequence()
  final let delivery = TouchDelivery()
  /// What is due whether or not a finger was there, and outlives this tree.
  final let lasting = Deadlines()
  /// Goes by the touches of this tree; `nil` where no layout asks for it.
  @exclusivity(unchecked) final var idle: IdleWatch?
  /// Keeps the screen awake by the touches of this tree; `nil` where that is not wanted.
  @exclusivity(unchecked) final var awake: AwakeWatch?
  /// The window that was last made the key window.
  @exclusivity(unchecked) final weak var madeKey: Window?
  @exclusivity(unchecked) final var windowOrder: WindowOrder?

  public override init() {
    super.init()
    touches.event.chain.host = self
    delivery.hovers.application = self
    if type(of: self) == Application.self { mayOverrideTouches = false }
  }

  /// The delegate if it is a responder, else the page.
  open override var next: Responder? {
    guard let responder = delegate as? Responder, responder !== self,
      !(responder is View), !(responder is ViewController)
    else { return screenResponder }
    return responder
  }

  /// Adds a window in front of those of its level, out of the application that it had. O(1) for a new one, O(windows)
  /// for one that was here before.
  public final func addWindow(_ window: Window) {
    // What belongs to no application, or to another, is not among the windows: a layout may have thousands.
    guard window.application !== self || !windows.contains(where: { $0 === window }) else { return }
    (window.application as? Application)?.removeWindow(window)
    windows.append(window)
    window.application = self
  }

  /// Removes a window: no new touch hits it; those that it has go on until they end.
  public final func removeWindow(_ window: Window) { windows.removeAll { $0 === window } }

  /// Hands the frame's touches to the windows that they are bound to, and everything else to the key window.
  ///
  /// Touches that hit no view go to the page then.
  ///
  /// Override to see or to swallow events before any window does; `super` goes on with them.
  open func sendEvent(_ event: Event) {
    for index in event.windows.indices {
      event.windows[index].with { window in
        // A window of no class of its own does nothing but hand the event back.
        if type(of: window) == Window.self { deliver(event, in: window) } else { window.sendEvent(event) }
      }
    }
    if event.hasUnbound, let screenResponder { delivery.deliverUnbound(event, to: screenResponder) }
  }

  /// Delivers the frame's touches of a window, once: recognizers, actions, cancellations, views, resets. Any other
  /// event goes to its responder.
  public final func deliver(_ event: Event, in window: Window) {
    guard event === touches.event else { return event.deliver(in: window) }
    delivery.deliver(event, in: window, of: touches)
  }
}

extension Application: TreeHost {
  final var now: Timestamp { max(touches.event.timestamp, delivery.deadlines.clock) }

  final func keepTime(for object: any TimedObject) { delivery.deadlines.keep(object) }

  final func responder(afterLast responder: Responder) -> Responder? {
    responder === delegate ? screenResponder : nil
  }

  final func hiddenChanged(of view: View) {
    observer?.record(.viewChanged(view, isHidden: view.isHidden), at: now)
  }

  final func viewsLeft() { delivery.viewsLeft(touches) }

  final func report(_ misuse: Misuse) {
    if let onMisuse { onMisuse(misuse) } else { pendingMisuses.append(misuse) }
  }
}
