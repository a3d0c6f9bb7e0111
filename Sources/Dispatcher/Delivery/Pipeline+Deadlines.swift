// When something is due that no frame reports: deadlines of recognizers and of what goes on by itself, pens that stay
// silent, contacts that a filter holds for a time, touches that a down can use again.
extension Pipeline {
  /// The next moment at which ``advance(to:)`` has a deadline to fire.
  public var nextDeadline: Timestamp? {
    var deadline = delivery.nextDeadline
    if let pen = pens.deadline { deadline = min(deadline ?? pen, pen) }
    if !holding.isEmpty, let held = nextHeld?.deadline { deadline = min(deadline ?? held, held) }
    return deadline
  }

  /// The next moment at which ``advance(to:)`` has something to deliver: that of ``nextDeadline``, or that of what
  /// outlives touches, such as an idle time or an alarm.
  package var nextDelivery: Timestamp? {
    guard let lasting = application.lasting.nearestOfOthers else { return nextDeadline }
    return nextDeadline.map { min($0, lasting) } ?? lasting
  }

  /// The next moment at which a loop should call ``advance(to:)``: that of ``nextDeadline``, that of an idle time or an
  /// alarm, or that at which a lifted touch is let go since no down can re-use it any more.
  public var nextWake: Timestamp? {
    guard let letGo = application.touches.recent.deadline(application.thresholds.reuse) else {
      return nextDelivery
    }
    return nextDelivery.map { min($0, letGo) } ?? letGo
  }

  /// Lets the deadlines up to a time fire, after everything in the queue.
  public func advance(to time: Timestamp) {
    guard !isDispatching else { return }
    makeDue(upTo: time)
    dispatch()
    fireDeadlines(upTo: time)
  }

  /// Lets the deadlines of what fingers did fire; the queue is empty.
  func fireDeadlines(upTo time: Timestamp) {
    guard !isDispatching else { return }
    isDispatching = true
    defer { isDispatching = false }
    application.fireDeadlines(upTo: time)
    application.timePassed(to: time)
  }

  /// Lets everything that still waits for a deadline run out, as at the end of a recording. Idle times and alarms do
  /// not.
  public func finish() { advance(to: Timestamp(microseconds: .max)) }
}
