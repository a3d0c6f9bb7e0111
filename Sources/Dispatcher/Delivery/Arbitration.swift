/// Who of several recognizers gets a touch: one for all windows, since a gesture is decided once.
///
/// A frame goes through it in this order: ``update(in:with:)`` shows the recognizers their touches, deepest view first,
/// then in order of attachment; ``resolve(with:)`` turns what they propose into states and prevents competitors;
/// ``act(with:)`` runs the actions; ``reset()`` readies those that are finished.
final class Arbitration {
  /// The recognizers with an attempt going on, in the order of the rules.
  @exclusivity(unchecked) private(set) var attempting: ContiguousArray<GestureRecognizer> = []
  /// What was recognized or went on since the last actions, in order of recognition.
  @exclusivity(unchecked) var acted: ContiguousArray<GestureRecognizer> = []
  /// Those of them that are active, in the same order.
  @exclusivity(unchecked) private(set) var active: ContiguousArray<GestureRecognizer> = []
  /// The number of the last search for competitors.
  @exclusivity(unchecked) var lastMark: UInt64 = 0
  /// Whether something may have changed since everything was settled, other than where fingers are.
  @exclusivity(unchecked) private(set) var isUnsettled = false
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
      guard let deadline = recognizer.overdue ?? recognizer.nextDeadline else { continue }
      nearest = nearest.map { min($0, deadline) } ?? deadline
    }
    knownDeadline = .some(nearest)
    return nearest
  }

  /// Whether a frame is nothing to anybody here: it only moves fingers, which no recognizer follows.
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
    for recognizer in attempting where recognizer.nextDeadline == deadline {
      recognizer.deadlineReached(with: event)
      knownDeadline = nil
      recognizer.noteRestingDistance()
      recognizer.noteStall(at: deadline)
    }
  }

  /// Runs the actions of this frame, in order of recognition.
  func act(with event: Event) {
    for recognizer in acted {
      recognizer.act(on: recognizer.attempt.first?.panel.path ?? "", with: event)
    }
  }

  /// Readies the recognizers that are finished and whose touches have gone.
  @inline(never)
  func reset() {
    guard isUnsettled else { return }
    for recognizer in attempting { recognizer.touches.removeAll { !$0.contact.isDown } }
    attempting.removeAll { recognizer in
      guard recognizer.touches.isEmpty, recognizer.isDone else { return false }
      recognizer.forgetAttempt()
      return true
    }
    forgetActed()
    number()
    knownDeadline = nil
    isUnsettled = attempting.contains(where: \.wantsResolution)
  }

  /// Ends the attempts that never saw the end of their touch, because somebody swallowed the event.
  func forget(_ touch: Touch, with event: Event) {
    attemptChanged()
    forgetActed()
    for recognizer in touch.contact.recognizers where recognizer.touches.contains(touch) {
      abandon(recognizer, with: event)
      recognizer.touches.removeAll { $0 === touch }
    }
    act(with: event)
    reset()
  }

  /// Forgets every attempt: the pipeline goes.
  func letGo() {
    for recognizer in attempting {
      recognizer.touches.removeAll()
      recognizer.forgetAttempt()
    }
    attempting.removeAll()
    acted.removeAll()
    (isUnsettled, knownDeadline) = (false, nil)
  }

  private func follow(_ touch: Touch) {
    touch.contact.recognizers.removeAll { !$0.accepts(touch) }
    leaveToFirst(touch.contact)
    var newcomers: ContiguousArray<GestureRecognizer> = []
    for recognizer in touch.contact.recognizers {
      recognizer.touches.append(touch)
      recognizer.attempt.append(touch.contact)
      if recognizer.arbitration == nil { newcomers.append(recognizer) }
      recognizer.arbitration = self
    }
    if !newcomers.isEmpty { join(newcomers) }
  }

  /// Puts recognizers, which stand in the order of the rules, among those with an attempt. O(both), and a comparison for
  /// each view that has some.
  private func join(_ newcomers: ContiguousArray<GestureRecognizer>) {
    defer { number() }
    if attempting.isEmpty { return attempting = newcomers }
    var (merged, rest) = (ContiguousArray<GestureRecognizer>(), newcomers[...])
    merged.reserveCapacity(attempting.count + newcomers.count)
    for recognizer in attempting {
      while let first = rest.first, GestureRecognizer.precedes(first, recognizer) {
        merged.append(rest.removeFirst())
      }
      merged.append(recognizer)
    }
    attempting = merged + rest
  }

  /// Numbers those with an attempt, and finds the active ones among them.
  private func number() {
    active.removeAll(keepingCapacity: true)
    for (place, recognizer) in attempting.enumerated() {
      recognizer.place = place
      if recognizer.committedState.isActive { active.append(recognizer) }
    }
  }

  /// Takes a recognizer whose state has just changed among the active ones, or out of them.
  func noteActivity(of recognizer: GestureRecognizer) {
    let place = active.lastIndex { $0.place <= recognizer.place }
    let isKnown = place.map { active[$0] === recognizer } ?? false
    if let place, isKnown, !recognizer.committedState.isActive { active.remove(at: place) }
    if !isKnown, recognizer.committedState.isActive {
      active.insert(recognizer, at: place.map { $0 + 1 } ?? 0)
    }
  }

  /// Empties the list of those whose actions are to run.
  func forgetActed() {
    for recognizer in acted { recognizer.isActed = false }
    // What is kept for the next frame is storage, not recognizers.
    acted.removeAll(keepingCapacity: true)
  }

  /// Of several active recognizers that exclude each other, the first alone goes on with a finger that joins them.
  private func leaveToFirst(_ contact: Contact) {
    guard let first = contact.recognizers.first(where: \.committedState.isActive) else { return }
    contact.recognizers.removeAll { $0.committedState.isActive && $0 !== first && $0.excludes(first) }
  }

  /// Shows a recognizer those of its touches that the frame reports, phase by phase.
  private func show(_ recognizer: GestureRecognizer, _ due: PhaseSet, with event: Event) {
    guard !recognizer.state.isOver else { return }
    knownDeadline = nil
    due.forEach { phase in
      guard !recognizer.state.isOver else { return }
      recognizer.gather(phase)
      guard !recognizer.touchSet.members.isEmpty else { return }
      recognizer.receive(phase, recognizer.touchSet.set, with: event)
    }
    if due.contains(.cancelled) { recognizer.endIfCancelled() }
    recognizer.noteRestingDistance()
  }
}

extension Arbitration: AttemptObserver {
  func attemptChanged() {
    isUnsettled = true
    knownDeadline = nil
  }
}

extension GestureRecognizer {
  /// Whether a new touch is this recognizer's business.
  fileprivate final func accepts(_ touch: Touch) -> Bool {
    isEnabled && !committedState.isOver && !isWaiting && allowedTouchTypes.contains(touch.type)
      && delegate?.gestureRecognizer(self, shouldReceive: touch) != false
  }

  /// The time of its last frame, if its attempt was ended from outside since then: what it held waits for nothing.
  fileprivate final var overdue: Timestamp? {
    guard let proposedState, proposedState.isOver, !isWaiting else { return nil }
    return attempt.last?.event.timestamp
  }

  /// Makes the set of its touches that the frame reports in a phase.
  fileprivate final func gather(_ phase: TouchPhase) {
    for touch in touches where touch.isReported && touch.reportedPhase == phase { touchSet.gather(touch) }
    touchSet.finish()
  }

  /// The phases of its touches of a window that it has to be told.
  @inline(__always)
  fileprivate final func duePhases(in window: Window) -> PhaseSet {
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

  /// Whether nothing more comes of its attempt: it is over, or no contact of it is left before it came to anything.
  fileprivate final var isDone: Bool {
    committedState.isOver || attempt.isEmpty && committedState == .possible
  }

  /// Ends the attempt of one whose touches are all gone, the last of them cancelled, and that has nothing to say to it.
  fileprivate final func endIfCancelled() {
    if proposedState == nil, !touches.contains(where: \.contact.isDown) { interrupt(.cancelled) }
  }

  /// Its deadline, unless it was reached already and has not been moved on.
  fileprivate final var nextDeadline: Timestamp? {
    guard let deadline else { return nil }
    guard let stalledDeadline else { return deadline }
    return deadline > stalledDeadline ? deadline : nil
  }

  /// Whether it will be asked.
  final var isAwaitingDeadline: Bool { nextDeadline != nil }

  /// Notes whether a deadline that was reached has not been moved on: it counts no more then.
  fileprivate final func noteStall(at deadline: Timestamp) {
    guard let next = self.deadline, next <= deadline else { return }
    stalledDeadline = deadline
    guard proposedState == nil else { return }
    warn(
      .deadline,
      "its deadline was reached and was not moved on; it is not asked again until it has a later one")
  }

  fileprivate final func noteRestingDistance() {
    restingSquare = restingDistance * restingDistance * 0.999
  }

  /// Whether it proposes a state, or may be stranded.
  fileprivate final var wantsResolution: Bool { proposedState != nil && !isWaiting || hasLiftedTouches }

  /// Whether a touch of it is up, or all have gone already.
  fileprivate final var hasLiftedTouches: Bool { touches.isEmpty || touches.contains { !$0.contact.isDown } }

  fileprivate final func receive(_ phase: TouchPhase, _ touches: Set<Touch>, with event: Event) {
    switch phase {
    case .began: touchesBegan(touches, with: event)
    case .moved: touchesMoved(touches, with: event)
    case .ended: touchesEnded(touches, with: event)
    case .cancelled: touchesCancelled(touches, with: event)
    case .stationary: preconditionFailure("a stationary touch is never delivered")
    }
  }

  /// Readies it for the next attempt.
  final func forgetAttempt() {
    reset()
    attempt.removeAll(keepingCapacity: true)
    touchSet.clear()
    arbitration = nil
    restingSquare = 0
    committedState = .possible
    proposedState = nil
    followingState = nil
    failureReason = nil
    isWaiting = false
    requirements.endAttempt()
    stalledDeadline = nil
  }
}

extension Touch {
  /// The phase that recognizers are told: a report without a new location is a move to them.
  @inline(__always)
  fileprivate var reportedPhase: TouchPhase { values.phase == .stationary ? .moved : values.phase }

  /// Whether the finger only moves, and is nearer to where it came down than the root of this.
  @inline(__always)
  fileprivate func rests(within square: Double) -> Bool {
    guard reportedPhase == .moved else { return false }
    let offset = values.location - contact.downLocation
    return offset.x * offset.x + offset.y * offset.y < square
  }
}
