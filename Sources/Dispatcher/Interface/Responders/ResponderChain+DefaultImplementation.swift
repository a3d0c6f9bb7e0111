// What the default implementation of a `touches…` method does. It runs where a class overrides nothing, and where an
// override calls `super`: the bound plugin handles the touches, or the next responder.
extension Responder {
  @inline(__always)
  final func handleByDefault(_ phase: TouchPhase, _ touches: Set<Touch>, with event: Event) {
    if mayOverrideTouches { return event.chain.handleByDefault(phase, on: self, touches, with: event) }
    // No override stands between a call and this, so that the touches are those of the call.
    if let touchHandler {
      if touchHandler.mayChoose { return choose(phase, touches, with: event) }
      touchHandler.handle(phase, touches, on: self, with: event)
      guard touchHandler.forwards else { return }
    }
    event.chain.pass(phase, from: self, touches, with: event)
  }

  /// Has the plugin take the touches that it wants, and passes the others on.
  @inline(never)
  private final func choose(_ phase: TouchPhase, _ touches: Set<Touch>, with event: Event) {
    let rest = touchHandler?.choose(phase, touches, on: self, with: event) ?? touches
    if !rest.isEmpty { event.chain.pass(phase, from: self, rest, with: event) }
  }
}

extension ResponderChain {
  /// Goes on from a responder that overrides nothing.
  @inline(never)
  fileprivate func pass(
    _ phase: TouchPhase, from responder: Responder, _ touches: Set<Touch>, with event: Event
  ) {
    if isCalling(responder, in: phase) {
      forward(phase, from: responder, touches, with: event)
    } else {
      passByHand(phase, from: responder, touches, with: event)
    }
  }

  /// Goes on from a responder that may have called `super`, with which touches it liked, and more than once.
  @inline(never)
  fileprivate func handleByDefault(
    _ phase: TouchPhase, on responder: Responder, _ touches: Set<Touch>, with event: Event
  ) {
    guard isCalling(responder, in: phase) else {
      return handleByHand(phase, on: responder, touches, with: event)
    }
    markRunning(in: phase)
    let own = touches.subset { $0.contact.chain.isReached(responder, by: call) }
    let new = own.subset { !$0.contact.chain.isHandedOn(by: responder, in: call) }
    if !new.isEmpty { handOn(phase, from: responder, new, with: event) }
    // Touches of other calls that came along with `super`.
    if own.count < touches.count {
      handleByHand(phase, on: responder, touches.subtracting(own), with: event)
    }
  }

  /// Whether the call that is running is the chain's, of this responder's method for a phase.
  func isCalling(_ responder: Responder, in phase: TouchPhase) -> Bool {
    guard let last = running.last else { return false }
    return last.phase == phase && last.responder.refers(to: responder)
  }

  /// Notes in the records of its touches that the running call reached the hit view, unless that is noted.
  private func markRunning(in phase: TouchPhase) {
    let last = running.count - 1
    guard !running[last].isMarked, let view = running[last].responder.object as? View else { return }
    running[last].isMarked = true
    view.touchSet.members.forEach { $0.contact.chain.reach(view, by: call, in: phase) }
  }

  /// Hands touches of the running call to the plugin of a responder and to the next one, for the first time in this
  /// call.
  private func handOn(
    _ phase: TouchPhase, from responder: Responder, _ touches: Set<Touch>, with event: Event
  ) {
    for touch in touches { touch.contact.chain.handOn(by: responder, in: call) }
    let rest = rest(of: touches, after: responder, phase, with: event)
    if !rest.isEmpty { forward(phase, from: responder, rest, with: event) }
  }

  private func handleByHand(
    _ phase: TouchPhase, on responder: Responder, _ touches: Set<Touch>, with event: Event
  ) {
    let rest = rest(of: touches, after: responder, phase, with: event)
    if !rest.isEmpty { passByHand(phase, from: responder, rest, with: event) }
  }

  /// Has the plugin that is bound to a responder handle touches.
  ///
  /// - Returns: the touches that go on up the chain.
  private func rest(
    of touches: Set<Touch>, after responder: Responder, _ phase: TouchPhase, with event: Event
  ) -> Set<Touch> {
    guard let handler = responder.touchHandler else { return touches }
    if handler.mayChoose { return handler.choose(phase, touches, on: responder, with: event) }
    handler.handle(phase, touches, on: responder, with: event)
    return handler.forwards ? touches : []
  }

  /// Calls the next responder as a program would: nothing is recorded. Ends where ``Responder/next`` goes round in a
  /// circle.
  private func passByHand(
    _ phase: TouchPhase, from responder: Responder, _ touches: Set<Touch>, with event: Event
  ) {
    guard running.count < Responder.chainLimit, let next = responder.next else { return }
    running.append(Call(responder: Borrowed(next), phase: nil))
    invoke(phase, on: next, touches, with: event)
    running.truncate(to: running.count - 1)
  }
}
