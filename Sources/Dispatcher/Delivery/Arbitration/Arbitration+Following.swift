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
    var newcomers: ContiguousArray<Attempt> = []
    newcomers.reserveCapacity(touch.contact.recognizers.count)
    for recognizer in touch.contact.recognizers {
      let attempt = recognizer.attempt ?? begin(with: recognizer, among: &newcomers)
      attempt.follow(touch)
    }
    if !newcomers.isEmpty { join(newcomers) }
  }

  private func begin(
    with recognizer: GestureRecognizer, among newcomers: inout ContiguousArray<Attempt>
  ) -> Attempt {
    let attempt = Attempt(of: recognizer, observer: self)
    recognizer.attempt = attempt
    newcomers.append(attempt)
    return attempt
  }

  /// Takes a touch from the recognizers that do not accept it. A delegate that is asked may meanwhile make any of them
  /// ignore the touch.
  private func refuse(_ touch: Touch) {
    let refusing = touch.contact.recognizers.filter { !$0.isFree(for: self) || !$0.accepts(touch) }
    guard !refusing.isEmpty else { return }
    let known = Set(refusing.map(ObjectIdentifier.init))
    touch.contact.recognizers.removeAll { known.contains(ObjectIdentifier($0)) }
  }

  /// Puts attempts, which stand in the order of the rules, among the others. O(all), and a comparison for each view
  /// that has some.
  private func join(_ newcomers: ContiguousArray<Attempt>) {
    defer { noteOrder() }
    if attempts.isEmpty { return attempts = newcomers }
    var (merged, rest) = (ContiguousArray<Attempt>(), newcomers[...])
    merged.reserveCapacity(attempts.count + newcomers.count)
    for attempt in attempts {
      while let first = rest.first, GestureRecognizer.precedes(first.recognizer, attempt.recognizer) {
        merged.append(rest.removeFirst())
      }
      merged.append(attempt)
    }
    attempts = merged + rest
  }

  /// Notes the places of the attempts, and which are active.
  func noteOrder() {
    activeInFrame.removeAll(keepingCapacity: true)
    for (place, attempt) in attempts.enumerated() {
      attempt.place = place
      if attempt.state.isActive { activeInFrame.append(attempt) }
    }
  }

  /// Notes that an attempt has just become active. It counts as active up to the end of its last frame: in that one,
  /// too, no other recognizer gets its touches.
  func noteActivity(of attempt: Attempt) {
    guard attempt.state.isActive else { return }
    let place = activeInFrame.lastIndex { $0.place <= attempt.place }
    if let place, activeInFrame[place] === attempt { return }
    activeInFrame.insert(attempt, at: place.map { $0 + 1 } ?? 0)
  }

  /// Of several active recognizers that exclude each other, the first alone goes on with a finger that joins them.
  private func leaveToFirst(_ contact: Contact) {
    guard let first = contact.recognizers.first(where: \.isActive) else { return }
    contact.recognizers.removeAll { $0.isActive && $0 !== first && $0.excludes(first) }
  }
}

extension GestureRecognizer {
  /// Whether it is in no attempt of another application. One that was taken from there leaves the touches here alone
  /// until that attempt is settled, which is at the next deadline there, and its fingers have lifted.
  final func isFree(for arbitration: Arbitration) -> Bool {
    attempt.map { $0.observer === arbitration } ?? true
  }

  /// Whether it has been recognized, and goes on.
  fileprivate final var isActive: Bool { attempt?.state.isActive ?? false }

  /// Whether a new touch is this recognizer's business.
  fileprivate final func accepts(_ touch: Touch) -> Bool {
    if let phase = attempt?.phase, phase.state.isOver || phase.isWaiting { return false }
    return wants(touch)
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
}
