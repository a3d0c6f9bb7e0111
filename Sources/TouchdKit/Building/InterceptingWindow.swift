import Dispatcher

/// A window in which a plugin sees touches before anyone else does (`before: true`).
final class InterceptingWindow: Window {
  /// Told of all touches of the window; where it does not forward them, nobody else is.
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
