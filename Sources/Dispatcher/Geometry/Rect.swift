/// A rectangle with its sides along the axes of its space.
@frozen public struct Rect: Hashable, Sendable {
  /// The upper left corner, if neither the width nor the height is negative.
  public var origin: Point
  /// The extent from ``origin``, to the right and downwards.
  public var size: Size

  /// A rectangle from its corner and its extent; neither is checked.
  @inlinable public init(origin: Point, size: Size) {
    self.origin = origin
    self.size = size
  }

  /// A rectangle from the coordinates of its corner and its extent; none is checked.
  @inlinable public init(x: Double, y: Double, width: Double, height: Double) {
    self.init(origin: Point(x: x, y: y), size: Size(width: width, height: height))
  }

  /// A rectangle without extent at the origin.
  public static let zero = Rect(origin: .zero, size: .zero)

  /// The x coordinate of ``origin``: the left edge, if the width is not negative.
  @inlinable public var minX: Double { origin.x }
  /// The y coordinate of ``origin``: the top edge, if the height is not negative.
  @inlinable public var minY: Double { origin.y }
  /// The x coordinate of the edge opposite to ``minX``.
  @inlinable public var maxX: Double { origin.x + size.width }
  /// The y coordinate of the edge opposite to ``minY``.
  @inlinable public var maxY: Double { origin.y + size.height }

  /// The point halfway between the edges.
  @inlinable public var center: Point {
    Point(x: origin.x + size.width / 2, y: origin.y + size.height / 2)
  }

  /// Whether the point lies inside: the min edges belong to the rectangle, the max edges do not.
  @inlinable public func contains(_ point: Point) -> Bool {
    point.x >= minX && point.x < maxX && point.y >= minY && point.y < maxY
  }

  /// The rectangle moved inward by each inset; negative insets enlarge it.
  @inlinable public func inset(by insets: EdgeInsets) -> Rect {
    Rect(
      x: minX + insets.left, y: minY + insets.top,
      width: size.width - insets.left - insets.right,
      height: size.height - insets.top - insets.bottom)
  }

  /// The nearest point that ``contains(_:)`` accepts, so that a touch on the last unit of a panel still hits.
  ///
  /// An empty rectangle contains nothing; its origin is the answer then.
  public func clamp(_ point: Point) -> Point {
    func clamp(_ value: Double, _ low: Double, _ high: Double) -> Double {
      guard value > low, high > low else { return low }
      return value < high ? value : high.nextDown
    }
    return Point(x: clamp(point.x, minX, maxX), y: clamp(point.y, minY, maxY))
  }
}
