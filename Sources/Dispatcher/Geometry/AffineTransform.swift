// The one import of this module, for the C library's mathematics.
internal import Glibc

/// An affine map of the plane: x' = a·x + c·y + tx, y' = b·x + d·y + ty.
@frozen public struct AffineTransform: Hashable, Sendable {
  /// The part of x in x'.
  public var a: Double
  /// The part of x in y'.
  public var b: Double
  /// The part of y in x'.
  public var c: Double
  /// The part of y in y'.
  public var d: Double
  /// The translation along x, in units of the target space.
  public var tx: Double
  /// The translation along y, in units of the target space.
  public var ty: Double

  /// A transform with these six coefficients; none is checked.
  @inlinable public init(a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double) {
    self.a = a
    self.b = b
    self.c = c
    self.d = d
    self.tx = tx
    self.ty = ty
  }

  /// The transform that leaves every point where it is.
  public static let identity = AffineTransform(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)

  /// A translation, in units of the target space.
  @inlinable public init(translationX x: Double, y: Double) {
    self.init(a: 1, b: 0, c: 0, d: 1, tx: x, ty: y)
  }

  /// A scaling about the origin, by one factor for each axis; a factor of 0 flattens.
  @inlinable public init(scaleX x: Double, y: Double) {
    self.init(a: x, b: 0, c: 0, d: y, tx: 0, ty: 0)
  }

  /// A turn in radians, clockwise on a screen whose y axis points down.
  public init(rotation radians: Double) {
    let (sine, cosine) = sineAndCosine(radians)
    self.init(a: cosine, b: sine, c: -sine, d: cosine, tx: 0, ty: 0)
  }

  /// Maps a point to the target space.
  @inlinable public func apply(to p: Point) -> Point {
    Point(x: a * p.x + c * p.y + tx, y: b * p.x + d * p.y + ty)
  }

  /// This map first, the other one after it.
  @inlinable public func concatenating(_ next: AffineTransform) -> AffineTransform {
    AffineTransform(
      a: next.a * a + next.c * b, b: next.b * a + next.d * b,
      c: next.a * c + next.c * d, d: next.b * c + next.d * d,
      tx: next.a * tx + next.c * ty + next.tx, ty: next.b * tx + next.d * ty + next.ty)
  }

  /// A translation in this map's own coordinates, before the map.
  @inlinable public func translated(x: Double, y: Double) -> AffineTransform {
    AffineTransform(translationX: x, y: y).concatenating(self)
  }

  /// The map back, or `nil` where this one flattens the plane (a scale of 0).
  @inlinable public var inverse: AffineTransform? {
    let determinant = a * d - b * c
    guard determinant != 0, determinant.isFinite else { return nil }
    return AffineTransform(
      a: d / determinant, b: -b / determinant, c: -c / determinant, d: a / determinant,
      tx: (c * ty - d * tx) / determinant, ty: (b * tx - a * ty) / determinant)
  }

  /// The six coefficients, in their order.
  var numbers: [Double] { [a, b, c, d, tx, ty] }

  /// The smallest rectangle along the axes around the image of another.
  public func boundingBox(of rect: Rect) -> Rect {
    let corners = [
      apply(to: rect.origin),
      apply(to: Point(x: rect.maxX, y: rect.minY)),
      apply(to: Point(x: rect.minX, y: rect.maxY)),
      apply(to: Point(x: rect.maxX, y: rect.maxY)),
    ]
    let xs = corners.map(\.x).sorted()
    let ys = corners.map(\.y).sorted()
    return Rect(x: xs[0], y: ys[0], width: xs[3] - xs[0], height: ys[3] - ys[0])
  }
}

/// The sine and the cosine of an angle in radians; exact for quarter turns, as near as an angle can be to one.
func sineAndCosine(_ radians: Double) -> (sine: Double, cosine: Double) {
  let turns = (radians / (Double.pi / 2)).rounded()
  // The nearest angle to a quarter turn, and what a product with 90 degrees may be off.
  guard abs(radians - turns * (Double.pi / 2)) <= 2 * radians.ulp, let quarter = Int64(exactly: turns) else {
    return (sin(radians), cos(radians))
  }
  switch quarter & 3 {
  case 0: return (0, 1)
  case 1: return (1, 0)
  case 2: return (0, -1)
  default: return (-1, 0)
  }
}

/// The tangent of an angle in radians.
func tangent(_ radians: Double) -> Double { tan(radians) }

/// A number to a power.
func power(_ base: Double, _ exponent: Double) -> Double { pow(base, exponent) }

/// e to a power.
func exponential(_ exponent: Double) -> Double { exp(exponent) }

/// To which power e is a number.
func naturalLogarithm(_ number: Double) -> Double { log(number) }

/// The angle of a direction in radians, from the x axis towards the y axis, −π to π.
func angle(x: Double, y: Double) -> Double { atan2(y, x) }
