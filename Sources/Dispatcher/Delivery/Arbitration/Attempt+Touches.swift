// What a recognizer is shown of the touches of its attempt, and how these leave it.
extension Attempt {
  /// The phases that the recognizer must receive, of its touches of a window.
  @inline(__always)
  func duePhases(in window: Window) -> PhaseSet {
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

  /// Calls the recognizer with those of its touches that the frame reports in a phase.
  ///
  /// - Returns: how many those were.
  func show(_ phase: TouchPhase, with event: Event) -> Int {
    for touch in touches where touch.isReported && touch.reportedPhase == phase {
      recognizer.touchSet.gather(touch)
    }
    recognizer.touchSet.finish()
    let count = recognizer.touchSet.members.count
    if count > 0 { recognizer.receive(phase, recognizer.touchSet.set, with: event) }
    return count
  }

  func noteRestingDistance() {
    let distance = recognizer.restingDistance
    restingSquare = distance * distance * 0.999
  }

  /// Takes a touch in, and lets go of the contacts that lifted first, where they are more than it keeps.
  func follow(_ touch: Touch) {
    touches.append(touch)
    contacts.append(touch.contact)
    // Touches that have lifted go at the end of their frame, so what is left are the fingers that are down.
    var excess = contacts.count - touches.count - recognizer.liftLimit
    guard excess > 0 else { return }
    contacts.removeAll { contact in
      guard excess > 0, !contact.isDown else { return false }
      excess -= 1
      secrecy = max(secrecy, contact.secrecy)
      return true
    }
  }

  /// Forgets the touches that have lifted; where they were, if none is left.
  func letGoOfLifted() {
    guard hasLiftedTouches, !touches.isEmpty else { return }
    if !hasFingers { liftLocation = touches.centroidOnScreen }
    touches.removeAll { !$0.contact.isDown }
  }

  /// Whether a touch is up, or all have gone already.
  private var hasLiftedTouches: Bool { touches.isEmpty || touches.contains { !$0.contact.isDown } }

  /// Whether there is something to decide: a proposal, or touches that leave it stranded.
  var wantsResolution: Bool { phase.isDue || hasLiftedTouches }

  /// Whether nothing more comes of it: all touches have gone, and it is over, or no contact is left before it came to
  /// anything.
  var isDone: Bool { touches.isEmpty && (state.isOver || contacts.isEmpty && state == .possible) }

  /// Whether all touches have gone and the recognizer neither made up its mind nor waits for anything.
  var isStranded: Bool {
    guard !hasFingers, !state.isOver, deadlines.reading(recognizer.deadline) == nil else { return false }
    return !contacts.isEmpty || state.isActive
  }

  /// Ends: the recognizer is ready for its next attempt.
  func end() {
    recognizer.reset()
    recognizer.touchSet.clear()
    recognizer.attempt = nil
    // Attempts that waited for each other would keep each other.
    requirements = RequirementAnswers()
  }
}

extension GestureRecognizer {
  fileprivate final func receive(_ phase: TouchPhase, _ touches: Set<Touch>, with event: Event) {
    switch phase {
    case .began: touchesBegan(touches, with: event)
    case .moved: touchesMoved(touches, with: event)
    case .ended: touchesEnded(touches, with: event)
    case .cancelled: touchesCancelled(touches, with: event)
    // No call is made of what did not change.
    case .stationary: break
    }
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
