// Who wins where several recognizers want one touch.
extension Arbitration {
  func commit(
    _ state: GestureRecognizer.State, _ recognizer: GestureRecognizer, with event: Event
  ) {
    recognizer.isNewlyRecognized = recognizer.committedState == .possible
    recognizer.committedState = state
    recognizer.restingSquare = 0
    acted.append(recognizer)
    if state == .began { recognizer.begins(with: event) }
    trace(recognizer, with: event)
  }

  func fail(_ recognizer: GestureRecognizer, _ reason: FailureReason?, with event: Event) {
    recognizer.proposedState = nil
    recognizer.followingState = nil
    recognizer.committedState = .failed
    recognizer.failureReason = reason
    trace(recognizer, with: event)
  }

  /// What becomes of an attempt whose touches are cancelled behind its back.
  func abandon(_ recognizer: GestureRecognizer, with event: Event) {
    if recognizer.committedState == .possible {
      fail(recognizer, .cancelled, with: event)
    } else if recognizer.committedState.isActive {
      commit(.cancelled, recognizer, with: event)
    }
  }

  @inline(never)
  private func trace(_ recognizer: GestureRecognizer, with event: Event) {
    guard let observer = event.observer else { return }
    let record = TraceRecord.gesture(
      recognizer, recognizer.committedState, contacts: recognizer.attempt.map(\.id),
      reason: recognizer.committedState == .failed ? recognizer.failureReason : nil)
    observer.record(record, at: event.timestamp)
  }

  func activeCompetitor(of recognizer: GestureRecognizer) -> GestureRecognizer? {
    attempting.first { $0.committedState.isActive && $0.competes(with: recognizer) }
  }

  func preventCompetitors(of recognizer: GestureRecognizer, with event: Event) {
    for other in attempting where other.committedState == .possible && other.competes(with: recognizer) {
      guard recognizer.canPrevent(other), other.canBePrevented(by: recognizer) else { continue }
      fail(other, .prevented(by: recognizer.name), with: event)
    }
  }
}

extension GestureRecognizer {
  /// Two recognizers compete when they share a touch that neither ignores.
  fileprivate final func competes(with other: GestureRecognizer) -> Bool {
    self !== other && attempt.contains { contact in other.attempt.contains { $0 === contact } }
  }
}
