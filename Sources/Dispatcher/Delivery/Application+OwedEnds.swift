// Ends that views are owed, and would not get from the frames of their touches.
extension Application {
  /// Touches keep their view, also when it leaves its window. But a control that is not there any more must not send what
  /// it sends at a lift: its touches are cancelled, at the end of the delivery that is going on, else with the next
  /// deadline, which is at once. (H)
  final func viewsLeft() {
    guard departure == nil, live.indices.contains(where: { live[$0].object.hasLostItsControl }) else {
      return
    }
    departure = event.timestamp
    arbitration.attemptChanged()
    noteDeadlines()
  }

  /// Cancels the touches of controls that are not in the window any more in which the touches are. A control that was put
  /// back meanwhile keeps them.
  @inline(never)
  final func cancelTouchesOfDeparted(with event: Event) {
    departure = nil
    noteDeadlines()
    var lost: ContiguousArray<Contact> = []
    live.forEach { if $0.hasLostItsControl { lost.append($0.contact) } }
    viewDelivery.take(lost, with: event)
  }

  /// Cancels the touches of views whose end an override of `sendEvent` swallowed, as ``settleSwallowed(in:)`` does
  /// for recognizers.
  final func cancelSwallowed(in event: Event) {
    var owed: ContiguousArray<Contact> = []
    event.frame.forEach { touch in
      if !touch.contact.isDown, viewDelivery.owesEnd(of: touch.contact) { owed.append(touch.contact) }
    }
    if !owed.isEmpty { viewDelivery.take(owed, with: event) }
  }

  /// Ends the attempts of recognizers whose touch's end an override of `sendEvent` swallowed, and settles what waited
  /// for them: no frame may come for long.
  final func settleSwallowed(in event: Event) {
    guard arbitration.abandonSwallowed(in: event) else { return }
    settle(with: event)
    finishDelivery(event)
  }
}

extension ViewDelivery {
  /// Whether a contact that is up has a view that got its began, or will get it, and will not get its end.
  fileprivate func owesEnd(of contact: Contact) -> Bool {
    guard !contact.standing.isFinal, contact.standing == .given || contact.heldCalls > 0 else {
      return false
    }
    guard let last = held.lastPhase(of: contact) else { return true }
    return last != .ended && last != .cancelled
  }
}

extension Touch {
  /// Whether it hit a control, or is tracked by one, that is not in the touch's window any more, and goes on all the same.
  fileprivate var hasLostItsControl: Bool {
    guard contact.isDown, !contact.standing.isFinal else { return false }
    if let control = values.view as? Control, control.window !== values.window { return true }
    return contact.recorded.contains { recorded in
      guard let control = recorded.responder as? Control else { return false }
      return control.tracked.contains { $0.contact === contact } && control.window !== values.window
    }
  }
}
