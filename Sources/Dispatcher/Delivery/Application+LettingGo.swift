// What an application lets go, and when.
extension Application {
  /// Notes that every deadline up to a time has fired. A lifted touch is let go when no down can re-use it any more.
  final func timePassed(to time: Timestamp) {
    recent.prune(at: time, thresholds.reuse)
    // The end of a recording is no moment.
    if time.microseconds < .max { clock = max(clock, time) }
  }

  /// Ends everything that goes on, without a call: the pipeline goes, and no frame will come.
  final func letGo() {
    arbitration.letGo()
    hoverDelivery.letGo()
    viewDelivery.letGo()
    live.forEach { touch in
      for recorded in touch.contact.recorded { (recorded.responder as? Control)?.forgetFingers() }
      touch.contact.recorded.removeAll()
      touch.contact.recognizers.removeAll()
      touch.values.view?.touchSet.clear()
    }
    live.removeAll()
    // A touch knows its event.
    event.allTouches.removeAll()
    event.updated.removeAll()
    recent.removeAll()
    timed = TimedObjects()
    openInput = OpenInput()
    departure = nil
    noteDeadlines()
    event = Event(after: event)
  }
}

extension ViewDelivery {
  fileprivate func letGo() {
    held = HeldCalls()
  }
}

extension HoverDelivery {
  fileprivate func letGo() {
    for recognizer in following { recognizer.attempt?.end() }
    following.removeAll()
    requestFrame = {}
  }
}
