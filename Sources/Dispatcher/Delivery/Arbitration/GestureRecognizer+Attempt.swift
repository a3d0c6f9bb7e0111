// What a recognizer is shown of its touches in an attempt, and how that ends.
extension GestureRecognizer {
  /// The time of its last frame, if its fingers have left and it has no deadline any more, which it had when the frame was
  /// settled: now nothing would end its attempt.
  final var leftBehind: Timestamp? {
    guard touches.isEmpty, proposedState == nil, !committedState.isOver else { return nil }
    deadlines.next = attempt.last?.event.timestamp
    return deadlines.next
  }

  /// The time of its last frame, if its attempt was ended from outside since then: what it held waits for nothing, also
  /// where one of its deadlines was reached at that time.
  final var overdue: Timestamp? {
    guard let proposedState, proposedState.isOver, !isWaiting else { return nil }
    deadlines.next = attempt.last?.event.timestamp
    return deadlines.next
  }

  /// Makes the set of its touches that the frame reports in a phase.
  final func gather(_ phase: TouchPhase) {
    for touch in touches where touch.isReported && touch.reportedPhase == phase { touchSet.gather(touch) }
    touchSet.finish()
  }

  /// The phases that it must receive, of its touches of a window.
  @inline(__always)
  final func duePhases(in window: Window) -> PhaseSet {
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
  final var isDone: Bool {
    committedState.isOver || attempt.isEmpty && committedState == .possible
  }

  /// One of its touches was cancelled: nothing is recognized from that, whatever the recognizer proposes or waits for. An
  /// active one goes on while it has fingers.
  final func takeCancellation() {
    if committedState == .possible {
      interrupt(.cancelled)
    } else if committedState.isActive, !hasFingers {
      (proposedState, followingState) = (nil, nil)
      interrupt(.cancelled)
    }
  }

  /// Whether its actions must not run any more: it was switched off, or taken away, between its recognition and them. A
  /// continuous one still has to report its end, and therefore its begin.
  final var isSilenced: Bool {
    committedState == .ended && isNewlyRecognized && !(isEnabled && view?.window != nil)
  }

  /// Forgets the touches that have lifted; where they were, if none is left.
  final func letGoOfLifted() {
    guard hasLiftedTouches, !touches.isEmpty else { return }
    if !hasFingers { liftLocation = touches.centroidOnScreen }
    touches.removeAll { !$0.contact.isDown }
  }

  /// Warns if a deadline that was reached has not been moved on: it counts no more.
  final func warnIfStalled(at deadline: Timestamp) {
    guard proposedState == nil, let next = self.deadline, next <= deadline else { return }
    warn(
      .deadline,
      "its deadline was reached and was not moved on; it is not asked again until it has a later one")
  }

  final func noteRestingDistance() {
    restingSquare = restingDistance * restingDistance * 0.999
  }

  /// Whether it proposes a state, or may be stranded.
  final var wantsResolution: Bool { proposedState != nil && !isWaiting || hasLiftedTouches }

  /// Whether a finger of it is down.
  final var hasFingers: Bool { touches.contains(where: \.contact.isDown) }

  /// Whether a touch of it is up, or all have gone already.
  final var hasLiftedTouches: Bool { touches.isEmpty || touches.contains { !$0.contact.isDown } }

  final func receive(_ phase: TouchPhase, _ touches: Set<Touch>, with event: Event) {
    switch phase {
    case .began: touchesBegan(touches, with: event)
    case .moved: touchesMoved(touches, with: event)
    case .ended: touchesEnded(touches, with: event)
    case .cancelled: touchesCancelled(touches, with: event)
    // No call is made of what did not change.
    case .stationary: break
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
    deadlines = DeadlineWatch()
    secrecy = .none
    liftLocation = nil
    requirements.endAttempt()
  }
}

extension Touch {
  /// The phase that recognizers receive: a report without a new location is a move to them.
  @inline(__always)
  var reportedPhase: TouchPhase { values.phase == .stationary ? .moved : values.phase }

  /// Whether the finger only moves, and is nearer to where it came down than the root of this.
  @inline(__always)
  func rests(within square: Double) -> Bool {
    guard reportedPhase == .moved else { return false }
    let offset = values.location - contact.downLocation
    return offset.x * offset.x + offset.y * offset.y < square
  }
}
