// From values to objects: a frame of samples updates the touches, binds new ones by the hit test, and is sent.
extension Application {
  /// Takes one frame from the queue to its last delivery.
  final func process(_ frame: EventQueue.Frame, of queue: EventQueue) {
    beginFrame(at: frame.time)
    takeSamples(frame, of: queue)
    sendEvent(event)
    endFrame()
  }

  /// Lets every recognizer whose deadline is at or before a time have its say, earliest deadline first.
  final func fireDeadlines(upTo time: Timestamp) {
    // Each round ends at least one wait; a recognizer that asks for the same moment again is not asked twice.
    while let deadline = arbitration.nextDeadline, deadline <= time {
      // An attempt that was ended from outside is older than the frames of others that came since.
      beginFrame(at: max(deadline, event.timestamp))
      restUnreported()
      arbitration.fire(at: deadline, with: event)
      settle(with: event)
      arbitration.reset()
      clearFrame()
    }
  }

  private final func beginFrame(at time: Timestamp) {
    clearFrame()
    if live.isEmpty, !event.allTouches.isEmpty { event.allTouches.removeAll() }
    event.timestamp = time
    if isWatched { event.chain.observer = observer }
    recent.prune(at: time, thresholds.reuse)
  }

  /// Makes the touches stationary that the frame does not report, or not so far.
  private final func restUnreported() {
    live.forEach { if !$0.isReported { $0.rest() } }
  }

  /// Lets go of what was known of the last frame.
  private final func clearFrame() {
    event.frame.removeAll()
    event.windows.removeAll()
    event.phases = PhaseSet()
    if event.chain.isObserved { event.chain.observer = nil }
  }

  /// Updates the touches, and puts those of the frame together by age.
  private final func takeSamples(_ frame: EventQueue.Frame, of queue: EventQueue) {
    if live.isEmpty { startSequence() }
    let event = event
    event.frame.reserve(frame.end - frame.start)
    var (phases, newest, isByAge) = (PhaseSet(), -1, true)
    var index = frame.start
    while index < frame.end {
      let sample = UnsafePointer(queue.samples.pointer(at: index))
      index &+= 1
      if sample.pointee.phase == .began { begin(sample.pointee) }
      guard let place = place(of: sample.pointee.contact) else { continue }
      isByAge = isByAge && place > newest
      newest = place
      live[place]._withUnsafeGuaranteedRef { touch in
        if sample.pointee.phase != .began { touch.report(sample, at: frame.time) }
        event.frame.appendReserved(touch)
        phases.insert(touch.values.phase)
        if let window = touch.values.window, !event.isLast(window) { event.add(window) }
      }
      if event.chain.isObserved { record(sample.pointee, place) }
    }
    event.phases = phases
    if !isByAge { sortFrame() }
    if event.frame.count < live.count { restUnreported() }
  }

  /// Puts the touches of the frame into the order of those that are down.
  private final func sortFrame() {
    event.frame.removeAll()
    live.forEach { if $0.isReported { event.frame.append($0) } }
  }

  @inline(never)
  private final func record(_ sample: TouchSample, _ place: Int) {
    event.observer?.record(.touch(sample, live[place].takeUnretainedValue()), at: event.timestamp)
  }

  /// Where the touch of a contact stands among those that are down. Panels report their slots in order, mostly that of
  /// age: so the search goes on where the last one ended. O(touches) at worst.
  @inline(__always)
  private final func place(of contact: ContactID) -> Int? {
    var place = searchStart
    var left = live.count
    while left > 0 {
      place = place &+ 1 < live.count ? place &+ 1 : 0
      if live[place]._withUnsafeGuaranteedRef({ $0.contact.id == contact }) {
        searchStart = place
        return place
      }
      left &-= 1
    }
    return nil
  }

  /// Binds a new contact to the view that the hit test finds, and to a touch object.
  @inline(never)
  private final func begin(_ sample: TouchSample) {
    // The hit test may look at the others.
    restUnreported()
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
  }

  /// Whether a finger that comes down on a view now is kept from it for its whole life: a second one on a single-touch
  /// view, or one beside an exclusive view. O(touches that are down).
  private final func withholdsTouch(from view: View) -> Bool {
    let window = view.window
    return !live.allSatisfy { other in
      guard let tracking = other.view, other.window === window else { return true }
      if tracking === view { return view.isMultipleTouchEnabled }
      return !view.isExclusiveTouch && !tracking.isExclusiveTouch
    }
  }

  private final func startSequence() {
    let time = event.timestamp
    event = Event(chain: event.chain)
    event.timestamp = time
  }

  private final func hitTest(for contact: Contact) -> View? {
    event.hitTesting = tracesHitTests ? contact.id : nil
    defer { event.hitTesting = nil }
    var view: View?
    for _ in 0..<max(hitTestPasses, 1) { view = hitTest(contact.downLocation, with: event) }
    return view
  }

  private final func endFrame() {
    event.frame.forEach { $0.isReported = false }
    if event.phases.hasEnd { releaseEnded() }
    clearFrame()
  }

  /// Lets go of the touches that ended in this frame.
  private final func releaseEnded() {
    for index in event.frame.indices {
      let touch = event.frame[index].takeUnretainedValue()
      guard !touch.contact.isDown else { continue }
      arbitration.forget(touch, with: event)
      live.remove(touch)
      event.allTouches.remove(touch)
      recent.add(touch, at: event.timestamp)
    }
  }
}

extension Event {
  /// Whether a window was the last to be noted.
  @inline(__always)
  fileprivate func isLast(_ window: Window) -> Bool {
    !windows.isEmpty && windows[windows.count - 1].toOpaque() == Unmanaged.passUnretained(window).toOpaque()
  }

  /// Notes a window, once. O(windows).
  @inline(never)
  fileprivate func add(_ window: Window) {
    if windows.allSatisfy({ $0 !== window }) { windows.append(window) }
  }
}

extension Touch {
  /// After the frame that reported it, a touch is stationary until another does.
  @inline(__always)
  fileprivate func rest() {
    guard values.phase == .began || values.phase == .moved || values.phase == .stationary else { return }
    values.phase = .stationary
    values.previousLocation = values.location
  }

  /// Takes in what a frame says of the touch.
  @inline(__always)
  fileprivate func report(_ sample: UnsafePointer<TouchSample>, at time: Timestamp) {
    isReported = true
    values.previousLocation = values.location
    values.location = sample.pointee.location
    values.timestamp = time
    if sample.pointee.isMoveOnly {
      values.phase = values.location == values.previousLocation ? .stationary : .moved
    } else {
      reportDetail(sample)
    }
  }

  private func reportDetail(_ sample: UnsafePointer<TouchSample>) {
    values.force = sample.pointee.force
    values.majorRadius = sample.pointee.majorRadius
    values.orientation = sample.pointee.orientation
    values.pose = sample.pointee.pose
    values.penKeys = sample.pointee.penKeys
    values.phase = sample.pointee.phase
    if values.phase == .moved {
      if values.location == values.previousLocation { values.phase = .stationary }
    } else if values.phase != .began {
      contact.isDown = false
    }
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
    withUnsafePointer(to: sample) { report($0, at: time) }
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
