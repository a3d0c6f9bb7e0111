/// A recognizer's attempt at some touches: from the first landing until it is decided and all have left.
///
/// A recognizer has at most one attempt. It has none while it follows no touch, so that a reset is a `nil`.
final class Attempt {
  typealias State = GestureRecognizer.State

  /// Progress of the actions of a change of state.
  enum Actions {
    /// None are due.
    case idle
    /// It is in ``Arbitration/acted``: they are due, or have run in this round.
    case listed
    /// They are running, and have set the recognizer to a state; before they do, it is the one that was reached.
    case acting(setTo: State)
  }

  /// Kept while the attempt goes on.
  let recognizer: GestureRecognizer
  /// Decides about the attempt. It ends its attempts before it goes.
  unowned(unsafe) let observer: any AttemptObserver
  /// Progress of the attempt.
  var phase = Phase.undecided
  var actions = Actions.idle
  /// Progress still to be reported to plugins, 0…1; most attempts report none.
  var dueProgress: Double?
  /// Whether any was reported: then a failure will be, too.
  var hasReportedProgress = false
  /// Whether the last change of state was the one from possible.
  var isNewlyRecognized = false
  /// The touches that are followed and down, by age.
  var touches: ContiguousArray<Touch> = []
  /// The contacts that are down, and the last ones that lifted (see ``GestureRecognizer/liftLimit``), by age.
  var contacts: ContiguousArray<Contact> = []
  /// The greatest secrecy of the contacts that were let go of.
  var secrecy = Secrecy.none
  /// Place of the last fingers' lift, in points of the screen, while none is down.
  var liftLocation: Point?
  /// The square of ``GestureRecognizer/restingDistance``, less a thousandth: a touch at that distance, but for
  /// rounding, is delivered.
  var restingSquare = 0.0
  var deadlines = DeadlineWatch()
  /// Answers of recognizers, delegates and subclasses, about the recognizers that must fail first. One that was asked
  /// about is kept, so that no other can take its identity.
  private var answers: [ObjectIdentifier: (other: GestureRecognizer, isRequired: Bool)] = [:]
  /// One of those that last made it wait.
  var obstacle: Attempt?
  /// Its index among the attempts of its observer.
  var place = 0

  init(of recognizer: GestureRecognizer, observer: any AttemptObserver) {
    (self.recognizer, self.observer) = (recognizer, observer)
  }

  /// The state that all recognizers and views see.
  var state: State { phase.state }

  /// Makes what is proposed come true.
  func commit() {
    isNewlyRecognized = state == .possible
    phase.commit()
  }

  /// Whether one of its contacts, or of those that were let go of, had to do with a sensitive view.
  var hasSecret: Bool { secrecy != .none || contacts.contains { $0.secrecy != .none } }

  /// Whether a finger of it is down.
  var hasFingers: Bool { touches.contains(where: \.contact.isDown) }

  /// The time of the last frame of the touch sequence to which the youngest contact belongs.
  var lastTime: Timestamp? { contacts.last?.event.timestamp }
}

/// Decides about attempts.
protocol AttemptObserver: AnyObject {
  /// Something about an attempt has changed that may decide it, or end a wait.
  func attemptChanged()
  /// Whether what recognizers have proposed is being decided about, and delegates are asked.
  var isDeciding: Bool { get }
}

// What a recognizer's state is set to: by itself, by its actions, and from outside.
extension Attempt {
  /// The state as the recognizer reads it: what it will be when all recognizers have seen the frame. Its actions read
  /// the one that was reached, also after they have set another.
  var visibleState: State {
    if case .acting = actions { state } else { phase.outlook }
  }

  /// The state from which the next one is set: what is read, but in actions the one that they set last.
  private var settingState: State {
    if case .acting(let state) = actions { state } else { phase.outlook }
  }

  /// Takes in what the recognizer is set to; see ``GestureRecognizer/state``.
  ///
  /// - Parameter reason: why it fails, if it does.
  func set(_ new: State, _ reason: FailureReason? = nil) {
    if new == .failed { takeBack() }
    let current = settingState
    // Many set it back to possible in `reset()`, where it is about to be so.
    let isReset = new == .possible && !current.isActive
    let next = current.nearest(to: new)
    if !isReset, next != new { recognizer.warn(of: new, from: current) }
    guard let next else { return }
    if case .acting = actions {
      actions = .acting(setTo: next)
      // That a gesture goes on does not undo an end that was proposed in the same frame.
      if let proposal = phase.proposal, proposal.isOver, !next.isOver { return }
    }
    phase.propose(next, new == .cancelled ? .cancelled : reason)
    observer.attemptChanged()
  }

  /// Proposes to give up: possible fails for the reason, active is cancelled; after the end, nothing changes.
  func proposeFailure(_ reason: FailureReason) {
    takeBack()
    if !settingState.isOver { set(.failed, reason) }
  }

  /// Ends the attempt from outside: possible fails, active is cancelled.
  func interrupt(_ reason: FailureReason) {
    if state.isActive {
      if settingState.isActive { set(.cancelled) }
    } else if state == .possible, !contacts.isEmpty {
      // Also what it has proposed meanwhile, or waits for.
      phase.withdraw()
      proposeFailure(reason)
    }
  }

  /// One of its touches was cancelled: nothing is recognized from that, whatever the recognizer proposes or waits for.
  /// An active one goes on while it has fingers.
  func takeCancellation() {
    if state.isActive {
      guard !hasFingers else { return }
      phase.withdraw()
    }
    interrupt(.cancelled)
  }

  /// Takes back a recognition that waits for another recognizer, or about which delegates are being asked.
  private func takeBack() {
    guard state == .possible, !phase.isFailing, phase.isWaiting || observer.isDeciding else { return }
    phase.withdraw()
  }
}

// What a recognizer is shown of the touches of its attempt, and how these leave it.
extension Attempt {
  /// The phases that the recognizer must receive, of its touches of a window.
  @inline(__always)
  func duePhases(in window: Window) -> PhaseSet {
    var due = PhaseSet()
    for index in touches.indices {
      Borrowed(touches[index]).with { touch in
        guard touch.isReported, touch.values.window === window, !touch.rests(within: restingSquare) else {
          return
        }
        due.insert(touch.reportedPhase)
      }
    }
    return due
  }

  /// Calls the recognizer with those of its touches that the frame reports in a phase.
  ///
  /// - Returns: how many those were.
  func show(_ phase: TouchPhase, with event: Event) -> Int {
    for touch in touches where touch.isReported && touch.reportedPhase == phase {
      recognizer.touchSet.gather(touch)
    }
    recognizer.touchSet.finish()
    let count = recognizer.touchSet.members.count
    if count > 0 { recognizer.receive(phase, recognizer.touchSet.set, with: event) }
    return count
  }

  func noteRestingDistance() {
    let distance = recognizer.restingDistance
    restingSquare = distance * distance * 0.999
  }

  /// Takes a touch in, and lets go of the contacts that lifted first, where they are more than it keeps.
  func follow(_ touch: Touch) {
    touches.append(touch)
    contacts.append(touch.contact)
    if hasSecret { contacts.forEach { $0.isBesideSecret = true } }
    // Touches that have lifted go at the end of their frame, so what is left are the fingers that are down.
    var excess = contacts.count - touches.count - recognizer.liftLimit
    guard excess > 0 else { return }
    contacts.removeAll { contact in
      guard excess > 0, !contact.isDown else { return false }
      excess -= 1
      secrecy = max(secrecy, contact.secrecy)
      return true
    }
  }

  /// Whether the frame reports one of its touches to a window that has not got it yet, and so to its recognizer.
  private var awaitsFrame: Bool {
    touches.contains { $0.isReported && $0.values.window?.awaitsFrame == true }
  }

  /// Forgets the touches that have lifted; where they were, if none is left.
  func letGoOfLifted() {
    guard hasLiftedTouches, !touches.isEmpty, !awaitsFrame else { return }
    if !hasFingers { liftLocation = touches.map(\.values.location).mean }
    touches.removeAll { !$0.contact.isDown }
  }

  /// Whether a touch is up, or all have gone already.
  private var hasLiftedTouches: Bool { touches.isEmpty || touches.contains { !$0.contact.isDown } }

  /// Whether there is something to decide: a proposal, or touches that leave it stranded.
  var wantsResolution: Bool { phase.isDue || hasLiftedTouches }

  /// Whether nothing more comes of it: all touches have gone, and it is over, or no contact is left before it came to
  /// anything.
  var isDone: Bool { touches.isEmpty && (state.isOver || contacts.isEmpty && state == .possible) }

  /// Whether all touches have gone and the recognizer neither made up its mind nor waits for anything.
  var isStranded: Bool {
    guard !hasFingers, !state.isOver, deadlines.reading(recognizer.deadline) == nil else { return false }
    return (!contacts.isEmpty || state.isActive) && !awaitsFrame
  }

  /// Ends: the recognizer is ready for its next attempt.
  func end() {
    recognizer.reset()
    recognizer.touchSet.clear()
    recognizer.attempt = nil
    // Attempts that waited for each other would keep each other.
    (answers, obstacle) = ([:], nil)
  }
}

// What follows from a change of state: the trace, the actions, the plugins.
extension Attempt {
  /// Reports the state to the trace, and runs the recognizer's actions and plugins.
  ///
  /// - Parameter device: the path of the panel; without it, of the oldest contact's.
  func act(on device: String? = nil, with event: Event) {
    let gesture = GestureEvent(self, on: device, with: event)
    event.observer?.record(.event(gesture), at: event.timestamp)
    let before = actions
    actions = .acting(setTo: state)
    recognizer.run(gesture)
    actions = before
  }

  /// Whether its actions must not run any more: the recognizer was switched off, or taken away, between its recognition
  /// and them. A continuous one still has to report its end, and therefore its begin.
  var isSilenced: Bool { state == .ended && isNewlyRecognized && !recognizer.isAtWork }

  /// Records the state that was reached. What only serves its view has no trace.
  ///
  /// - Parameter reason: why it failed, if it did.
  @inline(never)
  func trace(_ reason: FailureReason? = nil, with event: Event) {
    guard let observer = event.observer, !recognizer.isInternal else { return }
    observer.record(
      .gesture(recognizer, state, contacts: contacts.map(\.id), reason: reason), at: event.timestamp)
  }
}

// When a recognizer is asked although no touch changes.
extension Attempt {
  /// Finds the next moment at which the recognizer wants to be asked, or should have been, and notes it for
  /// ``Arbitration/fire(at:with:)``.
  func lookUpDeadline() -> Timestamp? {
    deadlines.next = overdue ?? deadlines.reading(recognizer.deadline) ?? leftBehind
    return deadlines.next
  }

  /// The time of its last frame, if it was ended from outside since then: what it held waits for nothing, also where
  /// one of its deadlines was reached at that time.
  private var overdue: Timestamp? {
    guard let proposal = phase.proposal, proposal.isOver, !phase.isWaiting else { return nil }
    return lastTime
  }

  /// The time of its last frame, if its fingers have left and it has no deadline any more, which it had when the frame
  /// was settled: now nothing would end it.
  private var leftBehind: Timestamp? {
    touches.isEmpty && phase.proposal == nil && !state.isOver ? lastTime : nil
  }

  /// Asks the recognizer, whose deadline was reached, unless it has ended or moved that since.
  func reachDeadline(_ deadline: Timestamp, with event: Event) {
    deadlines.reach(hasFingers: hasFingers)
    if !visibleState.isOver, recognizer.deadline.map({ $0 <= deadline }) ?? false {
      recognizer.deadlineReached(with: event)
      noteRestingDistance()
      warnIfStalled(at: deadline)
    }
    if deadlines.isExhausted { interrupt(.tooSlow) }
  }

  /// Warns if the deadline has not been moved on: it counts no more.
  private func warnIfStalled(at deadline: Timestamp) {
    guard phase.proposal == nil, let next = recognizer.deadline, next <= deadline else { return }
    recognizer.warn(
      .deadline,
      "its deadline was reached and was not moved on; it is not asked again until it has a later one")
  }

  /// Whether it is on the list of those that act in this round.
  var isListed: Bool { if case .idle = actions { false } else { true } }

  /// Reason for which a continuous gesture that waited no longer begins: it is over, or its fingers have lifted.
  var reasonNotToBegin: FailureReason? {
    guard case .proposing(.continuous(let end), _) = phase else { return nil }
    if let end { return end == .ended ? .tooEarly : .cancelled }
    return hasFingers ? nil : .tooEarly
  }

  /// Whether the delegate, and the views between the fingers and the recognizer's own, let it begin.
  var mayBegin: Bool {
    if recognizer.delegate?.gestureRecognizerShouldBegin(recognizer) == false { return false }
    return contacts.allSatisfy { contact in
      guard let view = contact.view else { return true }
      let way = sequence(first: view) { [recognizer] in $0 === recognizer.view ? nil : $0.superview }
      return way.allSatisfy { $0.gestureRecognizerShouldBegin(recognizer) }
    }
  }

  /// Whether this competes with an attempt whose contacts are marked: they share a touch that neither ignores.
  func competes(with other: Attempt, markedWith mark: UInt64) -> Bool {
    recognizer !== other.recognizer && !recognizer.isInternal
      && contacts.contains { $0.marks.competition == mark }
  }

  /// Whether another attempt must be decided first.
  func waits(for other: Attempt) -> Bool {
    other.state == .possible && !other.contacts.isEmpty && requires(other.recognizer)
  }

  /// Whether a recognizer must fail before this may recognize. Its delegates and subclasses answer once an attempt.
  func requires(_ other: GestureRecognizer) -> Bool {
    guard other !== recognizer, !recognizer.isInternal, !other.isInternal else { return false }
    if recognizer.requirements.names(other) { return true }
    if let known = answers[ObjectIdentifier(other)] { return known.isRequired }
    let isRequired = recognizer.requires(other)
    answers[ObjectIdentifier(other)] = (other, isRequired)
    return isRequired
  }

  /// Whether what the recognizer held until now is dropped although it cancels nothing. What another holds of a finger
  /// that joins it later is not its business.
  var dropsHeldBegan: Bool {
    isNewlyRecognized && recognizer.delaysTouchesBegan && !recognizer.cancelsTouchesInView
  }

  /// Whether the recognizer cancels touches, and one of its own is still its view's.
  var hasTouchesToTake: Bool {
    recognizer.cancelsTouchesInView && contacts.contains { $0.standing != .taken }
  }
}
