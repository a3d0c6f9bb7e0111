/// Takes a frame's touches to recognizers and views: one for all windows, since a gesture is decided once.
final class TouchDelivery {
  let deadlines = Deadlines()
  let arbitration: Arbitration
  let views = ViewDelivery()
  let hovers = HoverDelivery()
  var cancelOrder = Application.CancelOrder.afterAction
  /// Whether recognizers and views are being called, or views hit-tested: an event that one of them sends again is in
  /// the middle of this.
  var isDelivering = false

  init() {
    arbitration = Arbitration(deadlines)
  }

  /// The nearest moment at which a recognizer, or what else has a deadline, wants to be asked, or should have been.
  /// O(attempts) after one of them changed.
  @inline(__always)
  var nextDeadline: Timestamp? {
    if case .known(let nearest) = deadlines.nearest { return nearest }
    return arbitration.findDeadline()
  }

  /// Delivers the frame's touches of a window, once: recognizers, actions, cancellations, views, resets.
  @inline(__always)
  func deliver(_ event: Event, in window: Window, of touches: TouchSequence) {
    // An override of `sendEvent` may hand the frame on twice, and a responder from within a delivery.
    guard window.awaitsFrame, !isDelivering else { return }
    window.awaitsFrame = false
    isDelivering = true
    defer { isDelivering = false }
    if !event.updated.isEmpty { deliverUpdates(event, in: window) }
    let isIdle = arbitration.isIdle(in: event) && !views.isHolding
    if !isIdle { arbitrate(event, in: window) }
    views.deliver(in: window, with: event)
    if arbitration.isUnsettled { finish(event, of: touches) }
  }

  /// Ends a delivery after which something may have to be readied, or cancelled.
  @inline(never)
  private func finish(_ event: Event, of touches: TouchSequence) {
    cancelDeparted(of: touches, with: event)
    arbitration.reset()
  }

  @inline(never)
  private func arbitrate(_ event: Event, in window: Window) {
    arbitration.update(in: window, with: event)
    if arbitration.isUnsettled || views.isBehind(arbitration) { settle(with: event) }
  }

  /// An action may make other recognizers change, and those act in a further round; more rounds than this are two
  /// recognizers that drive each other, and the rest waits for the next frame.
  private static let roundLimit = 8

  /// Resolves the states that recognizers proposed, acts, and tells views what was taken from them.
  private func settle(with event: Event) {
    for _ in 0..<Self.roundLimit {
      guard arbitration.resolve(with: event) else { break }
      if cancelOrder == .beforeAction { views.cancel(arbitration.acted, with: event) }
      arbitration.act(with: event)
      if cancelOrder == .afterAction { views.cancel(arbitration.acted, with: event) }
      arbitration.endRound(with: event)
    }
    if event.phases.contains(.began) { views.takeJoining(arbitration.attempts, with: event) }
    views.releaseHeldCalls(at: event.timestamp, arbitration)
  }

  /// Asks what is due at a deadline: recognizers first.
  func fire(at deadline: Timestamp, with event: Event, of touches: TouchSequence) {
    isDelivering = true
    arbitration.fire(at: deadline, with: event)
    settle(with: event)
    if arbitration.reportProgress(with: event) { settle(with: event) }
    finish(event, of: touches)
    isDelivering = false
    deadlines.fireObjects(at: deadline)
  }

  // MARK: Ends that are owed, and would not come from the frames of the touches

  /// Gives views and recognizers the ends of the frame's touches that an override of `sendEvent` swallowed, and settles
  /// what waited for them: no frame may come for long.
  func settleSwallowed(in event: Event, of touches: TouchSequence) {
    // A recognizer that resets here, or a view, may send the event again.
    isDelivering = true
    defer { isDelivering = false }
    var owed: ContiguousArray<Contact> = []
    event.frame.forEach { touch in
      if !touch.contact.isDown, views.owesEnd(of: touch.contact) { owed.append(touch.contact) }
    }
    if !owed.isEmpty { views.take(owed, with: event) }
    guard arbitration.abandonSwallowed(in: event) else { return }
    settle(with: event)
    finish(event, of: touches)
  }

  /// Touches keep their view, also when it leaves its window. But a control that is not there any more must not send
  /// what it sends at a lift: its touches are cancelled, at the end of the delivery that is going on, else with the
  /// next deadline, which is at once. (H)
  func viewsLeft(_ touches: TouchSequence) {
    guard deadlines.departure == nil,
      touches.live.indices.contains(where: { touches.live[$0].object.hasLostItsControl })
    else { return }
    deadlines.departure = touches.event.timestamp
    arbitration.attemptChanged()
  }

  /// Cancels the touches of controls that are not in the window any more in which the touches are. A control that was
  /// put back meanwhile keeps them.
  private func cancelDeparted(of touches: TouchSequence, with event: Event) {
    guard deadlines.departure != nil else { return }
    deadlines.departure = nil
    var lost: ContiguousArray<Contact> = []
    touches.live.forEach { if $0.hasLostItsControl { lost.append($0.contact) } }
    views.take(lost, with: event)
  }

  /// Ends everything that goes on, without a call.
  func letGo() {
    arbitration.letGo()
    hovers.letGo()
    views.letGo()
    deadlines.letGo()
  }
}

// Touches that hit no view: only the page can get them.
extension TouchDelivery {
  /// Delivers the frame's touches that hit no view, once.
  @inline(never)
  func deliverUnbound(_ event: Event, to screen: ScreenResponder) {
    guard event.hasUnbound, !isDelivering else { return }
    event.hasUnbound = false
    isDelivering = true
    defer { isDelivering = false }
    event.phases.forEach { phase in
      guard phase != .stationary else { return }
      if phase == .moved, !event.chain.followsMoves { return move(event, on: screen) }
      call(phase, screen, with: event) { touch in
        touch.values.phase == phase && (phase == .began || touch.isOwed(to: screen))
      }
    }
  }

  /// Moves on the page what it has: it is the whole chain.
  private func move(_ event: Event, on screen: ScreenResponder) {
    event.frame.forEach { touch in
      if touch.values.view == nil, touch.values.phase == .moved { screen.move(touch, event) }
    }
  }

  /// Ends for the page what an override of `sendEvent` swallowed.
  @inline(never)
  func cancelUnbound(_ event: Event, of screen: ScreenResponder) {
    event.frame.forEach { touch in
      if !touch.contact.isDown, touch.isOwed(to: screen) { touch.values.phase = .cancelled }
    }
    call(.cancelled, screen, with: event) { !$0.contact.isDown && $0.isOwed(to: screen) }
  }

  private func call(
    _ phase: TouchPhase, _ screen: ScreenResponder, with event: Event, _ isMeant: (Touch) -> Bool
  ) {
    event.frame.forEach { touch in
      if touch.values.view == nil, isMeant(touch) { screen.unbound.gather(touch) }
    }
    screen.unbound.finish()
    guard !screen.unbound.members.isEmpty else { return }
    event.chain.startAll(phase, on: screen, screen.unbound.set, with: event)
    if phase == .ended || phase == .cancelled { screen.unbound.clear() }
  }
}

// What was estimated of touches is known now: few frames say so, and only on panels with pressure or tilt.
extension TouchDelivery {
  /// Notifies the recognizers of a window, and the views, that the panel has reported what was estimated of their
  /// touches.
  ///
  /// A view whose `touchesBegan` is still held is notified later; one that has lost the touch, or sees it begin and end
  /// at once, is not.
  @inline(never)
  func deliverUpdates(_ event: Event, in window: Window) {
    let touches = event.updated.copy.map(\.object).filter { $0.window === window }
      .sorted { $0.contact.id < $1.contact.id }
    tellRecognizers(touches.filter(\.contact.isNewlyTold))
    for touch in touches { touch.contact.isNewlyTold = false }
    let due = touches.filter { !$0.contact.isHoldingBegan }
    for touch in due { event.updated.remove(touch) }
    tellViews(due.filter { $0.contact.standing == .given })
  }

  private func tellRecognizers(_ touches: [Touch]) {
    var told: Set<ObjectIdentifier> = []
    for recognizer in touches.flatMap(\.gestureRecognizers) {
      guard told.insert(ObjectIdentifier(recognizer)).inserted else { continue }
      let own = touches.filter { recognizer.touches.contains($0) }
      guard !own.isEmpty, !recognizer.state.isOver else { continue }
      recognizer.touchesEstimatedPropertiesUpdated(Set(own))
      // It may want to be asked at another time now.
      arbitration.attemptChanged()
    }
  }

  private func tellViews(_ touches: [Touch]) {
    var rest = touches
    while let view = rest.first?.view {
      let own = rest.filter { $0.view === view }
      rest.removeAll { $0.view === view }
      view.touchesEstimatedPropertiesUpdated(Set(own))
    }
  }
}
