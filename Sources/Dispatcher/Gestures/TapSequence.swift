/// Taps in a row, as far as they have come: those of a tap recognizer, and those before a long press.
struct TapSequence {
  /// What makes a tap.
  struct Rules {
    var touches: Int
    var taps: Int
    var thresholds: Thresholds.Tap
    /// From the first down to the last; takes the place of the interval between taps. `nil` for none.
    var within: Interval?

    /// How many fingers lift until all taps are done.
    var mostLifts: Int {
      let (product, overflow) = max(taps, 0).multipliedReportingOverflow(by: max(touches, 0))
      return overflow ? .max : product
    }
  }

  /// How many taps are complete.
  private(set) var count = 0
  /// The centroid of the first tap's downs, in points of the screen; `nil` until they are complete.
  private(set) var firstLocation: Point?
  /// When the last finger of the tap going on came down; `nil` while one is missing.
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

  /// When it is too late, for the fingers that are down or for those that are to come; `nil` for never.
  ///
  /// - Parameter firstDown: when the first finger came down of those that are down.
  func deadline(firstDown: Timestamp?, _ rules: Rules) -> Timestamp? {
    guard let firstDown else { return latestDown(rules) }
    let latestLift = firstDown + rules.thresholds.maximumDuration
    return latestDown(rules).map { min($0, latestLift) } ?? latestLift
  }

  /// The latest moment at which the next finger may come down; `nil` for any, or for none that is to come.
  private func latestDown(_ rules: Rules) -> Timestamp? {
    guard count > 0 || isGoingOn else { return nil }
    if let within = rules.within {
      return count + 1 < rules.taps || completionTime == nil ? firstDownTime + within : nil
    }
    return isGoingOn ? nil : lastLiftTime + rules.thresholds.interval
  }

  /// How far a down is from the tap before, if that is too far.
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
