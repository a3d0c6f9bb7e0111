public import Dispatcher

/// What a view of a scene does when it is given touches.
public enum Handling: Sendable {
  /// It overrides nothing: the class's own code runs.
  case byDefault
  /// Its own code runs and the chain stops.
  case swallow
  /// Its own code runs, then `super`.
  case callSuper
  /// Its own code runs, then the same method of `next`.
  case callNext
}

/// A view whose overrides a test chooses.
open class SceneView: View {
  public var handling: [TouchPhase: Handling] = [:]
  public var onHitTest: ((SceneView, Point, Event?) -> View?)?
  public var onPointInside: ((SceneView, Point) -> Bool)?
  /// Called with each touch that the view's own code is given.
  public var onTouches: ((SceneView, TouchPhase, Set<Touch>, Event) -> Void)?

  open override func hitTest(_ point: Point, with event: Event?) -> View? {
    onHitTest.map { $0(self, point, event) } ?? super.hitTest(point, with: event)
  }

  /// What `super.hitTest` answers, for overrides.
  public func inheritedHitTest(_ point: Point, with event: Event?) -> View? {
    super.hitTest(point, with: event)
  }

  open override func point(inside point: Point, with event: Event?) -> Bool {
    onPointInside.map { $0(self, point) } ?? super.point(inside: point, with: event)
  }

  /// What `super.point(inside:)` answers, for overrides.
  public func inheritedPoint(inside point: Point) -> Bool { super.point(inside: point, with: nil) }

  open override func touchesBegan(_ touches: Set<Touch>, with event: Event) { run(.began, touches, event) }

  open override func touchesMoved(_ touches: Set<Touch>, with event: Event) { run(.moved, touches, event) }

  open override func touchesEnded(_ touches: Set<Touch>, with event: Event) { run(.ended, touches, event) }

  open override func touchesCancelled(_ touches: Set<Touch>, with event: Event) {
    run(.cancelled, touches, event)
  }

  private final func run(_ phase: TouchPhase, _ touches: Set<Touch>, _ event: Event) {
    onTouches?(self, phase, touches, event)
    switch handling[phase] ?? .byDefault {
    case .byDefault, .callSuper: callSuper(phase, touches, event)
    case .swallow: break
    case .callNext: if let next { invoke(phase, on: next, touches, with: event) }
    }
  }

  /// Calls the class's own code.
  public final func callSuper(_ phase: TouchPhase, _ touches: Set<Touch>, _ event: Event) {
    switch phase {
    case .began: super.touchesBegan(touches, with: event)
    case .moved: super.touchesMoved(touches, with: event)
    case .ended: super.touchesEnded(touches, with: event)
    case .cancelled: super.touchesCancelled(touches, with: event)
    case .stationary: break
    }
  }
}

/// A window whose hit test a test chooses.
final class SceneWindow: Window {
  var onHitTest: ((SceneWindow, Point, Event?) -> View?)?
  var onPointInside: ((SceneWindow, Point) -> Bool)?
  /// Called with each event that the window is sent, before any other code.
  var onSendEvent: ((Event) -> Void)?

  override func sendEvent(_ event: Event) {
    onSendEvent?(event)
    super.sendEvent(event)
  }

  override func hitTest(_ point: Point, with event: Event?) -> View? {
    onHitTest.map { $0(self, point, event) } ?? super.hitTest(point, with: event)
  }

  func inheritedHitTest(_ point: Point, with event: Event?) -> View? { super.hitTest(point, with: event) }

  override func point(inside point: Point, with event: Event?) -> Bool {
    onPointInside.map { $0(self, point) } ?? super.point(inside: point, with: event)
  }

  func inheritedPoint(inside point: Point) -> Bool { super.point(inside: point, with: nil) }
}
