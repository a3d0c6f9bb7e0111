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
    for recognizer in attempting { giveUp(recognizer, with: event) }
    // Each round that is not the last settles a recognizer.
    while considerAll(with: event) || proceedInCircle(with: event) {}
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
    for recognizer in attempting {
      guard let proposal = recognizer.proposedState, !recognizer.isActed else {
        continue
      }
      if proposal == .failed {
        // A delegate that was asked about another has switched it off.
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
      fail(recognizer, .prevented(by: competitor.name), with: event)
      return true
    }
    let requirement = requirement(of: recognizer)
    if case .broken(let other) = requirement {
      fail(recognizer, .required(other.name), with: event)
    } else if let end = recognizer.followingState, end.isOver, recognizer.isWaiting || requirement.isPending {
      // A continuous gesture that is over before it may begin.
      fail(recognizer, end == .ended ? .tooEarly : .cancelled, with: event)
    } else if requirement.isPending {
      recognizer.isWaiting = true
      return false
    } else {
      recognize(proposal, recognizer, with: event)
    }
    return true
  }

  private func recognize(
    _ state: GestureRecognizer.State, _ recognizer: GestureRecognizer, with event: Event
  ) {
    guard recognizer.mayBegin else { return fail(recognizer, .refused, with: event) }
    commit(state, recognizer, with: event)
    failOthers(because: recognizer, with: event)
  }

  /// Where recognizers wait for each other and for nobody else, the first of them proceeds.
  private func proceedInCircle(with event: Event) -> Bool {
    guard let first = WaitingCircle.first(among: attempting), let proposal = first.proposedState else { return false }
    recognize(proposal, first, with: event)
    return true
  }
}

extension GestureRecognizer {
  /// Whether all its touches have gone and it neither made up its mind nor waits for anything.
  fileprivate final var isStranded: Bool {
    guard !touches.contains(where: { $0.contact.isDown }), !committedState.isOver, !isAwaitingDeadline else {
      return false
    }
    return !attempt.isEmpty || committedState.isActive
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
