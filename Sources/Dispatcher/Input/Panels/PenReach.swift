/// Whether a pen is still within reach that need not say when it leaves.
///
/// A pen that has never said that it left, and is silent while neither its tip nor a button is down, is out of reach
/// once ``silence`` has passed; with its next event it is near again. One that said so once is believed.
final class PenReach {
  /// A pen that a hand holds sends without a pause. (libinput, evdev-tablet: 50 ms)
  static let silence = Interval.milliseconds(50)

  /// When it is out of reach unless it sends something until then; `nil` if silence means nothing now.
  private(set) var deadline: Timestamp?
  /// Whether the pen was silent for too long, and sent nothing since.
  private(set) var isLost = false
  private var hasSaidThatItLeft = false
  private var wasNear = false

  /// The pen sent something.
  func hear() { isLost = false }

  /// Takes in what the pen is after a report of its own.
  func report(_ pen: SlotState, at time: Timestamp) {
    if wasNear, !pen.isPenNear { hasSaidThatItLeft = true }
    wasNear = pen.isPenNear
    let isHeld = pen.isTouching || !pen.penKeys.isDisjoint(with: .buttons)
    deadline = pen.isPenNear && !hasSaidThatItLeft && !isHeld ? time + Self.silence : nil
  }

  /// The pen was silent for too long.
  func lose() {
    deadline = nil
    isLost = true
  }
}
