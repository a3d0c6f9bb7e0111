/// Which recognizers must fail before one may recognize: those that it names, and those that were asked about.
struct Requirements {
  /// Those that ``GestureRecognizer/require(toFail:)`` named, in that order; they are not kept.
  private var named: [Weak<GestureRecognizer>] = []
  /// Where each stands among them.
  private var places: [ObjectIdentifier: Int] = [:]
  /// What was answered in this attempt. A recognizer that was asked about is kept until its end, so that no other can
  /// take its identity.
  private var answers: [ObjectIdentifier: (other: GestureRecognizer, isRequired: Bool)] = [:]
  /// One of those that last made the recognizer wait.
  var obstacle: GestureRecognizer?

  /// Names a recognizer.
  mutating func name(_ other: GestureRecognizer) {
    guard !names(other) else { return }
    // Those that have gone are let go now and then, so that a name costs O(1) on average.
    if named.count >= 8, named.count.nonzeroBitCount == 1 { forgetGone() }
    places[ObjectIdentifier(other)] = named.count
    named.append(Weak(other))
  }

  /// Whether a recognizer was named. O(1).
  func names(_ other: GestureRecognizer) -> Bool {
    guard !named.isEmpty, let place = places[ObjectIdentifier(other)] else { return false }
    return named[place].object === other
  }

  /// The first of the named ones for which a condition holds. O(named).
  func firstNamed(where condition: (GestureRecognizer) -> Bool) -> GestureRecognizer? {
    for weak in named {
      if let other = weak.object, condition(other) { return other }
    }
    return nil
  }

  /// The named ones that are still there, in the order of their naming. O(named).
  var allNamed: [GestureRecognizer] { named.compactMap(\.object) }

  /// What was answered about a recognizer in this attempt; `nil` before it is asked. O(1).
  func answer(about other: GestureRecognizer) -> Bool? { answers[ObjectIdentifier(other)]?.isRequired }

  /// Keeps an answer until the attempt is over.
  mutating func note(_ isRequired: Bool, about other: GestureRecognizer) {
    answers[ObjectIdentifier(other)] = (other, isRequired)
  }

  /// Forgets what belongs to the attempt.
  mutating func endAttempt() {
    if !answers.isEmpty { answers.removeAll() }
    obstacle = nil
  }

  private mutating func forgetGone() {
    named.removeAll { $0.object == nil }
    places = [:]
    for (place, weak) in named.enumerated() {
      if let other = weak.object { places[ObjectIdentifier(other)] = place }
    }
  }
}
