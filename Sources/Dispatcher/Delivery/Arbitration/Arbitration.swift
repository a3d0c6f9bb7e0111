/// Decides which of several recognizers gets a touch: one for all windows, since a gesture is decided once.
///
/// A frame goes through it in this order: ``update(in:with:)`` shows the recognizers their touches, deepest view first,
/// then in order of attachment; ``resolve(with:)`` turns what they propose into states and prevents competitors;
/// ``act(with:)`` runs the actions; ``reset()`` readies those that are finished.
final class Arbitration {
  /// The recognizers with an attempt going on, in the order of the rules.
  @exclusivity(unchecked) var attempting: ContiguousArray<GestureRecognizer> = []
  /// What was recognized or went on since the last actions, in order of recognition.
  @exclusivity(unchecked) var acted: ContiguousArray<GestureRecognizer> = []
  /// Those of them that are active, or were so before this frame, in the same order.
  @exclusivity(unchecked) var active: ContiguousArray<GestureRecognizer> = []
  /// The touches that land in this frame, for recognizers whose attempt, or wait, they may end.
  @exclusivity(unchecked) var landings: ContiguousArray<Landing> = []
  /// The number of the last search whose answer is marked on contacts.
  @exclusivity(unchecked) var lastMark: UInt64 = 0
  /// How often something has changed that may end a wait of calls.
  @exclusivity(unchecked) private(set) var changes: UInt64 = 0
  /// Whether something may have changed since everything was settled, other than where fingers are.
  @exclusivity(unchecked) private(set) var isUnsettled = false
  /// Whether what recognizers have proposed is being decided about, and delegates are asked.
  @exclusivity(unchecked) var isDeciding = false
  /// The nearest deadline, until a recognizer is called.
  @exclusivity(unchecked) private var knownDeadline: Timestamp??
  /// The nearest deadline of what is no recognizer. It stands here so that one kept answer does for all.
  @exclusivity(unchecked) var deadlineOfOthers: Timestamp? {
    didSet { knownDeadline = nil }
  }

  deinit {
    for recognizer in attempting { recognizer.arbitration = nil }
  }

  /// The nearest moment at which a recognizer, or what else has a deadline, wants to be asked, or should have been.
  /// O(recognizers with an attempt) after one of them was called.
  @inline(__always)
  var nextDeadline: Timestamp? {
    if let knownDeadline { return knownDeadline }
    return findDeadline()
  }

  @inline(never)
  private func findDeadline() -> Timestamp? {
    var nearest = deadlineOfOthers
    for recognizer in attempting {
      let wanted = recognizer.overdue ?? recognizer.deadlines.ask(recognizer.deadline)
      guard let deadline = wanted ?? recognizer.leftBehind else { continue }
      nearest = nearest.map { min($0, deadline) } ?? deadline
    }
    knownDeadline = .some(nearest)
    return nearest
  }

  /// Whether a frame concerns no recognizer: it only moves fingers, and no recognizer has an attempt.
  @inline(__always)
  func isIdle(in event: Event) -> Bool {
    attempting.isEmpty && !isUnsettled && !event.phases.hasUpheaval
  }

  /// Shows the frame's touches of a window to the recognizers that follow them.
  func update(in window: Window, with event: Event) {
    if event.phases.hasUpheaval { attemptChanged() }
    if event.phases.contains(.began) {
      event.frame.forEach { if $0.values.phase == .began, $0.values.window === window { follow($0) } }
    }
    for index in attempting.indices {
      Borrowed(attempting[index]).with { recognizer in
        let due = recognizer.duePhases(in: window)
        if !due.isEmpty { show(recognizer, due, with: event) }
      }
    }
  }

  /// Asks the recognizers whose deadline this is.
  func fire(at deadline: Timestamp, with event: Event) {
    knownDeadline = nil
    for recognizer in attempting where recognizer.deadlines.next == deadline {
      recognizer.deadlines.reach(hasFingers: recognizer.hasFingers)
      // Another one that was asked before may have ended its attempt, or have moved the deadline.
      if !recognizer.state.isOver, recognizer.deadline.map({ $0 <= deadline }) ?? false {
        recognizer.deadlineReached(with: event)
        recognizer.noteRestingDistance()
        recognizer.warnIfStalled(at: deadline)
      }
      if recognizer.deadlines.isExhausted { recognizer.interrupt(.tooSlow) }
    }
  }

  /// Runs the actions of this frame, in order of recognition.
  func act(with event: Event) {
    for recognizer in acted where !recognizer.isSilenced {
      recognizer.act(on: recognizer.attempt.first?.panel.path ?? "", with: event)
    }
  }

  /// Readies the recognizers that are finished and whose touches have gone.
  @inline(never)
  func reset() {
    guard isUnsettled else { return }
    for recognizer in attempting { recognizer.letGoOfLifted() }
    attempting.removeAll { recognizer in
      guard recognizer.touches.isEmpty, recognizer.isDone else { return false }
      recognizer.forgetAttempt()
      return true
    }
    forgetActed()
    landings.removeAll(keepingCapacity: true)
    number()
    knownDeadline = nil
    isUnsettled = attempting.contains(where: \.wantsResolution)
  }

  /// Ends the attempts that never saw the end of a touch of the frame, because an override of `sendEvent` swallowed it.
  ///
  /// - Returns: whether there were some: others may have waited for that.
  func abandonSwallowed(in event: Event) -> Bool {
    forgetActed()
    var hasEnded = false
    for index in event.frame.indices {
      let touch = event.frame[index].object
      guard !touch.contact.isDown else { continue }
      for recognizer in touch.contact.recognizers where recognizer.touches.contains(touch) {
        abandon(recognizer, with: event)
        hasEnded = true
      }
    }
    guard hasEnded else { return false }
    attemptChanged()
    act(with: event)
    return true
  }

  /// Ends the attempts of which a finger on a panel was a part: nothing is recognized from it any more.
  func cancelAttempts(of panel: PanelTraits) {
    for recognizer in attempting where recognizer.attempt.contains(where: { $0.panel === panel }) {
      recognizer.takeCancellation()
    }
  }

  /// Forgets every attempt: the pipeline goes.
  func letGo() {
    for recognizer in attempting {
      recognizer.touches.removeAll()
      recognizer.forgetAttempt()
    }
    attempting.removeAll()
    active.removeAll()
    acted.removeAll()
    (isUnsettled, knownDeadline) = (false, nil)
  }

  /// Empties the list of those whose actions are to run.
  func forgetActed() {
    for recognizer in acted { recognizer.isActed = false }
    // What is kept for the next frame is storage, not recognizers.
    acted.removeAll(keepingCapacity: true)
  }

  /// Shows a recognizer those of its touches that the frame reports, phase by phase.
  func show(_ recognizer: GestureRecognizer, _ due: PhaseSet, with event: Event) {
    knownDeadline = nil
    due.forEach { phase in
      guard !recognizer.state.isOver else { return }
      recognizer.gather(phase)
      guard !recognizer.touchSet.members.isEmpty else { return }
      let hasEarlier = recognizer.attempt.count > recognizer.touchSet.members.count
      recognizer.receive(phase, recognizer.touchSet.set, with: event)
      if phase == .began, hasEarlier { noteEnd(of: recognizer) }
    }
    if due.contains(.cancelled) { recognizer.takeCancellation() }
    recognizer.noteRestingDistance()
  }
}

extension Arbitration: AttemptObserver {
  func attemptChanged() {
    isUnsettled = true
    changes &+= 1
    knownDeadline = nil
  }
}
