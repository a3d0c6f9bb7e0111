/// Base of pinch and rotation: watches the line between two fingers, in points of the screen.
///
/// They measure while two fingers are down. While one of them is up, what was measured stays as it is; when a finger
/// returns, it goes on from there. The class is not for others to build on: they cannot make one.
open class TwoTouchGestureRecognizer: GestureRecognizer {
  /// The contacts at the ends of the line, the older one first; `nil` unless two fingers are down.
  private final var ends: (older: ContactID, younger: ContactID)?
  /// Whether there have been two fingers.
  private final var hadLine = false
  /// The measure, as a way along x.
  private final var tracker = VelocityTracker()

  override init() { super.init() }

  open override func touchesBegan(_ touches: Set<Touch>, with event: Event) {
    if state == .possible, fingers.count > 2 { return fail(.tooManyTouches) }
    let isFull = ends != nil
    while let surplus = fingers.dropFirst(2).first { ignore(surplus, for: event) }
    measure(at: event.timestamp)
    if state.isActive, !isFull { state = .changed }
  }

  open override func touchesMoved(_ touches: Set<Touch>, with event: Event) {
    measure(at: event.timestamp)
    if state.isActive { state = .changed }
  }

  open override func touchesEnded(_ touches: Set<Touch>, with event: Event) { leave(at: event.timestamp) }

  open override func touchesCancelled(_ touches: Set<Touch>, with event: Event) {
    measure(at: event.timestamp)
    guard state.isActive else { return fail(.cancelled) }
    state = fingers.count < 2 ? .cancelled : .changed
  }

  open override func reset() {
    ends = nil
    hadLine = false
    tracker.clear()
  }

  /// By how much what is measured changes in a second.
  final var changePerSecond: Double { tracker.velocity(over: velocityWindow).x }

  /// Counts the velocity from another value.
  final func restartVelocity(from value: Double) { tracker.restart(from: Point(x: value, y: 0)) }

  /// A line to measure from: a second finger has come down, or one has returned.
  func start(from line: Point) {}

  /// The line has moved on.
  func follow(_ line: Point) {}

  /// Whether the line has changed by so much since the second finger came down that it is the gesture.
  var isRecognizable: Bool { false }

  /// The measure, for the velocity.
  var value: Double { 0 }

  /// The past that the velocity is taken of.
  var velocityWindow: Interval { .milliseconds(0) }

  /// A finger has gone; the gesture ends with the last one.
  private final func leave(at time: Timestamp) {
    measure(at: time)
    if !fingers.isEmpty {
      if state.isActive { state = .changed }
    } else if state.isActive {
      state = .ended
    } else {
      fail(hadLine ? .tooShort : .tooFewTouches)
    }
  }

  /// Looks at the line between the fingers that are down, if there is one.
  private final func measure(at time: Timestamp) {
    guard fingers.count == 2, let older = fingers.first, let younger = fingers.dropFirst().first else {
      ends = nil
      return tracker.wait(until: time)
    }
    let line = younger.values.location - older.values.location
    if let ends, ends == (older.contact.id, younger.contact.id) {
      follow(line)
      if state == .possible, isRecognizable { state = .began }
    } else {
      ends = (older.contact.id, younger.contact.id)
      hadLine = true
      tracker.clear()
      start(from: line)
    }
    tracker.add(Point(x: value, y: 0), at: time)
  }

  /// Those that are down, by age.
  private final var fingers: LazyFilterCollection<ContiguousArray<Touch>> {
    touches.lazy.filter(\.contact.isDown)
  }
}
