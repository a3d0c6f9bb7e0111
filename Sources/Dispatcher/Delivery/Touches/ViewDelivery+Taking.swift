// Touches that a recognizer takes from their views.
extension ViewDelivery {
  /// Takes touches from their views for the recognizers that have recognized and cancel them.
  func cancel(_ attempts: ContiguousArray<Attempt>, with event: Event) {
    for attempt in attempts where attempt.dropsHeldBegan { dropHeldBegan(attempt.contacts) }
    takeTouches(of: attempts, with: event)
  }

  /// Takes the touches that have just joined a recognizer that is active: their views receive nothing of them.
  func takeJoining(_ attempts: ContiguousArray<Attempt>, with event: Event) {
    takeTouches(of: ContiguousArray(attempts.filter(\.state.isActive)), with: event)
  }

  private func takeTouches(of attempts: ContiguousArray<Attempt>, with event: Event) {
    // A gesture that goes on has taken its touches long ago.
    guard attempts.contains(where: \.hasTouchesToTake) else { return }
    let contacts = attempts.filter(\.hasTouchesToTake).flatMap(\.contacts)
    take(ContiguousArray(contacts.sorted { $0.id < $1.id }), with: event)
  }

  /// Takes these contacts from their views, which receive `touchesCancelled` and nothing more: one call for each view
  /// and event, and one for each contact of a touch object that has come down again since.
  func take(_ contacts: ContiguousArray<Contact>, with event: Event) {
    var calls: [HeldCalls.Call] = []
    for contact in contacts where contact.standing != .taken {
      let isGiven = contact.standing == .given
      contact.standing = .taken
      let oldest = held.first(of: contact)?.member
      held.remove(contact)
      guard isGiven, let member = oldest ?? event.member(of: contact) else { continue }
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
      contact.standing = .taken
      held.remove(contact)
    }
  }
}

extension Attempt {
  /// Whether what the recognizer held until now is dropped although it cancels nothing. What another holds of a finger
  /// that joins it later is not its business.
  fileprivate var dropsHeldBegan: Bool {
    isNewlyRecognized && recognizer.delaysTouchesBegan && !recognizer.cancelsTouchesInView
  }

  /// Whether the recognizer cancels touches, and one of its own is still its view's.
  fileprivate var hasTouchesToTake: Bool {
    recognizer.cancelsTouchesInView && contacts.contains { $0.standing != .taken }
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
