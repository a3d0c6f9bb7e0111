import Dispatcher

/// A recognizer that recognizes nothing, and writes what it is given: `got began G@V{1}`.
///
/// It gives up with its last finger, as it would hold the view's `touchesEnded` otherwise.
final class SceneRecognizer: GestureRecognizer {
  weak var log: SceneLog?

  override func touchesBegan(_ touches: Set<Touch>, with event: Event) { note(.began, touches) }

  override func touchesMoved(_ touches: Set<Touch>, with event: Event) { note(.moved, touches) }

  override func touchesEnded(_ touches: Set<Touch>, with event: Event) {
    note(.ended, touches)
    giveUp()
  }

  override func touchesCancelled(_ touches: Set<Touch>, with event: Event) {
    note(.cancelled, touches)
    giveUp()
  }

  private func note(_ phase: TouchPhase, _ touches: Set<Touch>) {
    log?.note("got \(phase) \(name)@\(view?.identifier ?? "nil"){\(touches.count)}")
  }

  private func giveUp() {
    if touches.allSatisfy({ $0.phase == .ended || $0.phase == .cancelled }) { fail(.tooShort) }
  }
}
