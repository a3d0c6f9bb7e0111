/// The touches that are down, from the first finger down to the last finger up, and the event that reports them.
///
/// A frame of samples updates the touches and binds new ones by the hit test. The application sends the event then, and
/// ends the frame.
final class TouchSequence {
  @exclusivity(unchecked) var event = Event()
  /// The touches that are down, by age; the event's `allTouches` keeps them.
  @exclusivity(unchecked) var live = Slab<Borrowed<Touch>>()
  /// Whether the touches that the frame reports do not stand by age yet.
  @exclusivity(unchecked) var isOutOfOrder = false
  @exclusivity(unchecked) var recent = RecentTouches()
  /// What is known of the panels, by their index.
  @exclusivity(unchecked) var panels = AttachedPanels()
  /// Whether a frame goes on, in which the event is in use.
  @exclusivity(unchecked) private(set) var isInFrame = false
  /// Whether the application had an observer when it was last set; it may be gone.
  @exclusivity(unchecked) var isWatched = false

  /// Begins the next sequence: the first finger comes down.
  @inline(never)
  func startNext() { event = Event(after: event) }

  /// Begins a frame, or a delivery at a deadline.
  @inline(__always)
  func beginFrame(_ event: Event, at time: Timestamp, in application: Application) {
    isInFrame = true
    event.timestamp = time
    if isWatched { event.chain.beginObserving(application.observer) }
    recent.prune(at: time, application.thresholds.reuse)
  }

  /// Makes the touches stationary that the frame does not report, or not so far.
  @inline(never)
  func restUnreported() {
    live.forEach { if !$0.isReported { $0.rest() } }
  }

  /// Lets go of what was known of the frame.
  @inline(__always)
  func clearFrame(_ event: Event) {
    event.frame.removeAll()
    event.windows.removeAll()
    event.phases = PhaseSet()
    event.hasUnbound = false
    isInFrame = false
    if event.chain.isObserved { event.chain.endObserving() }
  }

  /// Lets go of the touches that ended in this frame.
  func removeEnded(_ event: Event) {
    for index in event.frame.indices {
      let touch = event.frame[index].object
      guard !touch.contact.isDown else { continue }
      live.remove(touch)
      event.updated.remove(touch)
      event.allTouches.remove(touch)
      recent.add(touch, at: event.timestamp)
    }
  }

  /// Ends everything that goes on, without a call.
  func letGo() {
    live.forEach { touch in
      for case let control as Control in touch.contact.chain.responders { control.forgetFingers() }
      touch.contact.chain.removeAll()
      touch.contact.recognizers.removeAll()
      touch.values.view?.touchSet.clear()
    }
    live.removeAll()
    // A touch knows its event.
    event.allTouches.removeAll()
    event.updated.removeAll()
    recent.removeAll()
    startNext()
  }
}
