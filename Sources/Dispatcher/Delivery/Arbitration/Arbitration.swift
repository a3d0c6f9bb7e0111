/// Decides which of several recognizers gets a touch: one for all windows, since a gesture is decided once.
///
/// A frame goes through it in this order: ``update(in:with:)`` shows the recognizers their touches, deepest view first,
/// then in order of attachment; ``resolve(with:)`` turns what they propose into states and prevents competitors;
/// ``act(with:)`` runs the actions, and ``endRound(with:)`` comes after that and what follows from it for views. These
/// three are repeated while actions change something; ``reset()`` then readies those that are finished.
final class Arbitration: AttemptObserver {
  /// Those that go on, in the order of the rules.
  var attempts: ContiguousArray<Attempt> = []
  /// Those that were recognized or went on since the last actions, in order of recognition.
  var acted: ContiguousArray<Attempt> = []
  /// The failures, since the last actions, of attempts whose progress was reported.
  var failures: ContiguousArray<GestureEvent> = []
  /// Those that are active, or were so before this frame, in the order of the rules.
  var activeInFrame: ContiguousArray<Attempt> = []
  /// The touches that land in this frame and may end an attempt, or what it waits for.
  var landings: ContiguousArray<Landing> = []
  /// The number of the last search whose answer is marked on contacts.
  var lastMark: UInt64 = 0
  /// Count of the changes that may end a wait of calls.
  private(set) var changes: UInt64 = 0
  /// Whether something may have changed since everything was settled, other than where fingers are.
  private(set) var isUnsettled = false
  /// Whether what recognizers have proposed is being decided about, and delegates are asked.
  var isDeciding = false
  private let deadlines: Deadlines

  init(_ deadlines: Deadlines) { self.deadlines = deadlines }

  deinit {
    for attempt in attempts { attempt.recognizer.attempt = nil }
  }

  /// Finds the nearest deadline of all. O(attempts).
  @inline(never)
  func findDeadline() -> Timestamp? {
    var nearest = deadlines.nearestOfOthers
    for attempt in attempts { nearest = earlier(nearest, attempt.lookUpDeadline()) }
    deadlines.nearest = .known(nearest)
    return nearest
  }

  /// Whether a frame concerns no recognizer: it only moves fingers, and no recognizer has an attempt.
  @inline(__always)
  func isIdle(in event: Event) -> Bool { attempts.isEmpty && !isUnsettled && !event.phases.hasUpheaval }

  /// Begins the attempts of recognizers that take a touch of the frame, and shows the touches of a window to the
  /// recognizers that follow them.
  func update(in window: Window, with event: Event) {
    if event.phases.hasUpheaval { attemptChanged() }
    if event.phases.contains(.began) {
      event.frame.forEach { if $0.values.phase == .began, $0.values.window === window { follow($0) } }
    }
    for index in attempts.indices {
      Borrowed(attempts[index]).with { attempt in
        let due = attempt.duePhases(in: window)
        if !due.isEmpty { show(attempt, due, with: event) }
      }
    }
  }

  /// Asks the recognizers whose deadline this is.
  func fire(at deadline: Timestamp, with event: Event) {
    deadlines.invalidate()
    for attempt in attempts where attempt.deadlines.next == deadline {
      attempt.reachDeadline(deadline, with: event)
    }
  }

  /// Runs the actions of this frame, in order of recognition; then reports the failures that end progress.
  func act(with event: Event) {
    for attempt in acted where !attempt.isSilenced { attempt.act(with: event) }
    reportFailures(with: event)
  }

  /// Readies the recognizers that are finished and whose touches have gone.
  @inline(never)
  func reset() {
    guard isUnsettled else { return }
    for attempt in attempts { attempt.letGoOfLifted() }
    var done: ContiguousArray<Attempt> = []
    attempts.removeAll { attempt in
      if attempt.isDone { done.append(attempt) }
      return attempt.isDone
    }
    // A recognizer may ask the pipeline for the next deadline in its reset.
    for attempt in done { attempt.end() }
    landings.removeAll(keepingCapacity: true)
    noteOrder()
    deadlines.invalidate()
    isUnsettled = attempts.contains(where: \.wantsResolution)
  }

  /// Ends the attempts that never saw the end of a touch of the frame, because an override of `sendEvent` swallowed it.
  ///
  /// - Returns: whether there were some: others may have waited for that.
  func abandonSwallowed(in event: Event) -> Bool {
    var hasEnded = false
    for index in event.frame.indices {
      let touch = event.frame[index].object
      guard !touch.contact.isDown else { continue }
      for recognizer in touch.contact.recognizers {
        guard let attempt = recognizer.attempt, attempt.touches.contains(touch) else { continue }
        abandon(attempt, with: event)
        hasEnded = true
      }
    }
    guard hasEnded else { return false }
    attemptChanged()
    act(with: event)
    forgetActed()
    return true
  }

  /// Ends the attempts of which a finger on a panel was a part: nothing is recognized from it any more.
  func cancelAttempts(of panel: Panel) {
    for attempt in attempts where attempt.contacts.contains(where: { $0.panel === panel }) {
      attempt.takeCancellation()
    }
  }

  /// Forgets every attempt: the pipeline goes.
  func letGo() {
    for attempt in attempts {
      attempt.touches.removeAll()
      attempt.end()
    }
    attempts.removeAll()
    activeInFrame.removeAll()
    acted.removeAll()
    failures.removeAll()
    isUnsettled = false
    deadlines.invalidate()
  }

  /// Ends a round of actions. Attempts that have acted may be reset now, and those that a landing ended begin anew.
  func endRound(with event: Event) {
    forgetActed()
    _ = beginAnew(with: event)
  }

  private func forgetActed() {
    for attempt in acted { attempt.actions = .idle }
    // What is kept for the next frame is storage, not attempts.
    acted.removeAll(keepingCapacity: true)
  }

  /// Shows a recognizer those of its touches that the frame reports, phase by phase; a palm counts before a lift.
  func show(_ attempt: Attempt, _ due: PhaseSet, with event: Event) {
    deadlines.invalidate()
    let hasPalm = due.contains(.cancelled)
    due.forEach { if !hasPalm || $0 != .ended { show(attempt, $0, with: event) } }
    if hasPalm {
      attempt.takeCancellation()
      if due.contains(.ended) { show(attempt, .ended, with: event) }
    }
    attempt.noteRestingDistance()
  }

  @inline(__always)
  private func show(_ attempt: Attempt, _ phase: TouchPhase, with event: Event) {
    guard !attempt.visibleState.isOver else { return }
    let known = attempt.contacts.count
    let shown = attempt.show(phase, with: event)
    if phase == .began, shown > 0, shown < known { noteIfGivenUp(attempt) }
  }

  func attemptChanged() {
    isUnsettled = true
    changes &+= 1
    deadlines.invalidate()
  }
}

// From what recognizers propose to what they become.
extension Arbitration {
  /// Turns what the recognizers propose into states, in order; the first to recognize prevents the others.
  ///
  /// Those that give up do so first: others may have waited for that.
  ///
  /// - Returns: whether one has something to act on, or a failure is to be reported.
  func resolve(with event: Event) -> Bool {
    guard isUnsettled else { return false }
    repeat {
      for attempt in attempts { settleFailure(of: attempt, with: event) }
      isDeciding = true
      // Each round that is not the last settles a recognizer.
      while considerAll(with: event) || proceedInCircle(with: event) {}
      isDeciding = false
      // Each landing begins an attempt anew once.
    } while beginAnew(with: event)
    return !acted.isEmpty || !failures.isEmpty
  }

  /// Ends an attempt that proposes to fail, or of which nothing more can come.
  private func settleFailure(of attempt: Attempt, with event: Event) {
    if attempt.phase.isFailing {
      fail(attempt, with: event)
    } else if attempt.phase.proposal == nil, attempt.isStranded {
      abandon(attempt, with: event)
    }
  }

  /// - Returns: whether one of them came to something.
  private func considerAll(with event: Event) -> Bool {
    attempts.reduce(false) { (!$1.isListed && consider($1, with: event)) || $0 }
  }

  /// Lets an attempt that proposes something come to it, or fail, unless it must wait.
  ///
  /// - Returns: whether it came to something.
  private func consider(_ attempt: Attempt, with event: Event) -> Bool {
    switch attempt.phase {
    case .undecided, .active(_, nil), .over: return false
    // A delegate that was asked about another has switched it off, or set it to failed.
    case .failing: fail(attempt, with: event)
    case .active: commit(attempt, with: event)
    case .proposing: return decide(attempt, with: event)
    }
    return true
  }

  /// Lets an attempt leave `possible`, in one way or the other, unless it must wait.
  private func decide(_ attempt: Attempt, with event: Event) -> Bool {
    if let competitor = activeCompetitor(of: attempt) {
      lose(attempt, .prevented(by: competitor.shownName), with: event)
      return true
    }
    let requirement = requirement(of: attempt)
    if attempt.phase.isFailing {
      // A delegate that was asked has ended it.
      fail(attempt, with: event)
    } else if case .broken(let other) = requirement {
      lose(attempt, .required(other.shownName), with: event)
    } else if attempt.phase.isWaiting || requirement.isPending, let reason = attempt.reasonNotToBegin {
      lose(attempt, reason, with: event)
    } else if requirement.isPending {
      attempt.phase.wait()
      return false
    } else {
      recognize(attempt, with: event)
    }
    return true
  }

  /// Lets an attempt be recognized, unless it may not, or a delegate or view that was asked has ended it.
  private func recognize(_ attempt: Attempt, with event: Event) {
    guard attempt.mayBegin else { return lose(attempt, .refused, with: event) }
    let losers = losers(to: attempt)
    if attempt.phase.isFailing { return fail(attempt, with: event) }
    commit(attempt, with: event)
    event.chain.tally?.noteRecognized(attempt, at: event.timestamp)
    for loser in losers { lose(loser.attempt, loser.reason, with: event) }
  }

  private func lose(_ attempt: Attempt, _ reason: FailureReason, with event: Event) {
    if attempt.state == .possible { fail(attempt, reason, with: event) }
  }

  private func commit(_ attempt: Attempt, with event: Event) {
    attempt.commit()
    attempt.restingSquare = 0
    attemptChanged()
    noteActivity(of: attempt)
    attempt.actions = .listed
    acted.append(attempt)
    if attempt.state == .began { attempt.recognizer.begins(with: event) }
    attempt.trace(with: event)
  }

  /// Makes an attempt fail: for its own reason, if that is what it proposes.
  private func fail(_ attempt: Attempt, _ reason: FailureReason? = nil, with event: Event) {
    var reason = reason
    if case .failing(let own) = attempt.phase { reason = own }
    attempt.phase.fail()
    attemptChanged()
    attempt.trace(reason, with: event)
    event.chain.tally?.noteFailed(attempt, at: event.timestamp)
    attempt.recognizer.fails(with: event)
    if attempt.hasReportedProgress { failures.append(GestureEvent(attempt, with: event)) }
  }

  /// Ends an attempt whose touches have gone without its recognizer's knowledge.
  func abandon(_ attempt: Attempt, with event: Event) {
    if attempt.state == .possible {
      attempt.phase.withdraw()
      fail(attempt, .cancelled, with: event)
    } else if attempt.state.isActive {
      attempt.phase.propose(.cancelled)
      commit(attempt, with: event)
    }
  }

  /// Lets the first of some recognizers proceed that wait for each other and for no other recognizer.
  private func proceedInCircle(with event: Event) -> Bool {
    guard let first = WaitingCircle.first(among: attempts) else { return false }
    recognize(first, with: event)
    return true
  }
}

// Which recognizer wins where several want one touch.
extension Arbitration {
  /// The active recognizer that shares a touch with an attempt and does not let it recognize. O(active ones).
  func activeCompetitor(of attempt: Attempt) -> GestureRecognizer? {
    guard !activeInFrame.isEmpty, !attempt.recognizer.isInternal else { return nil }
    let mark = mark(attempt)
    return activeInFrame.first {
      $0.competes(with: attempt, markedWith: mark) && $0.recognizer.excludes(attempt.recognizer)
    }?.recognizer
  }

  /// The attempts that compete with one that recognizes, and those that required it to fail, each with the reason to
  /// fail. O(competitors).
  func losers(to winner: Attempt) -> [(attempt: Attempt, reason: FailureReason)] {
    let mark = winner.recognizer.isInternal ? nil : mark(winner)
    return attempts.compactMap { other in
      guard other.state == .possible, other !== winner else { return nil }
      if let mark, other.competes(with: winner, markedWith: mark),
        winner.recognizer.excludes(other.recognizer)
      {
        return (other, .prevented(by: winner.recognizer.shownName))
      }
      return other.requires(winner.recognizer) ? (other, .required(winner.recognizer.shownName)) : nil
    }
  }

  /// Marks the contacts of an attempt: this finds those that share one without comparing each with each.
  private func mark(_ attempt: Attempt) -> UInt64 {
    lastMark &+= 1
    for contact in attempt.contacts { contact.marks.competition = lastMark }
    return lastMark
  }

  /// State of a recognizer that wants to recognize, towards those that must fail first.
  enum Requirement {
    case met
    case pending
    case broken(GestureRecognizer)

    var isPending: Bool {
      if case .pending = self { true } else { false }
    }
  }

  /// Looks first at what made the attempt wait the last time: while that is undecided, nothing else matters. Then at
  /// those that the recognizer named, and only then at all, since delegates may have to be asked about each.
  func requirement(of attempt: Attempt) -> Requirement {
    if let other = activeInFrame.first(where: { !$0.contacts.isEmpty && attempt.requires($0.recognizer) }) {
      return .broken(other.recognizer)
    }
    if let obstacle = attempt.obstacle, attempt.waits(for: obstacle) { return .pending }
    let obstacle =
      attempt.recognizer.requirements.firstNamed { named in
        named.attempt.map { $0.observer === self && attempt.waits(for: $0) } ?? false
      }?.attempt ?? attempts.first { attempt.waits(for: $0) }
    attempt.obstacle = obstacle
    return obstacle == nil ? .met : .pending
  }
}
