// When something is due that no frame reports: deadlines of recognizers and of what goes on by itself, pens that stay
// silent, alarms, touches that a down can use again.
extension Pipeline {
  /// The next moment at which ``advance(to:)`` has a deadline to fire that fingers wait for, or something that goes on.
  public var nextDeadline: Timestamp? { earliest(delivery.nextDeadlineBesidesAlarms) }

  /// The next moment at which ``advance(to:)`` has anything to fire, alarms included.
  package var nextMoment: Timestamp? { earliest(delivery.nextDeadline) }

  /// A deadline, or that of a pen if it is earlier.
  private func earliest(_ deadline: Timestamp?) -> Timestamp? {
    guard let pen = pens.deadline else { return deadline }
    return min(deadline ?? pen, pen)
  }

  /// The next moment at which a loop should call ``advance(to:)``: when something is due, or when a lifted touch is let go
  /// since no down can re-use it any more.
  public var nextWake: Timestamp? {
    guard let letGo = application.touches.recent.deadline(application.thresholds.reuse) else {
      return nextMoment
    }
    return nextMoment.map { min($0, letGo) } ?? letGo
  }

  /// Lets the deadlines up to a time fire, after everything in the queue.
  public func advance(to time: Timestamp) {
    guard !isDispatching else { return }
    dispatch()
    if pens.deadline != nil {
      losePens(upTo: time)
      dispatch()
    }
    isDispatching = true
    defer { isDispatching = false }
    application.fireDeadlines(upTo: time)
    application.timePassed(to: time)
  }

  /// Lets everything that still waits for a deadline run out, as at the end of a recording. What is to happen at a time
  /// of its own, and waits for nothing, does not happen.
  public func finish() {
    dispatch()
    delivery.deadlines.holdingAlarms { advance(to: Timestamp(microseconds: .max)) }
  }

  /// Lets pens go that were silent for too long, each at its deadline.
  @inline(never)
  func losePens(upTo time: Timestamp) {
    while let deadline = pens.deadline, deadline <= time, let pen = pens.nextLost {
      change(pen, at: deadline) { $0.loseReach() }
      notice(pen, isNear: false, at: deadline)
      pens.updateDeadline()
    }
  }
}
