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

  /// How a recognizer that wants to recognize stands with those that must fail first.
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
    if let obstacle = attempt.requirements.obstacle, attempt.waits(for: obstacle) { return .pending }
    let obstacle =
      attempt.recognizer.requirements.firstNamed { named in
        named.attempt.map { $0.observer === self && attempt.waits(for: $0) } ?? false
      }?.attempt ?? attempts.first { attempt.waits(for: $0) }
    attempt.requirements.obstacle = obstacle
    return obstacle == nil ? .met : .pending
  }
}

extension Attempt {
  /// Whether this competes with an attempt whose contacts are marked: they share a touch that neither ignores.
  fileprivate func competes(with other: Attempt, markedWith mark: UInt64) -> Bool {
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
    if let known = requirements.answer(about: other) { return known }
    let isRequired = recognizer.requires(other)
    requirements.note(isRequired, about: other)
    return isRequired
  }
}

extension GestureRecognizer {
  /// Whether this, recognized, keeps a competitor from recognizing.
  final func excludes(_ other: GestureRecognizer) -> Bool {
    canPrevent(other) && other.canBePrevented(by: self) && !allows(other) && !other.allows(self)
  }

  /// Whether its delegate lets it recognize together with another.
  private final func allows(_ other: GestureRecognizer) -> Bool {
    delegate?.gestureRecognizer(self, shouldRecognizeSimultaneouslyWith: other) ?? false
  }

  /// Whether one of the two, or a delegate, has this wait until another has failed.
  fileprivate final func requires(_ other: GestureRecognizer) -> Bool {
    shouldRequireFailure(of: other) || other.shouldBeRequiredToFail(by: self)
      || delegate?.gestureRecognizer(self, shouldRequireFailureOf: other) == true
      || other.delegate?.gestureRecognizer(other, shouldBeRequiredToFailBy: self) == true
  }
}
