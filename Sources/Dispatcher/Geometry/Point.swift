/// A location, in whatever space the declaration that holds it names.
@frozen public struct Point: Hashable, Sendable {
  public var x: Double
  public var y: Double

  @inlinable public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  public static let zero = Point(x: 0, y: 0)

  @inlinable public static func + (a: Point, b: Point) -> Point { Point(x: a.x + b.x, y: a.y + b.y) }

  @inlinable public static func - (a: Point, b: Point) -> Point { Point(x: a.x - b.x, y: a.y - b.y) }

  /// Whether both coordinates are numbers of this world.
  var isFinite: Bool { x.isFinite && y.isFinite }

  /// The straight-line distance to another point of the same space.
  @inlinable public func distance(to other: Point) -> Double {
    let d = self - other
    return (d.x * d.x + d.y * d.y).squareRoot()
  }
}

/// An extent in points; never negative in a well-formed layout.
@frozen public struct Size: Hashable, Sendable {
  public var width: Double
  public var height: Double

  @inlinable public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  public static let zero = Size(width: 0, height: 0)
}

/// Distances inward from the four edges of a rectangle; negative ones reach outward.
@frozen public struct EdgeInsets: Hashable, Sendable {
  public var top: Double
  public var left: Double
  public var bottom: Double
  public var right: Double

  @inlinable public init(top: Double, left: Double, bottom: Double, right: Double) {
    self.top = top
    self.left = left
    self.bottom = bottom
    self.right = right
  }

  public static let zero = EdgeInsets(top: 0, left: 0, bottom: 0, right: 0)
}

extension Collection<Point> {
  /// The mean of the points; zero for none.
  var mean: Point {
    guard !isEmpty else { return .zero }
    let sum = reduce(Point.zero, +)
    return Point(x: sum.x / Double(count), y: sum.y / Double(count))
  }
}
