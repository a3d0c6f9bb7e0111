/// Calls views with the touches of a frame, and holds calls until a recognizer has decided.
final class ViewDelivery {
  /// The calls that wait for a recognizer.
  var held = HeldCalls()
  /// The changes among recognizers (``Arbitration/changes``) up to which calls that wait were looked at.
  var seenChanges: UInt64 = 0
  /// The page, if there is one.
  var page: ScreenResponder?
  /// The touches of one phase that are due now, by age.
  private var due = Slab<Borrowed<Touch>>()
  /// Their views, each once, in the order in which they are called.
  private var targets = Slab<Borrowed<View>>()
  /// The touches of that phase whose calls must wait.
  private var waiting: ContiguousArray<Touch> = []

  /// Lets go of the calls that wait.
  func letGo() { held = HeldCalls() }

  /// Whether a call waits for a recognizer.
  @inline(__always) var isHolding: Bool { !held.isEmpty }

  /// Whether a call waits for what may have changed since it was looked at.
  @inline(__always)
  func isBehind(_ arbitration: Arbitration) -> Bool { isHolding && seenChanges != arbitration.changes }

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
    guard phase != .stationary, touch.values.window === window else { return }
    if !event.chain.followsMoves, touch.isUnheard {
      page.map { Borrowed($0).with { $0.move(touch, event) } }
      return
    }
    switch Borrowed(touch.contact).with({ $0.turn(in: phase) }) {
    case .now: callAlone(phase, touch, with: event)
    case .later: held.hold([touch], in: phase)
    case .never: break
    }
  }

  /// Calls the view of a touch with it alone.
  @inline(__always)
  private func callAlone(_ phase: TouchPhase, _ touch: Touch, with event: Event) {
    touch.contact.receive(phase)
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
    let isFollowed = event.chain.followsMoves
    let isOnlyWindow = event.windows.count == 1
    let page = page.map { Borrowed($0) }
    due.reserve(event.frame.count)
    targets.reserve(event.frame.count)
    event.phases.forEach { phase in
      guard phase != .stationary else { return }
      event.frame.forEach { touch in
        guard touch.values.phase == phase, isOnlyWindow || touch.values.window === window else { return }
        if !isFollowed, touch.isUnheard { page?.with { $0.move(touch, event) } } else { gather(touch, phase) }
      }
      if !waiting.isEmpty { holdWaiting(in: phase) }
      targets.forEach { callDue(phase, $0, with: event) }
      targets.removeAll()
      due.removeAll()
    }
  }

  /// Gathers a touch for its view if it is due now, and holds it if it is not.
  @inline(__always)
  private func gather(_ touch: Touch, _ phase: TouchPhase) {
    switch Borrowed(touch.contact).with({ $0.turn(in: phase) }) {
    case .now: add(touch, phase)
    case .later: waiting.append(touch)
    case .never: break
    }
  }

  @inline(never)
  private func holdWaiting(in phase: TouchPhase) {
    held.hold(waiting, in: phase)
    waiting.removeAll(keepingCapacity: true)
  }

  /// Notes that a view is called with a touch soon.
  @inline(__always)
  private func add(_ touch: Touch, _ phase: TouchPhase) {
    touch.contact.receive(phase)
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
    guard phase == .moved else { return callOnce(phase, view, with: event) }
    event.chain.start(.moved, on: view, with: event)
  }

  /// Calls a view in a phase that each touch has once.
  @inline(never)
  private func callOnce(_ phase: TouchPhase, _ view: View, with event: Event) {
    if phase == .began, !view.mayBegin(view.touchSet.set, with: event) {
      // A scroll view does not give these to its content, for their whole life.
      view.touchSet.members.forEach { $0.contact.standing = .withheld }
      return view.touchSet.clear()
    }
    event.chain.start(phase, on: view, with: event)
    if phase == .ended || phase == .cancelled { view.touchSet.clear() }
  }

  /// Calls a view with some of its touches, outside the order of a frame.
  func call(_ phase: TouchPhase, _ view: View, _ touches: ContiguousArray<Touch>, with event: Event) {
    for touch in touches {
      touch.contact.receive(phase)
      view.touchSet.gather(touch)
    }
    view.touchSet.finish()
    call(phase, view, with: event)
  }
}

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
    var contacts: ContiguousArray<Contact> = []
    // A gesture that goes on has taken its touches long ago.
    for attempt in attempts where attempt.hasTouchesToTake { contacts += attempt.contacts }
    guard !contacts.isEmpty else { return }
    contacts.sort { $0.id < $1.id }
    take(contacts, with: event)
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
      guard isGiven, let member = oldest ?? member(of: contact, in: event) else { continue }
      if let index = calls.firstIndex(where: { $0.admits(member) }) {
        calls[index].members.append(member)
      } else {
        calls.append(HeldCalls.Call(phase: .cancelled, members: [member]))
      }
    }
    for call in calls { cancel(call.members, at: event.timestamp) }
  }

  /// The touch that stands for a contact now, as it is. O(touches).
  private func member(of contact: Contact, in event: Event) -> HeldCalls.Member? {
    event.allTouches.first { $0.contact === contact }
      .map { HeldCalls.Member(contact: contact, touch: $0, values: $0.values) }
  }

  /// The phase reads `cancelled` during the call and is restored for recognizers that go on.
  private func cancel(_ members: ContiguousArray<HeldCalls.Member>, at time: Timestamp) {
    with(members) { view in
      for member in members { member.touch.values.phase = .cancelled }
      call(.cancelled, view, ContiguousArray(members.map(\.touch)), with: members[0].contact.event(at: time))
    }
  }

  /// Whether a contact that is up has a view that got its began, or will get it, and will not get its end.
  func owesEnd(of contact: Contact) -> Bool {
    guard contact.standing == .given || contact.standing == .pending && contact.heldCalls > 0 else {
      return false
    }
    guard let last = held.lastPhase(of: contact) else { return true }
    return last != .ended && last != .cancelled
  }

  private func dropHeldBegan(_ contacts: ContiguousArray<Contact>) {
    for contact in contacts where held.first(of: contact)?.phase == .began {
      contact.standing = .taken
      held.remove(contact)
    }
  }
}
