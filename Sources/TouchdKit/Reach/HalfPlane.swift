import Dispatcher

/// One side of a line, with the line itself: the points whose distance is not negative.
struct HalfPlane: Equatable {
  /// The inward normal, of length 1, and how far the origin lies inside.
  private let a: Double
  private let b: Double
  private let c: Double

  /// Where `a · x + b · y + c` is not negative; `nil` where that describes no line.
  init?(a: Double, b: Double, c: Double) {
    let length = (a * a + b * b).squareRoot()
    guard length > 0, length.isFinite, (c / length).isFinite else { return nil }
    (self.a, self.b, self.c) = (a / length, b / length, c / length)
  }

  /// The other side of the same line.
  var reversed: HalfPlane { HalfPlane(unit: (-a, -b), -c) }

  private init(unit normal: (a: Double, b: Double), _ c: Double) { (a, b, self.c) = (normal.a, normal.b, c) }

  /// How far inside the line a point lies, in points; negative outside.
  func distance(to point: Point) -> Double { a * point.x + b * point.y + c }

  /// The four sides of a rectangle of a view, in the coordinates that a map leads from.
  ///
  /// - Returns: none where the map is no map: a number is beyond all bounds, or it flattens.
  static func sides(of rect: Rect, from map: AffineTransform) -> [HalfPlane]? {
    let sides = [
      HalfPlane(a: map.a, b: map.c, c: map.tx - rect.minX),
      HalfPlane(a: map.b, b: map.d, c: map.ty - rect.minY),
      HalfPlane(a: -map.a, b: -map.c, c: rect.maxX - map.tx),
      HalfPlane(a: -map.b, b: -map.d, c: rect.maxY - map.ty),
    ].compactMap { $0 }
    return sides.count == 4 ? sides : nil
  }
}
