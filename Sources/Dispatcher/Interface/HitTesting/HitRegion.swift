/// Where in a window a view, and what is below it, may have to do with a finger.
///
/// The walk converts a finger level by level, and rounds at each; a box in the window's coordinates is found through
/// the composed map, and rounds otherwise. So each box is enlarged by a bound on how far the two can lie apart. Where
/// there is no such bound (a view scaled to almost nothing, a coordinate that is not a number), the view may have to do
/// with all that its superview has to do with.
struct HitRegion {
  /// A bound on the relative error of a few operations in a row: 32 times that of one.
  private static let rounding = Double.ulpOfOne * 16

  /// Where the view has to be looked at.
  let reach: HitBox
  /// Where those below it have to be.
  private let inner: HitBox
  /// From the view's coordinates to the window's.
  private let map: AffineTransform
  /// How far off the map may be, in points of the window.
  private let error: Double
  /// No coordinate of a finger that those below may be given is larger.
  private let largest: Double

  /// For the window itself, and fingers within its bounds.
  init(window extent: Rect) {
    let box = HitBox(extent)
    self.init(reach: box, inner: box, map: .identity, error: 0, largest: box.largest)
  }

  /// For a view, from the region of its superview.
  init(of node: HitNode, in parent: HitRegion) {
    guard !parent.inner.isEmpty, node.kind != .closed else {
      self.init(reach: .empty, inner: .empty, map: .identity, error: 0, largest: 0)
      return
    }
    let ascent = HitAscent(node, largest: parent.largest)
    let target = HitBox(node.target)
    let largest = node.isOpenOutside ? ascent.largest : min(ascent.largest, target.largest)
    let map = ascent.map.concatenating(parent.map)
    let error =
      parent.error + parent.map.norm
      * (ascent.error + Self.rounding * (ascent.map.norm * largest + ascent.map.shift))
      + Self.rounding * parent.map.shift
    let box = target.image(under: map).enlarged(
      by: error + Self.rounding * (map.norm * target.largest + map.shift))
    let reach = node.isOpenOutside || !box.isFinite ? parent.inner : box.intersection(parent.inner)
    // What is below a view that overrides `hitTest` is reached through that.
    let inner = node.kind == .overriding ? HitBox.empty : reach
    self.init(reach: reach, inner: inner, map: map, error: error, largest: largest)
  }

  private init(reach: HitBox, inner: HitBox, map: AffineTransform, error: Double, largest: Double) {
    self.reach = reach
    self.inner = inner
    self.map = map
    self.error = error
    self.largest = largest
  }

  /// The way from a view up to its superview.
  private struct HitAscent {
    let map: AffineTransform
    /// How far a point of the superview may lie from where the map takes what the walk made of it.
    let error: Double
    /// No coordinate of a finger in the view is larger.
    let largest: Double

    /// - Parameter outside: no coordinate of a finger in the superview is larger.
    init(_ node: HitNode, largest outside: Double) {
      switch node.conversion {
      case .shift(let center, let middle):
        map = AffineTransform(translationX: center.x - middle.x, y: center.y - middle.y)
        largest = outside + center.largest + middle.largest
        error = HitRegion.rounding * largest
      case .inverse(let inverse):
        map = node.view.object.toSuperview
        largest = (inverse.norm * outside + inverse.shift) * (1 + HitRegion.rounding)
        // The inverse divides by the determinant, which is off by more the more of it cancels out.
        let determinant = (map.a * map.d - map.b * map.c).magnitude
        let cancelled = 1 + ((map.a * map.d).magnitude + (map.b * map.c).magnitude) / determinant
        let inView = inverse.norm * outside + 2 * map.norm * map.shift / determinant
        error = HitRegion.rounding * cancelled * map.norm * inView
      }
    }
  }
}

/// A rectangle by its edges, all of which belong to it.
struct HitBox {
  var minX: Double
  var minY: Double
  var maxX: Double
  var maxY: Double

  static let empty = HitBox(minX: 1, minY: 1, maxX: 0, maxY: 0)
}

extension HitBox {
  init(_ rect: Rect) { self.init(minX: rect.minX, minY: rect.minY, maxX: rect.maxX, maxY: rect.maxY) }

  var isEmpty: Bool { !(minX <= maxX && minY <= maxY) }

  var isFinite: Bool { minX.isFinite && minY.isFinite && maxX.isFinite && maxY.isFinite }

  /// The largest magnitude of a coordinate.
  var largest: Double { max(minX.magnitude, minY.magnitude, maxX.magnitude, maxY.magnitude) }

  func enlarged(by distance: Double) -> HitBox {
    HitBox(minX: minX - distance, minY: minY - distance, maxX: maxX + distance, maxY: maxY + distance)
  }

  func intersection(_ other: HitBox) -> HitBox {
    HitBox(
      minX: max(minX, other.minX), minY: max(minY, other.minY),
      maxX: min(maxX, other.maxX), maxY: min(maxY, other.maxY))
  }

  /// The smallest box around the image of this one.
  func image(under map: AffineTransform) -> HitBox {
    let (a, b) = (edges(map.a * minX, map.a * maxX), edges(map.b * minX, map.b * maxX))
    let (c, d) = (edges(map.c * minY, map.c * maxY), edges(map.d * minY, map.d * maxY))
    return HitBox(
      minX: a.low + c.low + map.tx, minY: b.low + d.low + map.ty,
      maxX: a.high + c.high + map.tx, maxY: b.high + d.high + map.ty)
  }

  private func edges(_ one: Double, _ other: Double) -> (low: Double, high: Double) {
    (min(one, other), max(one, other))
  }
}

extension AffineTransform {
  /// How much it enlarges at most the largest coordinate, its translation left out.
  fileprivate var norm: Double { max(a.magnitude + c.magnitude, b.magnitude + d.magnitude) }

  /// The larger part of its translation.
  fileprivate var shift: Double { max(tx.magnitude, ty.magnitude) }
}

extension Point {
  fileprivate var largest: Double { max(x.magnitude, y.magnitude) }
}
