/// One or more fingers that come down and lift again, once or several times in a row, without moving away.
open class TapGestureRecognizer: GestureRecognizer {
  @exclusivity(unchecked) public final var numberOfTapsRequired = 1
  @exclusivity(unchecked) public final var numberOfTouchesRequired = 1
  @exclusivity(unchecked) public final var thresholds = Thresholds.Tap()
  /// From the first down to the last; takes the place of the interval between taps. `nil` for none.
  @exclusivity(unchecked) public final var within: Interval?

  @exclusivity(unchecked) private var tapsDone = 0
  /// The downs of the tap going on, in points of the screen.
  @exclusivity(unchecked) private var downs: ContiguousArray<Point> = []
  @exclusivity(unchecked) private var lifts = 0
  @exclusivity(unchecked) private var firstDownTime = Timestamp.zero
  @exclusivity(unchecked) private var lastLiftTime = Timestamp.zero
  @exclusivity(unchecked) private var previousDowns: ContiguousArray<Point> = []
  @exclusivity(unchecked) private var firstLocation: Point?

  public override init() { super.init() }

  open override func touchesBegan(_ touches: Set<Touch>, with event: Event) {
    for touch in touches.byAge {
      check(touch)
      guard state == .possible else { return }
      if lifts > 0 { return fail(.tooFewTouches) }
      if downs.count == numberOfTouchesRequired { return fail(.tooManyTouches) }
      downs.append(touch.contact.downLocation)
    }
    if downs.count == numberOfTouchesRequired, firstLocation == nil { firstLocation = downs.mean }
  }

  open override func touchesMoved(_ touches: Set<Touch>, with event: Event) {
    for touch in touches where touch.distanceFromDown > thresholds.allowableMovement { fail(.tooFar) }
  }

  /// A subclass may want to know of every move.
  override var restingDistance: Double {
    type(of: self) == TapGestureRecognizer.self && state == .possible ? thresholds.allowableMovement : 0
  }

  open override func touchesEnded(_ touches: Set<Touch>, with event: Event) {
    for touch in touches where touch.distanceFromDown > thresholds.allowableMovement {
      return fail(.tooFar)
    }
    for touch in touches where event.timestamp - touch.contact.downTime > thresholds.maximumDuration {
      return fail(.tooSlow)
    }
    if downs.count < numberOfTouchesRequired { return fail(.tooFewTouches) }
    lifts += touches.count
    if lifts == numberOfTouchesRequired { finishTap(at: event.timestamp) }
  }

  open override func touchesCancelled(_ touches: Set<Touch>, with event: Event) { fail(.cancelled) }

  open override func reset() {
    tapsDone = 0
    downs.removeAll(keepingCapacity: true)
    previousDowns.removeAll(keepingCapacity: true)
    lifts = 0
    firstLocation = nil
  }

  /// The end of the time that a finger may stay down, or that the next tap may take to come.
  open override var deadline: Timestamp? {
    guard state == .possible else { return nil }
    let down = touches.lazy.filter(\.contact.isDown).map(\.contact.downTime).min()
    if let down { return down + thresholds.maximumDuration }
    return tapsDone == 0 ? nil : nextTapDeadline
  }

  open override func deadlineReached(with event: Event) { fail(.tooSlow) }

  /// The centroid of the first tap's downs.
  open override func location(in view: View?) -> Point {
    guard let firstLocation, let target = view ?? self.view?.window else {
      return super.location(in: view)
    }
    return target.convert(fromScreen: firstLocation)
  }

  /// A tap never prevents a tap with a higher count.
  open override func canPrevent(_ other: GestureRecognizer) -> Bool {
    guard let other = other as? TapGestureRecognizer else { return true }
    return other.numberOfTapsRequired <= numberOfTapsRequired
  }

  private var nextTapDeadline: Timestamp {
    within.map { firstDownTime + $0 } ?? lastLiftTime + thresholds.interval
  }

  /// Whether a finger comes down in time, and where the tap before was.
  private func check(_ touch: Touch) {
    let down = touch.contact
    if tapsDone == 0 {
      if downs.isEmpty { firstDownTime = down.downTime }
    } else if downs.isEmpty, down.downTime > nextTapDeadline {
      fail(.tooSlow)
    } else if !previousDowns.contains(where: { $0.distance(to: down.downLocation) <= thresholds.distance }) {
      fail(.elsewhere)
    }
  }

  private func finishTap(at time: Timestamp) {
    tapsDone += 1
    lastLiftTime = time
    swap(&previousDowns, &downs)
    downs.removeAll(keepingCapacity: true)
    lifts = 0
    if tapsDone == numberOfTapsRequired { state = .recognized }
  }
}

extension Touch {
  /// How far the finger is from where it came down, in points of the screen.
  var distanceFromDown: Double { values.location.distance(to: contact.downLocation) }
}

extension Set<Touch> {
  /// The touches by age; a set has no order of its own.
  var byAge: [Touch] { sorted { $0.contact.id < $1.contact.id } }
}

extension Collection<Point> {
  /// The mean of the points; zero for none.
  var mean: Point {
    guard !isEmpty else { return .zero }
    let sum = reduce(Point.zero, +)
    return Point(x: sum.x / Double(count), y: sum.y / Double(count))
  }
}
