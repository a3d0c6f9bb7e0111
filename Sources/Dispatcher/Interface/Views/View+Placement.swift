// Conversion of points up and down the tree; exact to 1e-9 of a point for nested transforms of ordinary size.
extension View {
  /// From this view's coordinates to its superview's; for a window, to the screen's.
  public final var toSuperview: AffineTransform {
    let middle = bounds.center
    if transform == .identity {
      return AffineTransform(translationX: center.x - middle.x, y: center.y - middle.y)
    }
    return AffineTransform(translationX: -middle.x, y: -middle.y)
      .concatenating(transform)
      .concatenating(AffineTransform(translationX: center.x, y: center.y))
  }

  /// From this view's coordinates to the screen's. O(depth).
  public final var toScreen: AffineTransform {
    var map = toSuperview
    var view = superview
    while let current = view {
      map = map.concatenating(current.toSuperview)
      view = current.superview
    }
    return map
  }

  /// A point of the superview in this view's coordinates; `nil` where a transform flattens the view.
  final func convert(fromSuperview point: Point) -> Point? {
    LocalConversion(of: self)?.apply(to: point)
  }

  /// A point of the screen in this view's coordinates; unchanged where a transform flattens the view.
  ///
  /// O(1) while no view of the window moves, else O(depth).
  final func convert(fromScreen point: Point) -> Point {
    if let hitTree, screenConversion.version == hitTree.version { return screenConversion.apply(to: point) }
    return renewedScreenConversion().apply(to: point)
  }

  /// A point of this view in another's coordinates; in those of the window, or the topmost view, for `nil`.
  ///
  /// Views of different windows meet in the screen's coordinates. O(depth).
  public final func convert(_ point: Point, to view: View?) -> Point {
    (view ?? topmost).convert(fromScreen: toScreen.apply(to: point))
  }

  /// A point of another view, or of the window for `nil`, in this view's coordinates. O(depth).
  public final func convert(_ point: Point, from view: View?) -> Point {
    (view ?? topmost).convert(point, to: self)
  }

  /// A rectangle of this view in another's coordinates; with a turn between them, the smallest one around it.
  public final func convert(_ rect: Rect, to view: View?) -> Rect {
    guard let down = (view ?? topmost).toScreen.inverse else { return rect }
    return toScreen.concatenating(down).boundingBox(of: rect)
  }

  /// The view at the top of the superviews. O(depth).
  final var topmost: View {
    var view = self
    while let superview = view.superview { view = superview }
    return view
  }
}
