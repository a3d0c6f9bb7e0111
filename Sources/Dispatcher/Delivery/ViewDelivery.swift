/// What the views get of a frame, and what waits until a recognizer has made up its mind.
final class ViewDelivery {
  /// The contacts with held calls, by age.
  @exclusivity(unchecked) private var holding: ContiguousArray<Contact> = []
  @exclusivity(unchecked) private var group: ContiguousArray<Touch> = []

  /// More held moves of one contact than this and the last one is replaced: two seconds of a 120 Hz panel.
  private static let heldLimit = 256

  /// Calls the views of a window, phase by phase, within a phase by view in order of its oldest touch.
  func deliver(_ touches: ContiguousArray<Touch>, in window: Window, with event: Event) {
    // A trace shows every call, also those that change nothing.
    let isObserved = event.observer != nil
    var due = PhaseSet()
    for touch in touches where isObserved || !touch.isUnheard { due.insert(touch.values.phase) }
    guard !due.isEmpty else { return }
    for phase in [TouchPhase.began, .moved, .ended, .cancelled] where due.contains(phase) {
      deliver(phase, of: touches, in: window, with: event)
    }
    group.removeAll(keepingCapacity: true)
  }

  private func deliver(
    _ phase: TouchPhase, of touches: ContiguousArray<Touch>, in window: Window, with event: Event
  ) {
    for touch in touches where touch.phase == phase && touch.window === window {
      guard let view = touch.view, !isDelivered(touch, view, phase, in: touches) else { continue }
      gather(touches, of: view, phase)
      if !group.isEmpty { call(phase, view, group, with: event) }
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

  /// Whether an older touch of the frame was of the same view and phase, so that its call carried this one too.
  private func isDelivered(
    _ touch: Touch, _ view: View, _ phase: TouchPhase, in touches: ContiguousArray<Touch>
  ) -> Bool {
    for other in touches {
      if other === touch { return false }
      if other.view === view, other.phase == phase { return true }
    }
    return false
  }

  /// Collects the touches of one view and phase that are due now, and holds those that are not.
  private func gather(_ touches: ContiguousArray<Touch>, of view: View, _ phase: TouchPhase) {
    group.removeAll(keepingCapacity: true)
    for touch in touches where touch.view === view && touch.phase == phase {
      let contact = touch.contact
      guard !contact.isWithheld, !contact.isTaken else { continue }
      if !contact.held.isEmpty || contact.mustHold(phase) {
        hold(phase, touch)
      } else if phase == .began || contact.hasBegunInView {
        group.append(touch)
      }
    }
  }

  private func call(
    _ phase: TouchPhase, _ view: View, _ touches: ContiguousArray<Touch>, with event: Event
  ) {
    for touch in touches { touch.contact.hasBegunInView = phase == .began || phase == .moved }
    event.chain.start(phase, on: view, view.touchSet(touches), with: event)
    if phase == .ended || phase == .cancelled { view.touchSet.clear() }
  }

  // MARK: Holding

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
  /// Whether what the frame says of the touch would change nothing for anybody: it moved, or not even that, and nobody
  /// whom it reached cares.
  fileprivate var isUnheard: Bool {
    switch values.phase {
    case .stationary: true
    case .moved: contact.held.isEmpty && contact.unheardPhases.contains(.moved)
    case .began, .ended, .cancelled: false
    }
  }
}

extension Contact {
  /// The event of the contact's own sequence, which may be over, at the time of this delivery.
  fileprivate func event(at time: Timestamp) -> Event {
    event.timestamp = time
    return event
  }

  /// Whether a recognizer that has not made up its mind delays this phase.
  fileprivate func mustHold(_ phase: TouchPhase) -> Bool {
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
    frame.first { $0.contact === contact } ?? allTouches.first { $0.contact === contact }
  }
}
