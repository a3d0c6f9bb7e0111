import Dispatcher

/// A recognizer that makes up its mind at a time of the test's choice, whatever the fingers do: others wait for it.
///
/// It takes nothing from views, and prevents no recognizer.
final class GateRecognizer: GestureRecognizer {
  private let decision: State
  private let delay: Interval
  private var downTime: Timestamp?

  /// - Parameter text: `fails|0.8` or `recognizes|0.8`, in seconds since the first finger came down.
  init(_ text: String) {
    let parts = text.split(separator: "|").map(String.init)
    guard parts.count == 2, ["fails", "recognizes"].contains(parts[0]), let seconds = Double(parts[1]) else {
      preconditionFailure("a gate is written gate=fails|0.8 or gate=recognizes|0.8, not \(text)")
    }
    decision = parts[0] == "fails" ? .failed : .recognized
    delay = .seconds(seconds)
    super.init()
    name = "Gate"
    cancelsTouchesInView = false
    delaysTouchesEnded = false
  }

  override func touchesBegan(_ touches: Set<Touch>, with event: Event) {
    downTime = downTime ?? event.timestamp
  }
  override func reset() { downTime = nil }

  override var deadline: Timestamp? { state == .possible ? downTime.map { $0 + delay } : nil }

  override func deadlineReached(with event: Event) {
    if decision == .failed { fail(.tooSlow) } else { state = decision }
  }

  override func canPrevent(_ other: GestureRecognizer) -> Bool { false }
  override func canBePrevented(by other: GestureRecognizer) -> Bool { false }
}
