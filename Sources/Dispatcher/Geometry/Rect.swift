/// A rectangle with its sides along the axes of its space.
@frozen public struct Rect: Hashable, Sendable {
  public var origin: Point
  public var size: Size

  @inlinable public init(origin: Point, size: Size) {
    self.origin = origin
    self.size = size
  }

  @inlinable public init(x: Double, y: Double, width: Double, height: Double) {
    self.init(origin: Point(x: x, y: y), size: Size(width: width, height: height))
  }

  public static let zero = Rect(origin: .zero, size: .zero)

  @inlinable public var minX: Double { origin.x }
  @inlinable public var minY: Double { origin.y }
  @inlinable public var maxX: Double { origin.x + size.width }
  @inlinable public var maxY: Double { origin.y + size.height }

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
