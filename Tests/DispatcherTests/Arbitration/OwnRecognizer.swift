import TestTables

/// A recognizer that logs its calls, and decides as a test says.
final class OwnRecognizer: GestureRecognizer {
  var log: SceneLog?
  /// Run in the calls of each phase.
  var on: [TouchPhase: (OwnRecognizer, Set<Touch>, Event) -> Void] = [:]
  var onReset: (OwnRecognizer) -> Void = { _ in }
  /// Its deadline, and what is run then.
  var wish: (OwnRecognizer) -> Timestamp? = { _ in nil }
  var onDeadline: (Event) -> Void = { _ in }

  /// Has it ignore all touches.
  func ignoreAll() {
    on[.began] = { own, touches, event in for touch in touches { own.ignore(touch, for: event) } }
  }

  override func touchesBegan(_ touches: Set<Touch>, with event: Event) { run(.began, touches, event) }
  override func touchesMoved(_ touches: Set<Touch>, with event: Event) { run(.moved, touches, event) }
  override func touchesEnded(_ touches: Set<Touch>, with event: Event) { run(.ended, touches, event) }
  override func touchesCancelled(_ touches: Set<Touch>, with event: Event) { run(.cancelled, touches, event) }

  override var deadline: Timestamp? { wish(self) }
  override func deadlineReached(with event: Event) { onDeadline(event) }

  override func reset() {
    log?.note("own reset")
    onReset(self)
  }

  private func run(_ phase: TouchPhase, _ touches: Set<Touch>, _ event: Event) {
    log?.note("own \(phase) \(touches.count)")
    on[phase]?(self, touches, event)
  }
}

extension Scene {
  /// Attaches one called `Own` to the view V.
  func addOwnRecognizer() -> OwnRecognizer {
    let own = OwnRecognizer()
    own.name = "Own"
    own.log = log
    view("V").addGestureRecognizer(own)
    return own
  }
}
