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
  @exclusivity(unchecked) public final var cancelOrder = CancelOrder.afterAction
  /// Only ``Thresholds/reuse`` is used: how near in place and time a down must be to count as one more tap.
  /// Recognizers, controls and scroll views have thresholds of their own.
  @exclusivity(unchecked) public final var thresholds = Thresholds()
  /// Receives trace records. Set before the first touch.
  @exclusivity(unchecked) public final weak var observer: (any TraceObserver)? {
    didSet { isWatched = observer != nil }
  }
  /// Gets each mistake of the program in its use of the model, once for each object and kind; what came before it was
  /// set, at most 16, comes at once.
  @exclusivity(unchecked) public final var onMisuse: ((Misuse) -> Void)? {
    didSet { passPendingMisuses() }
  }
  /// Whether the observer receives a record of each `hitTest` call.
  @exclusivity(unchecked) public final var tracesHitTests = false

  /// What lives as long as the application, where nothing else keeps it: controllers and delegates, to which the model's
  /// own references are weak.
  @exclusivity(unchecked) package final var kept: [AnyObject] = []

  /// Whether there was an observer when it was last set; it may be gone.
  @exclusivity(unchecked) private(set) final var isWatched = false
  let arbitration = Arbitration()
  let viewDelivery = ViewDelivery()
  let hoverDelivery = HoverDelivery()
  /// What is known of the panels, by their index.
  @exclusivity(unchecked) final var panels = AttachedPanels()
  /// What no finger did, and has not ended.
  @exclusivity(unchecked) final var openInput = OpenInput()
  /// The window that was last made the key window.
  @exclusivity(unchecked) final weak var madeKey: Window?
  @exclusivity(unchecked) final var event = Event()
  /// The touches that are down, by age; the event's `allTouches` keeps them.
  @exclusivity(unchecked) final var live = Slab<Borrowed<Touch>>()
  @exclusivity(unchecked) final var recent = RecentTouches()
  @exclusivity(unchecked) final var timed = TimedObjects()
  /// Up to when deadlines have fired.
  @exclusivity(unchecked) final var clock = Timestamp.zero
  /// When controls left their window with touches on them, until those are cancelled.
  @exclusivity(unchecked) final var departure: Timestamp?
  /// Whether recognizers and views are being called, or views hit-tested: an event that one of them sends again is in the
  /// middle of this.
  @exclusivity(unchecked) final var isDelivering = false
  @exclusivity(unchecked) private final var windowOrder: WindowOrder?

  public override init() {
    super.init()
    event.chain.host = self
    if type(of: self) == Application.self { mayOverrideTouches = false }
  }

  open override var next: Responder? {
    guard let responder = delegate as? Responder, responder !== self,
      !(responder is View), !(responder is ViewController)
    else { return nil }
    return responder
  }

  /// Adds a window in front of those of its level, out of the application that it had. O(1) for a new one, O(windows) for
  /// one that was here before.
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
  /// Override to see or to swallow events before any window does; `super` goes on with them.
  open func sendEvent(_ event: Event) {
    for index in event.windows.indices {
      event.windows[index].with { window in
        // A window of no class of its own does nothing but hand the event back.
        if type(of: window) == Window.self { deliver(event, in: window) } else { window.sendEvent(event) }
      }
    }
  }

  /// Delivers the frame's touches of a window, once: recognizers, actions, cancellations, views, resets. Any other event
  /// goes to its responder.
  public final func deliver(_ event: Event, in window: Window) {
    guard event === self.event else { return event.deliver(in: window) }
    // An override of `sendEvent` may hand the frame on twice, and a responder from within a delivery.
    guard window.awaitsFrame, !isDelivering else { return }
    window.awaitsFrame = false
    isDelivering = true
    defer { isDelivering = false }
    if !event.updated.isEmpty { deliverUpdates(event, in: window) }
    let isIdle = arbitration.isIdle(in: event) && !viewDelivery.isHolding
    if !isIdle { arbitrate(event, in: window) }
    viewDelivery.deliver(in: window, with: event)
    if arbitration.isUnsettled { finishDelivery(event) }
  }

  /// Ends a delivery after which something may have to be readied, or cancelled.
  @inline(never)
  final func finishDelivery(_ event: Event) {
    if departure != nil { cancelTouchesOfDeparted(with: event) }
    arbitration.reset()
  }

  @inline(never)
  private final func arbitrate(_ event: Event, in window: Window) {
    arbitration.update(in: window, with: event)
    if arbitration.isUnsettled || viewDelivery.isBehind(arbitration) { settle(with: event) }
  }

  /// An action may make other recognizers change, and those act in a further round; more rounds than this are two
  /// recognizers that drive each other, and the rest waits for the next frame.
  private static let roundLimit = 8

  /// Resolves the states that recognizers proposed, acts, and tells views what was taken from them.
  final func settle(with event: Event) {
    for _ in 0..<Self.roundLimit {
      guard arbitration.resolve(with: event) else { break }
      if cancelOrder == .beforeAction { viewDelivery.cancel(arbitration.acted, with: event) }
      arbitration.act(with: event)
      if cancelOrder == .afterAction { viewDelivery.cancel(arbitration.acted, with: event) }
      arbitration.forgetActed()
      _ = arbitration.beginAnew(with: event)
    }
    if event.phases.contains(.began) { viewDelivery.takeJoining(arbitration.attempts, with: event) }
    viewDelivery.releaseHeldCalls(at: event.timestamp, arbitration)
  }
}

extension Application: TreeHost {
  final func report(_ misuse: Misuse) {
    if let onMisuse { onMisuse(misuse) } else { pendingMisuses.append(misuse) }
  }
}

// MARK: - Hit test

extension Application {
  /// The front-most view at a point of the screen; the first window with an answer binds.
  ///
  /// Mostly O(depth of the view); at worst, and after each change of a window for a while, O(views asked).
  ///
  /// - Parameter point: in points of the screen; one beyond its edges counts as on the edge.
  public final func hitTest(_ point: Point, with event: Event?) -> View? {
    guard event?.hitTesting == nil else { return recursiveHitTest(point, with: event) }
    let order = currentWindowOrder
    return withExtendedLifetime(order) {
      order.first { window in
        guard let local = convert(point, to: window) else { return nil }
        window.flattened.update(for: window)
        return window.flattened.ask(window, at: local, with: event)
      }
    }
  }

  /// The rule that ``hitTest(_:with:)`` must equal, in its answers and in its calls of overriding views: each view is
  /// asked in its turn. O(views asked).
  package final func recursiveHitTest(_ point: Point, with event: Event?) -> View? {
    let windows = WindowOrder(windows).windows
    for window in windows { window.flattened.suspensions += 1 }
    defer { for window in windows { window.flattened.suspensions -= 1 } }
    for window in windows {
      guard let local = convert(point, to: window) else { continue }
      if let view = window.ask(local, with: event) { return view }
    }
    return nil
  }

  private final func convert(_ point: Point, to window: Window) -> Point? {
    window.convert(fromSuperview: screen?.clamp(point) ?? point)
  }

  private final var currentWindowOrder: WindowOrder {
    if let windowOrder, windowOrder.isCurrent { return windowOrder }
    let order = WindowOrder(windows)
    windowOrder = order
    return order
  }

  /// The same as ``hitTest(_:with:)``; reports every call to the observer, under contact id 0. For tools.
  public final func traceHitTest(at point: Point) -> View? {
    let event = Event()
    event.chain.observer = observer
    event.hitTesting = 0
    return hitTest(point, with: event)
  }
}
