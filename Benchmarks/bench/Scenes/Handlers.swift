import Dispatcher

/// Counts the moves and the recognitions that it gets.
final class MoveCounter: ResponderPlugin {
  let name = "counter"
  private(set) var moves = 0
  private(set) var recognitions = 0

  func count(_ touches: Set<Touch>) { moves += touches.count }

  func countMove() { moves += 1 }

  func touchesMoved(_ touches: Set<Touch>, on responder: Responder, with event: Event) { count(touches) }

  func gesture(_ event: GestureEvent) {
    if event.isRecognition { recognitions += 1 }
  }
}

/// A view that handles its touches, and counts those that moved.
final class CountingView: View {
  private let counter: MoveCounter

  init(frame: Rect, _ counter: MoveCounter) {
    self.counter = counter
    super.init(frame: frame)
  }

  // A view that handles the beginning of a touch keeps it from the responders above.
  override func touchesBegan(_ touches: Set<Touch>, with event: Event) {}
  override func touchesMoved(_ touches: Set<Touch>, with event: Event) { counter.count(touches) }
  override func touchesEnded(_ touches: Set<Touch>, with event: Event) {}
  override func touchesCancelled(_ touches: Set<Touch>, with event: Event) {}
}

extension GestureRecognizer {
  /// A tap or a long press, in turn, that stays possible while a finger rests, for an hour.
  static func patient(_ index: Int) -> GestureRecognizer {
    let hour = Interval.seconds(3600)
    if index % 2 == 0 {
      let tap = TapGestureRecognizer()
      tap.thresholds.maximumDuration = hour
      return tap
    }
    let press = LongPressGestureRecognizer()
    press.thresholds.minimumDuration = hour
    return press
  }
}
