// From what recognizers propose to what they become.
extension Arbitration {
  /// Turns what the recognizers propose into states, in order; the first to recognize prevents the others.
  ///
  /// Those that give up do so first: others may have waited for that.
  ///
  /// - Returns: whether one has something to act on, or a failure is to be reported.
  func resolve(with event: Event) -> Bool {
    guard isUnsettled else { return false }
    repeat {
      for attempt in attempts { settleFailure(of: attempt, with: event) }
      isDeciding = true
      // Each round that is not the last settles a recognizer.
      while considerAll(with: event) || proceedInCircle(with: event) {}
      isDeciding = false
      // Each landing begins an attempt anew once.
    } while beginAnew(with: event)
    return !acted.isEmpty || !failures.isEmpty
  }

  /// Ends an attempt that proposes to fail, or of which nothing more can come.
  private func settleFailure(of attempt: Attempt, with event: Event) {
    if attempt.phase.isFailing {
      fail(attempt, with: event)
    } else if attempt.phase.proposal == nil, attempt.isStranded {
      abandon(attempt, with: event)
    }
  }

  /// - Returns: whether one of them came to something.
  private func considerAll(with event: Event) -> Bool {
    var hasProgress = false
    for attempt in attempts where !attempt.isListed {
      if consider(attempt, with: event) { hasProgress = true }
    }
    return hasProgress
  }

  /// Lets an attempt that proposes something come to it, or fail, unless it must wait.
  ///
  /// - Returns: whether it came to something.
  private func consider(_ attempt: Attempt, with event: Event) -> Bool {
    switch attempt.phase {
    case .undecided, .active(_, nil), .over: return false
    // A delegate that was asked about another has switched it off, or set it to failed.
    case .failing: fail(attempt, with: event)
    case .active: commit(attempt, with: event)
    case .proposing, .waiting: return decide(attempt, with: event)
    }
    return true
  }

  /// Lets an attempt leave `possible`, in one way or the other, unless it must wait.
  private func decide(_ attempt: Attempt, with event: Event) -> Bool {
    if let competitor = activeCompetitor(of: attempt) {
      lose(attempt, .prevented(by: competitor.shownName), with: event)
      return true
    }
    let requirement = requirement(of: attempt)
    if attempt.phase.isFailing {
      // A delegate that was asked has ended it.
      fail(attempt, with: event)
    } else if case .broken(let other) = requirement {
      lose(attempt, .required(other.shownName), with: event)
    } else if attempt.phase.isWaiting || requirement.isPending, let reason = attempt.reasonNotToBegin {
      lose(attempt, reason, with: event)
    } else if requirement.isPending {
      attempt.phase.wait()
      return false
    } else {
      recognize(attempt, with: event)
    }
    return true
  }

  /// Lets an attempt be recognized, unless it may not, or a delegate or view that was asked has ended it.
  private func recognize(_ attempt: Attempt, with event: Event) {
    guard attempt.mayBegin else { return lose(attempt, .refused, with: event) }
    let losers = losers(to: attempt)
    if attempt.phase.isFailing { return fail(attempt, with: event) }
    commit(attempt, with: event)
    for loser in losers { lose(loser.attempt, loser.reason, with: event) }
  }

  private func lose(_ attempt: Attempt, _ reason: FailureReason, with event: Event) {
    if attempt.state == .possible { fail(attempt, reason, with: event) }
  }

  private func commit(_ attempt: Attempt, with event: Event) {
    attempt.commit()
    attempt.restingSquare = 0
    attemptChanged()
    noteActivity(of: attempt)
    attempt.actions = .listed
    acted.append(attempt)
    if attempt.state == .began { attempt.recognizer.begins(with: event) }
    attempt.trace(with: event)
  }

  /// Makes an attempt fail: for its own reason, if that is what it proposes.
  private func fail(_ attempt: Attempt, _ reason: FailureReason? = nil, with event: Event) {
    var reason = reason
    if case .failing(let own) = attempt.phase { reason = own }
    attempt.phase.fail()
    attemptChanged()
    attempt.trace(reason, with: event)
    attempt.recognizer.fails(with: event)
    if attempt.progress.isReported { failures.append(GestureEvent(attempt, with: event)) }
  }

  /// Ends an attempt whose touches have gone without its recognizer's knowledge.
  func abandon(_ attempt: Attempt, with event: Event) {
    if attempt.state == .possible {
      attempt.phase.withdraw()
      fail(attempt, .cancelled, with: event)
    } else if attempt.state.isActive {
      attempt.phase.propose(.cancelled)
      commit(attempt, with: event)
    }
  }

  /// Where recognizers wait for each other and for no other recognizer, the first of them proceeds.
  private func proceedInCircle(with event: Event) -> Bool {
    guard let first = WaitingCircle.first(among: attempts) else { return false }
    recognize(first, with: event)
    return true
  }
}

extension Attempt {
  /// Whether it is on the list of those that act in this round.
  fileprivate var isListed: Bool { if case .idle = actions { false } else { true } }

  /// Why a continuous gesture that waited does not begin any more: it is over, or its fingers have lifted.
  fileprivate var reasonNotToBegin: FailureReason? {
    switch phase {
    case .proposing(.continuous(let end)), .waiting(.continuous(let end)):
      if let end { return end == .ended ? .tooEarly : .cancelled }
      return hasFingers ? nil : .tooEarly
    default: return nil
    }
  }

  /// Whether the delegate, and the views between the fingers and the recognizer's own, let it begin.
  fileprivate var mayBegin: Bool {
    if recognizer.delegate?.gestureRecognizerShouldBegin(recognizer) == false { return false }
    return contacts.allSatisfy { contact in
      var view = contact.view
      while let current = view {
        if !current.gestureRecognizerShouldBegin(recognizer) { return false }
        view = current === recognizer.view ? nil : current.superview
      }
      return true
    }
  }
}
