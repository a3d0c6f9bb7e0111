import Dispatcher

/// A view that reports its calls, and passes them on if `passesOn` is set.
final class PressView: View {
  var onCall: (String) -> Void = { _ in }
  var passesOn = false
  /// Called with each phase of a press.
  var onPress: (Press) -> Void = { _ in }
  override var canBecomeFirstResponder: Bool { true }

  override func pressesBegan(_ presses: Set<Press>, with event: PressesEvent) {
    tell("began", presses, event)
    if passesOn { super.pressesBegan(presses, with: event) }
  }

  override func pressesChanged(_ presses: Set<Press>, with event: PressesEvent) {
    tell("changed", presses, event)
    if passesOn { super.pressesChanged(presses, with: event) }
  }

  override func pressesEnded(_ presses: Set<Press>, with event: PressesEvent) {
    tell("ended", presses, event)
    if passesOn { super.pressesEnded(presses, with: event) }
  }

  override func pressesCancelled(_ presses: Set<Press>, with event: PressesEvent) {
    tell("cancelled", presses, event)
    if passesOn { super.pressesCancelled(presses, with: event) }
  }

  private func tell(_ call: String, _ presses: Set<Press>, _ event: PressesEvent) {
    onCall(event.line(self, call, presses))
    for press in presses { onPress(press) }
  }

  override func motionBegan(_ motion: Event.Subtype, with event: Event) {
    onCall("\(identifier) motion began")
    if passesOn { super.motionBegan(motion, with: event) }
  }

  override func motionEnded(_ motion: Event.Subtype, with event: Event) {
    onCall("\(identifier) motion ended")
  }

  override func motionCancelled(_ motion: Event.Subtype, with event: Event) {
    onCall("\(identifier) motion cancelled")
  }

  override func remoteControlReceived(with event: Event) {
    onCall("\(identifier) \(event.subtype)")
    if passesOn { super.remoteControlReceived(with: event) }
  }
}

/// A window that reports its calls.
final class PressWindow: Window {
  var onCall: (String) -> Void = { _ in }

  override func pressesBegan(_ presses: Set<Press>, with event: PressesEvent) {
    onCall(event.line(self, "began", presses))
  }

  override func pressesEnded(_ presses: Set<Press>, with event: PressesEvent) {
    onCall(event.line(self, "ended", presses))
  }

  override func motionBegan(_ motion: Event.Subtype, with event: Event) {
    onCall("\(identifier) motion began")
  }
  override func motionEnded(_ motion: Event.Subtype, with event: Event) {
    onCall("\(identifier) motion ended")
  }
  override func remoteControlReceived(with event: Event) { onCall("\(identifier) \(event.subtype)") }
}
