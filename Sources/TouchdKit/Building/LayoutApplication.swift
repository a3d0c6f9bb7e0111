package import Dispatcher

/// The application of a layout: it keeps what nobody else does.
package final class LayoutApplication: Application {
  /// The controllers of the layout; views only know of theirs.
  var controllers: [ViewController] = []
  /// The delegate of its recognizers; they do not keep it.
  var relations: RecognizerRelations?
  private(set) lazy var scene: WindowScene = {
    let scene = WindowScene()
    scene.identifier = "scene"
    return scene
  }()
  private var keptDelegate: Responder?

  package override init() {
    super.init()
    mayOverrideTouches = false
  }

  func setDelegate(_ responder: Responder?) {
    keptDelegate = responder
    delegate = responder
  }
}

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
