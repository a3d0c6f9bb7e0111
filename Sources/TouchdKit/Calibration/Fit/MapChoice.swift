import Dispatcher

/// The simplest map that explains some presses within their noise, after the orientation of the panel is undone.
struct MapChoice {
  /// The indices of the presses that belong together.
  let inliers: [Int]
  /// On the unit square, after the orientation; `nil` where that alone is enough. Rounded, as a layout has it.
  let map: AffineTransform?
  /// How far the presses are from the best map, as the standard deviation along an axis; 0 of three.
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
    guard let affine = LeastSquares.affine(chosen), let straight = LeastSquares.alongAxes(chosen) else {
      return nil
    }
    let unit = AffineTransform(scaleX: size.width, y: size.height)
    let free = 2 * chosen.count - 6
    let variance = free > 0 ? chosen.squaredError(of: affine) / Double(free) : 0
    let tolerance = Double(2 * chosen.count) * max(noise * noise, Self.patience * variance)
    let best =
      chosen.squaredError(of: unit) <= tolerance
      ? nil : chosen.squaredError(of: straight) <= tolerance || !maySkew ? straight : affine
    (inliers, spread) = (choice.inliers, variance.squareRoot())
    self.tolerance = tolerance
    map = best.map {
      $0.concatenating(AffineTransform(scaleX: 1 / size.width, y: 1 / size.height)).rounded
    }
  }

  /// How much larger the variance may be with a simpler map. With nine presses, noise alone exceeds this in a tenth of
  /// all cases, and then a `calibration` is written that is not needed and does no harm. (O)
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
