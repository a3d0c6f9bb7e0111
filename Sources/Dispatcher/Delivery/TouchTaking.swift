// Touches that a recognizer takes from their views.
extension ViewDelivery {
  /// Takes touches from their views for the recognizers that have recognized and cancel them.
  func cancel(_ recognizers: ContiguousArray<GestureRecognizer>, with event: Event) {
    for recognizer in recognizers where !recognizer.attempt.isEmpty {
      if recognizer.cancelsTouchesInView {
        take(recognizer.attempt, with: event)
      } else if recognizer.delaysTouchesBegan {
        dropHeldBegan(recognizer.attempt)
      }
    }
  }

  /// Takes the touches that have just joined a recognizer that is active: their views hear nothing of them.
  func takeJoining(_ recognizers: ContiguousArray<GestureRecognizer>, with event: Event) {
    for recognizer in recognizers where recognizer.cancelsTouchesInView && recognizer.committedState.isActive
    {
      take(recognizer.attempt, with: event)
    }
  }

  /// Nothing more of these contacts goes to their views, which are told `cancelled`, one call a view and event; a touch object
  /// that has come down again since gets a call for each of its contacts.
  private func take(_ contacts: ContiguousArray<Contact>, with event: Event) {
    var due: [(view: View, touches: ContiguousArray<Touch>)] = []
    for contact in contacts where !contact.isTaken {
      contact.isTaken = true
      let oldest = held.first(of: contact)?.member
      held.remove(contact)
      guard contact.hasBegunInView else { continue }
      if let oldest, oldest.touch.contact !== contact {
        with([oldest]) { view in cancel([oldest.touch], in: view, at: event.timestamp) }
      } else if let touch = oldest?.touch ?? event.touch(of: contact), let view = touch.view {
        if let index = due.firstIndex(where: {
          $0.view === view && $0.touches[0].contact.event === contact.event
        }) {
          due[index].touches.append(touch)
        } else {
          due.append((view, [touch]))
        }
      }
    }
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
    for contact in contacts where held.first(of: contact)?.phase == .began {
      contact.isTaken = true
      held.remove(contact)
    }
  }
}

extension Event {
  /// The touch that stands for a contact now. O(touches).
  fileprivate func touch(of contact: Contact) -> Touch? {
    allTouches.first { $0.contact === contact }
  }
}
