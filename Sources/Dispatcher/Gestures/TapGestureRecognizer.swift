/// One or more fingers that come down and lift again, once or several times in a row, without moving away.
open class TapGestureRecognizer: GestureRecognizer {
  /// The number of taps in a row that are recognized as the gesture.
  public final var numberOfTapsRequired = 1
  /// The number of fingers that must be down at once in each tap; one more makes the recognizer fail.
  public final var numberOfTouchesRequired = 1
  /// Limits of a tap's duration, of the time and distance between taps, and of a finger's movement while it is down.
  public final var thresholds = Thresholds.Tap()
  /// From the first down to the last; takes the place of the interval between taps. `nil` for none.
  public final var within: Interval?
  /// The time for which the last tap's fingers stay down: it is recognized then, and not at their lift. How
  /// long a tap may last does not matter for that one. `nil` for an ordinary tap.
  public final var holdLast: Interval?

  private final var taps = TapSequence()

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

  /// The time at which the fingers of the last tap, if all are down, have been so for long enough.
  private final var holdEnd: Timestamp? {
    guard let holdLast, taps.count + 1 >= numberOfTapsRequired else { return nil }
    return taps.completionTime.map { $0 + holdLast }
  }
}

extension ContiguousArray<Touch> {
  /// Landing of the first of those that are down; `nil` if none is.
  var firstDownTime: Timestamp? { first(where: \.contact.isDown)?.contact.downTime }
}

extension Set<Touch> {
  /// Whether a touch is farther than that from where it came down, in points of the screen.
  func haveMoved(beyond distance: Double) -> Bool {
    contains { $0.values.location.distance(to: $0.contact.downLocation) > distance }
  }
}

/// Taps in a row, as far as they have come: those of a tap recognizer, and those before a long press.
struct TapSequence {
  /// The conditions of a tap.
  struct Rules {
    var touches: Int
    var taps: Int
    var thresholds: Thresholds.Tap
    /// From the first down to the last; takes the place of the interval between taps. `nil` for none.
    var within: Interval?

    /// The number of lifts until all taps are done.
    var mostLifts: Int {
      let (product, overflow) = max(taps, 0).multipliedReportingOverflow(by: max(touches, 0))
      return overflow ? .max : product
    }
  }

  /// The number of complete taps.
  private(set) var count = 0
  /// The centroid of the first tap's downs, in points of the screen; `nil` until they are complete.
  private(set) var firstLocation: Point?
  /// Landing of the last finger of the current tap; `nil` while one is missing.
  private(set) var completionTime: Timestamp?
  /// The downs of the tap going on, in points of the screen.
  private var downs: ContiguousArray<Point> = []
  private var previousDowns: ContiguousArray<Point> = []
  private var lifts = 0
  private var firstDownTime = Timestamp.zero
  private var lastLiftTime = Timestamp.zero

  /// Whether a finger of the tap going on is down, or was.
  var isGoingOn: Bool { !downs.isEmpty }

  /// Takes in a finger that comes down.
  ///
  /// - Returns: why it does not belong here, if it does not.
  mutating func begin(_ touch: Touch, _ rules: Rules) -> FailureReason? {
    let down = touch.contact
    if count == 0, downs.isEmpty { firstDownTime = down.downTime }
    if let latest = latestDown(rules), down.downTime > latest { return .tooSlow }
    let place = down.downLocation
    if count > 0, let remoteness = remoteness(of: place, atMost: rules.thresholds.distance) {
      return .tooRemote(remoteness)
    }
    if lifts > 0 { return .tooFewTouches }
    if downs.count >= rules.touches { return .tooManyTouches }
    downs.append(down.downLocation)
    if downs.count == rules.touches {
      completionTime = down.downTime
      if firstLocation == nil { firstLocation = downs.mean }
    }
    return nil
  }

  /// Takes in fingers that lift; the last one of a tap completes it.
  ///
  /// - Returns: why that was no tap, if it was none.
  mutating func end(_ touches: Set<Touch>, at time: Timestamp, _ rules: Rules) -> FailureReason? {
    if touches.haveMoved(beyond: rules.thresholds.allowableMovement) { return .tooFar }
    if touches.contains(where: { time - $0.contact.downTime > rules.thresholds.maximumDuration }) {
      return .tooSlow
    }
    if completionTime == nil { return .tooFewTouches }
    lifts += touches.count
    if lifts == rules.touches { complete(at: time) }
    return nil
  }

  /// Forgets the taps.
  mutating func reset() {
    count = 0
    firstLocation = nil
    completionTime = nil
    lifts = 0
    downs.removeAll(keepingCapacity: true)
    previousDowns.removeAll(keepingCapacity: true)
  }

  /// The time at which it is too late, for the fingers that are down or for those to come; `nil` for never.
  ///
  /// - Parameter firstDown: when the first finger came down of those that are down.
  func deadline(firstDown: Timestamp?, _ rules: Rules) -> Timestamp? {
    earlier(latestDown(rules), firstDown.map { $0 + rules.thresholds.maximumDuration })
  }

  /// The latest moment at which the next finger may come down; `nil` for any, or for none that is to come.
  private func latestDown(_ rules: Rules) -> Timestamp? {
    guard count > 0 || isGoingOn else { return nil }
    if let within = rules.within {
      return count + 1 < rules.taps || completionTime == nil ? firstDownTime + within : nil
    }
    return isGoingOn ? nil : lastLiftTime + rules.thresholds.interval
  }

  /// Distance of a down from the tap before, if that is too far.
  private func remoteness(of place: Point, atMost limit: Double) -> Remoteness? {
    let distance = previousDowns.reduce(.infinity) { min($0, $1.distance(to: place)) }
    return distance <= limit ? nil : Remoteness(distance, from: .previousTap, atMost: limit)
  }

  private mutating func complete(at time: Timestamp) {
    count += 1
    lastLiftTime = time
    completionTime = nil
    swap(&previousDowns, &downs)
    downs.removeAll(keepingCapacity: true)
    lifts = 0
  }
}
