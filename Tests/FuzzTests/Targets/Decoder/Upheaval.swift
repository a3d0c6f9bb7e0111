import Dispatcher

/// Code that touchd calls, which does things to the scene in the middle of a touch.
///
/// A plugin of every view and every recognizer; what it is to do is done in the next call, once.
final class Upheaval: ResponderPlugin {
  let name = "upheaval"
  /// What the next call does.
  var pending: (() -> Void)?

  func touchesBegan(_ touches: Set<Touch>, on responder: Responder, with event: Event) { run() }
  func touchesMoved(_ touches: Set<Touch>, on responder: Responder, with event: Event) { run() }
  func touchesEnded(_ touches: Set<Touch>, on responder: Responder, with event: Event) { run() }
  func touchesCancelled(_ touches: Set<Touch>, on responder: Responder, with event: Event) { run() }
  func gesture(_ event: GestureEvent) { run() }

  private func run() {
    let action = pending
    pending = nil
    action?()
  }
}

extension DecoderScene {
  /// What a number stands for: the kind in its lower three bits, the view or recognizer in the next two.
  ///
  /// - Parameter pipeline: asked to go on from within its own callback.
  func action(_ number: Int, _ pipeline: Pipeline) -> () -> Void {
    let view = views[(number >> 3) & 3]
    let recognizer = recognizers[(number >> 3) & 3]
    return switch number & 7 {
    case 0: { view.removeFromSuperview() }
    case 1: { [window] in if view.superview == nil { window.addSubview(view) } }
    case 2: { recognizer.isEnabled.toggle() }
    case 3: { recognizer.view?.removeGestureRecognizer(recognizer) }
    case 4: { if recognizer.view == nil { view.addGestureRecognizer(recognizer) } }
    case 5: { view.isHidden.toggle() }
    case 6:
      { [application, window] in
        application.windows.isEmpty ? application.addWindow(window) : application.removeWindow(window)
      }
    default: { [unowned pipeline] in pipeline.advance(to: Timestamp(microseconds: .max)) }
    }
  }
}
