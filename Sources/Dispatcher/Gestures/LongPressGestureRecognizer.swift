/// One or more fingers that stay down: begins when they have, changes as they move, ends when one lifts. A finger
/// beyond those makes it fail before it has begun, and is ignored after.
///
/// Taps may have to come before; they obey the rules of a tap recognizer, and the press lands where and when another
/// tap could.
open class LongPressGestureRecognizer: GestureRecognizer {
  /// The number of taps before the press.
  public final var numberOfTapsRequired = 0
  /// Of the press, and of each tap.
  public final var numberOfTouchesRequired = 1
  /// The numbers of the press.
  public final var thresholds = Thresholds.LongPress()
  /// The numbers of the taps before the press.
  public final var tapThresholds = Thresholds.Tap()

  /// Interval of its reports of progress to ``ResponderPlugin/progress(_:)`` of its plugins, until it begins or fails:
  /// first when the last finger that it needs has landed, and then once in this time. `nil`, the default, or nothing,
  /// for not at all. A report is no action: the state stays possible.
  public final var progressInterval: Interval?

  private final var taps = TapSequence()
  /// Time of the next report; `nil` for no more before the recognition.
  private final var nextReport: Timestamp?

  public override init() { super.init() }

  /// The time for which the fingers must stay down: that of ``thresholds``.
  public final var minimumPressDuration: Interval {
    get { thresholds.minimumDuration }
    set { thresholds.minimumDuration = newValue }
  }

  /// The distance that a finger may move before it begins, in points of the screen: that of ``thresholds``.
  public final var allowableMovement: Double {
    get { thresholds.allowableMovement }
    set { thresholds.allowableMovement = newValue }
  }

  open override func touchesBegan(_ touches: Set<Touch>, with event: Event) {
    guard state == .possible else {
      // All that it takes are down.
      for touch in touches { ignore(touch, for: event) }
      return
    }
    for touch in touches.byAge {
      if let reason = taps.begin(touch, rules) { return fail(reason) }
    }
    if let progressInterval { scheduleReport(at: pressTime, every: progressInterval) }
  }

  open override func touchesMoved(_ touches: Set<Touch>, with event: Event) {
    if state.isActive {
      state = .changed
    } else if touches.haveMoved(beyond: movementLimit) {
      fail(.tooFar)
    }
  }

  /// A subclass may want to know of every move.
  override var restingDistance: Double {
    type(of: self) == LongPressGestureRecognizer.self && state == .possible ? movementLimit : 0
  }

  open override func touchesEnded(_ touches: Set<Touch>, with event: Event) {
    if state.isActive {
      state = .ended
    } else if isPress {
      fail(taps.completionTime == nil ? .tooFewTouches : .tooEarly)
    } else if let reason = taps.end(touches, at: event.timestamp, rules) {
      fail(reason)
    }
  }

  open override func touchesCancelled(_ touches: Set<Touch>, with event: Event) {
    if state.isActive { state = .cancelled } else { fail(.cancelled) }
  }

  open override func reset() {
    taps.reset()
    nextReport = nil
  }

  /// The time at which the fingers have stayed long enough; before the press, that at which it is too late for the
  /// taps.
  open override var deadline: Timestamp? {
    guard state == .possible else { return nil }
    if isPress, taps.isGoingOn { return nextReport ?? recognitionTime }
    return taps.deadline(firstDown: touches.firstDownTime, rules)
  }

  open override func deadlineReached(with event: Event) {
    guard isPress, taps.isGoingOn else { return fail(.tooSlow) }
    if let report = nextReport { self.report(at: report) } else { state = .began }
  }

  /// Landing of the last finger of the press; `nil` before that.
  private final var pressTime: Timestamp? { isPress ? taps.completionTime : nil }

  /// The time at which the fingers have stayed long enough; `nil` while one is missing.
  private final var recognitionTime: Timestamp? {
    pressTime.map { $0 + thresholds.minimumDuration }
  }

  /// Whether the fingers have stayed for half of the time, or longer.
  final func isHalfDone(at time: Timestamp) -> Bool {
    pressTime.map { 2 * (time - $0).seconds >= thresholds.minimumDuration.seconds } ?? false
  }

  /// Reports how far it has come, and schedules the next report.
  private final func report(at time: Timestamp) {
    if let pressTime {
      let part = (time - pressTime).seconds / thresholds.minimumDuration.seconds
      attempt?.dueProgress = min(max(part, 0), 1)
    }
    nextReport = nil
    if let progressInterval { scheduleReport(at: time + progressInterval, every: progressInterval) }
  }

  /// The recognition says it all, so at that time nothing is reported.
  private final func scheduleReport(at time: Timestamp?, every interval: Interval) {
    guard interval.microseconds > 0, let time, let recognitionTime, time < recognitionTime else { return }
    nextReport = time
  }

  /// Whether all taps are done, and what comes now is the press.
  private final var isPress: Bool { taps.count >= numberOfTapsRequired }

  override var liftLimit: Int { max(super.liftLimit, rules.mostLifts) }

  private final var movementLimit: Double {
    isPress ? thresholds.allowableMovement : tapThresholds.allowableMovement
  }

  private final var rules: TapSequence.Rules {
    TapSequence.Rules(touches: numberOfTouchesRequired, taps: numberOfTapsRequired, thresholds: tapThresholds)
  }
}
