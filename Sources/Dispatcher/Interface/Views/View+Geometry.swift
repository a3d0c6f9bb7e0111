// Geometry that is no geometry: a number that is not finite would make every conversion below the view one.
extension View {
  final func boundsDidChange(from old: Rect) {
    guard bounds.isFinite else {
      warnOfGeometry("the bounds \(bounds.words) were refused")
      bounds = old
      return
    }
    hitTree?.geometryDidChange()
    boundsChanged(from: old)
  }

  final func centerDidChange(from old: Point) {
    guard center.isFinite else {
      warnOfGeometry("the center (\(center.x), \(center.y)) was refused")
      center = old
      return
    }
    hitTree?.geometryDidChange()
  }

  final func transformDidChange(from old: AffineTransform) {
    guard transform.isFinite else {
      let words = [transform.a, transform.b, transform.c, transform.d, transform.tx, transform.ty]
      warnOfGeometry("the transform \(words) was refused")
      transform = old
      return
    }
    hitTree?.geometryDidChange()
  }

  final func warnOfGeometry(_ message: @autoclosure () -> String) {
    warn(.geometry, (shown(message()) ?? "a place of it was refused") + "; all its numbers must be finite")
  }
}

extension Rect {
  /// Whether every number of it is one, and its far edges and its centre are.
  var isFinite: Bool {
    origin.isFinite && size.width.isFinite && size.height.isFinite && maxX.isFinite && maxY.isFinite
  }

  /// As UIKit writes it: `(0 0; 320 480)`.
  var words: String {
    "(\(short(minX)) \(short(minY)); \(short(size.width)) \(short(size.height)))"
  }
}

extension AffineTransform {
  fileprivate var isFinite: Bool { [a, b, c, d, tx, ty].allSatisfy(\.isFinite) }
}
