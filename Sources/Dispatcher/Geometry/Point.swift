/// A location, in whatever space the declaration that holds it names.
@frozen public struct Point: Hashable, Sendable {
  /// The distance from the origin to the right.
  public var x: Double
  /// The distance from the origin downwards.
  public var y: Double

  /// A point with these coordinates; they are not checked.
  @inlinable public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// The origin.
  public static let zero = Point(x: 0, y: 0)

  /// The sum of the coordinates.
  @inlinable public static func + (a: Point, b: Point) -> Point { Point(x: a.x + b.x, y: a.y + b.y) }

  /// The difference of the coordinates: the vector from `b` to `a`.
  @inlinable public static func - (a: Point, b: Point) -> Point { Point(x: a.x - b.x, y: a.y - b.y) }

  /// Whether both coordinates are numbers of this world.
  var isFinite: Bool { x.isFinite && y.isFinite }
  /// The point itself, or zero where it is beyond all numbers: a layout may scale by whatever it likes.
  var finiteOrZero: Point { isFinite ? self : .zero }
  /// The mean of so many points whose sum it is; the sum itself for none.
  func divided(by count: Int) -> Point {
    Point(x: x / Double(max(count, 1)), y: y / Double(max(count, 1)))
  }
  /// `{187.5, 333.5}`.
  var words: String { "{\(short(x)), \(short(y))}" }

  /// The straight-line distance to another point of the same space.
  @inlinable public func distance(to other: Point) -> Double {
    let d = self - other
    return (d.x * d.x + d.y * d.y).squareRoot()
  }
}

/// An extent in points; never negative in a well-formed layout.
@frozen public struct Size: Hashable, Sendable {
  /// The extent along x.
  public var width: Double
  /// The extent along y.
  public var height: Double

  /// A size with these extents; they are not checked.
  @inlinable public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  /// No extent along either axis.
  public static let zero = Size(width: 0, height: 0)
}

/// Distances inward from the four edges of a rectangle; negative ones reach outward.
@frozen public struct EdgeInsets: Hashable, Sendable {
  /// The distance downwards from the top edge.
  public var top: Double
  /// The distance to the right from the left edge.
  public var left: Double
  /// The distance upwards from the bottom edge.
  public var bottom: Double
  /// The distance to the left from the right edge.
  public var right: Double

  /// Insets with these distances; they are not checked.
  @inlinable public init(top: Double, left: Double, bottom: Double, right: Double) {
    self.top = top
    self.left = left
    self.bottom = bottom
    self.right = right
  }

  /// No distance from any edge.
  public static let zero = EdgeInsets(top: 0, left: 0, bottom: 0, right: 0)
}

/// A number, without a fraction where that is zero: `320`, `187.5`.
func short(_ number: Double) -> String { Int(exactly: number).map(String.init) ?? String(number) }

extension Collection<Point> {
  /// The mean of the points; zero for none.
  var mean: Point {
    reduce(Point.zero, +).divided(by: count)
  }
}
