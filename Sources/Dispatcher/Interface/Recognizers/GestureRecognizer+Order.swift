extension GestureRecognizer {
  /// The order of the rules: deepest view first, then order of attachment; equally deep views in layout order. O(1) on
  /// one view, else O(depth), and O(siblings) where the views are equally deep.
  static func precedes(_ a: GestureRecognizer, _ b: GestureRecognizer) -> Bool {
    guard let viewA = a.view, let viewB = b.view else { return false }
    if viewA === viewB { return a.attachment < b.attachment }
    let (depthA, depthB) = (viewA.depth, viewB.depth)
    return depthA == depthB ? viewA.precedes(viewB) : depthA > depthB
  }
}

extension View {
  /// Whether this view comes before another, equally deep one in the order of the layout.
  fileprivate final func precedes(_ other: View) -> Bool {
    guard let mine = superview, let others = other.superview else { return false }
    guard mine === others else { return mine.precedes(others) }
    return (mine.subviews.firstIndex { $0 === self } ?? 0) < (mine.subviews.firstIndex { $0 === other } ?? 0)
  }
}
