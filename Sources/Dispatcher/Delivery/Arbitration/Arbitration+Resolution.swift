// From what recognizers propose to what they become.
extension Arbitration {
  /// Turns what the recognizers propose into states, in order; the first to recognize prevents the others.
  ///
  /// Those that give up do so first: others may have waited for that.
  ///
  /// - Returns: whether one has something to act on.
  func resolve(with event: Event) -> Bool {
    forgetActed()
    guard isUnsettled else { return false }
    repeat {
      for recognizer in attempting { giveUp(recognizer, with: event) }
      isDeciding = true
      // Each round that is not the last settles a recognizer.
      while considerAll(with: event) || proceedInCircle(with: event) {}
      isDeciding = false
      // Each landing begins an attempt anew once.
    } while beginAnew(with: event)
    return !acted.isEmpty
  }

  private func giveUp(_ recognizer: GestureRecognizer, with event: Event) {
    if recognizer.proposedState == .failed {
      fail(recognizer, recognizer.failureReason, with: event)
    } else if recognizer.proposedState == nil, recognizer.isStranded {
      abandon(recognizer, with: event)
    }
  }

  /// - Returns: whether one of them came to something.
  private func considerAll(with event: Event) -> Bool {
    var hasProgress = false
    for recognizer in attempting where !recognizer.isActed {
      guard let proposal = recognizer.proposedState else { continue }
      if proposal == .failed {
        // A delegate that was asked about another has switched it off, or set it to failed.
        fail(recognizer, recognizer.failureReason, with: event)
        hasProgress = true
      } else if recognizer.committedState != .possible {
        commit(proposal, recognizer, with: event)
        hasProgress = true
      } else if consider(proposal, of: recognizer, with: event) {
        hasProgress = true
      }
    }
    return hasProgress
  }

  /// Lets a recognizer leave `possible`, in one way or the other, unless it must wait.
  private func consider(
    _ proposal: GestureRecognizer.State, of recognizer: GestureRecognizer, with event: Event
  ) -> Bool {
    if let competitor = activeCompetitor(of: recognizer) {
      lose(recognizer, .prevented(by: competitor.name), with: event)
      return true
    }
    let requirement = requirement(of: recognizer)
    if case .broken(let other) = requirement {
      lose(recognizer, .required(other.name), with: event)
    } else if recognizer.isWaiting || requirement.isPending, let reason = recognizer.reasonNotToBegin {
      lose(recognizer, reason, with: event)
    } else if requirement.isPending, recognizer.proposedState != .failed {
      recognizer.isWaiting = true
      return false
    } else {
      recognize(proposal, recognizer, with: event)
    }
    return true
  }

  /// Lets a recognizer recognize, unless it may not, or a delegate or view that was asked has switched it off.
  private func recognize(
    _ state: GestureRecognizer.State, _ recognizer: GestureRecognizer, with event: Event
  ) {
    guard recognizer.mayBegin else { return lose(recognizer, .refused, with: event) }
    let losers = losers(to: recognizer)
    guard recognizer.proposedState != .failed else { return lose(recognizer, .disabled, with: event) }
    commit(state, recognizer, with: event)
    for loser in losers { lose(loser.recognizer, loser.reason, with: event) }
  }

  /// Makes a recognizer fail: for its own reason, if a delegate or view that was asked has ended its attempt meanwhile.
  private func lose(_ recognizer: GestureRecognizer, _ reason: FailureReason, with event: Event) {
    guard recognizer.committedState == .possible else { return }
    fail(recognizer, recognizer.proposedState == .failed ? recognizer.failureReason : reason, with: event)
  }

  /// Where recognizers wait for each other and for no other recognizer, the first of them proceeds.
  private func proceedInCircle(with event: Event) -> Bool {
    guard let first = WaitingCircle.first(among: attempting),
      let proposal = first.proposedState
    else { return false }
    recognize(proposal, first, with: event)
    return true
  }
}

extension GestureRecognizer {
  /// Whether all its touches have gone and it neither made up its mind nor waits for anything.
  fileprivate final var isStranded: Bool {
    guard !hasFingers, !committedState.isOver, deadlines.reading(deadline) == nil else { return false }
    return !attempt.isEmpty || committedState.isActive
  }

  /// Why a continuous gesture that waited does not begin any more: it is over, or its fingers have lifted.
  fileprivate final var reasonNotToBegin: FailureReason? {
    guard proposedState == .began else { return nil }
    if let end = followingState, end.isOver { return end == .ended ? .tooEarly : .cancelled }
    return hasFingers ? nil : .tooEarly
  }

  /// Whether the delegate, and the views between the fingers and its own, let it begin.
  fileprivate final var mayBegin: Bool {
    if delegate?.gestureRecognizerShouldBegin(self) == false { return false }
    return attempt.allSatisfy { contact in
      var view = contact.view
      while let current = view {
        if !current.gestureRecognizerShouldBegin(self) { return false }
        view = current === self.view ? nil : current.superview
      }
      return true
    }
  }
}
