// Which recognizers follow a touch that lands.
extension Arbitration {
  /// Gives a new touch to those of its recognizers that take it.
  func follow(_ touch: Touch) {
    noteWaiting(for: touch)
    refuse(touch)
    // A delegate that was asked about one of them may have switched another off.
    if touch.contact.recognizers.contains(where: { $0.delegate != nil }) {
      touch.contact.recognizers.removeAll { !$0.isAtWork }
    }
    leaveToFirst(touch.contact)
    var newcomers: ContiguousArray<GestureRecognizer> = []
    for recognizer in touch.contact.recognizers {
      recognizer.touches.append(touch)
      recognizer.attempt.append(touch.contact)
      recognizer.boundAttempt()
      if recognizer.arbitration == nil { newcomers.append(recognizer) }
      recognizer.arbitration = self
    }
    if !newcomers.isEmpty { join(newcomers) }
  }

  /// Takes a touch from the recognizers that do not accept it. A delegate that is asked may meanwhile make any of them
  /// ignore the touch.
  private func refuse(_ touch: Touch) {
    let refusing = touch.contact.recognizers.filter { !$0.isFree(for: self) || !$0.accepts(touch) }
    guard !refusing.isEmpty else { return }
    let known = Set(refusing.map(ObjectIdentifier.init))
    touch.contact.recognizers.removeAll { known.contains(ObjectIdentifier($0)) }
  }

  /// Puts recognizers, which stand in the order of the rules, among those with an attempt. O(both), and a comparison for
  /// each view that has some.
  private func join(_ newcomers: ContiguousArray<GestureRecognizer>) {
    defer { number() }
    if attempting.isEmpty { return attempting = newcomers }
    var (merged, rest) = (ContiguousArray<GestureRecognizer>(), newcomers[...])
    merged.reserveCapacity(attempting.count + newcomers.count)
    for recognizer in attempting {
      while let first = rest.first, GestureRecognizer.precedes(first, recognizer) {
        merged.append(rest.removeFirst())
      }
      merged.append(recognizer)
    }
    attempting = merged + rest
  }

  /// Numbers those with an attempt, and finds the active ones among them.
  func number() {
    active.removeAll(keepingCapacity: true)
    for (place, recognizer) in attempting.enumerated() {
      recognizer.place = place
      if recognizer.committedState.isActive { active.append(recognizer) }
    }
  }

  /// Takes a recognizer that has just become active among those. One that is active no more stays there until the end of the
  /// frame: also in its last one it lets no other have its touches.
  func noteActivity(of recognizer: GestureRecognizer) {
    guard recognizer.committedState.isActive else { return }
    let place = active.lastIndex { $0.place <= recognizer.place }
    if let place, active[place] === recognizer { return }
    active.insert(recognizer, at: place.map { $0 + 1 } ?? 0)
  }

  /// Of several active recognizers that exclude each other, the first alone goes on with a finger that joins them.
  private func leaveToFirst(_ contact: Contact) {
    guard let first = contact.recognizers.first(where: \.committedState.isActive) else { return }
    contact.recognizers.removeAll { $0.committedState.isActive && $0 !== first && $0.excludes(first) }
  }
}

extension GestureRecognizer {
  /// Whether it is in no attempt of another application. One that was taken from there leaves the touches here alone
  /// until that attempt is settled, which is at the next deadline there, and its fingers have lifted.
  final func isFree(for arbitration: Arbitration) -> Bool {
    self.arbitration == nil || self.arbitration === arbitration
  }

  /// Whether a new touch is this recognizer's business.
  fileprivate final func accepts(_ touch: Touch) -> Bool {
    !committedState.isOver && !isWaiting && wants(touch)
  }

  /// Whether a touch is of a kind that it takes, and its delegate lets it.
  final func wants(_ touch: Touch) -> Bool {
    guard isEnabled, allowedTouchTypes.contains(touch.type) else { return false }
    guard let delegate else { return true }
    // Being switched off in the answer counts at once.
    return delegate.gestureRecognizer(self, shouldReceive: touch) && isAtWork
  }

  /// Whether it is switched on, and in a window. O(depth).
  final var isAtWork: Bool { isEnabled && view?.window != nil }

  /// Lets go of the contacts of the attempt that lifted first, where they are more than it keeps.
  fileprivate final func boundAttempt() {
    // Touches that have lifted go at the end of their frame, so what is left are the fingers that are down.
    let lifted = attempt.count - touches.count
    guard lifted > liftLimit else { return }
    var excess = lifted - liftLimit
    attempt.removeAll { contact in
      guard excess > 0, !contact.isDown else { return false }
      excess -= 1
      secrecy = max(secrecy, contact.secrecy)
      return true
    }
  }
}
