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
      x: minX + insets.left, y: minY + insets.top, width: size.width - insets.left - insets.right,
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

// CoreGraphics' questions about rectangles, under their names. All are O(1).
extension Rect {
  /// No rectangle: what two that have nothing in common intersect in. It contains no point.
  public static let null = Rect(x: .infinity, y: .infinity, width: 0, height: 0)

  /// The width of ``Rect/size``; negative in a rectangle that is not ``standardized``.
  @inlinable public var width: Double { size.width }
  /// The height of ``Rect/size``; negative in a rectangle that is not ``standardized``.
  @inlinable public var height: Double { size.height }
  /// The x coordinate of the centre.
  @inlinable public var midX: Double { origin.x + size.width / 2 }
  /// The y coordinate of the centre.
  @inlinable public var midY: Double { origin.y + size.height / 2 }

  /// Whether it is ``null``.
  @inlinable public var isNull: Bool { origin.x == .infinity || origin.y == .infinity }

  /// Whether it contains no point: it is ``null``, or its width or height is not above 0.
  @inlinable public var isEmpty: Bool { isNull || !(size.width > 0) || !(size.height > 0) }

  /// The same rectangle with a width and a height that are not negative.
  public var standardized: Rect {
    guard !isNull else { return self }
    return Rect(
      x: min(minX, maxX), y: min(minY, maxY), width: abs(size.width), height: abs(size.height))
  }

  /// Its edges moved inward by distances, about its centre; outward by negative ones. ``null`` where nothing is left.
  public func insetBy(dx: Double, dy: Double) -> Rect {
    let rect = standardized
    guard !isNull, rect.size.width >= 2 * dx, rect.size.height >= 2 * dy else { return .null }
    return Rect(
      x: rect.minX + dx, y: rect.minY + dy, width: rect.size.width - 2 * dx,
      height: rect.size.height - 2 * dy)
  }

  /// The rectangle moved.
  public func offsetBy(dx: Double, dy: Double) -> Rect {
    isNull ? self : Rect(x: minX + dx, y: minY + dy, width: size.width, height: size.height)
  }

  /// The smallest rectangle with whole numbers around it.
  public var integral: Rect {
    guard !isNull else { return self }
    let rect = standardized
    let (x, y) = (rect.minX.rounded(.down), rect.minY.rounded(.down))
    return Rect(x: x, y: y, width: rect.maxX.rounded(.up) - x, height: rect.maxY.rounded(.up) - y)
  }

  /// The smallest rectangle around both; of one that is ``null``, the other.
  public func union(_ other: Rect) -> Rect {
    guard !isNull else { return other }
    guard !other.isNull else { return self }
    let (a, b) = (standardized, other.standardized)
    let (x, y) = (min(a.minX, b.minX), min(a.minY, b.minY))
    return Rect(x: x, y: y, width: max(a.maxX, b.maxX) - x, height: max(a.maxY, b.maxY) - y)
  }

  /// The area that both have in common; ``null`` if there is none. Rectangles that only touch share an edge, which
  /// is empty and not ``null``.
  public func intersection(_ other: Rect) -> Rect {
    guard !isNull, !other.isNull else { return .null }
    let (a, b) = (standardized, other.standardized)
    let (x, y) = (max(a.minX, b.minX), max(a.minY, b.minY))
    let (right, bottom) = (min(a.maxX, b.maxX), min(a.maxY, b.maxY))
    return right >= x && bottom >= y ? Rect(x: x, y: y, width: right - x, height: bottom - y) : .null
  }

  /// Whether both have something in common that is not ``null``.
  public func intersects(_ other: Rect) -> Bool { !intersection(other).isNull }

  /// Whether every number of it is one, and its far edges and its centre are.
  var isFinite: Bool {
    origin.isFinite && size.width.isFinite && size.height.isFinite && maxX.isFinite && maxY.isFinite
  }

  /// As UIKit writes it: `(0 0; 320 480)`.
  var words: String {
    "(\(short(minX)) \(short(minY)); \(short(size.width)) \(short(size.height)))"
  }

  /// A cell of the grid that divides it, by rows.
  package func cell(_ index: Int, columns: Int, rows: Int) -> Rect {
    let (width, height) = (self.width / Double(columns), self.height / Double(rows))
    return Rect(
      x: minX + Double(index % columns) * width, y: minY + Double(index / columns) * height, width: width,
      height: height)
  }

  /// Whether both have more than an edge in common. Neither may be ``null``.
  package func reaches(into other: Rect) -> Bool {
    minX < other.maxX && other.minX < maxX && minY < other.maxY && other.minY < maxY
  }

  /// Whether another rectangle lies in this one, up to the edges. Not for ``null``.
  public func contains(_ other: Rect) -> Bool {
    guard !isNull, !other.isNull else { return false }
    // The edges: a union would be rounded, and differ from this rectangle though nothing lies outside.
    let (a, b) = (standardized, other.standardized)
    return a.minX <= b.minX && b.maxX <= a.maxX && a.minY <= b.minY && b.maxY <= a.maxY
  }
}
