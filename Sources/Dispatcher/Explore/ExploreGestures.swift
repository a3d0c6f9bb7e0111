/// Gestures of the fingers of a person who does not see the screen: one state machine from contacts to acts.
///
/// It knows places and times, and no view. The gestures are VoiceOver's, the numbers TalkBack's and ChromeVox's
/// (``Thresholds/Explore``). Limits are inclusive: a frame that is stamped exactly at a deadline comes before it.
///
/// | state | is left when | for |
/// |---|---|---|
/// | idle | a finger lands | undecided |
/// | undecided: one finger, for at most 300 ms | it rests, or leaves the slop slowly | exploring |
/// | | it lifts where it landed | tapped |
/// | | it lifts as a flick, or as neither | idle |
/// | | another finger lands | several |
/// | exploring: what is under the finger gets the focus | the finger lifts | idle; a second finger may tap meanwhile |
/// | tapped: no finger | 300 ms pass: the tap counts | idle |
/// | | a finger lands | second |
/// | second: the second of two taps | it lifts: a double tap | idle |
/// | | it leaves the slop | undecided |
/// | | it is held for 300 ms | holding |
/// | | another finger lands | several |
/// | holding: the finger is passed through | it lifts | idle |
/// | several: fingers none of which explores | all have lifted: a tap, a flick of so many, or neither | idle |
///
/// Fingers that are in no state wait for their lift: those beside a finger that is passed through, a third one beside a
/// finger that explores, and all of a gesture that was given up. The next gesture begins when no finger is down.
struct ExploreGestures {
  /// The result of fingers. Places are points of the screen.
  enum Act: Equatable {
    /// A finger explores there; the first of each finger begins it.
    case explored(Point, isFirst: Bool)
    /// A single tap, to which no second one came.
    case tapped(Point)
    /// A second finger has come down beside the one that explores: what has the focus now is what its tap would mean.
    case splitBegan
    /// The second finger has tapped.
    case splitTapped
    case doubleTapped
    /// A second tap is held: from now on the finger is passed through.
    case holdBegan(Point)
    case holdMoved(Point)
    case holdEnded(Point)
    case holdCancelled
    /// So many fingers went one way.
    case flicked(SwipeGestureRecognizer.Direction, fingers: Int)
    /// Two or three fingers tapped, for the first time, or once more.
    case fingersTapped(Int, isSecond: Bool)
    /// Two fingers went to and fro.
    case scrubbed
  }

  /// A finger that is part of a gesture.
  private struct Finger {
    let contact: ContactID
    let down: Point
    let downTime: Timestamp
    var location: Point
    var liftTime: Timestamp?
    /// Whether it was beyond the slop.
    var hasLeft = false
    /// The directions in which it may be on its way.
    var open: SwipeGestureRecognizer.Direction = [.left, .right, .up, .down]

    init(_ contact: ContactID, at point: Point, _ time: Timestamp) {
      (self.contact, down, downTime, location) = (contact, point, time, point)
    }

    var distance: Double { location.distance(to: down) }

    mutating func move(to point: Point, at time: Timestamp, _ limits: Thresholds.Explore) {
      location = point
      if distance > limits.slop { hasLeft = true }
      for direction in open.each where !limits.isOnItsWay(point - down, direction, after: time - downTime) {
        open.remove(direction)
      }
    }

    /// A flick is judged at the lift: so long may it have strayed.
    mutating func lift(at point: Point, _ time: Timestamp, _ limits: Thresholds.Explore) {
      move(to: point, at: time, limits)
      liftTime = time
    }

    /// The direction of its flick; none for what was too short or too slow.
    func flick(_ limits: Thresholds.Explore) -> SwipeGestureRecognizer.Direction {
      guard let liftTime, liftTime - downTime <= limits.flickDuration else { return [] }
      return open.each.first { $0.parts(of: location - down).along >= limits.flickTravel } ?? []
    }

    /// Whether it was down so shortly, and so still, that it is part of a tap.
    func hasTapped(_ limits: Thresholds.Explore) -> Bool {
      liftTime.map { $0 - downTime <= limits.rest } == true && !hasLeft
    }
  }

  /// A finger that explores, and another that may tap beside it.
  private struct Exploration {
    var finger: Finger
    var second: Finger?
    /// Place of the first finger when the second landed.
    var anchor = Point.zero
  }

  /// Two fingers or more.
  private struct Hand {
    var fingers: [Finger]
    var strokes: Strokes

    init(_ fingers: [Finger], at time: Timestamp) {
      self.fingers = fingers
      strokes = Strokes(start: time, at: Self.centre(of: fingers))
    }

    var isUp: Bool { fingers.allSatisfy { $0.liftTime != nil } }
    var hasLift: Bool { fingers.contains { $0.liftTime != nil } }
    var centre: Double { Self.centre(of: fingers) }

    private static func centre(of fingers: [Finger]) -> Double {
      fingers.map(\.location.x).reduce(0, +) / Double(fingers.count)
    }
  }

  /// Strokes along x, to and fro.
  private struct Strokes {
    let start: Timestamp
    var count = 0
    /// The farthest places to the left and right since the last turn; before the first stroke, since the start.
    var (left, right): (Double, Double)
    /// To the right; before the first stroke, either.
    var isForward = true

    init(start: Timestamp, at x: Double) { (self.start, left, right) = (start, x, x) }

    /// Takes in where the fingers are.
    ///
    /// - Returns: whether this completes the third.
    mutating func take(_ x: Double, length: Double) -> Bool {
      (left, right) = (min(left, x), max(right, x))
      if count == 0 || !isForward, x - left >= length {
        (count, isForward, right) = (count + 1, true, x)
      } else if isForward, right - x >= length {
        (count, isForward, left) = (count + 1, false, x)
      } else {
        return false
      }
      return count == 3
    }
  }

  private enum State {
    case idle
    case undecided(Finger)
    case exploring(Exploration)
    case tapped(Point, at: Timestamp)
    case second(Finger)
    case holding(ContactID, Point)
    case several(Hand)
    /// The gesture is over, and fingers of it are down.
    case spent
  }

  private let limits: Thresholds.Explore
  private var state = State.idle
  /// The contacts that are down, of whatever gesture.
  private var down: Set<ContactID> = []
  /// The last tap of several fingers: how many, and when the last of them lifted.
  private var handTap: (fingers: Int, at: Timestamp)?

  init(_ limits: Thresholds.Explore = Thresholds.Explore()) { self.limits = limits }

  /// The number of fingers for which a gesture has a meaning.
  private static let mostFingers = 3
  /// The distance that the first finger may move while a second one taps, in points. (O)
  private static let splitTravel = 30.0
  /// The time for a scrub. (O)
  private static let scrubDuration = Interval.milliseconds(1500)

  /// Whether no finger is down.
  var isUp: Bool { down.isEmpty }

  /// The moment at which ``deadlineReached(_:)`` has something to do.
  var deadline: Timestamp? {
    switch state {
    case .undecided(let finger): finger.downTime + limits.rest
    case .second(let finger): finger.downTime + limits.hold
    case .tapped(_, let time): time + limits.tapInterval
    case .idle, .exploring, .holding, .several, .spent: nil
    }
  }

  /// No finger has done anything up to the deadline.
  mutating func deadlineReached(_ act: (Act) -> Void) {
    switch state {
    case .undecided(let finger): explore(with: finger, act)
    case .second(let finger):
      state = .holding(finger.contact, finger.location)
      act(.holdBegan(finger.location))
    case .tapped(let point, _):
      state = .idle
      act(.tapped(point))
    case .idle, .exploring, .holding, .several, .spent: break
    }
  }

  private mutating func explore(with finger: Finger, _ act: (Act) -> Void) {
    state = .exploring(Exploration(finger: finger))
    act(.explored(finger.location, isFirst: true))
  }

  // MARK: Contacts

  /// A contact has landed.
  mutating func landed(_ contact: ContactID, at point: Point, _ time: Timestamp, _ act: (Act) -> Void) {
    down.insert(contact)
    let finger = Finger(contact, at: point, time)
    switch state {
    case .idle: state = .undecided(finger)
    case .tapped: state = .second(finger)
    case .undecided(let first), .second(let first):
      state = .several(Hand([first, finger], at: time))
    case .exploring(var exploration):
      // A third one spoils it.
      let isAlone = down.count == 2
      exploration.second = isAlone ? finger : nil
      exploration.anchor = exploration.finger.location
      state = .exploring(exploration)
      if isAlone { act(.splitBegan) }
    case .several(let hand):
      guard !hand.hasLift, hand.fingers.count < Self.mostFingers else { return state = .spent }
      state = .several(Hand(hand.fingers + [finger], at: time))
    case .holding, .spent: break
    }
  }

  /// A contact has moved.
  mutating func moved(_ contact: ContactID, to point: Point, at time: Timestamp, _ act: (Act) -> Void) {
    switch state {
    case .undecided(let finger) where finger.contact == contact && finger.location != point:
      move(finger, to: point, at: time, act)
    case .second(let finger) where finger.contact == contact: move(finger, to: point, at: time, act)
    case .exploring(var exploration):
      if exploration.finger.contact == contact {
        guard exploration.finger.location != point else { return }
        exploration.finger.location = point
        if point.distance(to: exploration.anchor) > Self.splitTravel { exploration.second = nil }
        state = .exploring(exploration)
        act(.explored(point, isFirst: false))
      } else if exploration.second?.contact == contact {
        exploration.second?.move(to: point, at: time, limits)
        if exploration.second?.hasLeft == true { exploration.second = nil }
        state = .exploring(exploration)
      }
    case .several(var hand):
      guard let place = hand.fingers.firstIndex(where: { $0.contact == contact }) else { return }
      hand.fingers[place].move(to: point, at: time, limits)
      state = .several(hand)
    case .holding(contact, _):
      state = .holding(contact, point)
      act(.holdMoved(point))
    case .idle, .undecided, .second, .tapped, .holding, .spent: break
    }
  }

  private mutating func move(_ finger: Finger, to point: Point, at time: Timestamp, _ act: (Act) -> Void) {
    var finger = finger
    finger.move(to: point, at: time, limits)
    // The second of two taps may not leave the slop.
    if case .second = state, !finger.hasLeft { return state = .second(finger) }
    state = .undecided(finger)
    let seconds = (time - finger.downTime).seconds
    if finger.distance > limits.slop, finger.distance < limits.slow * seconds { explore(with: finger, act) }
  }

  /// All contacts of a frame have moved: their middle is where they all are now.
  mutating func framed(at time: Timestamp, _ act: (Act) -> Void) {
    guard case .several(var hand) = state, hand.fingers.count == 2, !hand.hasLift else { return }
    let isScrub =
      hand.strokes.take(hand.centre, length: limits.scrubStroke)
      && time - hand.strokes.start <= Self.scrubDuration
    state = isScrub ? .spent : .several(hand)
    if isScrub { act(.scrubbed) }
  }

  /// A contact has lifted.
  mutating func lifted(_ contact: ContactID, at point: Point, _ time: Timestamp, _ act: (Act) -> Void) {
    down.remove(contact)
    switch state {
    case .undecided(var finger) where finger.contact == contact:
      finger.lift(at: point, time, limits)
      end(in: finger.hasTapped(limits) ? .tapped(finger.location, at: time) : .idle)
      let flick = finger.flick(limits)
      if !flick.isEmpty { act(.flicked(flick, fingers: 1)) }
    case .second(let finger) where finger.contact == contact:
      end()
      act(.doubleTapped)
    case .exploring(var exploration):
      if exploration.finger.contact == contact { return end() }
      guard var second = exploration.second, second.contact == contact else { return }
      second.lift(at: point, time, limits)
      exploration.second = nil
      state = .exploring(exploration)
      if second.hasTapped(limits) { act(.splitTapped) }
    case .holding(contact, _):
      end()
      act(.holdEnded(point))
    case .several(var hand):
      if let place = hand.fingers.firstIndex(where: { $0.contact == contact }) {
        hand.fingers[place].lift(at: point, time, limits)
      }
      state = .several(hand)
      if hand.isUp { judge(hand, at: time, act) }
    case .spent: if down.isEmpty { state = .idle }
    case .idle, .undecided, .second, .tapped, .holding: break
    }
  }

  /// All fingers of several have lifted.
  private mutating func judge(_ hand: Hand, at time: Timestamp, _ act: (Act) -> Void) {
    let count = hand.fingers.count
    let former = handTap
    handTap = nil
    end()
    if hand.fingers.allSatisfy({ $0.hasTapped(limits) }) {
      let landing = hand.fingers.map(\.downTime).min() ?? time
      let isSecond = former.map { $0.fingers == count && landing - $0.at <= limits.tapInterval } ?? false
      if !isSecond { handTap = (count, time) }
      return act(.fingersTapped(count, isSecond: isSecond))
    }
    let flicks = Set(hand.fingers.map { $0.flick(limits) })
    if flicks.count == 1, let flick = flicks.first, !flick.isEmpty { act(.flicked(flick, fingers: count)) }
  }

  /// Ends a gesture. If fingers are still down, they wait for their lift.
  private mutating func end(in next: State = .idle) { state = down.isEmpty ? next : .spent }

  /// A contact has gone without a lift, or another gesture has taken it: what it was part of is given up.
  mutating func cancelled(_ contact: ContactID, _ act: (Act) -> Void) {
    down.remove(contact)
    switch state {
    case .exploring(var exploration) where exploration.finger.contact != contact:
      if exploration.second?.contact == contact { exploration.second = nil }
      state = .exploring(exploration)
    case .holding(let held, _) where held != contact: break
    case .holding:
      end()
      act(.holdCancelled)
    case .tapped: break
    case .idle, .undecided, .second, .exploring, .several, .spent: end()
    }
  }

  /// Another gesture has taken the fingers that are down: what they were part of is given up.
  mutating func giveUp(_ act: (Act) -> Void) {
    if case .holding = state { act(.holdCancelled) }
    state = down.isEmpty ? .idle : .spent
    handTap = nil
  }
}

extension Thresholds {
  /// The limits of a person who explores by touch. Defaults are of TalkBack's and ChromeVox's public documentation.
  public struct Explore: Equatable, Sendable {
    /// The time after which a finger that rests explores; a tap is shorter. (P)
    public var rest = Interval.milliseconds(300)
    /// The distance that a finger may move and still tap, in points. (P)
    public var slop = 10.0
    /// The mean speed, in points a second, below which a finger that moves explores at once. (O)
    public var slow = 150.0
    /// From a lift to the next landing. (P)
    public var tapInterval = Interval.milliseconds(300)
    /// The time for which a second tap is held before the finger is passed through. (P)
    public var hold = Interval.milliseconds(300)
    /// The distance that a flick goes, in points. (O)
    public var flickTravel = 50.0
    /// From the landing of a flick to its lift. (O)
    public var flickDuration = Interval.milliseconds(300)
    /// The length of each of the three strokes of a scrub, in points. (O)
    public var scrubStroke = 40.0
    /// The time without a touch after which the next person is another one. (O)
    public var offAfter = Interval.seconds(60)

    /// Whether a finger that has gone so far is on its way in a direction: as a swipe, it may neither go behind its
    /// landing nor stray to the side.
    fileprivate func isOnItsWay(
      _ way: Point, _ direction: SwipeGestureRecognizer.Direction, after duration: Interval
    ) -> Bool {
      let (along, aside) = direction.parts(of: way)
      return along >= 0 && aside <= Swipe().secondaryTravel(after: duration)
    }
  }
}

extension SwipeGestureRecognizer.Direction {
  /// The directions in it, one by one.
  fileprivate var each: [SwipeGestureRecognizer.Direction] {
    [.right, .left, .up, .down].filter(contains)
  }
}
