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

extension Touch {
  /// Whether the page got its began, and is owed the rest.
  fileprivate func isOwed(to screen: ScreenResponder) -> Bool {
    values.view == nil && contact.chain.responders.contains { $0 === screen }
  }
}
