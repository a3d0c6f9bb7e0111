package import Dispatcher

/// A place of the screen that a person was asked to touch, and where the panel reported the finger.
package struct PressedTarget: Equatable, Sendable {
  /// Where the target is, as a fraction of the screen: (0, 0) is the upper left corner, (1, 1) the lower right one.
  package let target: Point
  /// Where the panel reported the press, in its own units.
  package let press: Point

  /// - Parameters:
  ///   - target: a fraction of the screen.
  ///   - press: in the panel's units.
  package init(target: Point, press: Point) { (self.target, self.press) = (target, press) }

  /// - Parameters:
  ///   - points: the target in points of the screen.
  ///   - size: the screen, in points.
  ///   - press: in the panel's units.
  package init(points: Point, of size: Size, press: Point) {
    self.init(target: Point(x: points.x / size.width, y: points.y / size.height), press: press)
  }
}
