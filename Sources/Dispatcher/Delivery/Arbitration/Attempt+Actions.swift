// What follows from a change of state: the trace, the actions, the plugins.
extension Attempt {
  /// Reports the state to the trace, and runs the recognizer's actions and plugins.
  ///
  /// - Parameter device: the path of the panel; without it, of the oldest contact's.
  func act(on device: String? = nil, with event: Event) {
    let gesture = GestureEvent(self, on: device, with: event)
    event.observer?.record(.event(gesture), at: event.timestamp)
    let before = actions
    actions = .acting(setTo: state)
    recognizer.run(gesture)
    actions = before
  }

  /// Whether its actions must not run any more: the recognizer was switched off, or taken away, between its recognition
  /// and them. A continuous one still has to report its end, and therefore its begin.
  var isSilenced: Bool { state == .ended && isNewlyRecognized && !recognizer.isAtWork }

  /// Records the state that was reached. What only serves its view has no trace.
  ///
  /// - Parameter reason: why it failed, if it did.
  @inline(never)
  func trace(_ reason: FailureReason? = nil, with event: Event) {
    guard let observer = event.observer, !recognizer.isInternal else { return }
    observer.record(
      .gesture(recognizer, state, contacts: contacts.map(\.id), reason: reason), at: event.timestamp)
  }
}
