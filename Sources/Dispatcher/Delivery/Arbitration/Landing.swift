/// A finger that comes down on a recognizer whose attempt, or wait for another recognizer, may end by that: then the
/// finger is the first of its next attempt.
struct Landing {
  let recognizer: GestureRecognizer
  var touches: [Touch]
  /// Whether it has them in the attempt that ended, and was shown them; else it waited, and they did not come to it.
  let isFollowed: Bool
}

// What a landing ends, begins anew with it.
extension Arbitration {
  /// Notes that a recognizer has given up at the sight of touches that land, of which it had others before.
  func noteEnd(of recognizer: GestureRecognizer) {
    guard recognizer.proposedState == .failed, recognizer.committedState == .possible else { return }
    let touches = recognizer.touchSet.members.copy.map(\.object)
    landings.append(Landing(recognizer: recognizer, touches: touches, isFollowed: true))
  }

  /// Notes the recognizers that wait for another, and so do not take a touch that lands.
  func noteWaiting(for touch: Touch) {
    let places = Dictionary(
      landings.enumerated().map { (ObjectIdentifier($1.recognizer), $0) },
      uniquingKeysWith: { first, _ in first })
    for recognizer in touch.contact.recognizers where recognizer.isWaiting && recognizer.isFree(for: self) {
      if let place = places[ObjectIdentifier(recognizer)] {
        landings[place].touches.append(touch)
      } else {
        landings.append(Landing(recognizer: recognizer, touches: [touch], isFollowed: false))
      }
    }
  }

  /// Begins anew with recognizers whose attempt is over by the landing of a finger, unless they have yet to act: they are
  /// reset, and shown the landing as began.
  ///
  /// One of which another finger is still down is not reset, and leaves the landing alone.
  ///
  /// - Returns: whether there were some.
  func beginAnew(with event: Event) -> Bool {
    guard !landings.isEmpty else { return false }
    let ready = landings.filter(\.isReady).sorted { $0.recognizer.place < $1.recognizer.place }
    guard !ready.isEmpty else { return false }
    landings.removeAll(where: \.isReady)
    attemptChanged()
    for landing in ready { begin(landing, with: event) }
    return true
  }

  private func begin(_ landing: Landing, with event: Event) {
    let recognizer = landing.recognizer
    let touches = landing.touches.filter { touch in
      // One that it ignored at once stays ignored.
      landing.isFollowed ? touch.contact.recognizers.contains { $0 === recognizer } : recognizer.wants(touch)
    }
    guard !touches.isEmpty else { return }
    recognizer.forgetAttempt()
    recognizer.arbitration = self
    recognizer.touches = ContiguousArray(touches)
    recognizer.attempt = ContiguousArray(touches.map(\.contact))
    if !landing.isFollowed { for touch in touches { touch.contact.add(recognizer) } }
    var began = PhaseSet()
    began.insert(.began)
    show(recognizer, began, with: event)
  }
}

extension Landing {
  /// Whether the recognizer can be reset: its attempt is over, and no other finger of it is down.
  fileprivate var isReady: Bool {
    recognizer.committedState.isOver && !recognizer.isActed && recognizer.isAtWork
      && recognizer.touches.allSatisfy { touch in
        !touch.contact.isDown || touches.contains { $0 === touch }
      }
  }
}

extension Contact {
  /// Takes a recognizer, which stands in the order of the rules, among those that follow the contact.
  fileprivate func add(_ recognizer: GestureRecognizer) {
    let next = recognizers.firstIndex { $0.place > recognizer.place }
    recognizers.insert(recognizer, at: next ?? recognizers.endIndex)
  }
}
