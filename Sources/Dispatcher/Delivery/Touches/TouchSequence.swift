/// The touches that are down, from the first finger down to the last finger up, and the event that reports them.
///
/// A frame of samples updates the touches and binds new ones by the hit test. The application sends the event then, and
/// ends the frame.
final class TouchSequence {
  var event = Event()
  /// The touches that are down, by age; the event's `allTouches` keeps them.
  var live = Slab<Borrowed<Touch>>()
  /// Whether the touches that the frame reports do not stand by age yet.
  var isOutOfOrder = false
  var recent = RecentTouches()
  /// The panels, by their index.
  var panels = AttachedPanels()
  /// Whether a frame goes on, in which the event is in use.
  private(set) var isInFrame = false
  /// Whether the application had an observer when it was last set; it may be gone.
  var isWatched = false

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
  func restUnreported() { live.forEach { if !$0.isReported { $0.rest() } } }

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

  /// Lets go of the touches that ended in this frame, and has it report those that are down.
  func removeEnded(_ event: Event) {
    var left = 0
    for index in event.frame.indices {
      let touch = event.frame[index].object
      if touch.contact.isDown {
        event.frame[left] = Borrowed(touch)
        left += 1
        continue
      }
      live.remove(touch)
      event.updated.remove(touch)
      event.allTouches.remove(touch)
      if !touch.contact.isExploring, !touch.contact.isMade { recent.add(touch, at: event.timestamp) }
    }
    event.frame.truncate(to: left)
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

// What a frame of samples says of the touches.
extension TouchSequence {
  /// Updates the touches that a frame reports, new ones among them, and makes the others stationary.
  @inline(__always)
  func take(_ frame: EventQueue.Frame, of queue: EventQueue, _ event: Event, in application: Application) {
    event.frame.reserve(frame.end &- frame.start)
    if frame.kind == .moves {
      takeMoves(frame, of: queue, event)
    } else {
      takeSamples(frame, of: queue, event, in: application)
    }
    if isOutOfOrder { sortFrame() }
    if event.frame.count < live.count { restUnreported() }
  }

  /// Updates the touches of a frame that reports only moves.
  @inline(__always)
  private func takeMoves(_ frame: EventQueue.Frame, of queue: EventQueue, _ event: Event) {
    var (phases, place) = (PhaseSet(), -1)
    var index = frame.start
    while index < frame.end {
      let move = UnsafePointer(queue.moves.pointer(at: index))
      index &+= 1
      guard let found = self.place(of: move.pointee.contact, after: place) else { continue }
      if found < place { isOutOfOrder = true }
      place = found
      live[place].with { touch in
        touch.report(move, at: frame.time)
        event.add(touch)
        phases.insert(touch.values.phase)
      }
    }
    event.phases = phases
    if event.chain.isObserved || event.notesPlaces { rememberMoves(event.observer) }
  }

  /// Updates the touches of a frame, new ones among them.
  @inline(never)
  private func takeSamples(
    _ frame: EventQueue.Frame, of queue: EventQueue, _ event: Event, in application: Application
  ) {
    var last = -1
    for index in frame.start..<frame.end {
      take(queue.samples[index], after: &last, event, at: frame.time, in: application)
    }
  }

  /// Updates the touch of a sample, or binds a new one.
  ///
  /// - Parameter last: the place of the touch before it in the frame; −1 for none.
  @inline(__always)
  private func take(
    _ sample: TouchSample, after last: inout Int, _ event: Event, at time: Timestamp,
    in application: Application
  ) {
    if sample.phase == .began { begin(sample, in: application) }
    guard let place = place(of: sample.contact, after: last) else { return }
    if place < last { isOutOfOrder = true }
    last = place
    let touch = live[place].object
    if sample.phase != .began {
      touch.noteUpdate(sample, event)
      touch.report(sample, at: time)
    }
    event.add(touch)
    event.phases.insert(touch.values.phase)
    if event.chain.isObserved || event.notesPlaces {
      remember(touch)
      record(touch)
    }
  }

  /// Updates the touch of a sample that no panel reports, and makes the others stationary.
  func take(made sample: TouchSample, _ event: Event, at time: Timestamp, in application: Application) {
    event.frame.reserve(1)
    var last = -1
    take(sample, after: &last, event, at: time, in: application)
    restUnreported()
  }

  /// Puts the touches of the frame into the order of those that are down, and its windows into that of their oldest.
  @inline(never)
  private func sortFrame() {
    isOutOfOrder = false
    event.frame.removeAll()
    event.windows.removeAll()
    live.forEach { if $0.isReported { event.add($0) } }
  }

  /// Lets the contacts of a frame of moves remember where they were, and notes them.
  @inline(never)
  private func rememberMoves(_ observer: (any TraceObserver)?) {
    event.frame.forEach { touch in
      remember(touch)
      observer?.recordMove(of: touch, at: event.timestamp)
    }
  }

  /// Lets a contact remember where it was, for predictions, and whether that may leave the process.
  @inline(__always)
  private func remember(_ touch: Touch) {
    if event.keepsTrails { touch.contact.remember(touch.values.location, at: touch.values.timestamp) }
    if event.chain.sensitivity.isAtStake { event.chain.sensitivity.note(touch) }
  }

  /// Reports a touch to the observer.
  private func record(_ touch: Touch) {
    guard let observer = event.observer else { return }
    if touch.values.sample.phase == .moved { return observer.recordMove(of: touch, at: event.timestamp) }
    observer.record(.touch(touch.values.sample, touch), at: event.timestamp)
  }

  /// Index of a contact's touch among those that are down. Panels report their slots in order, mostly that of
  /// age: so the search goes on where the last one ended. O(touches) at worst.
  @inline(__always)
  func place(of contact: ContactID, after last: Int) -> Int? {
    let next = last &+ 1
    if next < live.count, live[next].with({ $0.contact.id == contact }) { return next }
    return place(of: contact)
  }

  @inline(never)
  private func place(of contact: ContactID) -> Int? {
    live.indices.first { live[$0].with { $0.contact.id == contact } }
  }
}

// The view and the touch object that a new contact is bound to.
extension TouchSequence {
  /// Binds a new contact to the view that the hit test finds, and to a touch object.
  @inline(never)
  func begin(_ sample: TouchSample, in application: Application) {
    // The hit test may look at the others.
    restUnreported()
    let contact = Contact(
      id: sample.contact, event: event, downLocation: sample.location, downTime: event.timestamp,
      panel: panels[sample.panel])
    contact.landedEstimated = !sample.estimated.isEmpty
    contact.isForPage = application.screenResponder?.holds(sample.panel, contact.panel) ?? false
    if let explore = application.explore, explore.isOn {
      (contact.isExploring, contact.isMade) = (!explore.isMaking, explore.isMaking)
    }
    // A finger that explores hits nothing, and no tap is counted in the mode.
    let view =
      contact.isExploring
      ? application.hitTest(contact.downLocation, with: nil) : application.hitTest(for: contact, with: event)
    let touch =
      contact.isExploring || contact.isMade
      ? nil : recent.reuse(at: sample.location, in: view?.window, application.thresholds.reuse)
    // One on a sensitive view may have taken what is re-used, or be it: which of both says where that was.
    if let touch, !recent.hasSecret(at: event.timestamp, application.thresholds.reuse),
      live.allSatisfy({ $0.contact.secrecy == .none })
    {
      contact.shownTapCount = touch.contact.shownTapCount + 1
    }
    let bound = touch ?? Touch(contact: contact)
    bound.bind(contact, to: view, sample, at: event.timestamp, raisesTapCount: touch != nil)
    if let view {
      // An override may answer a view of a window that was never added.
      if let window = view.window, window.application == nil { window.application = application }
      if contact.isExploring || withholdsTouch(from: view) { contact.standing = .withheld }
      contact.recognizers = view.recognizersUpToWindow
      if contact.isExploring, let explore = application.explore {
        contact.recognizers.removeAll { !explore.isExit($0) }
      }
    }
    live.append(Borrowed(bound))
    event.allTouches.insert(bound)
  }

  /// Whether a finger that comes down on a view now is kept from it for its whole life: a second one on a single-touch
  /// view, whatever became of the first, or one beside an exclusive view. O(touches that are down).
  private func withholdsTouch(from view: View) -> Bool {
    let window = view.window
    return !live.allSatisfy { other in
      guard let neighbour = other.view, other.window === window, !other.contact.isExploring else {
        return true
      }
      if neighbour === view { return view.isMultipleTouchEnabled }
      return !(view.isExclusiveTouch || neighbour.isExclusiveTouch) || !other.isTracked
    }
  }
}

// Deliveries that lag behind the panel: fingers move once where they moved several times.
extension TouchSequence {
  /// Updates the touches that the oldest frames of the queue move, as those of one frame.
  ///
  /// - Returns: how many samples are not delivered by themselves.
  func takeLate(_ count: Int, of queue: EventQueue, _ event: Event) -> Int {
    for index in 0..<count { takeLate(queue.frame(index), of: queue, event) }
    live.forEach { touch in
      guard touch.isReported else { return }
      event.frame.reserve(event.frame.count + 1)
      event.add(touch)
      event.phases.insert(touch.values.phase)
      record(touch)
    }
    if event.frame.count < live.count { restUnreported() }
    return event.merged.count - event.frame.count
  }

  /// Moves the touches of one frame, as one of several that make up a delivery.
  private func takeLate(_ frame: EventQueue.Frame, of queue: EventQueue, _ event: Event) {
    var last = -1
    for index in frame.start..<frame.end {
      let move = queue.moves[index]
      guard let place = place(of: move.contact, after: last) else { continue }
      last = place
      let touch = live[place].object
      event.merged.append(MergedMove(move: move, time: frame.time, previousLocation: touch.values.location))
      touch.merge(move, at: frame.time)
      remember(touch)
    }
  }
}

/// Touches that lifted a moment ago, each until a down at its place can no longer re-use it.
struct RecentTouches {
  /// More fingers than ten lifting within the re-use interval are not one person tapping.
  private static let limit = 16
  private var lifted: ContiguousArray<(touch: Touch, time: Timestamp)> = []
  /// Time of the last end of one that had to do with a sensitive view.
  private var secretEnd: Timestamp?

  /// Remembers a touch that ended; a cancelled one is never used again.
  mutating func add(_ touch: Touch, at time: Timestamp) {
    if touch.contact.secrecy != .none { secretEnd = time }
    guard touch.phase == .ended, touch.window != nil else { return }
    if lifted.count == Self.limit { lifted.removeFirst() }
    lifted.append((touch, time))
  }

  /// Whether one that had to do with a sensitive view has ended within the time of a re-use.
  func hasSecret(at time: Timestamp, _ limits: Thresholds.Reuse) -> Bool {
    secretEnd.map { time - $0 <= limits.interval } ?? false
  }

  /// The first moment at which a touch can no longer be re-used. O(touches that lifted lately).
  func deadline(_ limits: Thresholds.Reuse) -> Timestamp? {
    lifted.lazy.map(\.time).min().map { $0 + limits.interval + Interval(microseconds: 1) }
  }

  /// Lets all of them go.
  mutating func removeAll() { lifted.removeAll() }

  /// Lets go of the touches for which it is too late.
  mutating func prune(at time: Timestamp, _ limits: Thresholds.Reuse) {
    guard !lifted.isEmpty else { return }
    lifted.removeAll { time - $0.time > limits.interval }
  }

  /// Takes out the touch that a new down belongs to: same window, near the previous down, soon after its lift; the
  /// last lifted of several.
  mutating func reuse(at location: Point, in window: Window?, _ limits: Thresholds.Reuse) -> Touch? {
    guard let window else { return nil }
    let index = lifted.lastIndex {
      $0.touch.window === window
        && $0.touch.contact.downLocation.distance(to: location) <= limits.distance
    }
    return index.map { lifted.remove(at: $0).touch }
  }
}
