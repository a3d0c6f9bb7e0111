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

  /// Flattest arrangement of places, as the product of their extents along and across, each squared, over the square of
  /// the sum: a band a thirtieth as wide as it is long. (O)
  private static let flattest = 0.001
}

extension [PointPair] {
  /// Distances of the places from their targets, squared.
  func squaredErrors(of map: AffineTransform) -> [Double] {
    self.map { pair in
      let error = map.apply(to: pair.from) - pair.to
      return error.x * error.x + error.y * error.y
    }
  }

  func squaredError(of map: AffineTransform) -> Double { squaredErrors(of: map).reduce(0, +) }

  fileprivate func mean(of point: KeyPath<PointPair, Point>) -> Point {
    let sum = reduce(Point.zero) { $0 + $1[keyPath: point] }
    return Point(x: sum.x / Double(count), y: sum.y / Double(count))
  }

  func at(_ indices: [Int]) -> [PointPair] { indices.map { self[$0] } }
}

/// Which of some presses belong together: one that went to a wrong place must not bend the map.
///
/// The least trimmed squares, exactly: of all ways to leave out as many presses as may be wrong, the one whose map fits
/// the rest best. What was left out and fits that map as well as the rest do is taken in again.
struct InlierChoice {
  /// The indices of those that belong together, in their order.
  let inliers: [Int]

  /// `nil` if the places lie in one line.
  ///
  /// O(2^n · n) for n pairs, of which there are at most ``PanelFit/pressLimit``.
  ///
  /// - Parameter noise: how exact a press is at best, in the units of the targets.
  init?(_ pairs: [PointPair], noise: Double) {
    let all = Array(pairs.indices)
    guard var (chosen, map) = Self.best(of: pairs, leavingOut: Self.suspects(among: pairs.count))
    else { return nil }
    var spread = Self.spread(of: pairs.at(chosen), map, noise)
    while chosen.count < all.count {
      let errors = pairs.squaredErrors(of: map)
      let rest = all.filter { !chosen.contains($0) }
      guard let next = rest.min(by: { errors[$0] < errors[$1] }),
        errors[next] <= Self.limit * Self.limit * spread
      else { break }
      chosen.append(next)
      guard let refined = LeastSquares.affine(pairs.at(chosen)) else { break }
      map = refined
      spread = max(spread, Self.spread(of: pairs.at(chosen), map, noise))
    }
    inliers = chosen.sorted()
  }

  /// Distance from the map permitted to a press that was left out, in standard deviations of the rest. It took no part
  /// in the map, so it is further off than those that did, and these are those that fit best. Of 1,600 presses with
  /// noise alone, 4.5 refuses 36, and 7 refuses 5. (O)
  private static let limit = 7.0

  /// The number of presses that may be wrong: half of those beyond the five that find one wrong press, at most three.
  private static func suspects(among count: Int) -> Int { min(3, max(0, (count - 5) / 2)) }

  /// The variance of a coordinate, but for the six numbers of the map.
  private static func spread(of pairs: [PointPair], _ map: AffineTransform, _ noise: Double) -> Double {
    let free = 2 * pairs.count - 6
    return max(noise * noise, free > 0 ? pairs.squaredError(of: map) / Double(free) : 0)
  }

  private static func best(
    of pairs: [PointPair], leavingOut count: Int
  ) -> (chosen: [Int], map: AffineTransform)? {
    var best: (chosen: [Int], map: AffineTransform)?
    var least = Double.infinity
    for left in 0..<(1 << pairs.count) where left.nonzeroBitCount == count {
      let chosen = pairs.indices.filter { left & (1 << $0) == 0 }
      guard let map = LeastSquares.affine(pairs.at(chosen)) else { continue }
      let error = pairs.at(chosen).squaredError(of: map)
      if error < least { (least, best) = (error, (chosen, map)) }
    }
    return best
  }
}

/// The simplest map that explains some presses within their noise, after the orientation of the panel is undone.
struct MapChoice {
  /// The indices of the presses that belong together.
  let inliers: [Int]
  /// On the unit square, after the orientation; `nil` where that alone is enough. Rounded, as a layout has it.
  let map: AffineTransform?
  /// Distance of the presses from the best map, as the standard deviation along an axis; 0 of three.
  let spread: Double
  /// The squared error up to which a simpler explanation is as good.
  let tolerance: Double

  /// `nil` if the presses lie in one line.
  ///
  /// - Parameters:
  ///   - pairs: from the unit square to the units of `size`.
  ///   - noise: how exact a press is at best, in the units of `size`.
  ///   - maySkew: whether x may depend on y.
  ///   - size: of the screen.
  init?(_ pairs: [PointPair], noise: Double, maySkew: Bool, _ size: Size) {
    guard let choice = InlierChoice(pairs, noise: noise) else { return nil }
    let chosen = pairs.at(choice.inliers)
    guard let affine = LeastSquares.affine(chosen), let straight = LeastSquares.alongAxes(chosen)
    else { return nil }
    let unit = AffineTransform(scaleX: size.width, y: size.height)
    let free = 2 * chosen.count - 6
    let variance = free > 0 ? chosen.squaredError(of: affine) / Double(free) : 0
    let tolerance = Double(2 * chosen.count) * max(noise * noise, Self.patience * variance)
    let best =
      chosen.squaredError(of: unit) <= tolerance
      ? nil : chosen.squaredError(of: straight) <= tolerance || !maySkew ? straight : affine
    (inliers, spread) = (choice.inliers, variance.squareRoot())
    self.tolerance = tolerance
    map = best.map { $0.concatenating(AffineTransform(scaleX: 1 / size.width, y: 1 / size.height)).rounded }
  }

  /// Factor by which the variance may be larger with a simpler map. With nine presses, noise alone exceeds it in a
  /// tenth of all cases, and then a `calibration` is written that is not needed and does no harm. (O)
  private static let patience = 1.6

  /// Whether a panel can be mounted so. Its range may be stated wrongly, so that it is stretched by up to 10 along each
  /// axis; but its axes are askew by less than 0.4, which is 20 degrees. (O)
  var isPlausible: Bool {
    guard let map else { return true }
    let (stretches, skew) = (0.1...10, 0.4)
    return stretches.contains(map.a) && stretches.contains(map.d) && abs(map.b) < skew * map.d
      && abs(map.c) < skew * map.a
  }
}

extension AffineTransform {
  /// Each number as a layout has it.
  fileprivate var rounded: AffineTransform {
    AffineTransform(
      a: roundedToDecimal(a), b: roundedToDecimal(b), c: roundedToDecimal(c), d: roundedToDecimal(d),
      tx: roundedToDecimal(tx), ty: roundedToDecimal(ty))
  }

  /// Six floats in libinput's order: x' = a·x + b·y + c, y' = d·x + e·y + f.
  var libinputMatrix: [Double] { [a, c, tx, b, d, ty] }
}
