extension Event {
  /// Where a touch may be at its next samples: up to three, at the interval of its own samples, no more than 33 ms
  /// ahead.
  ///
  /// Estimates, marked by `location` in ``Touch/estimatedProperties``: for drawing ahead of the finger, until the next
  /// frame says better. Nothing in touchd decides by them. They are off by 1.8 points on average on a screen of 1920
  /// points (see ``Trail/predictions()``).
  ///
  /// Contacts remember where they were from the first time that a program asks, so the first answers are mostly empty;
  /// so is the answer for a touch which this frame does not report, or which has ended. Makes an object for each.
  public final func predictedTouches(for touch: Touch) -> [Touch] {
    keepsTrails = true
    guard touch.isReported, touch.contact.isDown else { return [] }
    let trail = touch.contact.trail ?? beginTrail(of: touch)
    // A held call is of an earlier moment than the frame in which it is made.
    guard trail.last?.time == touch.timestamp else { return [] }
    var previous = touch.values.location
    return trail.predictions().map { step in
      defer { previous = step.location }
      let copy = Touch(copying: touch)
      copy.values.sample.phase = .moved
      copy.values.sample.estimated.insert(.location)
      copy.values.show(at: step.location, after: previous, step.time)
      return copy
    }
  }

  /// The first question has no more to go by than what this frame says.
  private func beginTrail(of touch: Touch) -> Trail {
    let trail = Trail()
    for sample in coalescedTouches(for: touch) { trail.add(sample.values.location, at: sample.timestamp) }
    touch.contact.trail = trail
    return trail
  }
}

extension Contact {
  /// Remembers where the contact is. Allocates the first time, and never again.
  @inline(never)
  func remember(_ location: Point, at time: Timestamp) {
    let trail = trail ?? Trail()
    self.trail = trail
    trail.add(location, at: time)
  }
}
