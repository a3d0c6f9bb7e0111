// From values to objects: a frame of samples updates the touches, binds new ones by the hit test, and is sent.
extension Application {
  /// Takes one frame from the queue to its last delivery.
  final func process(_ frame: EventQueue.Frame, of queue: EventQueue) {
    if live.isEmpty { startSequence(with: frame) }
    // The application keeps the event until the next sequence begins.
    Borrowed(event).with { process(frame, of: queue, $0) }
  }

  @inline(__always)
  private final func process(_ frame: EventQueue.Frame, of queue: EventQueue, _ event: Event) {
    beginFrame(event, at: frame.time)
    event.frame.reserve(frame.end &- frame.start)
    if frame.kind == .moves {
      takeMoves(frame, of: queue, event)
    } else {
      guard takeSamples(frame, of: queue) else { return deliverHovers(frame, of: queue, event) }
    }
    if event.isOutOfOrder { sortFrame() }
    if event.frame.count < live.count { restUnreported() }
    sendEvent(event)
    endFrame(event)
  }

  /// Takes a frame of what hovers to its last action. It reports no touch, so only hover recognizers receive it.
  @inline(never)
  private final func deliverHovers(_ frame: EventQueue.Frame, of queue: EventQueue, _ event: Event) {
    restUnreported()
    hoverDelivery.deliver(frame, of: queue, in: self, with: event)
    clearFrame(event)
  }

  /// Lets everything whose deadline is at or before a time have its say, earliest deadline first, at one time recognizers
  /// first.
  @inline(__always)
  final func fireDeadlines(upTo time: Timestamp) {
    if let deadline = arbitration.nextDeadline, deadline <= time { fireDueDeadlines(upTo: time) }
  }

  @inline(never)
  private final func fireDueDeadlines(upTo time: Timestamp) {
    // Each round ends at least one wait, since a deadline that is not moved on counts no more.
    while let deadline = arbitration.nextDeadline, deadline <= time {
      // An attempt that was ended from outside is older than the frames of others that came since.
      beginFrame(event, at: max(deadline, event.timestamp))
      restUnreported()
      isDelivering = true
      arbitration.fire(at: deadline, with: event)
      settle(with: event)
      if departure != nil { cancelTouchesOfDeparted(with: event) }
      arbitration.reset()
      isDelivering = false
      fireTimedObjects(at: deadline)
      clearFrame(event)
    }
  }

  @inline(__always)
  final func beginFrame(_ event: Event, at time: Timestamp) {
    event.timestamp = time
    if isWatched { event.chain.observer = observer }
    recent.prune(at: time, thresholds.reuse)
  }

  /// Makes the touches stationary that the frame does not report, or not so far.
  @inline(never)
  final func restUnreported() {
    live.forEach { if !$0.isReported { $0.rest() } }
  }

  /// Lets go of what was known of the frame.
  @inline(__always)
  private final func clearFrame(_ event: Event) {
    event.frame.removeAll()
    event.windows.removeAll()
    event.phases = PhaseSet()
    if event.chain.isObserved { event.chain.observer = nil }
  }

  /// Updates the touches of a frame that reports only moves.
  @inline(__always)
  private final func takeMoves(_ frame: EventQueue.Frame, of queue: EventQueue, _ event: Event) {
    let isNoted = event.chain.isObserved || event.notesPlaces
    var (phases, place) = (PhaseSet(), -1)
    var index = frame.start
    while index < frame.end {
      let move = UnsafePointer(queue.moves.pointer(at: index))
      index &+= 1
      guard let found = self.place(of: move.pointee.contact, after: place) else { continue }
      if found < place { event.isOutOfOrder = true }
      place = found
      live[place].with { touch in
        touch.report(move, at: frame.time)
        event.add(touch)
        phases.insert(touch.values.phase)
      }
      if isNoted { note(place) }
    }
    event.phases = phases
  }

  /// Updates the touches of a frame, new ones among them.
  ///
  /// - Returns: whether the frame reports touches.
  @inline(never)
  private final func takeSamples(_ frame: EventQueue.Frame, of queue: EventQueue) -> Bool {
    guard frame.kind != .hovers else { return false }
    var last = -1
    for index in frame.start..<frame.end {
      let sample = queue.samples[index]
      if sample.phase == .began { begin(sample) }
      guard let place = place(of: sample.contact, after: last) else { continue }
      if place < last { event.isOutOfOrder = true }
      last = place
      let touch = live[place].object
      if sample.phase != .began {
        noteUpdate(touch, sample, event)
        touch.report(sample, at: frame.time)
      }
      event.add(touch)
      event.phases.insert(touch.values.phase)
      if event.chain.isObserved || event.notesPlaces { note(place) }
    }
    return true
  }

  /// Puts the touches of the frame into the order of those that are down.
  @inline(never)
  private final func sortFrame() {
    event.isOutOfOrder = false
    event.frame.removeAll()
    live.forEach { if $0.isReported { event.frame.append(Borrowed($0)) } }
  }

  /// Reports a touch to the observer, and lets its contact remember where it was.
  @inline(never)
  private final func note(_ place: Int) {
    let touch = live[place].object
    if event.keepsTrails { touch.contact.remember(touch.values.location, at: touch.values.timestamp) }
    if sensitivity.isAtStake { sensitivity.note(touch) }
    event.observer?.record(.touch(touch.values.sample, touch), at: event.timestamp)
  }

  /// Where the touch of a contact stands among those that are down. Panels report their slots in order, mostly that of
  /// age: so the search goes on where the last one ended. O(touches) at worst.
  @inline(__always)
  final func place(of contact: ContactID, after last: Int) -> Int? {
    let next = last &+ 1
    if next < live.count, live[next].with({ $0.contact.id == contact }) { return next }
    return place(of: contact)
  }

  @inline(never)
  private final func place(of contact: ContactID) -> Int? {
    live.indices.first { live[$0].with { $0.contact.id == contact } }
  }

  /// Binds a new contact to the view that the hit test finds, and to a touch object.
  @inline(never)
  private final func begin(_ sample: TouchSample) {
    // The hit test may look at the others.
    restUnreported()
    let contact = Contact(
      id: sample.contact, event: event, downLocation: sample.location, downTime: event.timestamp,
      panel: panels[sample.panel])
    contact.landedEstimated = !sample.estimated.isEmpty
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
    live.append(Borrowed(bound))
    event.allTouches.insert(bound)
  }

  /// Whether a finger that comes down on a view now is kept from it for its whole life: a second one on a single-touch
  /// view, whatever became of the first, or one beside an exclusive view. O(touches that are down).
  private final func withholdsTouch(from view: View) -> Bool {
    let window = view.window
    return !live.allSatisfy { other in
      guard let neighbour = other.view, other.window === window else { return true }
      if neighbour === view { return view.isMultipleTouchEnabled }
      return !(view.isExclusiveTouch || neighbour.isExclusiveTouch) || !other.isTracked
    }
  }

  /// What hovers is in no sequence.
  @inline(never)
  private final func startSequence(with frame: EventQueue.Frame) {
    if frame.kind != .hovers { event = Event(after: event) }
  }

  private final func hitTest(for contact: Contact) -> View? {
    event.hitTesting = tracesHitTests ? contact.id : nil
    isDelivering = true
    defer { (event.hitTesting, isDelivering) = (nil, false) }
    var view: View?
    for _ in 0..<min(max(hitTestPasses, 1), 10) { view = hitTest(contact.downLocation, with: event) }
    return view
  }

  @inline(__always)
  final func endFrame(_ event: Event) {
    event.frame.forEach { $0.isReported = false }
    if event.phases.hasEnd { releaseEnded() }
    clearFrame(event)
  }

  /// Lets go of the touches that ended in this frame.
  @inline(never)
  private final func releaseEnded() {
    // A recognizer that resets here, or a view, may send the event again.
    isDelivering = true
    defer { isDelivering = false }
    cancelSwallowed(in: event)
    settleSwallowed(in: event)
    for index in event.frame.indices {
      let touch = event.frame[index].object
      guard !touch.contact.isDown else { continue }
      live.remove(touch)
      event.updated.remove(touch)
      event.allTouches.remove(touch)
      recent.add(touch, at: event.timestamp)
    }
  }
}

extension Touch {
  /// Whether its view tracks it: it is given to the view, held for it, or about to be, in this frame.
  fileprivate var isTracked: Bool {
    guard !contact.isWithheld, !contact.isTaken else { return false }
    return contact.hasBegunInView || contact.heldCalls > 0 || isReported && phase == .began
  }
}

extension View {
  /// The recognizers attached to this view and to those above it. O(depth).
  fileprivate final var recognizersUpToWindow: [GestureRecognizer] {
    var found: [GestureRecognizer] = []
    var view: View? = self
    while let current = view {
      // What hovers is no touch, so a touch is not theirs.
      found += current.gestureRecognizers.filter { !($0 is HoverGestureRecognizer) }
      view = current.superview
    }
    return found
  }
}
