import Dispatcher
import TouchdKit

/// A page for the staff: opens when the gesture that it is bound to is recognized, and closes when a finger is lifted
/// from the view that it is bound to.
final class ServicePage: ResponderPlugin {
  /// The name of the responder in the layout.
  let name: String
  /// The id of the view that is the page; hidden until it opens.
  private let page: String
  private let host: PluginHost

  init(name: String, page: String, host: PluginHost) {
    self.name = name
    self.page = page
    self.host = host
  }

  func gesture(_ event: GestureEvent) {
    if event.isRecognition { show(true, in: event.recognizer.view?.window) }
  }

  func touchesEnded(_ touches: Set<Touch>, on responder: Responder, with event: Event) {
    show(false, in: touches.first?.window)
  }

  private func show(_ isShown: Bool, in window: Window?) {
    guard let view = window?.subviews.first(where: { $0.identifier == page }) else {
      return host.logger.warning("there is no view \(page) in the window")
    }
    view.isHidden = !isShown
    host.logger.notice("\(page) is \(isShown ? "open" : "closed")")
  }
}
