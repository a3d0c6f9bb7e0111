import Dispatcher

/// A window in which a plugin sees touches before all other responders (`before: true`).
final class InterceptingWindow: Window {
  /// Receives all touches of the window; where it does not forward them, no other responder receives them.
  var interceptor: TouchHandler?

  override init(frame: Rect) {
    super.init(frame: frame)
    mayOverrideTouches = false
  }

  override func sendEvent(_ event: Event) {
    guard let interceptor else { return super.sendEvent(event) }
    for phase in [TouchPhase.began, .moved, .ended, .cancelled] {
      let touches = event.touches(for: self).filter { $0.phase == phase }
      if !touches.isEmpty { interceptor.handle(phase, touches, on: self, with: event) }
    }
    if interceptor.forwards { super.sendEvent(event) }
  }
}
