/// A finger that comes down on a recognizer whose attempt, or wait for another recognizer, may end by that: then the
/// finger is the first of its next attempt.
struct Landing {
  let attempt: Attempt
  var touches: [Touch]
  let cause: Cause

  /// Reason for which the landing ends the attempt.
  enum Cause {
    /// The recognizer was shown the touches, and gave up. The attempt has them.
    case gaveUp
    /// The attempt waits, and so does not take them.
    case waited
  }

  /// Whether the recognizer can be reset: its attempt is over, and no other finger of it is down.
  fileprivate var isReady: Bool {
    guard attempt.state.isOver, !attempt.isListed, attempt.recognizer.isAtWork else { return false }
    return attempt.touches.allSatisfy { touch in !touch.contact.isDown || touches.contains { $0 === touch } }
  }
}

// What a landing ends, begins anew with it.
extension Arbitration {
  /// Notes the touches that land if the recognizer, which had others before, has given up at the sight of them.
  func noteIfGivenUp(_ attempt: Attempt) {
    guard attempt.phase.isFailing else { return }
    let touches = attempt.recognizer.touchSet.members.copy.map(\.object)
    landings.append(Landing(attempt: attempt, touches: touches, cause: .gaveUp))
  }

  /// Notes the recognizers that wait for another, and so do not take a touch that lands.
  func noteWaiting(for touch: Touch) {
    for attempt in touch.contact.recognizers.lazy.compactMap(\.attempt)
    where attempt.phase.isWaiting && attempt.observer === self {
      if let place = landings.firstIndex(where: { $0.attempt === attempt }) {
        landings[place].touches.append(touch)
      } else {
        landings.append(Landing(attempt: attempt, touches: [touch], cause: .waited))
      }
    }
  }

  /// Begins anew with recognizers whose attempt is over by the landing of a finger, unless they have yet to act: they
  /// are reset, and shown the landing as began.
  ///
  /// One of which another finger is still down is not reset, and leaves the landing alone.
  ///
  /// - Returns: whether there were some.
  func beginAnew(with event: Event) -> Bool {
    let ready = landings.filter(\.isReady).sorted { $0.attempt.place < $1.attempt.place }
    guard !ready.isEmpty else { return false }
    landings.removeAll(where: \.isReady)
    attemptChanged()
    for landing in ready { begin(landing, with: event) }
    return true
  }

  private func begin(_ landing: Landing, with event: Event) {
    let (last, recognizer) = (landing.attempt, landing.attempt.recognizer)
    // A discrete gesture that was recognized as they landed keeps them.
    let winners = recognizer.isInternal ? [] : attempts.filter { $0.state == .ended }
    let taken = winners.filter { $0.recognizer.excludes(recognizer) }.flatMap(\.contacts)
    let touches = landing.touches.filter { touch in
      if taken.contains(where: { $0 === touch.contact }) { return false }
      // One that it ignored at once stays ignored.
      return landing.cause == .gaveUp
        ? touch.contact.recognizers.contains { $0 === recognizer } : recognizer.wants(touch)
    }
    guard !touches.isEmpty else { return }
    last.end()
    let next = Attempt(of: recognizer, observer: self)
    (recognizer.attempt, attempts[last.place], next.place) = (next, next, last.place)
    for touch in touches {
      if landing.cause == .waited { touch.contact.add(next) }
      next.follow(touch)
    }
    show(next, PhaseSet.began, with: event)
  }
}

// Which recognizers follow a touch that lands.
extension Arbitration {
  /// Gives a new touch to those of its recognizers that take it. A function of its own, so that the way of touches that
  /// move stays short.
  @inline(never)
  func follow(_ touch: Touch) {
    noteWaiting(for: touch)
    let known = touch.contact.recognizers
    take(touch.contact, from: known.filter { !$0.isFree(for: self) || !$0.accepts(touch) })
    // A delegate that was asked about one of them may have switched another off.
    if touch.contact.recognizers.contains(where: { $0.delegate != nil }) {
      touch.contact.recognizers.removeAll { !$0.isAtWork }
    }
    // Of several active ones that exclude each other, the first alone goes on with a finger that joins them.
    if let first = touch.contact.recognizers.first(where: \.isActive) {
      let others = touch.contact.recognizers.filter { $0.isActive && $0 !== first && $0.excludes(first) }
      take(touch.contact, from: others)
    }
    var newcomers: ContiguousArray<Attempt> = []
    newcomers.reserveCapacity(touch.contact.recognizers.count)
    for recognizer in touch.contact.recognizers {
      let attempt = recognizer.attempt ?? begin(with: recognizer, among: &newcomers)
      attempt.follow(touch)
    }
    if !newcomers.isEmpty { join(newcomers) }
  }

  private func begin(
    with recognizer: GestureRecognizer, among newcomers: inout ContiguousArray<Attempt>
  ) -> Attempt {
    let attempt = Attempt(of: recognizer, observer: self)
    recognizer.attempt = attempt
    newcomers.append(attempt)
    return attempt
  }

  /// Takes a contact from recognizers. A delegate that was asked about them may have made any of them ignore it.
  private func take(_ contact: Contact, from recognizers: [GestureRecognizer]) {
    guard !recognizers.isEmpty else { return }
    let known = Set(recognizers.map(ObjectIdentifier.init))
    contact.recognizers.removeAll { known.contains(ObjectIdentifier($0)) }
  }

  /// Puts attempts, which stand in the order of the rules, among the others. O(all), and a comparison for each view
  /// that has some.
  private func join(_ newcomers: ContiguousArray<Attempt>) {
    defer { noteOrder() }
    if attempts.isEmpty { return attempts = newcomers }
    var (merged, rest) = (ContiguousArray<Attempt>(), newcomers[...])
    merged.reserveCapacity(attempts.count + newcomers.count)
    for attempt in attempts {
      while let first = rest.first, GestureRecognizer.precedes(first.recognizer, attempt.recognizer) {
        merged.append(rest.removeFirst())
      }
      merged.append(attempt)
    }
    attempts = merged + rest
  }

  /// Notes the places of the attempts, and which are active.
  func noteOrder() {
    activeInFrame.removeAll(keepingCapacity: true)
    for (place, attempt) in attempts.enumerated() {
      attempt.place = place
      if attempt.state.isActive { activeInFrame.append(attempt) }
    }
  }

  /// Notes that an attempt has just become active. It counts as active up to the end of its last frame: in that one,
  /// too, no other recognizer gets its touches.
  func noteActivity(of attempt: Attempt) {
    guard attempt.state.isActive else { return }
    let place = activeInFrame.lastIndex { $0.place <= attempt.place }
    if let place, activeInFrame[place] === attempt { return }
    activeInFrame.insert(attempt, at: place.map { $0 + 1 } ?? 0)
  }
}

// What recognizers report before they are recognized, which is no action.
extension Arbitration {
  /// Reports how far attempts have come that are still possible.
  ///
  /// - Returns: whether there was such a report: a plugin may have changed something.
  func reportProgress(with event: Event) -> Bool {
    var hasReported = false
    for attempt in attempts {
      guard let part = attempt.dueProgress else { continue }
      attempt.dueProgress = nil
      // What it has become since it said so says more.
      guard attempt.visibleState == .possible else { continue }
      attempt.hasReportedProgress = true
      GestureEvent(attempt, progress: part, with: event).report(with: event)
      hasReported = true
    }
    return hasReported
  }

  /// Reports the failures of attempts whose progress was reported.
  func reportFailures(with event: Event) {
    guard !failures.isEmpty else { return }
    let due = failures
    failures.removeAll(keepingCapacity: true)
    for failure in due { failure.report(with: event) }
  }
}
