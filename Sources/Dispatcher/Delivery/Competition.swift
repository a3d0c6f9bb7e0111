// Who wins where several recognizers want one touch.
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

  /// Whoever is active with one of a recognizer's touches and does not let it recognize.
  func activeCompetitor(of recognizer: GestureRecognizer) -> GestureRecognizer? {
    attempting.first {
      $0.committedState.isActive && $0.competes(with: recognizer) && $0.excludes(recognizer)
    }
  }

  /// Fails those that compete with a recognizer, and those that required it to fail.
  func failOthers(because recognizer: GestureRecognizer, with event: Event) {
    for other in attempting where other.committedState == .possible && other !== recognizer {
      if other.competes(with: recognizer), recognizer.excludes(other) {
        fail(other, .prevented(by: recognizer.name), with: event)
      } else if other.requires(recognizer) {
        fail(other, .required(recognizer.name), with: event)
      }
    }
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

  func requirement(of recognizer: GestureRecognizer) -> Requirement {
    var result = Requirement.met
    for other in attempting where !other.committedState.isOver && !other.attempt.isEmpty {
      guard recognizer.requires(other) else { continue }
      if other.committedState.isActive { return .broken(other) }
      result = .pending
    }
    return result
  }
}

extension GestureRecognizer {
  /// Two recognizers compete when they share a touch that neither ignores.
  fileprivate final func competes(with other: GestureRecognizer) -> Bool {
    guard self !== other, !isInternal, !other.isInternal else { return false }
    return attempt.contains { contact in other.attempt.contains { $0 === contact } }
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
    if requirements.contains(where: { $0.object === other }) { return true }
    if let known = answers.first(where: { $0.other === other }) { return known.isRequired }
    let isRequired =
      shouldRequireFailure(of: other) || other.shouldBeRequiredToFail(by: self)
      || delegate?.gestureRecognizer(self, shouldRequireFailureOf: other) == true
      || other.delegate?.gestureRecognizer(other, shouldBeRequiredToFailBy: self) == true
    answers.append((other, isRequired))
    return isRequired
  }
}
