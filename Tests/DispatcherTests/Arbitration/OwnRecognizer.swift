import TestTables

/// A recognizer that logs its calls, and decides as a test says.
final class OwnRecognizer: GestureRecognizer {
  var log: SceneLog?
  var onBegan: ((OwnRecognizer, Set<Touch>, Event) -> Void)?
  var onEnded: ((OwnRecognizer, Set<Touch>, Event) -> Void)?

  /// Has it ignore all touches.
  func ignoreAll() {
    onBegan = { own, touches, event in for touch in touches { own.ignore(touch, for: event) } }
  }

  override func touchesBegan(_ touches: Set<Touch>, with event: Event) {
    log?.note("own began \(touches.count)")
    onBegan?(self, touches, event)
  }

  override func touchesMoved(_ touches: Set<Touch>, with event: Event) {
    log?.note("own moved \(touches.count)")
  }

  override func touchesEnded(_ touches: Set<Touch>, with event: Event) {
    log?.note("own ended \(touches.count)")
    onEnded?(self, touches, event)
  }

  override func touchesCancelled(_ touches: Set<Touch>, with event: Event) {
    log?.note("own cancelled \(touches.count)")
  }

  override func reset() { log?.note("own reset") }
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
