import Dispatcher

/// A place, and where a map is to take it.
struct PointPair: Equatable {
  var from: Point
  var to: Point
}

/// Maps that fit pairs of places with the least sum of squared distances. O(pairs).
enum LeastSquares {
  /// The affine map that fits best; `nil` if the places lie in one line, or nearly.
  static func affine(_ pairs: [PointPair]) -> AffineTransform? {
    let (from, to) = (pairs.mean(of: \.from), pairs.mean(of: \.to))
    var (uu, uv, vv) = (0.0, 0.0, 0.0)
    var (xu, xv, yu, yv) = (0.0, 0.0, 0.0, 0.0)
    for pair in pairs {
      let (p, q) = (pair.from - from, pair.to - to)
      (uu, uv, vv) = (uu + p.x * p.x, uv + p.x * p.y, vv + p.y * p.y)
      (xu, xv) = (xu + q.x * p.x, xv + q.x * p.y)
      (yu, yv) = (yu + q.y * p.x, yv + q.y * p.y)
    }
    let determinant = uu * vv - uv * uv
    guard uu + vv > 0, determinant > flattest * (uu + vv) * (uu + vv) else { return nil }
    let (a, c) = ((xu * vv - xv * uv) / determinant, (xv * uu - xu * uv) / determinant)
    let (b, d) = ((yu * vv - yv * uv) / determinant, (yv * uu - yu * uv) / determinant)
    return AffineTransform(
      a: a, b: b, c: c, d: d, tx: to.x - a * from.x - c * from.y, ty: to.y - b * from.x - d * from.y)
  }

  /// The map that stretches and moves each axis by itself and fits best; `nil` if the places agree in a coordinate.
  static func alongAxes(_ pairs: [PointPair]) -> AffineTransform? {
    guard let x = line(pairs.map { ($0.from.x, $0.to.x) }), let y = line(pairs.map { ($0.from.y, $0.to.y) })
    else { return nil }
    return AffineTransform(a: x.slope, b: 0, c: 0, d: y.slope, tx: x.offset, ty: y.offset)
  }

  private static func line(_ pairs: [(from: Double, to: Double)]) -> (slope: Double, offset: Double)? {
    let count = Double(pairs.count)
    let from = pairs.reduce(0) { $0 + $1.from } / count
    let to = pairs.reduce(0) { $0 + $1.to } / count
    let spread = pairs.reduce(0) { $0 + ($1.from - from) * ($1.from - from) }
    guard spread > 0 else { return nil }
    let slope = pairs.reduce(0) { $0 + ($1.from - from) * ($1.to - to) } / spread
    return (slope, to - slope * from)
  }

  /// How flat the places may lie, as the product of their extents along and across, each squared, over the square of
  /// the sum: a band a thirtieth as wide as it is long. (O)
  private static let flattest = 0.001
}

extension [PointPair] {
  /// How far each place is from where it is to be, squared.
  func squaredErrors(of map: AffineTransform) -> [Double] {
    self.map { pair in
      let error = map.apply(to: pair.from) - pair.to
      return error.x * error.x + error.y * error.y
    }
  }

  /// The sum of ``squaredErrors(of:)``.
  func squaredError(of map: AffineTransform) -> Double { squaredErrors(of: map).reduce(0, +) }

  fileprivate func mean(of point: KeyPath<PointPair, Point>) -> Point {
    let sum = reduce(Point.zero) { $0 + $1[keyPath: point] }
    return Point(x: sum.x / Double(count), y: sum.y / Double(count))
  }
}
