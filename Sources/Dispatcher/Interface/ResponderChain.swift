/// The calls of one phase on their way up the chain, from the hit view to whoever stops them.
///
/// Each contact records the responders on which `touchesBegan` was called. Each of those gets every later phase
/// once, in that order: by being handed it, else by ``start(_:on:with:)`` at the end. Handing on beyond the record
/// does nothing.
final class ResponderChain {
  /// One number a call from the hit view; a record that carries it has been reached by this call.
  @exclusivity(unchecked) private var call: UInt64 = 0
  /// The responders whose methods are running, the hit view's first; whoever calls them keeps them.
  @exclusivity(unchecked) private var running = Slab<Borrowed<Responder>>()
  /// Whoever watches the application, for as long as a frame is being delivered.
  @exclusivity(unchecked) var observer: (any TraceObserver)?

  /// The application whose calls these are.
  @exclusivity(unchecked) weak var host: (any SensitiveHost)?
  /// Whether its windows have sensitive views, or had.
  @exclusivity(unchecked) var hasSensitiveViews = false

  @inline(__always) var isObserved: Bool { observer != nil }

  /// Calls a phase on the hit view with the touches of its set, then on every recorded responder that it did not reach.
  @inline(__always)
  func start(_ phase: TouchPhase, on view: View, with event: Event) {
    call &+= 1
    // Where the view alone took the touches, nobody else is owed anything.
    if phase == .moved, !isObserved, view.touchSet.members.allSatisfy({ $0.contact.isSole }) {
      perform(phase, on: view, view.touchSet.set, with: event)
    } else {
      startAll(phase, on: view, view.touchSet.set, with: event)
    }
    if phase == .moved { view.touchSet.members.forEach { $0.contact.learn(whoHears: phase) } }
  }

  @inline(never)
  private func startAll(_ phase: TouchPhase, on view: View, _ touches: Set<Touch>, with event: Event) {
    if let observer {
      observer.record(.delivered(phase, to: view, contacts: touches.contactIDs), at: event.timestamp)
    }
    run(phase, on: view, touches, with: event)
    if phase != .began { complete(phase, touches, with: event) }
    if phase == .ended || phase == .cancelled { forget(touches) }
  }

  /// A call by somebody's code: of `super`, of `next`, or of a responder of their own choice.
  func call(_ phase: TouchPhase, on responder: Responder, _ touches: Set<Touch>, with event: Event) {
    guard !running.isEmpty else { return run(phase, on: responder, touches, with: event) }
    let current = running[running.count - 1].object
    if responder === current {
      forward(phase, from: responder, touches, with: event)
    } else {
      pass(phase, from: current, to: responder, touches, with: event)
    }
  }

  /// Hands a call on to the next responder: what a responder does that overrides nothing.
  @inline(never)
  func forward(
    _ phase: TouchPhase, from responder: Responder, _ touches: Set<Touch>, with event: Event
  ) {
    if phase == .began {
      guard let next = responder.next else { return }
      return pass(phase, from: responder, to: next, touches, with: event)
    }
    // More than one round only where the chains of these touches parted at began.
    while let next = oldest(in: touches, whose: { successor(of: responder, in: $0) }) {
      pass(phase, from: responder, to: next, touches, with: event)
    }
  }

  /// Calls a responder for those touches that it is owed: all of them at began, else those whose record names it and
  /// that have not reached it yet.
  private func pass(
    _ phase: TouchPhase, from current: Responder, to responder: Responder, _ touches: Set<Touch>,
    with event: Event
  ) {
    let owed = touches.subset { isOwed(phase, $0.contact, to: responder) }
    guard !owed.isEmpty else { return }
    if let observer {
      let record = TraceRecord.forwarded(phase, from: current, to: responder, contacts: owed.contactIDs)
      observer.record(record, at: event.timestamp)
    }
    run(phase, on: responder, owed, with: event)
  }

  private func isOwed(_ phase: TouchPhase, _ contact: Contact, to responder: Responder) -> Bool {
    let index = contact.recorded.firstIndex { $0.responder === responder }
    guard phase != .began else { return index == nil && contact.recorded.count < Responder.chainLimit }
    guard let index else { return false }
    return contact.recorded[index].call != call
  }

  private func run(_ phase: TouchPhase, on responder: Responder, _ touches: Set<Touch>, with event: Event) {
    for touch in touches { touch.contact.reach(responder, call: call, phase: phase) }
    perform(phase, on: responder, touches, with: event)
  }

  @inline(__always)
  private func perform(
    _ phase: TouchPhase, on responder: Responder, _ touches: Set<Touch>, with event: Event
  ) {
    running.append(Borrowed(responder))
    invoke(phase, on: responder, touches, with: event)
    running.truncate(to: running.count - 1)
  }

  /// Reaches the recorded responders that the call has not, nearest first.
  private func complete(_ phase: TouchPhase, _ touches: Set<Touch>, with event: Event) {
    while let missed = oldest(in: touches, whose: firstMissed) {
      pass(phase, from: missed.previous, to: missed.responder, touches, with: event)
    }
  }

  /// Nobody is owed anything any more. A touch may be kept for the next tap, and the record would keep the whole chain
  /// with it, up to the application that keeps the touch.
  private func forget(_ touches: Set<Touch>) {
    for touch in touches { touch.contact.recorded.removeAll() }
  }

  /// What a query finds for the oldest contact for which it finds anything, since a set has no order of its own.
  private func oldest<Found>(in touches: Set<Touch>, whose query: (Contact) -> Found?) -> Found? {
    var best: (id: ContactID, found: Found)?
    for touch in touches {
      let id = touch.contact.id
      guard best.map({ id < $0.id }) ?? true, let found = query(touch.contact) else { continue }
      best = (id, found)
    }
    return best?.found
  }

  private func successor(of responder: Responder, in contact: Contact) -> Responder? {
    guard let index = contact.recorded.firstIndex(where: { $0.responder === responder }),
      index + 1 < contact.recorded.count, contact.recorded[index + 1].call != call
    else { return nil }
    return contact.recorded[index + 1].responder
  }

  private func firstMissed(_ contact: Contact) -> (previous: Responder, responder: Responder)? {
    guard let index = contact.recorded.firstIndex(where: { $0.call != call }), index > 0 else { return nil }
    return (contact.recorded[index - 1].responder, contact.recorded[index].responder)
  }
}

extension Contact {
  /// Notes that a call of the chain reached a responder; at began, that it is owed all later ones.
  fileprivate func reach(_ responder: Responder, call: UInt64, phase: TouchPhase) {
    if let index = recorded.firstIndex(where: { $0.responder === responder }) {
      recorded[index].call = call
    } else if phase == .began {
      recorded.append(Recorded(responder: responder, call: call))
    }
  }
}

extension Contact {
  /// Notes whether nobody does anything in a phase, once everybody has been called in it. Who is bound to a responder
  /// later was not told that the touch began, and is not told the rest.
  @inline(__always)
  fileprivate func learn(whoHears phase: TouchPhase) {
    if !heardPhases.contains(phase) { find(whoHears: phase) }
  }

  /// Whether the hit view alone was told that the touch began.
  @inline(__always)
  fileprivate var isSole: Bool { recorded.count == 1 }

  @inline(never)
  private func find(whoHears phase: TouchPhase) {
    let isUnheard = recorded.allSatisfy {
      $0.responder.inheritedPhases.contains(phase) && $0.responder.touchHandler == nil
    }
    if isUnheard { unheardPhases.insert(phase) } else { heardPhases.insert(phase) }
  }
}

extension Set<Touch> {
  /// The touches that satisfy a condition; the set itself, without a copy, when all do.
  fileprivate func subset(_ condition: (Touch) -> Bool) -> Set<Touch> {
    allSatisfy(condition) ? self : filter(condition)
  }
}

// MARK: - The overridable methods

/// The methods that subclasses override, apart from the functions of the same names that hand calls on.
private protocol TouchMethods {
  func touchesBegan(_ touches: Set<Touch>, with event: Event)
  func touchesMoved(_ touches: Set<Touch>, with event: Event)
  func touchesEnded(_ touches: Set<Touch>, with event: Event)
  func touchesCancelled(_ touches: Set<Touch>, with event: Event)
}

extension Responder: TouchMethods {}

/// Calls the method of a phase, overridden or not.
@inline(__always)
private func invoke<R: TouchMethods>(
  _ phase: TouchPhase, on responder: R, _ touches: Set<Touch>, with event: Event
) {
  switch phase {
  case .began: responder.touchesBegan(touches, with: event)
  case .moved: responder.touchesMoved(touches, with: event)
  case .ended: responder.touchesEnded(touches, with: event)
  case .cancelled: responder.touchesCancelled(touches, with: event)
  case .stationary: preconditionFailure("a stationary touch is never delivered")
  }
}
