/// Decides which of several recognizers gets a touch: one for all windows, since a gesture is decided once.
///
/// A frame goes through it in this order: ``update(in:with:)`` shows the recognizers their touches, deepest view first,
/// then in order of attachment; ``resolve(with:)`` turns what they propose into states and prevents competitors;
/// ``act(with:)`` runs the actions, and ``endRound(with:)`` comes after that and what follows from it for views. These
/// three are repeated while actions change something; ``reset()`` then readies those that are finished.
final class Arbitration {
  /// Those that go on, in the order of the rules.
  @exclusivity(unchecked) var attempts: ContiguousArray<Attempt> = []
  /// Those that were recognized or went on since the last actions, in order of recognition.
  @exclusivity(unchecked) var acted: ContiguousArray<Attempt> = []
  /// The failures, since the last actions, of attempts whose progress was reported.
  @exclusivity(unchecked) var failures: ContiguousArray<GestureEvent> = []
  /// Those that are active, or were so before this frame, in the order of the rules.
  @exclusivity(unchecked) var activeInFrame: ContiguousArray<Attempt> = []
  /// The touches that land in this frame and may end an attempt, or what it waits for.
  @exclusivity(unchecked) var landings: ContiguousArray<Landing> = []
  /// The number of the last search whose answer is marked on contacts.
  @exclusivity(unchecked) var lastMark: UInt64 = 0
  /// How often something has changed that may end a wait of calls.
  @exclusivity(unchecked) private(set) var changes: UInt64 = 0
  /// Whether something may have changed since everything was settled, other than where fingers are.
  @exclusivity(unchecked) private(set) var isUnsettled = false
  /// Whether what recognizers have proposed is being decided about, and delegates are asked.
  @exclusivity(unchecked) var isDeciding = false
  private let deadlines: Deadlines

  init(_ deadlines: Deadlines) { self.deadlines = deadlines }

  deinit {
    for attempt in attempts { attempt.recognizer.attempt = nil }
  }

  /// Finds the nearest deadline of all. O(attempts).
  @inline(never)
  func findDeadline() -> Timestamp? {
    var nearest = deadlines.nearestOfOthers
    for attempt in attempts {
      guard let deadline = attempt.lookUpDeadline() else { continue }
      nearest = nearest.map { min($0, deadline) } ?? deadline
    }
    deadlines.nearest = .known(nearest)
    return nearest
  }

  /// Whether a frame concerns no recognizer: it only moves fingers, and no recognizer has an attempt.
  @inline(__always)
  func isIdle(in event: Event) -> Bool {
    attempts.isEmpty && !isUnsettled && !event.phases.hasUpheaval
  }

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
    for attempt in acted where !attempt.isSilenced {
      attempt.act(with: event)
    }
    reportFailures(with: event)
  }

  /// Readies the recognizers that are finished and whose touches have gone.
  @inline(never)
  func reset() {
    guard isUnsettled else { return }
    for attempt in attempts { attempt.letGoOfLifted() }
    attempts.removeAll { attempt in
      guard attempt.isDone else { return false }
      attempt.end()
      return true
    }
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
  func cancelAttempts(of panel: PanelTraits) {
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
}

extension Arbitration: AttemptObserver {
  func attemptChanged() {
    isUnsettled = true
    changes &+= 1
    deadlines.invalidate()
  }
}
