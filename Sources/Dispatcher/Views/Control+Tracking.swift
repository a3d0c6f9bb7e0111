/// A finger that a control tracks.
struct TrackedFinger {
  let contact: Contact
  /// Where it was last heard of, in points of the window.
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
