/// How fast a finger goes: a line or a parabola through its samples, by least squares along each axis.
struct MotionFit {
  /// The sums of t⁰ to t⁴, t in milliseconds, 0 at the newest sample; and those of t⁰ to t² times the location, counted
  /// from the newest.
  private var powers: (Double, Double, Double, Double, Double) = (0, 0, 0, 0, 0)
  private var moments: (Point, Point, Point) = (.zero, .zero, .zero)
  private let bends: Bool

  init(_ steps: [Trail.Step], bends: Bool) {
    self.bends = bends
    guard let newest = steps.last else { return }
    for step in steps { add(step.location - newest.location, Self.milliseconds(step.time - newest.time)) }
  }

  private mutating func add(_ location: Point, _ t: Double) {
    let square = t * t
    powers.0 += 1
    powers.1 += t
    powers.2 += square
    powers.3 += square * t
    powers.4 += square * square
    moments.0 = moments.0 + location
    moments.1 = moments.1 + Point(x: location.x * t, y: location.y * t)
    moments.2 = moments.2 + Point(x: location.x * square, y: location.y * square)
  }

  /// Points per millisecond at the newest sample; `nil` where the samples have too few different times.
  var velocity: Point? {
    guard let x = slope(\.x), let y = slope(\.y) else { return nil }
    return Point(x: x, y: y)
  }

  /// The unit of ``velocity``.
  static func milliseconds(_ interval: Interval) -> Double { Double(interval.microseconds) / 1000 }

  /// The second unknown of the normal equations, by Cramer's rule.
  private func slope(_ axis: KeyPath<Point, Double>) -> Double? {
    let (s0, s1, s2, s3, s4) = powers
    let (m0, m1, m2) = (moments.0[keyPath: axis], moments.1[keyPath: axis], moments.2[keyPath: axis])
    let flat = s0 * s2 - s1 * s1
    guard bends else { return flat > 0 ? (s0 * m1 - s1 * m0) / flat : nil }
    let determinant = s0 * (s2 * s4 - s3 * s3) - s1 * (s1 * s4 - s2 * s3) + s2 * (s1 * s3 - s2 * s2)
    // With two different times there is no parabola, and a determinant of nothing but rounding.
    guard determinant > 1e-9 * s0 * s2 * s4 else { return flat > 0 ? (s0 * m1 - s1 * m0) / flat : nil }
    return (s0 * (m1 * s4 - m2 * s3) - m0 * (s1 * s4 - s2 * s3) + s2 * (s1 * m2 - s2 * m1)) / determinant
  }
}
