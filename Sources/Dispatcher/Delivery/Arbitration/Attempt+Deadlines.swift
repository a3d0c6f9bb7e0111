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
}
