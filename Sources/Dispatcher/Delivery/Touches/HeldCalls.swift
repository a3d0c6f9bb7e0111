/// The calls of views that wait until a recognizer has made up its mind, in the order in which they were due.
struct HeldCalls {
  /// One touch of a call, as it was when the call was due.
  struct Member {
    let contact: Contact
    let touch: Touch
    let values: Touch.Values
  }

  /// A call of a view with some of its touches, never none.
  struct Call {
    let phase: TouchPhase
    var members: ContiguousArray<Member>

    /// Whether a touch goes with those that the call has: to the same view, of the same sequence, and another object.
    func admits(_ member: Member) -> Bool {
      let first = members[0]
      return first.values.view === member.values.view && first.contact.event === member.contact.event
        && !members.contains { $0.touch === member.touch }
    }

    /// Splits a held call into the touches that are due now and those that wait. Touches that were taken, or withheld
    /// when their began was due, are dropped.
    fileprivate func split(by mark: UInt64) -> (due: Self?, kept: Self?) {
      // Most wait as a whole.
      let waiting = members.count { $0.contact.waits(with: phase, by: mark) }
      if waiting == members.count { return (nil, self) }
      let due = members.filter { member in
        let contact = member.contact
        return !contact.standing.isFinal && !contact.waits(with: phase, by: mark)
      }
      let kept = waiting == 0 ? [] : members.filter { $0.contact.waits(with: phase, by: mark) }
      func call(_ members: [Member]) -> Self? {
        members.isEmpty ? nil : Self(phase: phase, members: ContiguousArray(members))
      }
      return (call(due), call(kept))
    }
  }

  /// More calls of one contact than this, and a further move replaces the last one: two seconds of a 120 Hz panel.
  private static let limit = 256

  private var calls: ContiguousArray<Call> = []

  @inline(__always) var isEmpty: Bool { calls.isEmpty }

  /// Keeps the calls of a phase, one for each view of the touches. O(touches · views).
  mutating func hold(_ touches: ContiguousArray<Touch>, in phase: TouchPhase) {
    let start = calls.count
    for touch in touches {
      if phase == .moved, touch.contact.heldCalls >= Self.limit { removeLast(of: touch.contact) }
      let member = Member(contact: touch.contact, touch: touch, values: touch.values)
      let place = calls.indices.dropFirst(start).first {
        calls[$0].members[0].values.view === touch.values.view
      }
      if let place {
        calls[place].members.append(member)
      } else {
        calls.append(Call(phase: phase, members: [member]))
      }
      touch.contact.heldCalls += 1
    }
  }

  /// Takes out every call, to be released or kept again.
  mutating func takeAll() -> ContiguousArray<Call> {
    defer { calls.removeAll(keepingCapacity: true) }
    for call in calls { for member in call.members { member.contact.heldCalls -= 1 } }
    return calls
  }

  /// Keeps a call again.
  mutating func keep(_ call: Call) {
    for member in call.members { member.contact.heldCalls += 1 }
    calls.append(call)
  }

  /// The oldest call of a contact.
  func first(of contact: Contact) -> (phase: TouchPhase, member: Member)? {
    guard contact.heldCalls > 0 else { return nil }
    for call in calls {
      if let member = call.members.first(where: { $0.contact === contact }) { return (call.phase, member) }
    }
    return nil
  }

  /// The phase of the youngest call of a contact.
  func lastPhase(of contact: Contact) -> TouchPhase? {
    guard contact.heldCalls > 0 else { return nil }
    return calls.last { $0.members.contains { $0.contact === contact } }?.phase
  }

  /// Drops the calls of a contact.
  mutating func remove(_ contact: Contact) {
    guard contact.heldCalls > 0 else { return }
    for index in calls.indices { calls[index].members.removeAll { $0.contact === contact } }
    calls.removeAll(where: \.members.isEmpty)
    contact.heldCalls = 0
  }

  private mutating func removeLast(of contact: Contact) {
    guard let index = calls.lastIndex(where: { $0.members.contains { $0.contact === contact } }) else {
      return
    }
    calls[index].members.removeAll { $0.contact === contact }
    if calls[index].members.isEmpty { calls.remove(at: index) }
    contact.heldCalls -= 1
  }
}

// What becomes of held calls when they wait for no recognizer any more.
extension ViewDelivery {
  /// Makes the calls that wait for no recognizer any more, each as its own call, in the order in which they were due.
  ///
  /// A call with several touches, of which some must wait, is made for the others.
  ///
  /// O(held calls and contacts of attempts), and only after something has changed that they may have waited for.
  func releaseHeldCalls(at time: Timestamp, _ arbitration: Arbitration) {
    guard isHolding, seenChanges != arbitration.changes else { return }
    seenChanges = arbitration.changes
    let mark = arbitration.markDelays()
    for call in held.takeAll() {
      let (due, kept) = call.split(by: mark)
      if let kept { held.keep(kept) }
      if let due { make(due, at: time) }
    }
  }

  /// Makes a held call, its touches as they were when it was due.
  private func make(_ call: HeldCalls.Call, at time: Timestamp) {
    guard let first = call.members.first else { return }
    let event = first.contact.event(at: time)
    event.chain.isReleasing = true
    defer { event.chain.isReleasing = false }
    with(call.members) { view in
      self.call(call.phase, view, ContiguousArray(call.members.map(\.touch)), with: event)
    }
  }

  /// Puts touches back to what they were, for a call.
  func with(_ members: ContiguousArray<HeldCalls.Member>, _ body: (View) -> Void) {
    let now = members.map { (values: $0.touch.values, contact: $0.touch.contact) }
    for member in members {
      member.touch.values = member.values
      member.touch.contact = member.contact
    }
    if let view = members.first?.values.view { body(view) }
    for (member, now) in zip(members, now) {
      member.touch.values = now.values
      member.touch.contact = now.contact
    }
  }
}

extension Arbitration {
  /// Marks the contacts of which a recognizer that has not made up its mind delays the began, or the end.
  fileprivate func markDelays() -> UInt64 {
    lastMark &+= 1
    for attempt in attempts where attempt.state == .possible {
      for contact in attempt.contacts {
        if attempt.recognizer.delaysTouchesBegan { contact.marks.began = lastMark }
        if attempt.recognizer.delaysTouchesEnded { contact.marks.end = lastMark }
      }
    }
    return lastMark
  }
}
