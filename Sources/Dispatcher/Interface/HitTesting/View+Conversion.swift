/// The way of a point from a superview into a view: as much of it as does not depend on the point.
enum LocalConversion {
  case shift(from: Point, to: Point)
  case inverse(AffineTransform)

  /// `nil` where a transform flattens the view.
  @inline(__always)
  init?(of view: View) {
    if view.transform == .identity {
      self = .shift(from: view.center, to: view.bounds.center)
    } else if let inverse = view.toSuperview.inverse {
      self = .inverse(inverse)
    } else {
      return nil
    }
  }

  @inline(__always)
  func apply(to point: Point) -> Point {
    switch self {
    case .shift(let center, let middle): point - center + middle
    case .inverse(let transform): transform.apply(to: point)
    }
  }
}

/// The way of a point from the screen into a view, kept until a view of the window moves.
struct ScreenConversion {
  /// The ``HitTree/version`` that it was made for; 0 for none.
  var version: UInt64 = 0
  /// `nil` where a transform flattens the view, or one above it.
  var inverse: AffineTransform?

  @inline(__always)
  func apply(to point: Point) -> Point { inverse?.apply(to: point) ?? point }
}

extension View {
  /// The conversion as it is now, kept if the view is in a window. O(depth).
  ///
  /// For it to be kept, every view above must tell the window's tree when it moves, so each is made to know the tree.
  final func renewedScreenConversion() -> ScreenConversion {
    let conversion = ScreenConversion(inverse: toScreen.inverse)
    guard let tree = (topmost as? Window)?.flattened else { return conversion }
    var view: View? = self
    while let current = view {
      current.join(tree)
      view = current.superview
    }
    screenConversion = conversion
    screenConversion.version = tree.version
    return conversion
  }

  /// Makes changes of the view known to a tree.
  final func join(_ tree: HitTree) {
    guard hitTree !== tree else { return }
    hitTree = tree
    screenConversion.version = 0
  }

  /// Makes the view unknown to the tree it was in, after telling it.
  final func leaveHitTree() {
    guard let tree = hitTree else { return }
    tree.geometryDidChange()
    tree.keepDuringWalk(self)
    hitTree = nil
  }
}
