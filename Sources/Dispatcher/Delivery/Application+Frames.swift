// The way of a frame: from the queue to the last delivery.
extension Application {
  /// Takes one frame from the queue to its last delivery.
  final func process(_ frame: EventQueue.Frame, of queue: EventQueue) {
    if frame.kind == .hovers { return processHovers(frame, of: queue) }
    if touches.live.isEmpty {
      noteLanding(frame, of: queue)
      touches.startNext()
    }
    // The application keeps the event until the next sequence begins.
    Borrowed(touches.event).with { event in
      touches.beginFrame(event, at: frame.time, in: self)
      touches.take(frame, of: queue, event, in: self)
      sendEvent(event)
      endFrame(event)
    }
  }

  /// Takes the oldest frames of the queue, which only move fingers, to one delivery at the time of the last.
  ///
  /// - Returns: how many samples were not delivered by themselves.
  final func process(oldest count: Int, of queue: EventQueue) -> Int {
    guard count > 1 else {
      process(queue.frame(0), of: queue)
      return 0
    }
    let event = touches.event
    touches.beginFrame(event, at: queue.frame(count - 1).time, in: self)
    let merged = touches.takeLate(count, of: queue, event)
    sendEvent(event)
    event.merged.removeAllAndTrim()
    endFrame(event)
    return merged
  }

  /// Takes a frame of what hovers to its last action. It reports no touch and is in no sequence, so only hover
  /// recognizers receive it.
  @inline(never)
  private final func processHovers(_ frame: EventQueue.Frame, of queue: EventQueue) {
    let event = touches.event
    touches.beginFrame(event, at: frame.time, in: self)
    touches.restUnreported()
    delivery.hovers.deliver(frame, of: queue, in: self, with: event)
    clearFrame(event)
  }

  @inline(__always)
  private final func endFrame(_ event: Event) {
    event.frame.forEach { $0.isReported = false }
    if event.phases.hasUpheaval { settleUpheaval(event) }
    clearFrame(event)
  }

  @inline(__always)
  private final func clearFrame(_ event: Event) {
    if delivery.hovers.isInterrupted { delivery.hovers.settleInterrupted(in: self, with: event) }
    screenResponder?.endFrame(event)
    touches.clearFrame(event)
  }

  /// Lets hover recognizers act that were interrupted: at the end of the frame that goes on, if there is one, else now.
  final func hoversInterrupted() {
    guard !touches.isInFrame else { return }
    let event = touches.event
    touches.beginFrame(event, at: event.timestamp, in: self)
    clearFrame(event)
  }

  /// Ends a frame in which touches began or ended.
  @inline(never)
  private final func settleUpheaval(_ event: Event) {
    if event.phases.hasEnd { releaseEnded(event) }
    if let awake, event.phases.contains(.began) { awake.landed(at: event.timestamp) }
  }

  private final func releaseEnded(_ event: Event) {
    delivery.settleSwallowed(in: event, of: touches)
    if event.hasUnbound, let screenResponder { delivery.cancelUnbound(event, of: screenResponder) }
    touches.removeEnded(event)
    if touches.live.isEmpty { idle?.lifted(at: event.timestamp) }
  }

  /// Lets everything whose deadline is at or before a time have its say, earliest deadline first, at one time
  /// recognizers first, and what outlives touches last.
  @inline(__always)
  final func fireDeadlines(upTo time: Timestamp) {
    if let due = lasting.nearestOfOthers, due <= time { return fireDueDeadlines(upTo: time) }
    if let deadline = delivery.nextDeadline, deadline <= time { fireDueDeadlines(upTo: time) }
  }

  /// One loop for all: what a recognizer does may set an alarm, and what an alarm does may end what recognizers wait
  /// for.
  @inline(never)
  private final func fireDueDeadlines(upTo time: Timestamp) {
    // Each round ends at least one wait, since a deadline that is not moved on counts no more.
    while true {
      // The end of a recording is no moment.
      let lasting = time.microseconds < .max ? lasting.nearestOfOthers : nil
      if let deadline = delivery.nextDeadline, deadline <= min(lasting ?? time, time) {
        fireDeadline(deadline)
      } else if let lasting, lasting <= time {
        fireLasting(at: lasting)
      } else {
        return
      }
    }
  }

  private final func fireDeadline(_ deadline: Timestamp) {
    let event = touches.event
    // An attempt that was ended from outside is older than the frames of others that came since.
    touches.beginFrame(event, at: max(deadline, event.timestamp), in: self)
    touches.restUnreported()
    delivery.fire(at: deadline, with: event, of: touches)
    clearFrame(event)
  }

  /// Notes that every deadline up to a time has fired. A lifted touch is let go when no down can re-use it any more.
  final func timePassed(to time: Timestamp) {
    touches.recent.prune(at: time, thresholds.reuse)
    // The end of a recording is no moment.
    if time.microseconds < .max { delivery.deadlines.clock = max(delivery.deadlines.clock, time) }
  }

  /// Ends everything that goes on, without a call: the pipeline goes, and no frame will come.
  final func letGo() {
    delivery.letGo()
    touches.letGo()
    presses.letGo()
    lasting.letGo()
  }
}
