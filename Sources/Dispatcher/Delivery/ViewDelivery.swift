/// What the views get of a frame, and what waits until a recognizer has made up its mind.
final class ViewDelivery {
  /// The contacts with held calls, by age.
  @exclusivity(unchecked) private var holding: ContiguousArray<Contact> = []
  /// The touches of one phase that are due now, by age.
  @exclusivity(unchecked) private var due = Slab<Borrowed<Touch>>()
  /// Their views, each once, in the order in which they are called.
  @exclusivity(unchecked) private var targets = Slab<Borrowed<View>>()

  /// More held moves of one contact than this and the last one is replaced: two seconds of a 120 Hz panel.
  private static let heldLimit = 256

  /// Whether a call waits for a recognizer.
  @inline(__always) var isHolding: Bool { !holding.isEmpty }

  /// Calls the views of a window, phase by phase, within a phase by view in order of its oldest touch.
  @inline(__always)
  func deliver(in window: Window, with event: Event) {
    if event.frame.count == 1 {
      event.frame[0].with { deliver($0, in: window, with: event) }
    } else {
      deliverAll(in: window, with: event)
    }
  }

  /// One finger, as in most frames: there is nothing to gather.
  @inline(__always)
  private func deliver(_ touch: Touch, in window: Window, with event: Event) {
    let phase = touch.values.phase
    guard phase != .stationary, event.chain.isObserved || !touch.isUnheard, touch.values.window === window
    else { return }
    switch Borrowed(touch.contact).with({ $0.turn(in: phase) }) {
    case .now: callAlone(phase, touch, with: event)
    case .later: hold(phase, touch)
    case .never: break
    }
  }

  /// Calls the view of a touch with it alone.
  @inline(__always)
  private func callAlone(_ phase: TouchPhase, _ touch: Touch, with event: Event) {
    touch.contact.hasBegunInView = phase == .began || phase == .moved
    let isHeld = touch.values.view?.touchSet.holds(only: Borrowed(touch))
    if isHeld == false { gatherAlone(touch) }
    guard let view = touch.values.view else { return }
    Borrowed(view).with { call(phase, $0, with: event) }
  }

  @inline(never)
  private func gatherAlone(_ touch: Touch) {
    touch.values.view?.touchSet.gather(touch)
    touch.values.view?.touchSet.finish()
  }

  @inline(never)
  private func deliverAll(in window: Window, with event: Event) {
    // A trace shows every call, also those that change nothing.
    let isObserved = event.chain.isObserved
    let isOnlyWindow = event.windows.count == 1
    due.reserve(event.frame.count)
    targets.reserve(event.frame.count)
    event.phases.forEach { phase in
      guard phase != .stationary else { return }
      event.frame.forEach { touch in
        guard touch.values.phase == phase, isOnlyWindow || touch.values.window === window else { return }
        if isObserved || !touch.isUnheard { gather(touch, phase) }
      }
      targets.forEach { callDue(phase, $0, with: event) }
      targets.removeAll()
      due.removeAll()
    }
  }

  /// Takes touches from their views for the recognizers that cancel them.
  func cancel(_ recognizers: ContiguousArray<GestureRecognizer>, with event: Event) {
    for recognizer in recognizers where !recognizer.attempt.isEmpty {
      if recognizer.cancelsTouchesInView {
        take(recognizer.attempt, with: event)
      } else if recognizer.delaysTouchesBegan {
        dropHeldBegan(recognizer.attempt)
      }
    }
  }

  /// Delivers the held calls for which no recognizer waits any more, each as its own call, oldest contact first.
  func releaseHeldCalls(at time: Timestamp) {
    guard !holding.isEmpty else { return }
    for contact in holding where !contact.mustHold(contact.held.first?.phase ?? .moved) {
      while let held = contact.held.first, !contact.mustHold(held.phase) {
        contact.held.removeFirst()
        replay(held, of: contact, at: time)
      }
    }
    holding.removeAll(where: \.held.isEmpty)
  }

  // MARK: Delivery

  /// Gathers a touch for its view if it is due now, and holds it if it is not.
  @inline(__always)
  private func gather(_ touch: Touch, _ phase: TouchPhase) {
    switch Borrowed(touch.contact).with({ $0.turn(in: phase) }) {
    case .now: add(touch, phase)
    case .later: hold(phase, touch)
    case .never: break
    }
  }

  /// Notes that a view is called with a touch soon.
  @inline(__always)
  private func add(_ touch: Touch, _ phase: TouchPhase) {
    touch.contact.hasBegunInView = phase == .began || phase == .moved
    due.appendReserved(Borrowed(touch))
    guard let view = touch.values.view else { return }
    if view.dueTouches == 0 {
      targets.appendReserved(Borrowed(view))
      view.firstDue = Borrowed(touch)
    }
    view.dueTouches &+= 1
  }

  /// Calls a view with its touches that are due.
  @inline(__always)
  private func callDue(_ phase: TouchPhase, _ view: View, with event: Event) {
    if view.dueTouches > 1 || !view.touchSet.holds(only: view.firstDue) { gather(for: view) }
    view.dueTouches = 0
    call(phase, view, with: event)
  }

  /// Collects the touches of a view that are due. O(touches).
  @inline(never)
  private func gather(for view: View) {
    due.forEach { if $0.values.view === view { view.touchSet.gather($0) } }
    view.touchSet.finish()
  }

  /// Calls a view with the touches of its set.
  @inline(__always)
  private func call(_ phase: TouchPhase, _ view: View, with event: Event) {
    event.chain.start(phase, on: view, with: event)
    if phase == .ended || phase == .cancelled { view.touchSet.clear() }
  }

  /// Calls a view with some of its touches, outside the order of a frame.
  private func call(_ phase: TouchPhase, _ view: View, _ touches: ContiguousArray<Touch>, with event: Event) {
    for touch in touches {
      touch.contact.hasBegunInView = phase == .began || phase == .moved
      view.touchSet.gather(touch)
    }
    view.touchSet.finish()
    call(phase, view, with: event)
  }

  // MARK: Holding

  @inline(never)
  private func hold(_ phase: TouchPhase, _ touch: Touch) {
    let contact = touch.contact
    if contact.held.isEmpty { holding.append(contact) }
    if phase == .moved, contact.held.count >= Self.heldLimit { contact.held.removeLast() }
    contact.held.append(Contact.HeldCall(phase: phase, touch: touch, values: touch.values))
  }

  /// Makes a held call with the touch as it was when the call was due.
  private func replay(_ held: Contact.HeldCall, of contact: Contact, at time: Timestamp) {
    with(held, of: contact) { view in
      call(held.phase, view, [held.touch], with: contact.event(at: time))
    }
  }

  private func with(_ held: Contact.HeldCall, of contact: Contact, _ body: (View) -> Void) {
    let (touch, now) = (held.touch, (values: held.touch.values, contact: held.touch.contact))
    touch.values = held.values
    touch.contact = contact
    if let view = touch.view { body(view) }
    touch.values = now.values
    touch.contact = now.contact
  }

  // MARK: Taking

  /// Nothing more of these contacts goes to their views, which are told `cancelled`, one call a view and event; a touch object
  /// that has come down again since gets a call for each of its contacts.
  private func take(_ contacts: ContiguousArray<Contact>, with event: Event) {
    var due: [(view: View, touches: ContiguousArray<Touch>)] = []
    for contact in contacts where !contact.isTaken {
      contact.isTaken = true
      let held = contact.held.first
      contact.held.removeAll()
      guard contact.hasBegunInView else { continue }
      if let held, held.touch.contact !== contact {
        with(held, of: contact) { view in cancel([held.touch], in: view, at: event.timestamp) }
      } else if let touch = held?.touch ?? event.touch(of: contact), let view = touch.view {
        if let index = due.firstIndex(where: {
          $0.view === view && $0.touches[0].contact.event === contact.event
        }) {
          due[index].touches.append(touch)
        } else {
          due.append((view, [touch]))
        }
      }
    }
    holding.removeAll(where: \.held.isEmpty)
    for (view, touches) in due { cancel(touches, in: view, at: event.timestamp) }
  }

  /// The phase reads `cancelled` during the call and is restored for recognizers that go on.
  private func cancel(_ touches: ContiguousArray<Touch>, in view: View, at time: Timestamp) {
    let phases = touches.map(\.values.phase)
    for touch in touches { touch.values.phase = .cancelled }
    call(.cancelled, view, touches, with: touches[0].contact.event(at: time))
    for (touch, phase) in zip(touches, phases) { touch.values.phase = phase }
  }

  private func dropHeldBegan(_ contacts: ContiguousArray<Contact>) {
    for contact in contacts where contact.held.first?.phase == .began {
      contact.isTaken = true
      contact.held.removeAll()
    }
    holding.removeAll(where: \.held.isEmpty)
  }
}

extension Touch {
  /// Whether the touch moved, and nobody whom it reached does anything then.
  @inline(__always)
  fileprivate var isUnheard: Bool {
    values.phase == .moved && contact.unheardPhases.contains(.moved) && contact.held.isEmpty
  }
}

extension Contact {
  /// When a call is due.
  fileprivate enum Turn { case now, later, never }

  /// When the view is told of a phase.
  @inline(__always)
  fileprivate func turn(in phase: TouchPhase) -> Turn {
    if isWithheld || isTaken { return .never }
    if !held.isEmpty || mustHold(phase) { return .later }
    return phase == .began || hasBegunInView ? .now : .never
  }

  /// The event of the contact's own sequence, which may be over, at the time of this delivery.
  fileprivate func event(at time: Timestamp) -> Event {
    event.timestamp = time
    return event
  }

  /// Whether a recognizer that has not made up its mind delays this phase.
  @inline(__always)
  fileprivate func mustHold(_ phase: TouchPhase) -> Bool {
    (!hasBegunInView || phase == .ended) && isDelayed(phase)
  }

  @inline(never)
  private func isDelayed(_ phase: TouchPhase) -> Bool {
    recognizers.contains { recognizer in
      guard recognizer.committedState == .possible, recognizer.attempt.contains(where: { $0 === self }) else {
        return false
      }
      return recognizer.delaysTouchesBegan && !hasBegunInView
        || recognizer.delaysTouchesEnded && phase == .ended
    }
  }
}

extension Event {
  /// The touch that stands for a contact now. O(touches).
  fileprivate func touch(of contact: Contact) -> Touch? {
    allTouches.first { $0.contact === contact }
  }
}
