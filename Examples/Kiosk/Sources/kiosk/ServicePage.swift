import Dispatch
import Dispatcher
import TouchdKit

/// A page for the staff: opens when the gesture that it is bound to is recognized, and closes when a finger is lifted
/// from the view that it is bound to, or after a minute.
final class ServicePage: ResponderPlugin {
  /// The name of the responder in the layout.
  let name: String
  /// The id of the view that is the page; hidden until it opens.
  private let page: String
  private let host: PluginHost
  private let visits = Visits()

  init(name: String, page: String, host: PluginHost) {
    self.name = name
    self.page = page
    self.host = host
  }

  func gesture(_ event: GestureEvent) {
    guard event.isRecognition else { return }
    // touchd calls on the main thread, which is the main actor's; the compiler cannot see it, so the code says it.
    let count = MainActor.assumeIsolated { [visits] in visits.add() }
    show(true, "is open, visit \(count)")
    // What runs later captures the host, which may be sent, and asks it for the view there.
    DispatchQueue.main.asyncAfter(deadline: .now() + .seconds(60)) { [host, page] in
      host.view(page)?.isHidden = true
    }
  }

  func touchesEnded(_ touches: Set<Touch>, on responder: Responder, with event: Event) {
    show(false, "is closed")
  }

  private func show(_ isShown: Bool, _ words: String) {
    guard let view = host.view(page) else { return host.logger.warning("there is no view \(page)") }
    view.isHidden = !isShown
    host.logger.notice("\(page) \(words)")
  }
}
