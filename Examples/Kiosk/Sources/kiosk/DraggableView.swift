import Dispatcher

/// A view that goes with the finger, and comes to the front when it is touched.
final class DraggableView: View {
  /// Which way it goes.
  enum Axis: String {
    case any
    case horizontal
    case vertical
  }

  private let axis: Axis
  /// Where it was when the finger came down.
  private var home = AffineTransform.identity

  /// - Parameter frame: in the coordinates of the superview to be.
  init(frame: Rect, axis: Axis) {
    self.axis = axis
    super.init(frame: frame)
  }

  override func touchesBegan(_ touches: Set<Touch>, with event: Event) {
    home = transform
    superview?.bringSubviewToFront(self)
  }

  override func touchesMoved(_ touches: Set<Touch>, with event: Event) {
    for touch in touches {
      // In the view's own coordinates: it goes along with a finger also where it is turned or enlarged.
      let way = touch.location(in: self) - touch.previousLocation(in: self)
      transform = transform.translated(
        x: axis == .vertical ? 0 : way.x, y: axis == .horizontal ? 0 : way.y)
    }
  }

  /// Lifted: it stays where it is. The method stands here to keep the end from the page, as `touchesBegan` kept the
  /// beginning.
  override func touchesEnded(_ touches: Set<Touch>, with event: Event) {}

  /// A palm, an unplugged panel, or a gesture that took the touch: it was not meant.
  override func touchesCancelled(_ touches: Set<Touch>, with event: Event) { transform = home }
}
