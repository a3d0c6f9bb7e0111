/// The recognizers that ``GestureRecognizer/require(toFail:)`` named.
struct Requirements {
  /// In the order of naming; they are not kept.
  private var named: [Weak<GestureRecognizer>] = []
  /// Where each stands among them.
  private var places: [ObjectIdentifier: Int] = [:]

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

  private mutating func forgetGone() {
    named.removeAll { $0.object == nil }
    places = [:]
    for (place, weak) in named.enumerated() {
      if let other = weak.object { places[ObjectIdentifier(other)] = place }
    }
  }
}

/// What recognizers, delegates and subclasses answered in an attempt about which recognizers must fail first.
struct RequirementAnswers {
  /// A recognizer that was asked about is kept, so that no other can take its identity.
  private var answers: [ObjectIdentifier: (other: GestureRecognizer, isRequired: Bool)] = [:]
  /// One of those that last made the attempt wait.
  var obstacle: Attempt?

  /// What was answered about a recognizer; `nil` before it is asked. O(1).
  func answer(about other: GestureRecognizer) -> Bool? { answers[ObjectIdentifier(other)]?.isRequired }

  /// Keeps an answer until the attempt is over.
  mutating func note(_ isRequired: Bool, about other: GestureRecognizer) {
    answers[ObjectIdentifier(other)] = (other, isRequired)
  }
}
