/// What becomes of a recognizer's deadlines in an attempt: each is reached once, and they come to an end.
///
/// A deadline that a program does not move on, or that is another one each time it is asked for, makes nothing wait and
/// nothing spin.
struct DeadlineWatch {
  /// How many deadlines an attempt may have whose fingers have all left. One that still moves its deadline then would
  /// go on for ever. A hundred taps have a hundred. (O)
  private static let limit = 1000

  /// The deadline as it was when the nearest one of all was looked for.
  var next: Timestamp?
  /// The last one that was reached.
  private var reached: Timestamp?
  private var withoutFingers = 0

  /// Whether there were too many since the last finger left.
  var isExhausted: Bool { withoutFingers > Self.limit }

  /// What a deadline counts as: `nil` for one that is not later than the last that was reached.
  func reading(_ deadline: Timestamp?) -> Timestamp? {
    guard let reached, let deadline, deadline <= reached else { return deadline }
    return nil
  }

  /// Notes that the deadline was reached.
  mutating func reach(hasFingers: Bool) {
    (reached, next) = (next, nil)
    withoutFingers = hasFingers ? 0 : withoutFingers + 1
  }
}
