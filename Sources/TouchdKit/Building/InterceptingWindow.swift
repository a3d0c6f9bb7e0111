import Dispatcher

/// A window in which a plugin sees touches before all other responders (`before: true`).
final class InterceptingWindow: Window {
  /// Has the plugin, and is in no chain. The trace shows the plugin's calls as those of a responder with the window's
  /// name.
  private let interceptor = Responder()

  override init(frame: Rect) {
    super.init(frame: frame)
    mayOverrideTouches = false
  }

  /// Has a plugin receive all touches of the window; those that it keeps, no other responder receives.
  func intercept(with handler: TouchHandler?, as identifier: String) {
    (interceptor.touchHandler, interceptor.identifier) = (handler, identifier)
  }

  override func sendEvent(_ event: Event) {
    guard let handler = interceptor.touchHandler else { return super.sendEvent(event) }
    var goesOn = handler.forwards
    for phase in TouchPhase.allCases {
      let touches = event.touches(for: self).filter { $0.phase == phase }
      guard !touches.isEmpty else { continue }
      let rest = handler.intercept(phase, touches, on: self, shownAs: interceptor, with: event)
      if !rest.isEmpty { goesOn = true }
    }
    if goesOn { super.sendEvent(event) }
  }
}
