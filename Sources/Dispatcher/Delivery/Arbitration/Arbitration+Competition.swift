// Which recognizer wins where several want one touch.
extension Arbitration {
  func commit(
    _ state: GestureRecognizer.State, _ recognizer: GestureRecognizer, with event: Event
  ) {
    recognizer.isNewlyRecognized = recognizer.committedState == .possible
    recognizer.committedState = state
    recognizer.proposedState = recognizer.followingState
    recognizer.followingState = nil
    recognizer.isWaiting = false
    recognizer.restingSquare = 0
    attemptChanged()
    noteActivity(of: recognizer)
    recognizer.isActed = true
    acted.append(recognizer)
    if state == .began { recognizer.begins(with: event) }
    trace(recognizer, with: event)
  }

  func fail(_ recognizer: GestureRecognizer, _ reason: FailureReason?, with event: Event) {
    recognizer.proposedState = nil
    recognizer.followingState = nil
    recognizer.isWaiting = false
    recognizer.committedState = .failed
    recognizer.failureReason = reason
    attemptChanged()
    trace(recognizer, with: event)
    recognizer.fails(with: event)
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
    guard let observer = event.observer, !recognizer.isInternal else { return }
    let record = TraceRecord.gesture(
      recognizer, recognizer.committedState, contacts: recognizer.attempt.map(\.id),
      reason: recognizer.committedState == .failed ? recognizer.failureReason : nil)
    observer.record(record, at: event.timestamp)
  }

  /// The active recognizer that shares a touch with a recognizer and does not let it recognize. O(active ones).
  func activeCompetitor(of recognizer: GestureRecognizer) -> GestureRecognizer? {
    guard !active.isEmpty, !recognizer.isInternal else { return nil }
    let mark = mark(recognizer)
    return active.first { $0.competes(with: recognizer, markedWith: mark) && $0.excludes(recognizer) }
  }

  /// Those that compete with a recognizer that recognizes, and those that required it to fail, each with the reason to
  /// fail. O(competitors).
  func losers(to recognizer: GestureRecognizer) -> [(recognizer: GestureRecognizer, reason: FailureReason)] {
    let mark = recognizer.isInternal ? nil : mark(recognizer)
    return attempting.compactMap { other in
      guard other.committedState == .possible, other !== recognizer else { return nil }
      if let mark, other.competes(with: recognizer, markedWith: mark), recognizer.excludes(other) {
        return (other, .prevented(by: recognizer.name))
      }
      return other.requires(recognizer) ? (other, .required(recognizer.name)) : nil
    }
  }

  /// Marks the contacts of a recognizer's attempt: this finds recognizers that share one without comparing each with
  /// each.
  private func mark(_ recognizer: GestureRecognizer) -> UInt64 {
    lastMark &+= 1
    for contact in recognizer.attempt { contact.marks.competition = lastMark }
    return lastMark
  }

  /// How a recognizer that wants to recognize stands with those that must fail first.
  enum Requirement {
    case met
    case pending
    case broken(GestureRecognizer)

    var isPending: Bool {
      if case .pending = self { true } else { false }
    }
  }

  /// Looks first at what made the recognizer wait the last time: while that is undecided, nothing else matters. Then at
  /// those that it named, and only then at all with an attempt, since delegates may have to be asked about each.
  func requirement(of recognizer: GestureRecognizer) -> Requirement {
    if let other = active.first(where: { !$0.attempt.isEmpty && recognizer.requires($0) }) {
      return .broken(other)
    }
    if let obstacle = recognizer.requirements.obstacle, recognizer.waits(for: obstacle) { return .pending }
    let obstacle =
      recognizer.requirements.firstNamed { $0.arbitration === self && recognizer.waits(for: $0) }
      ?? attempting.first { recognizer.waits(for: $0) }
    recognizer.requirements.obstacle = obstacle
    return obstacle == nil ? .met : .pending
  }
}

extension GestureRecognizer {
  /// Whether this competes with a recognizer whose contacts are marked: they share a touch that neither ignores.
  fileprivate final func competes(with other: GestureRecognizer, markedWith mark: UInt64) -> Bool {
    self !== other && !isInternal && attempt.contains { $0.marks.competition == mark }
  }

  /// Whether this, recognized, keeps a competitor from recognizing.
  final func excludes(_ other: GestureRecognizer) -> Bool {
    canPrevent(other) && other.canBePrevented(by: self) && !allows(other) && !other.allows(self)
  }

  /// Whether its delegate lets it recognize together with another.
  private final func allows(_ other: GestureRecognizer) -> Bool {
    delegate?.gestureRecognizer(self, shouldRecognizeSimultaneouslyWith: other) ?? false
  }

  /// Whether another that has an attempt going on must make up its mind first.
  final func waits(for other: GestureRecognizer) -> Bool {
    other.committedState == .possible && !other.attempt.isEmpty && requires(other)
  }

  /// Whether another must fail before this may recognize.
  final func requires(_ other: GestureRecognizer) -> Bool {
    guard other !== self, !isInternal, !other.isInternal else { return false }
    if requirements.names(other) { return true }
    if let known = requirements.answer(about: other) { return known }
    let isRequired =
      shouldRequireFailure(of: other) || other.shouldBeRequiredToFail(by: self)
      || delegate?.gestureRecognizer(self, shouldRequireFailureOf: other) == true
      || other.delegate?.gestureRecognizer(other, shouldBeRequiredToFailBy: self) == true
    requirements.note(isRequired, about: other)
    return isRequired
  }
}
