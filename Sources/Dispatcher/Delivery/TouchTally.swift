/// Notes of what fingers did, for those who count: contacts that ended, gestures that were recognized, long presses
/// that were given up, controls that fired, events of the layout.
///
/// A frame that lands or lifts adds a note, one that moves adds none, and nothing is looked at before ``drain(_:)``.
package final class TouchTally {
  /// One thing that happened.
  package enum Note {
    /// A contact ended, in whatever way.
    case touch(Finger)
    /// A recognizer was recognized.
    case recognized(GestureRecognizer, Fingers, at: Timestamp)
    /// A long press failed after half of its time.
    case givenUp(LongPressGestureRecognizer, Fingers, at: Timestamp)
    /// A finger lifted inside a control.
    case fired(Control, ContactID, isSecret: Bool, at: Timestamp)
    /// An event of the layout, by its name.
    case layout(String, at: Timestamp)
  }

  /// A contact that has ended.
  package struct Finger {
    let contact: Contact
    /// Index of its panel.
    let panel: Int32
    package let end: Timestamp
    /// Whether no other finger is down any more.
    package let isLast: Bool

    package var id: ContactID { contact.id }
    package var start: Timestamp { contact.downTime }
    /// Place of its landing, in points of the screen.
    package var location: Point { contact.downLocation }
    /// The view that it hit.
    package var view: View? { contact.view }
    /// Whether it had to do with a sensitive view.
    package var isSecret: Bool { contact.secrecy != .none }
    /// Whether no finger was behind it, or it explored.
    package var isMade: Bool { contact.isMade }
    package var isExploring: Bool { contact.isExploring }
    /// Whether its view was to get nothing of it: a second finger.
    package var isWithheld: Bool { contact.standing == .withheld }
  }

  /// The contacts of an attempt.
  package struct Fingers {
    let contacts: ContiguousArray<Contact>
    let secrecy: Secrecy

    fileprivate init(_ attempt: Attempt) { (contacts, secrecy) = (attempt.contacts, attempt.secrecy) }

    package var ids: [ContactID] { contacts.map(\.id) }
    /// Whether one of them had to do with a sensitive view, or its recognizers with one that had.
    package var isSecret: Bool {
      secrecy != .none || contacts.contains { $0.secrecy != .none || $0.isBesideSecret }
    }
  }

  /// The most contacts, and other notes, between two calls of ``drain(_:)``; what comes after them is not noted. (O)
  package static let limit = 1024

  /// The contacts, apart from the other notes, since they are nearly all of them and cheap to keep so.
  private var fingers: ContiguousArray<Finger> = []
  /// The other notes, each with the number of contacts before it.
  private var others: [(place: Int, note: Note)] = []
  /// Called with the first note after each ``drain(_:)``, in the middle of a frame.
  private let onFirst: (Timestamp) -> Void

  package init(_ onFirst: @escaping (Timestamp) -> Void) {
    self.onFirst = onFirst
    fingers.reserveCapacity(16)
  }

  /// Calls the body with the notes since the last time, in order.
  package func drain(_ body: (Note) -> Void) {
    var next = 0
    for (place, note) in others {
      for finger in fingers[next..<place] { body(.touch(finger)) }
      next = place
      body(note)
    }
    for finger in fingers[next...] { body(.touch(finger)) }
    if !others.isEmpty { others.removeAll(keepingCapacity: true) }
    // Mostly there is one, for which this is the cheapest.
    while fingers.popLast() != nil {}
  }

  private var isEmpty: Bool { others.isEmpty && fingers.isEmpty }

  private func add(_ note: Note, at time: Timestamp) {
    guard others.count < Self.limit else { return }
    let isFirst = isEmpty
    others.append((fingers.count, note))
    if isFirst { onFirst(time) }
  }

  /// Notes the contacts of a frame that ended in it.
  @inline(never)
  func noteEnded(of event: Event, isLast: Bool) {
    let isFirst = isEmpty
    event.frame.forEach { touch in
      guard !touch.contact.isDown, fingers.count < Self.limit else { return }
      fingers.append(
        Finger(
          contact: touch.contact, panel: touch.values.sample.panel, end: event.timestamp, isLast: isLast))
    }
    if isFirst, !fingers.isEmpty { onFirst(event.timestamp) }
  }

  @inline(never)
  func noteRecognized(_ attempt: Attempt, at time: Timestamp) {
    add(.recognized(attempt.recognizer, Fingers(attempt), at: time), at: time)
  }

  /// Notes a failure, if it is that of a long press after half of its time.
  @inline(never)
  func noteFailed(_ attempt: Attempt, at time: Timestamp) {
    guard let press = attempt.recognizer as? LongPressGestureRecognizer, press.isHalfDone(at: time) else {
      return
    }
    add(.givenUp(press, Fingers(attempt), at: time), at: time)
  }

  func noteFired(_ control: Control, _ contact: Contact, at time: Timestamp) {
    let isSecret = contact.secrecy != .none || control.isInSensitiveView
    add(.fired(control, contact.id, isSecret: isSecret, at: time), at: time)
  }

  func note(_ event: LayoutEvent) { add(.layout(event.name, at: event.timestamp), at: event.timestamp) }
}

extension Application {
  /// Takes notes of what fingers do here; `nil` for none. Set while no finger is down.
  package final var tally: TouchTally? {
    get { touches.event.chain.tally }
    set { touches.event.chain.tally = newValue }
  }

  /// Whether the page can have what a finger did.
  package final func mayBeOnPage(_ finger: TouchTally.Finger) -> Bool {
    screenResponder?.holds(finger.panel, finger.contact.panel) ?? false
  }

  /// Whether nothing that a finger does on a view comes to a responder that keeps it: to a control, to a plugin that
  /// does not forward, to a class of the program's own.
  package final func isUnheard(_ view: View?) -> Bool {
    var responder: Responder? = view
    // A chain may go round in a circle.
    for _ in 0..<Responder.chainLimit {
      guard let current = responder, !(current is ScreenResponder) else { return true }
      if current.mayOverrideTouches || current.touchHandler?.forwards == false { return false }
      responder = current.next
    }
    return true
  }

  /// The view nearest to a point of the screen that acts when it is touched, within a distance, where a finger would
  /// hit it. O(views).
  package final func actingView(near point: Point, within distance: Double) -> View? {
    var best: (view: View, distance: Double)?
    for window in windows where window.isHittable {
      window.forEachActing { view in
        let map = view.toScreen
        guard let inverse = map.inverse else { return }
        // A little inside, for the edges on two sides belong to the neighbours.
        let nearest = map.apply(to: view.target.insetBy(dx: 0.5, dy: 0.5).clamp(inverse.apply(to: point)))
        let away = nearest.distance(to: point)
        guard away <= min(distance, best?.distance ?? distance) else { return }
        // Another view may be in front of it, or its superview cut it off.
        guard let hit = hitTest(nearest, with: nil) else { return }
        if sequence(first: hit, next: \.superview).contains(where: { $0 === view }) { best = (view, away) }
      }
    }
    return best?.view
  }
}

extension View {
  /// Whether something happens when a finger presses it: it is a control, has a tap or a long press of one finger, or
  /// a plugin that keeps its touches. A tap of more than two is no target of visitors, and no swipe has one.
  package final var actsWhenPressed: Bool {
    if (self as? Control)?.isEnabled == true || touchHandler?.forwards == false { return true }
    return gestureRecognizers.contains { recognizer in
      guard recognizer.isEnabled else { return false }
      switch recognizer {
      case let tap as TapGestureRecognizer:
        return tap.numberOfTapsRequired <= 2 && tap.numberOfTouchesRequired == 1
      case let press as LongPressGestureRecognizer: return press.numberOfTouchesRequired == 1
      default: return false
      }
    }
  }

  /// Calls the body with each view below that acts when it is pressed, or with this; not with what no finger hits.
  fileprivate final func forEachActing(_ body: (View) -> Void) {
    guard isHittable else { return }
    if actsWhenPressed { body(self) }
    for view in subviews { view.forEachActing(body) }
  }
}
