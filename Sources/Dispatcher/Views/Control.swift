/// A view that turns touches into events, such as a button: a program adds an action for the events that it wants.
///
/// Each finger that comes down on it is tracked until it lifts, is cancelled, or ``continueTracking(_:with:)`` says
/// that it is enough. It keeps its touches, so that of a button in a button the inner one sends; a plugin that is bound
/// to the touches with `forwards` hands them on.
open class Control: View {
  /// Whether it tracks fingers that come down. Switched off, it cancels what it tracks.
  public final var isEnabled = true {
    didSet { if !isEnabled { cancelAll() } }
  }
  /// Whether it shows that a finger is on it; follows the fingers that are tracked.
  public final var isHighlighted = false
  /// Whether the finger that was last heard of is inside.
  public final internal(set) var isTouchInside = false
  /// Whether a finger is tracked.
  public final var isTracking: Bool { !tracked.isEmpty }
  /// Distance beyond its bounds at which a finger counts as inside, in points.
  public final var thresholds = Thresholds.Controls()
  /// The plugins that a layout bound to this control's events.
  public final var plugins: [ControlEvent.Kind: [any ResponderPlugin]] = [:]

  /// The fingers that are tracked, by age.
  final var tracked: ContiguousArray<TrackedFinger> = []
  private final var actions: [(events: Events, action: TargetAction<Control>)] = []

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
    let former = actions
    for index in actions.indices where target == nil || actions[index].action.target === target {
      actions[index].events.subtract(events)
    }
    actions.removeAll { $0.events.isEmpty }
    // What an action kept may remove its own as it goes.
    withExtendedLifetime(former) {}
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

extension Control {
  /// Which of the things that a finger can do to a control.
  public struct Events: OptionSet, Hashable, Sendable {
    public let rawValue: UInt

    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// The finger came down.
    public static let touchDown = Events(.touchDown)
    /// The finger came down once more, soon after and near the time before; comes after ``touchDown``.
    public static let touchDownRepeat = Events(.touchDownRepeat)
    /// The finger moved and came back inside; comes before ``touchDragInside``.
    public static let touchDragEnter = Events(.touchDragEnter)
    /// The finger moved and went outside; comes before ``touchDragOutside``.
    public static let touchDragExit = Events(.touchDragExit)
    /// The finger moved and is inside.
    public static let touchDragInside = Events(.touchDragInside)
    /// The finger moved and is outside.
    public static let touchDragOutside = Events(.touchDragOutside)
    /// The finger lifted inside.
    public static let touchUpInside = Events(.touchUpInside)
    /// The finger lifted outside.
    public static let touchUpOutside = Events(.touchUpOutside)
    /// The touch was cancelled, or the control was switched off.
    public static let touchCancel = Events(.touchCancel)

    /// Everything that a finger can do to a control.
    public static let allTouchEvents = Events(ControlEvent.Kind.allCases.map(Events.init))

    /// The bit of an event is its place among all of them.
    private init(_ kind: ControlEvent.Kind) {
      rawValue = 1 << UInt(ControlEvent.Kind.allCases.firstIndex(of: kind) ?? 0)
    }

    /// The events in it, each once, in the order in which they happen.
    @inline(__always)
    func forEach(_ body: (ControlEvent.Kind) -> Void) {
      for (place, kind) in ControlEvent.Kind.allCases.enumerated() where rawValue & 1 << place != 0 {
        body(kind)
      }
    }
  }
}

/// A finger that a control tracks.
struct TrackedFinger {
  let contact: Contact
  /// Its last reported place, in points of the window.
  var location: Point
  var isInside: Bool
}

// From touches to the events of a control.
extension Control {
  final func track(_ touch: Touch, with event: Event) {
    // A began that was held may come when the control has left.
    guard isEnabled, window != nil, beginTracking(touch, with: event), isEnabled else { return }
    let finger = TrackedFinger(contact: touch.contact, location: touch.location(in: nil), isInside: true)
    tracked.append(finger)
    show(isInside: true)
    send(touch.tapCount > 1 ? [.touchDown, .touchDownRepeat] : .touchDown, finger, with: event)
  }

  /// A tracked finger that is in one place of the list has moved.
  final func follow(_ place: Int, _ touch: Touch, with event: Event) {
    var finger = tracked[place]
    let wasInside = finger.isInside
    finger.location = touch.location(in: nil)
    finger.isInside = isInside(touch)
    tracked[place] = finger
    show(isInside: finger.isInside)
    guard continueTracking(touch, with: event) else { return drop(finger) }
    guard tracks(finger) else { return }
    var events: Events = finger.isInside ? .touchDragInside : .touchDragOutside
    if finger.isInside != wasInside { events.insert(finger.isInside ? .touchDragEnter : .touchDragExit) }
    send(events, finger, with: event)
  }

  final func end(_ place: Int, _ touch: Touch, with event: Event) {
    // Its end was held, or another responder received the lift before, and took the control away.
    guard window != nil, window === touch.window else { return cancel(place, touch, with: event) }
    var finger = tracked[place]
    finger.location = touch.location(in: nil)
    finger.isInside = isInside(touch)
    isTouchInside = finger.isInside
    endTracking(touch, with: event)
    if tracks(finger) { finish(finger, finger.isInside ? .touchUpInside : .touchUpOutside, with: event) }
  }

  final func cancel(_ place: Int, _ touch: Touch, with event: Event) {
    tracked[place].location = touch.location(in: nil)
    let finger = tracked[place]
    cancelTracking(with: event)
    if tracks(finger) { finish(finger, .touchCancel, with: event) }
  }

  /// Ends what is going on, without a word from the fingers.
  final func cancelAll() {
    while var finger = tracked.first {
      cancelTracking(with: nil)
      // The frame that goes on may have moved it already.
      let touch = finger.contact.event.allTouches.first { $0.contact === finger.contact }
      if let touch { finger.location = touch.location(in: nil) }
      finish(finger, .touchCancel, with: finger.contact.event)
    }
  }

  /// Forgets the fingers, without a call: no frame will come.
  final func forgetFingers() {
    tracked.removeAll()
    (isHighlighted, isTouchInside) = (false, false)
  }

  /// Calls the body with each of the touches that is tracked, oldest first, and its place among the tracked.
  ///
  /// The body may end the tracking of other touches.
  final func forEachTracked(of touches: Set<Touch>, _ body: (Int, Touch) -> Void) {
    var place = 0
    while place < tracked.count {
      let contact = tracked[place].contact
      if let touch = touches.first(where: { $0.contact === contact }) { body(place, touch) }
      if place < tracked.count, tracked[place].contact === contact { place += 1 }
    }
  }

  /// Sends the last event of a finger, which is not tracked any more when its actions run.
  private final func finish(_ finger: TrackedFinger, _ events: Events, with event: Event) {
    drop(finger)
    if events == .touchUpInside {
      event.chain.tally?.noteFired(self, finger.contact, at: event.timestamp)
    }
    send(events, finger, with: event)
    if tracked.isEmpty { isTouchInside = false }
  }

  private final func drop(_ finger: TrackedFinger) {
    tracked.removeAll { $0.contact === finger.contact }
    isHighlighted = tracked.contains(where: \.isInside)
  }

  /// Whether a finger is tracked still: a subclass may have switched the control off.
  private final func tracks(_ finger: TrackedFinger) -> Bool {
    tracked.contains { $0.contact === finger.contact }
  }

  private final func show(isInside: Bool) {
    isTouchInside = isInside
    isHighlighted = tracked.contains(where: \.isInside)
  }

  /// Whether a finger that came down on the control still counts as on it: as far beyond the bounds as the threshold
  /// says, or as ``View/hitOutset`` where that is more.
  private final func isInside(_ touch: Touch) -> Bool {
    let (point, slop) = (touch.location(in: self), thresholds.slop)
    return point.x >= bounds.minX - max(slop, hitOutset.left)
      && point.x <= bounds.maxX + max(slop, hitOutset.right)
      && point.y >= bounds.minY - max(slop, hitOutset.top)
      && point.y <= bounds.maxY + max(slop, hitOutset.bottom)
  }

  private final func send(_ events: Events, _ finger: TrackedFinger, with event: Event) {
    if !plugins.isEmpty || event.chain.isObserved { tell(events, finger, with: event) }
    sendActions(for: events)
  }

  /// Tells the trace, and the plugins that are bound to the events.
  private final func tell(_ events: Events, _ finger: TrackedFinger, with event: Event) {
    let isSensitive = event.chain.sensitivity.covers(finger.location, of: finger.contact, on: self)
    events.forEach { kind in
      let plugins = self.plugins[kind] ?? []
      let told = ControlEvent(
        kind: kind, view: self, location: finger.location, contact: finger.contact.id,
        timestamp: event.timestamp, device: finger.contact.panel.path, isSensitive: isSensitive,
        isPrivate: isPrivate || finger.contact.secrecy == .inside, plugins: plugins)
      event.observer?.record(.control(told), at: event.timestamp)
      for plugin in plugins { plugin.control(told) }
    }
  }
}

/// One thing that a finger did to a control, as a plugin and the trace see it.
public struct ControlEvent {
  /// A finger's act on a control; its raw value is the word of layouts and traces.
  #if hasAttribute(nonexhaustive)
    @nonexhaustive(warn)
  #endif
  public enum Kind: String, CaseIterable, Sendable {
    /// The finger came down on the control.
    case touchDown = "touch_down"
    /// The finger came down once more, soon after and near the time before.
    case touchDownRepeat = "touch_down_repeat"
    /// The finger came back inside.
    case touchDragEnter = "touch_drag_enter"
    /// The finger moved, and went outside by it.
    case touchDragExit = "touch_drag_exit"
    /// The finger moved and is inside.
    case touchDragInside = "touch_drag_inside"
    /// The finger moved and is outside.
    case touchDragOutside = "touch_drag_outside"
    /// The finger lifted inside.
    case touchUpInside = "touch_up_inside"
    /// The finger lifted outside.
    case touchUpOutside = "touch_up_outside"
    /// The touch was cancelled, or the control was switched off.
    case touchCancel = "touch_cancel"
  }

  /// The finger's act.
  public let kind: Kind
  /// The control.
  public let view: View
  /// Place in points of the window.
  public let location: Point
  /// The id of the finger's contact, as in the trace.
  public let contact: ContactID
  /// The kernel's time of the frame.
  public let timestamp: Timestamp
  /// The path of the panel that the finger is on.
  public let device: String
  /// Whether ``location`` is not to leave the process: the control or the finger belongs to a sensitive view, or the
  /// finger is over one.
  public let isSensitive: Bool
  /// Whether nothing of it is to leave the process: the control, or what the finger came down on, is in a sensitive
  /// view.
  package let isPrivate: Bool
  /// The plugins that a layout bound to it.
  public let plugins: [any ResponderPlugin]

  /// The control's name and the event's: `start.touch_up_inside`.
  public var name: String { "\(view.identifier).\(kind.rawValue)" }

  /// State in the words for gestures: a down is `began`, a drag `changed`, an up `ended`.
  public var state: GestureRecognizer.State {
    switch kind {
    case .touchDown, .touchDownRepeat: .began
    case .touchDragEnter, .touchDragExit, .touchDragInside, .touchDragOutside: .changed
    case .touchUpInside, .touchUpOutside: .ended
    case .touchCancel: .cancelled
    }
  }
}
