import Dispatcher
import YAML

/// A view's place in its superview, as the layout has it.
struct FrameDescription: Equatable, Sendable {
  var horizontal = Span()
  var vertical = Span()
  var mark: Mark

  /// The place along one axis: two of the three distances, a missing one being 0.
  ///
  /// So `near` alone reaches to the far edge, `extent` alone starts at the near edge, and nothing at all is
  /// the whole superview.
  struct Span: Equatable, Sendable {
    /// From the superview's left or top edge.
    var near: Length?
    /// The width or height.
    var extent: Length?
    /// From the superview's right or bottom edge.
    var far: Length?
  }

  /// The rectangle in the superview's coordinates, in points.
  ///
  /// - Parameters:
  ///   - superview: the superview's size; the screen's for a window.
  ///   - pointsPerMillimetre: `nil` if neither the layout nor the panel says how large the screen is.
  /// - Throws: ``GeometryError`` for millimetres without `pointsPerMillimetre`, and for edges that cross.
  func resolve(
    in superview: Size, pointsPerMillimetre: (x: Double, y: Double)?
  ) throws(GeometryError) -> Rect {
    let (x, width) = try resolve(horizontal, "width", superview.width, pointsPerMillimetre?.x)
    let (y, height) = try resolve(vertical, "height", superview.height, pointsPerMillimetre?.y)
    return Rect(x: x, y: y, width: width, height: height)
  }

  private func resolve(
    _ span: Span, _ name: String, _ whole: Double, _ pointsPerMillimetre: Double?
  ) throws(GeometryError) -> (start: Double, extent: Double) {
    func points(_ length: Length?) throws(GeometryError) -> Double {
      try length?.points(of: whole, pointsPerMillimetre: pointsPerMillimetre) ?? 0
    }
    let near = try points(span.near)
    let far = try points(span.far)
    guard span.extent == nil else {
      let extent = try points(span.extent)
      return (span.near == nil && span.far != nil ? whole - far - extent : near, extent)
    }
    let extent = whole - near - far
    guard extent >= 0 else {
      throw GeometryError(
        mark: mark,
        message: "the edges of this frame leave a \(name) of \(words(for: extent)) points: "
          + "its superview has \(words(for: whole))")
    }
    return (near, extent)
  }
}

/// A distance for each edge: how far a view's target reaches beyond it, or how much further one can scroll.
struct EdgeLengths: Equatable, Sendable {
  var top: Length
  var left: Length
  var bottom: Length
  var right: Length

  /// The distances in points.
  ///
  /// - Throws: ``GeometryError`` for millimetres without `pointsPerMillimetre`.
  func resolve(pointsPerMillimetre: (x: Double, y: Double)?) throws(GeometryError) -> EdgeInsets {
    EdgeInsets(
      top: try top.points(of: 0, pointsPerMillimetre: pointsPerMillimetre?.y),
      left: try left.points(of: 0, pointsPerMillimetre: pointsPerMillimetre?.x),
      bottom: try bottom.points(of: 0, pointsPerMillimetre: pointsPerMillimetre?.y),
      right: try right.points(of: 0, pointsPerMillimetre: pointsPerMillimetre?.x))
  }
}
