/// The top of the responder chain: owns the windows and hands every touch to them.
open class Application: Responder, WindowHost {
  /// The moment at which a view receives `touchesCancelled` for touches that a recognizer took.
  public enum CancelOrder: Sendable { case afterAction, beforeAction }

  /// In the order of adding.
  public final private(set) var windows: [Window] = [] {
    didSet { windowOrder = nil }
  }
  /// The next responder, if it is one and neither a view, a controller nor the application itself.
  public final weak var delegate: AnyObject?
  /// The extent of the screen in points; a down beyond it is hit-tested at its edge. `nil` for no such edge.
  public final var screen: Rect?
  /// Hit tests of each down, 1 to 10; the last one binds. UIKit runs two.
  public final var hitTestPasses = 1
  /// Whether views receive `touchesCancelled` after the actions of the recognizer that took their touches, as
  /// in UIKit, or before them.
  public final var cancelOrder: CancelOrder {
    get { delivery.cancelOrder }
    set { delivery.cancelOrder = newValue }
  }
  /// The page, to which goes what nothing keeps; `nil` where it reads the panels itself. Set before the first touch.
  public final var screenResponder: ScreenResponder? {
    didSet {
      screenResponder?.chain = touches.event.chain
      delivery.views.page = screenResponder
    }
  }
  /// Only ``Thresholds/reuse`` is used: how near in place and time a down must be to count as one more tap.
  /// Recognizers, controls and scroll views have thresholds of their own.
  public final var thresholds = Thresholds()
  /// Receives trace records. Set before the first touch.
  public final weak var observer: (any TraceObserver)? {
    didSet { touches.isWatched = observer != nil }
  }
  /// Gets each mistake of the program in its use of the model, once for each object and kind; what came before it was
  /// set, at most 16, comes at once.
  public final var onMisuse: ((Misuse) -> Void)? {
    didSet { passPendingMisuses() }
  }
  /// Whether the observer receives a record of each `hitTest` call.
  public final var tracesHitTests = false

  /// Objects that live as long as the application, where nothing else keeps them: controllers and delegates, to which
  /// the model's own references are weak.
  package final var kept: [AnyObject] = []

  /// The touches that are down, by age. O(touches · log touches).
  package final var touchesDown: [Touch] { touches.event.allTouches.sorted { $0.contactID < $1.contactID } }

  final let touches = TouchSequence()
  final let presses = PressSequence()
  final let delivery = TouchDelivery()
  /// Deadlines that do not depend on a finger, and outlive this tree.
  final let lasting = Deadlines()
  /// Goes by the touches of this tree; `nil` where no layout asks for it.
  final var idle: IdleWatch?
  /// Explore by touch; `nil` where no layout asks for it.
  package final internal(set) var explore: ExploreMode?
  /// Keeps the screen awake by the touches of this tree; `nil` where that is not wanted.
  final var awake: AwakeWatch?
  /// The mouse of the layout's plugin `pointer`; `nil` where no layout uses it.
  package final var pointer: VirtualPointer?
  /// The window that was last made the key window.
  final weak var madeKey: Window?
  /// The windows from front to back; `nil` once they, or the level of one, have changed.
  final var windowOrder: [Window]?

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

// The application as its tree sees it.
extension Application {
  /// The latest moment that is known: of the last frame, or of the last ``Pipeline/advance(to:)``. In a frame, its
  /// time: a loop that woke late for a deadline may have passed it before the frame was read.
  final var now: Timestamp {
    touches.isInFrame ? touches.event.timestamp : max(touches.event.timestamp, delivery.deadlines.clock)
  }

  /// Asks an object at its deadline from now on, until it has none; to be called when it gets another one. The object
  /// is kept until then.
  final func keepTime(for object: any TimedObject) { delivery.deadlines.keep(object) }

  /// The page, after a delegate that ends the chain; `nil` for any other responder.
  final func responder(afterLast responder: Responder) -> Responder? {
    responder === delegate ? screenResponder : nil
  }

  /// Whether fingers explore, and touch nothing.
  final var isExploring: Bool { explore?.isOn == true }

  /// A view of the tree, or a window, was hidden or shown.
  final func hiddenChanged(of view: View) {
    explore?.viewsChanged()
    observer?.record(.viewChanged(view, isHidden: view.isHidden), at: now)
  }

  /// Reports a mistake of a program.
  final func report(_ misuse: Misuse) {
    if let onMisuse { onMisuse(misuse) } else { keep(misuse) }
  }
}

// The way of a frame: from the queue to the last delivery.
extension Application {
  /// Takes one frame from the queue to its last delivery.
  final func process(_ frame: EventQueue.Frame, of queue: EventQueue) {
    if frame.kind == .hovers { return processHovers(frame, of: queue) }
    if touches.live.isEmpty {
      noteLanding(frame, of: queue)
      touches.startNext()
    }
    if let explore { return process(frame, of: queue, exploring: explore) }
    // The application keeps the event until the next sequence begins.
    Borrowed(touches.event).with { event in
      touches.beginFrame(event, at: frame.time, in: self)
      touches.take(frame, of: queue, event, in: self)
      sendEvent(event)
      endFrame(event)
    }
  }

  /// The same where explore by touch may be on: then views, but for recognizers that end it, and the page get nothing
  /// of fingers.
  @inline(never)
  private final func process(_ frame: EventQueue.Frame, of queue: EventQueue, exploring explore: ExploreMode)
  {
    let event = touches.event
    touches.beginFrame(event, at: frame.time, in: self)
    touches.take(frame, of: queue, event, in: self)
    if explore.isOn {
      for index in event.windows.indices { deliver(event, in: event.windows[index].object) }
      explore.take(event)
    } else {
      sendEvent(event)
    }
    endFrame(event)
    explore.proceed(at: frame.time)
  }

  /// Takes a touch that no finger makes to its deliveries.
  final func process(_ sample: TouchSample, at time: Timestamp) {
    if touches.live.isEmpty { touches.startNext() }
    let event = touches.event
    touches.beginFrame(event, at: time, in: self)
    touches.take(made: sample, event, at: time, in: self)
    sendEvent(event)
    endFrame(event)
  }

  /// Takes the oldest frames of the queue, which only move fingers, to one delivery at the time of the last.
  ///
  /// - Returns: how many samples were not delivered by themselves.
  final func process(oldest count: Int, of queue: EventQueue) -> Int {
    guard count > 1 else {
      process(queue.frame(0), of: queue)
      return 0
    }
    let event = touches.event
    touches.beginFrame(event, at: queue.frame(count - 1).time, in: self)
    let merged = touches.takeLate(count, of: queue, event)
    sendEvent(event)
    event.merged.removeAllAndTrim()
    endFrame(event)
    return merged
  }

  /// Takes a frame of what hovers to its last action. It reports no touch and is in no sequence, so only hover
  /// recognizers receive it.
  @inline(never)
  private final func processHovers(_ frame: EventQueue.Frame, of queue: EventQueue) {
    let event = touches.event
    touches.beginFrame(event, at: frame.time, in: self)
    touches.restUnreported()
    delivery.hovers.deliver(frame, of: queue, in: self, with: event)
    clearFrame(event)
  }

  @inline(__always)
  private final func endFrame(_ event: Event) {
    event.frame.forEach { $0.isReported = false }
    if event.phases.hasUpheaval { settleUpheaval(event) }
    clearFrame(event)
  }

  @inline(__always)
  private final func clearFrame(_ event: Event) {
    if delivery.hovers.isInterrupted { delivery.hovers.settleInterrupted(in: self, with: event) }
    screenResponder?.endFrame(event)
    touches.clearFrame(event)
  }

  /// Lets hover recognizers act that were interrupted: at the end of the frame that goes on, if there is one, else now.
  final func hoversInterrupted() {
    guard !touches.isInFrame else { return }
    let event = touches.event
    touches.beginFrame(event, at: event.timestamp, in: self)
    clearFrame(event)
  }

  /// Ends a frame in which touches began or ended.
  @inline(never)
  private final func settleUpheaval(_ event: Event) {
    if event.phases.hasEnd { releaseEnded(event) }
    guard event.phases.contains(.began) else { return }
    awake?.landed(at: event.timestamp)
    pointer?.landed(with: event)
  }

  private final func releaseEnded(_ event: Event) {
    delivery.settleSwallowed(in: event, of: touches)
    if event.hasUnbound, let screenResponder { delivery.cancelUnbound(event, of: screenResponder) }
    // Nothing else may keep a touch that has ended.
    event.chain.tally?.noteEnded(of: event, isLast: touches.live.allSatisfy { !$0.contact.isDown })
    touches.removeEnded(event)
    if touches.live.isEmpty { idle?.lifted(at: event.timestamp) }
  }

  /// Lets everything whose deadline is at or before a time have its say, earliest deadline first, at one time
  /// recognizers first, and what outlives touches last.
  @inline(__always)
  final func fireDeadlines(upTo time: Timestamp) {
    if let due = lasting.nearestOfOthers, due <= time { return fireDueDeadlines(upTo: time) }
    if let deadline = delivery.nextDeadline, deadline <= time { fireDueDeadlines(upTo: time) }
  }

  /// One loop for all: what a recognizer does may set an alarm, and what an alarm does may end what recognizers wait
  /// for.
  @inline(never)
  private final func fireDueDeadlines(upTo time: Timestamp) {
    // Each round ends at least one wait, since a deadline that is not moved on counts no more.
    while true {
      // The end of a recording is no moment.
      let lasting = time.microseconds < .max ? lasting.nearestOfOthers : nil
      if let deadline = delivery.nextDeadline, deadline <= min(lasting ?? time, time) {
        fireDeadline(deadline)
      } else if let lasting, lasting <= time {
        fireLasting(at: lasting)
      } else {
        return
      }
    }
  }

  private final func fireDeadline(_ deadline: Timestamp) {
    let event = touches.event
    // An attempt that was ended from outside is older than the frames of others that came since.
    touches.beginFrame(event, at: max(deadline, event.timestamp), in: self)
    touches.restUnreported()
    delivery.fire(at: deadline, with: event, of: touches)
    clearFrame(event)
    explore?.proceed(at: deadline)
  }

  /// Notes that every deadline up to a time has fired. A lifted touch is let go when no down can re-use it any more.
  final func timePassed(to time: Timestamp) {
    touches.recent.prune(at: time, thresholds.reuse)
    // The end of a recording is no moment.
    if time.microseconds < .max { delivery.deadlines.clock = max(delivery.deadlines.clock, time) }
  }

  /// Ends everything that goes on, without a call: the pipeline goes, and no frame will come.
  final func letGo() {
    delivery.letGo()
    touches.letGo()
    presses.letGo()
    lasting.letGo()
  }
}

// Which view a point of the screen hits.
extension Application {
  /// The front-most view at a point of the screen; the first window with an answer binds.
  ///
  /// Mostly O(depth of the view); at worst, and after each change of a window for a while, O(views asked).
  ///
  /// - Parameter point: in points of the screen; one beyond its edges counts as on the edge.
  public final func hitTest(_ point: Point, with event: Event?) -> View? {
    guard event?.hitTesting == nil else { return recursiveHitTest(point, with: event) }
    for window in windowsFromFront {
      guard let local = convert(point, to: window) else { continue }
      window.flattened.update(for: window)
      if let view = window.flattened.ask(window, at: local, with: event) { return view }
    }
    return nil
  }

  /// The rule that ``hitTest(_:with:)`` must equal, in its answers and in its calls of overriding views: each view is
  /// asked in its turn. O(views asked).
  package final func recursiveHitTest(_ point: Point, with event: Event?) -> View? {
    let windows = windowsFromFront
    for window in windows { window.flattened.suspensions += 1 }
    defer { for window in windows { window.flattened.suspensions -= 1 } }
    for window in windows {
      guard let local = convert(point, to: window) else { continue }
      if let view = window.ask(local, with: event) { return view }
    }
    return nil
  }

  /// The windows as a hit test asks them: by level, highest first, then the last added first. O(1), and
  /// O(windows · log windows) after one has changed.
  package final var windowsFromFront: [Window] {
    if let windowOrder { return windowOrder }
    let order = windows.enumerated().sorted {
      ($0.element.level, $0.offset) > ($1.element.level, $1.offset)
    }.map(\.element)
    windowOrder = order
    return order
  }

  private final func convert(_ point: Point, to window: Window) -> Point? {
    window.convert(fromSuperview: screen?.clamp(point) ?? point)
  }

  /// The same as ``hitTest(_:with:)``; reports every call to the observer, under contact id 0. For tools.
  public final func traceHitTest(at point: Point) -> View? {
    let event = Event()
    event.chain.observer = observer
    event.hitTesting = 0
    return hitTest(point, with: event)
  }

  /// The view under a contact that comes down, by as many passes as ``hitTestPasses`` says.
  final func hitTest(for contact: Contact, with event: Event) -> View? {
    event.hitTesting = tracesHitTests ? contact.id : nil
    delivery.isDelivering = true
    defer { (event.hitTesting, delivery.isDelivering) = (nil, false) }
    var view: View?
    for _ in 0..<min(max(hitTestPasses, 1), 10) { view = hitTest(contact.downLocation, with: event) }
    return view
  }
}

// Which window receives what no finger did.
extension Application {
  /// The window that presses, motion and remote control go to: the one that was made so last, if it is still here, else
  /// the one that was added first. `nil` without windows.
  public final var keyWindow: Window? {
    if let madeKey, windows.contains(where: { $0 === madeKey }) { return madeKey }
    return windows.first
  }

  /// Makes a window the key window; no effect for one that was not added.
  public final func makeKey(_ window: Window) {
    if windows.contains(where: { $0 === window }) { madeKey = window }
  }
}

// What belongs to a layout and not to the touches on its tree: idle times, and alarms.
//
// Its deadlines are in ``Application/lasting``, apart from those that a touch leaves behind. Nothing waits for them,
// and nothing makes them run out: not a reload, not the end of a recording.
extension Application {
  /// Has an idle watch go by the touches of this tree, in which no finger is down, instead of those of another one.
  package final func use(_ idle: IdleWatch) {
    idle.application?.drop(idle)
    idle.application = self
    self.idle = idle
    lasting.keep(idle)
  }

  /// Lets an idle watch go that went by the touches of this tree.
  final func drop(_ idle: IdleWatch) {
    lasting.drop(idle)
    idle.application = nil
    self.idle = nil
  }

  /// Reports an event of the layout to the trace, and gives it to its plugins.
  final func send(_ event: LayoutEvent) {
    // What is done now has this time in the trace.
    delivery.deadlines.clock = event.timestamp
    observer?.record(.layout(event), at: event.timestamp)
    tally?.note(event)
    for plugin in event.plugins { plugin.notice(event) }
  }

  /// Tells the idle watch of a finger that lands where there was none. The frame is the first of a sequence.
  @inline(never)
  final func noteLanding(_ frame: EventQueue.Frame, of queue: EventQueue) {
    guard let idle, frame.kind == .samples else { return }
    let hasLanding = (frame.start..<frame.end).contains { queue.samples[$0].phase == .began }
    if hasLanding { idle.landed(at: frame.time) }
  }

  /// Fires what is due at a time, the nearest of all.
  final func fireLasting(at time: Timestamp) {
    delivery.deadlines.clock = time
    lasting.fireObjects(at: time)
  }

  /// Answers what of the application's touches may leave the process.
  package final var sensitivity: Sensitivity { touches.event.chain.sensitivity }
}

extension Pipeline {
  /// Whether the contact last reported in a slot is down and belongs to a sensitive view. O(touches).
  package func holdsSensitiveContact(_ slot: Int, of panel: Panel) -> Bool {
    guard let contact = panel.contact(in: slot), let place = application.touches.place(of: contact, after: -1)
    else { return false }
    return application.touches.live[place].with { $0.contact.secrecy >= .whole }
  }
}
