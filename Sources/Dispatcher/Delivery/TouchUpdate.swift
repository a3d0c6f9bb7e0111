// From values to objects: a frame of samples updates the touches, binds new ones by the hit test, and is sent.
extension Application {
  /// Takes one frame from the queue to its last delivery.
  final func process(_ samples: ArraySlice<TouchSample>, at time: Timestamp) {
    beginFrame(at: time)
    let observer = observer
    for sample in samples {
      guard let touch = sample.phase == .began ? begin(sample) : update(sample) else { continue }
      touch.isReported = true
      observer?.record(.touch(sample, touch), at: time)
    }
    // The touches that are down stand by age, and so do those of the frame.
    for touch in live where touch.isReported { event.frame.append(touch) }
    sendEvent(event)
    endFrame()
  }

  /// Lets every recognizer whose deadline is at or before a time have its say, earliest deadline first.
  final func fireDeadlines(upTo time: Timestamp) {
    // Each round ends at least one wait; a recognizer that asks for the same moment again is not asked twice.
    while let deadline = arbitration.nextDeadline, deadline <= time {
      // An attempt that was ended from outside is older than the frames of others that came since.
      beginFrame(at: max(deadline, event.timestamp))
      arbitration.fire(at: deadline, with: event)
      settle(with: event)
      arbitration.reset()
    }
  }

  private final func beginFrame(at time: Timestamp) {
    for touch in live { touch.rest() }
    event.frame.removeAll(keepingCapacity: true)
    if live.isEmpty, !event.allTouches.isEmpty { event.allTouches.removeAll() }
    event.timestamp = time
    recent.prune(at: time, thresholds.reuse)
  }

  private final func update(_ sample: TouchSample) -> Touch? {
    guard let touch = liveTouch(of: sample.contact) else { return nil }
    touch.move(to: sample, at: event.timestamp)
    if sample.phase == .ended || sample.phase == .cancelled {
      touch.contact.isDown = false
    }
    return touch
  }

  /// The touch of a contact. Panels report their slots in order, mostly that of age: so the search goes on where the last
  /// one ended. O(touches) at worst.
  private final func liveTouch(of contact: ContactID) -> Touch? {
    for _ in live.indices {
      searchStart = searchStart + 1 < live.count ? searchStart + 1 : 0
      if live[searchStart].contact.id == contact { return live[searchStart] }
    }
    return nil
  }

  /// Binds a new contact to the view that the hit test finds, and to a touch object.
  private final func begin(_ sample: TouchSample) -> Touch {
    if live.isEmpty { startSequence() }
    let contact = Contact(
      id: sample.contact, event: event, downLocation: sample.location, downTime: event.timestamp,
      device: devices[Int(sample.panel)])
    let view = hitTest(for: contact)
    let touch = recent.reuse(at: sample.location, in: view?.window, thresholds.reuse)
    let bound = touch ?? Touch(contact: contact)
    bound.bind(contact, to: view, sample, at: event.timestamp, raisesTapCount: touch != nil)
    if let view {
      // An override may answer a view of a window that was never added.
      if let window = view.window, window.application == nil { window.application = self }
      contact.isWithheld = withholdsTouch(from: view)
      contact.recognizers = view.recognizersUpToWindow
    }
    live.append(bound)
    event.allTouches.insert(bound)
    return bound
  }

  /// Whether a finger that comes down on a view now is kept from it for its whole life: a second one on a single-touch
  /// view, or one beside an exclusive view. O(touches that are down).
  private final func withholdsTouch(from view: View) -> Bool {
    let window = view.window
    return live.contains { other in
      guard let tracking = other.view, other.window === window else { return false }
      if tracking === view { return !view.isMultipleTouchEnabled }
      return view.isExclusiveTouch || tracking.isExclusiveTouch
    }
  }

  private final func startSequence() {
    let time = event.timestamp
    event = Event(chain: event.chain)
    event.timestamp = time
    event.observer = observer
  }

  private final func hitTest(for contact: Contact) -> View? {
    event.hitTesting = tracesHitTests ? contact.id : nil
    defer { event.hitTesting = nil }
    var view: View?
    for _ in 0..<max(hitTestPasses, 1) { view = hitTest(contact.downLocation, with: event) }
    return view
  }

  /// Lets go of the touches that ended in this frame.
  private final func endFrame() {
    for touch in event.frame { touch.isReported = false }
    for touch in event.frame where !touch.contact.isDown {
      arbitration.forget(touch, with: event)
      live.removeAll { $0 === touch }
      event.allTouches.remove(touch)
      recent.add(touch, at: event.timestamp)
    }
    event.frame.removeAll(keepingCapacity: true)
  }
}

extension Touch {
  /// After the frame that reported it, a touch is stationary until another does.
  fileprivate func rest() {
    guard values.phase == .began || values.phase == .moved || values.phase == .stationary else { return }
    values.phase = .stationary
    values.previousLocation = values.location
  }

  fileprivate func move(to sample: TouchSample, at time: Timestamp) {
    values.previousLocation = values.location
    values.location = sample.location
    values.timestamp = time
    values.force = sample.force
    values.majorRadius = sample.majorRadius
    values.orientation = sample.orientation
    values.pose = sample.pose
    values.penKeys = sample.penKeys
    values.phase = sample.phase
    if sample.phase == .moved, values.location == values.previousLocation { values.phase = .stationary }
  }

  fileprivate func bind(
    _ contact: Contact, to view: View?, _ sample: TouchSample, at time: Timestamp, raisesTapCount: Bool
  ) {
    self.contact = contact
    values.view = view
    values.window = view?.window
    values.type = sample.type
    values.tapCount = raisesTapCount ? values.tapCount + 1 : 1
    values.location = sample.location
    move(to: sample, at: time)
  }
}

extension View {
  /// The recognizers attached to this view and to those above it. O(depth).
  fileprivate final var recognizersUpToWindow: [GestureRecognizer] {
    var found: [GestureRecognizer] = []
    var view: View? = self
    while let current = view {
      found += current.gestureRecognizers
      view = current.superview
    }
    return found
  }
}
