/// One or more fingers that come down and lift again, once or several times in a row, without moving away.
open class TapGestureRecognizer: GestureRecognizer {
  /// How many taps in a row are recognized as the gesture.
  @exclusivity(unchecked) public final var numberOfTapsRequired = 1
  /// How many fingers must be down at once in each tap; one more makes the recognizer fail.
  @exclusivity(unchecked) public final var numberOfTouchesRequired = 1
  /// How long and how far apart the taps may be, and how far a finger may move while it is down.
  @exclusivity(unchecked) public final var thresholds = Thresholds.Tap()
  /// From the first down to the last; takes the place of the interval between taps. `nil` for none.
  @exclusivity(unchecked) public final var within: Interval?
  /// How long the last tap's fingers stay down: it is recognized then, while they are down, and not at their lift. How
  /// long a tap may last does not matter for that one. `nil` for an ordinary tap.
  @exclusivity(unchecked) public final var holdLast: Interval?

  @exclusivity(unchecked) private final var taps = TapSequence()

  public override init() { super.init() }

  open override func touchesBegan(_ touches: Set<Touch>, with event: Event) {
    for touch in touches.byAge {
      if let reason = taps.begin(touch, rules) { return fail(reason) }
    }
  }

  open override func touchesMoved(_ touches: Set<Touch>, with event: Event) {
    if touches.haveMoved(beyond: thresholds.allowableMovement) { fail(.tooFar) }
  }

  /// A subclass may want to know of every move.
  override var restingDistance: Double {
    type(of: self) == TapGestureRecognizer.self && state == .possible ? thresholds.allowableMovement : 0
  }

  open override func touchesEnded(_ touches: Set<Touch>, with event: Event) {
    if holdEnd != nil { return fail(.tooEarly) }
    if let reason = taps.end(touches, at: event.timestamp, rules) { return fail(reason) }
    if taps.count >= numberOfTapsRequired { state = .recognized }
  }

  open override func touchesCancelled(_ touches: Set<Touch>, with event: Event) { fail(.cancelled) }

  open override func reset() { taps.reset() }

  /// The end of the time that a finger may stay down, or that the next one may take to come; or when the last tap was
  /// held for long enough.
  open override var deadline: Timestamp? {
    guard state == .possible else { return nil }
    return holdEnd ?? taps.deadline(firstDown: touches.firstDownTime, rules)
  }

  open override func deadlineReached(with event: Event) {
    if holdEnd != nil { state = .recognized } else { fail(.tooSlow) }
  }

  /// The centroid of the first tap's downs.
  open override func location(in view: View?) -> Point {
    guard let firstLocation = taps.firstLocation, let target = view ?? self.view?.window else {
      return super.location(in: view)
    }
    return target.convert(fromScreen: firstLocation)
  }

  /// A tap never prevents a tap with a higher count.
  open override func canPrevent(_ other: GestureRecognizer) -> Bool {
    guard let other = other as? TapGestureRecognizer else { return true }
    return other.numberOfTapsRequired <= numberOfTapsRequired
  }

  override var liftLimit: Int { max(super.liftLimit, rules.mostLifts) }

  private final var rules: TapSequence.Rules {
    TapSequence.Rules(
      touches: numberOfTouchesRequired, taps: numberOfTapsRequired, thresholds: thresholds, within: within)
  }

  /// When the fingers of the last tap, if they are all down, have been so for long enough.
  private final var holdEnd: Timestamp? {
    guard let holdLast, taps.count + 1 >= numberOfTapsRequired else { return nil }
    return taps.completionTime.map { $0 + holdLast }
  }
}

extension Touch {
  /// How far the finger is from where it came down, in points of the screen.
  var distanceFromDown: Double { values.location.distance(to: contact.downLocation) }
}

extension ContiguousArray<Touch> {
  /// When the first of those came down that are down; `nil` for none.
  var firstDownTime: Timestamp? { first(where: \.contact.isDown)?.contact.downTime }
}

extension Set<Touch> {
  /// Whether a touch is farther than that from where it came down, in points of the screen.
  func haveMoved(beyond distance: Double) -> Bool { contains { $0.distanceFromDown > distance } }
}
