import Dispatcher

extension Application {
  /// The hit test as UIKit's documentation tells it, view by view: what the fast one is compared with.
  func plainHitTest(_ point: Point) -> View? { recursiveHitTest(point, with: nil) }
}
