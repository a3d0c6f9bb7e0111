/// One contact from began to its end: which calls it owes to which responders.
///
/// A touch object may carry several contacts in a row, and a call of the first may still be held when the second
/// lands; so what is owed belongs to the contact.
final class Contact {
  let id: ContactID
  /// The touch sequence that the contact belongs to.
  let event: Event
  /// Place of the finger's down, in points of the screen.
  let downLocation: Point
  let downTime: Timestamp
  let panel: Panel
  /// Whether it landed with values that the panel had not reported yet.
  var landedEstimated = false
  /// Whether the frame reports what was estimated of it so far, and the recognizers do not know yet.
  var isNewlyTold = false
  /// Its recent places, from the time at which a program asked for predictions.
  var trail: Trail?
  /// The view that the hit test found.
  var view: View?
  /// Secrecy of its places; noted while there are sensitive views.
  var secrecy = Secrecy.none
  /// Whether a recognizer has looked at it and at one that is on a sensitive view: what comes of it says where that is.
  var isBesideSecret = false
  /// The tap count that may leave the process.
  var shownTapCount = 1
  /// The recognizers that follow the contact, deepest view first, then in order of attachment.
  var recognizers: [GestureRecognizer] = []
  var chain = ChainRecord()
  /// The number of calls that wait for a recognizer to decide.
  var heldCalls = 0
  /// Its state for its view.
  var standing = Standing.pending
  var isDown = true
  /// Whether it landed on a panel whose contacts the page gets from here alone.
  var isForPage = false
  /// Whether the page has it.
  var isOnPage = false
  /// Whether it explores, and touches nothing.
  var isExploring = false
  /// Whether no finger is behind it: an activation made it.
  var isMade = false
  var marks = Marks()

  /// State of a contact for its view.
  enum Standing {
    /// Nothing: its began is due, or waits for a recognizer; or it has received its end.
    case pending
    /// It has received the began, and is owed the end.
    case given
    /// It receives nothing: a second finger on a single-touch view, or next to an exclusive one.
    case withheld
    /// It receives nothing more: a recognizer that cancels touches took it.
    case taken

    /// Whether nothing more goes to the view.
    @inline(__always)
    var isFinal: Bool { self == .withheld || self == .taken }
  }

  /// Numbers of searches, each unlike all before: what carries the number of one is part of its answer.
  struct Marks {
    /// It is part of the attempt of a recognizer whose competitors are looked for.
    var competition: UInt64 = 0
    /// A recognizer that has not made up its mind delays its began.
    var began: UInt64 = 0
    /// A recognizer that has not made up its mind delays its end.
    var end: UInt64 = 0
    /// An earlier call of it waits.
    var waiting: UInt64 = 0
  }

  init(id: ContactID, event: Event, downLocation: Point, downTime: Timestamp, panel: Panel) {
    self.id = id
    self.event = event
    self.downLocation = downLocation
    self.downTime = downTime
    self.panel = panel
  }

  /// Takes the recognizer of an attempt among those that follow the contact, in the order of the rules.
  func add(_ attempt: Attempt) {
    let next = recognizers.firstIndex { $0.attempt.map { $0.place > attempt.place } ?? false }
    recognizers.insert(attempt.recognizer, at: next ?? recognizers.endIndex)
  }

  /// Whether a call must wait, itself or behind an earlier one of the contact.
  func waits(with phase: TouchPhase, by mark: UInt64) -> Bool {
    guard standing != .taken, marks.waiting == mark || mustHold(phase, by: mark) else { return false }
    marks.waiting = mark
    return true
  }

  /// Whether a phase is delayed, where the marks say so.
  func mustHold(_ phase: TouchPhase, by mark: UInt64) -> Bool {
    standing != .given && marks.began == mark || phase == .ended && marks.end == mark
  }

  /// The event of the contact's own sequence, which may be over, at the time of this delivery.
  func event(at time: Timestamp) -> Event {
    event.timestamp = time
    return event
  }

  /// Whether its view has yet to receive `touchesBegan`.
  var isHoldingBegan: Bool { !standing.isFinal && isDown && heldCalls > 0 }

  /// The time for a call.
  enum Turn { case now, later, never }

  /// The time at which the view receives a phase.
  @inline(__always)
  func turn(in phase: TouchPhase) -> Turn {
    if standing.isFinal { return .never }
    if heldCalls > 0 || mustHold(phase) { return .later }
    // An override of `sendEvent` may have swallowed its began.
    return standing == .given || phase == .began ? .now : .never
  }

  /// Notes that the view receives a phase.
  @inline(__always)
  func receive(_ phase: TouchPhase) {
    if standing != .taken { standing = phase == .began || phase == .moved ? .given : .pending }
  }

  /// Whether a recognizer that has not made up its mind delays this phase.
  @inline(__always)
  func mustHold(_ phase: TouchPhase) -> Bool {
    (standing != .given || phase == .ended) && isDelayed(phase)
  }

  @inline(never)
  private func isDelayed(_ phase: TouchPhase) -> Bool {
    recognizers.contains { recognizer in
      guard let attempt = recognizer.attempt, attempt.state == .possible,
        attempt.contacts.lastIndex(where: { $0 === self }) != nil
      else { return false }
      return recognizer.delaysTouchesBegan && standing != .given
        || recognizer.delaysTouchesEnded && phase == .ended
    }
  }

  /// Remembers where the contact is. Allocates the first time, and never again.
  @inline(never)
  func remember(_ location: Point, at time: Timestamp) {
    let trail = trail ?? Trail()
    self.trail = trail
    trail.add(location, at: time)
  }
}

/// Places of a contact at its last samples, in points of the screen, and predictions.
final class Trail {
  /// A sample of a contact.
  struct Step: BitwiseCopyable {
    let location: Point
    let time: Timestamp
  }

  /// More samples than this make a prediction worse, on panels of 60 to 180 Hz. (M, see ``predictions()``)
  private static let limit = 8
  /// Age beyond which a sample says nothing about the finger's present motion. (M)
  private static let window = Interval.milliseconds(80)
  /// Fewer samples than this have a direction, but no bend. (M)
  private static let bendSamples = 4
  /// More predictions than this are guesses. (O)
  private static let predictionLimit = 3
  /// No prediction is farther ahead: two frames of a 60 Hz display. (O)
  private static let horizon = Interval.milliseconds(33)

  /// The last samples, the oldest first.
  private var steps: ContiguousArray<Step> = []
  /// The last sample.
  var last: Step? { steps.last }

  init() { steps.reserveCapacity(Self.limit) }

  func add(_ location: Point, at time: Timestamp) {
    if steps.count == Self.limit { steps.removeFirst() }
    steps.append(Step(location: location, time: time))
  }

  /// The next samples if the finger continues as it moves: up to three, one mean interval of the samples
  /// apart. None without at least three samples, or where the panel is too slow.
  ///
  /// A parabola is fitted to the last samples (least squares); the finger is taken to go on straight, at the speed that
  /// the parabola has at the newest one. On 139 touches of 12 touchscreens and pens, laid over a screen of 1920 × 1080
  /// points, 8,229 predictions of 16 ms were off by 1.7 points on average, and 95 in 100 by less than 4.7; without
  /// predictions it is 7.2 and 23.0. docs/benchmarks.md compares them with other predictors.
  func predictions() -> [Step] {
    let recent = recentSteps
    guard recent.count >= 3, let newest = recent.last else { return [] }
    let interval = (newest.time - recent[0].time).microseconds / Int64(recent.count - 1)
    guard interval > 0 else { return [] }
    let fit = MotionFit(recent, bends: recent.count >= Self.bendSamples)
    guard let velocity = fit.velocity else { return [] }
    return (1...Int64(Self.predictionLimit)).map { Interval(microseconds: $0 * interval) }
      .filter { $0 <= Self.horizon }
      .map { ahead in
        let t = MotionFit.milliseconds(ahead)
        let way = Point(x: velocity.x * t, y: velocity.y * t)
        return Step(location: newest.location + way, time: newest.time + ahead)
      }
  }

  /// The samples that count, oldest first.
  private var recentSteps: [Step] {
    guard let last else { return [] }
    // A device may send any time: what does not lie before the last sample ends the row.
    let stale = steps.lastIndex { step in
      let age = last.time - step.time
      return age > Self.window || age < .milliseconds(0)
    }
    return Array(steps[(stale.map { $0 + 1 } ?? 0)...])
  }
}
