/// A finger that comes down on a recognizer whose attempt, or wait for another recognizer, may end by that: then the
/// finger is the first of its next attempt.
struct Landing {
  let attempt: Attempt
  var touches: [Touch]
  let cause: Cause

  /// Why the landing ends the attempt.
  enum Cause {
    /// The recognizer was shown the touches, and gave up. The attempt has them.
    case gaveUp
    /// The attempt waits, and so does not take them.
    case waited
  }
}

// What a landing ends, begins anew with it.
extension Arbitration {
  /// Notes the touches that land if the recognizer, which had others before, has given up at the sight of them.
  func noteIfGivenUp(_ attempt: Attempt) {
    guard attempt.phase.isFailing else { return }
    let touches = attempt.recognizer.touchSet.members.copy.map(\.object)
    landings.append(Landing(attempt: attempt, touches: touches, cause: .gaveUp))
  }

  /// Notes the recognizers that wait for another, and so do not take a touch that lands.
  func noteWaiting(for touch: Touch) {
    let places = Dictionary(
      landings.enumerated().map { (ObjectIdentifier($1.attempt), $0) },
      uniquingKeysWith: { first, _ in first })
    for attempt in touch.contact.recognizers.lazy.compactMap(\.attempt)
    where attempt.phase.isWaiting && attempt.observer === self {
      if let place = places[ObjectIdentifier(attempt)] {
        landings[place].touches.append(touch)
      } else {
        landings.append(Landing(attempt: attempt, touches: [touch], cause: .waited))
      }
    }
  }

  /// Begins anew with recognizers whose attempt is over by the landing of a finger, unless they have yet to act: they
  /// are reset, and shown the landing as began.
  ///
  /// One of which another finger is still down is not reset, and leaves the landing alone.
  ///
  /// - Returns: whether there were some.
  func beginAnew(with event: Event) -> Bool {
    guard !landings.isEmpty else { return false }
    let ready = landings.filter(\.isReady).sorted { $0.attempt.place < $1.attempt.place }
    guard !ready.isEmpty else { return false }
    landings.removeAll(where: \.isReady)
    attemptChanged()
    for landing in ready { begin(landing, with: event) }
    return true
  }

  private func begin(_ landing: Landing, with event: Event) {
    let (last, recognizer) = (landing.attempt, landing.attempt.recognizer)
    let touches = landing.touches.filter { touch in
      // One that it ignored at once stays ignored.
      landing.cause == .gaveUp
        ? touch.contact.recognizers.contains { $0 === recognizer } : recognizer.wants(touch)
    }
    guard !touches.isEmpty else { return }
    last.end()
    let next = Attempt(of: recognizer, observer: self)
    (recognizer.attempt, attempts[last.place], next.place) = (next, next, last.place)
    for touch in touches {
      if landing.cause == .waited { touch.contact.add(next) }
      next.follow(touch)
    }
    var began = PhaseSet()
    began.insert(.began)
    show(next, began, with: event)
  }
}

extension Landing {
  /// Whether the recognizer can be reset: its attempt is over, and no other finger of it is down.
  fileprivate var isReady: Bool {
    guard attempt.state.isOver, case .idle = attempt.actions, attempt.recognizer.isAtWork else {
      return false
    }
    return attempt.touches.allSatisfy { touch in
      !touch.contact.isDown || touches.contains { $0 === touch }
    }
  }
}

extension Contact {
  /// Takes the recognizer of an attempt among those that follow the contact, in the order of the rules.
  fileprivate func add(_ attempt: Attempt) {
    let next = recognizers.firstIndex { $0.attempt.map { $0.place > attempt.place } ?? false }
    recognizers.insert(attempt.recognizer, at: next ?? recognizers.endIndex)
  }
}
