// Touches that a recognizer takes from their views.
extension ViewDelivery {
  /// Takes touches from their views for the recognizers that have recognized and cancel them.
  func cancel(_ recognizers: ContiguousArray<GestureRecognizer>, with event: Event) {
    for recognizer in recognizers where recognizer.dropsHeldBegan { dropHeldBegan(recognizer.attempt) }
    takeTouches(of: recognizers, with: event)
  }

  /// Takes the touches that have just joined a recognizer that is active: their views receive nothing of them.
  func takeJoining(_ recognizers: ContiguousArray<GestureRecognizer>, with event: Event) {
    takeTouches(of: ContiguousArray(recognizers.filter(\.committedState.isActive)), with: event)
  }

  private func takeTouches(of recognizers: ContiguousArray<GestureRecognizer>, with event: Event) {
    // A gesture that goes on has taken its touches long ago.
    guard recognizers.contains(where: \.hasTouchesToTake) else { return }
    let contacts = recognizers.filter(\.hasTouchesToTake).flatMap(\.attempt)
    take(ContiguousArray(contacts.sorted { $0.id < $1.id }), with: event)
  }

  /// Takes these contacts from their views, which receive `touchesCancelled` and nothing more: one call for each view
  /// and event, and one for each contact of a touch object that has come down again since.
  func take(_ contacts: ContiguousArray<Contact>, with event: Event) {
    var calls: [HeldCalls.Call] = []
    for contact in contacts where !contact.isTaken {
      contact.isTaken = true
      let oldest = held.first(of: contact)?.member
      held.remove(contact)
      guard contact.hasBegunInView, let member = oldest ?? event.member(of: contact) else { continue }
      if let index = calls.firstIndex(where: { $0.admits(member) }) {
        calls[index].members.append(member)
      } else {
        calls.append(HeldCalls.Call(phase: .cancelled, members: [member]))
      }
    }
    for call in calls { cancel(call.members, at: event.timestamp) }
  }

  /// The phase reads `cancelled` during the call and is restored for recognizers that go on.
  private func cancel(_ members: ContiguousArray<HeldCalls.Member>, at time: Timestamp) {
    with(members) { view in
      for member in members { member.touch.values.phase = .cancelled }
      call(
        .cancelled, view, ContiguousArray(members.map(\.touch)), with: members[0].contact.event(at: time))
    }
  }

  private func dropHeldBegan(_ contacts: ContiguousArray<Contact>) {
    for contact in contacts where held.first(of: contact)?.phase == .began {
      contact.isTaken = true
      held.remove(contact)
    }
  }
}

extension GestureRecognizer {
  /// Whether what it held until now is dropped although it cancels nothing. What another holds of a finger that joins it
  /// later is not its business.
  fileprivate final var dropsHeldBegan: Bool {
    isNewlyRecognized && delaysTouchesBegan && !cancelsTouchesInView
  }

  /// Whether it cancels touches, and one of its own is still its view's.
  fileprivate final var hasTouchesToTake: Bool {
    cancelsTouchesInView && attempt.contains { !$0.isTaken }
  }
}

extension HeldCalls.Call {
  /// Whether a touch goes with those that the call has: to the same view, of the same sequence, and another object.
  fileprivate func admits(_ member: HeldCalls.Member) -> Bool {
    let first = members[0]
    return first.values.view === member.values.view && first.contact.event === member.contact.event
      && !members.contains { $0.touch === member.touch }
  }
}

extension Event {
  /// The touch that stands for a contact now, as it is. O(touches).
  fileprivate func member(of contact: Contact) -> HeldCalls.Member? {
    allTouches.first { $0.contact === contact }
      .map { HeldCalls.Member(contact: contact, touch: $0, values: $0.values) }
  }
}
