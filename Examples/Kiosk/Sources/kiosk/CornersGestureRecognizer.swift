import Dispatcher

/// A corner of a view.
enum Corner: String {
  case topLeft = "top_left"
  case topRight = "top_right"
  case bottomLeft = "bottom_left"
  case bottomRight = "bottom_right"

  /// Whether a point is close to this corner of a rectangle.
  ///
  /// - Parameter size: of the square in the corner, in points.
  func isNear(_ point: Point, of rect: Rect, size: Double) -> Bool {
    let isLeft = self == .topLeft || self == .bottomLeft
    let isTop = self == .topLeft || self == .topRight
    return (isLeft ? point.x - rect.minX : rect.maxX - point.x) <= size
      && (isTop ? point.y - rect.minY : rect.maxY - point.y) <= size
  }
}

/// One finger that taps corners of the view in a certain order: what a visitor does not do by chance.
///
/// A discrete recognizer: it goes from `possible` to `recognized` or `failed`.
final class CornersGestureRecognizer: GestureRecognizer {
  var order = [Corner.topLeft, .bottomRight]
  /// From the first finger down to the last one up.
  var within = Interval.seconds(3)
  /// Of the square in each corner, in points of the view.
  var size = 64.0

  private var tapped = 0
  private var start: Timestamp?

  override func touchesBegan(_ touches: Set<Touch>, with event: Event) {
    if start == nil { start = event.timestamp }
    if numberOfTouches > 1 { return fail(.tooManyTouches) }
    if !areInCorner(touches) { fail(.elsewhere) }
  }

  override func touchesMoved(_ touches: Set<Touch>, with event: Event) {
    if !areInCorner(touches) { fail(.tooFar) }
  }

  override func touchesEnded(_ touches: Set<Touch>, with event: Event) {
    guard state == .possible, areInCorner(touches) else { return fail(.tooFar) }
    tapped += 1
    if tapped == order.count { state = .recognized }
  }

  override func touchesCancelled(_ touches: Set<Touch>, with event: Event) { fail(.cancelled) }

  /// When it is too late for the rest. A recognizer has no timer: it says when it wants to be asked.
  override var deadline: Timestamp? {
    guard state == .possible, let start else { return nil }
    return start + within
  }

  override func deadlineReached(with event: Event) { fail(.tooSlow) }

  /// Called when the attempt is over and its fingers have gone.
  override func reset() {
    tapped = 0
    start = nil
  }

  /// Whether the touches are in the corner that comes next.
  private func areInCorner(_ touches: Set<Touch>) -> Bool {
    guard let view, order.indices.contains(tapped) else { return false }
    return touches.allSatisfy { order[tapped].isNear($0.location(in: view), of: view.bounds, size: size) }
  }
}
