import Dispatcher

/// The options of a view of `type: scroll`.
struct ScrollDescription: Equatable, Sendable {
  /// Per cent are of the view's own size; `nil` for the smallest content that holds the children.
  var contentSize: LengthPair?
  /// Point of the content at the view's upper left corner; `nil` for the content's own corner.
  var contentOffset: LengthPair?
  /// Distances beyond the content's edges to which it can be scrolled; `nil` for none.
  var contentInset: EdgeLengths?
  var delaysContentTouches = true
  var canCancelContentTouches = true
  var bounces = true
  /// Whether a drag that begins along one axis keeps to it.
  var isDirectionalLockEnabled = false
  var isScrollEnabled = true
}

/// The options of a view of `type: control`.
struct ControlDescription: Equatable, Sendable {
  var isEnabled = true
  /// The names of the ``ResponderBinding``s that each event goes to, in the order in which they receive it.
  var events: [ControlEvent.Kind: [Located<String>]] = [:]
}

extension ScrollDescription {
  /// Gives a scroll view its options. Its children are there already: without a size of its own, the content is the
  /// smallest that holds them.
  func apply(
    to view: ScrollView, pointsPerMillimetre: (x: Double, y: Double)?
  ) throws(GeometryError) {
    view.delaysContentTouches = delaysContentTouches
    view.canCancelContentTouches = canCancelContentTouches
    view.bounces = bounces
    view.isDirectionalLockEnabled = isDirectionalLockEnabled
    view.isScrollEnabled = isScrollEnabled
    if let contentInset {
      view.contentInset = try contentInset.resolve(pointsPerMillimetre: pointsPerMillimetre)
    }
    let size = try contentSize?.points(of: view.bounds.size, pointsPerMillimetre: pointsPerMillimetre)
    view.contentSize = size.map { Size(width: $0.x, height: $0.y) } ?? view.childrenSize
    if let contentOffset {
      let offset = try contentOffset.points(of: view.bounds.size, pointsPerMillimetre: pointsPerMillimetre)
      try contentOffset.check(offset, in: view.offsetRange)
      view.contentOffset = offset
    }
  }
}

extension LengthPair {
  /// - Throws: ``GeometryError`` for an offset at which the content cannot rest, at the number that is wrong.
  fileprivate func check(_ offset: Point, in range: (minimum: Point, maximum: Point)) throws(GeometryError) {
    try check(offset.x, range.minimum.x...range.maximum.x, "x", x)
    try check(offset.y, range.minimum.y...range.maximum.y, "y", y)
  }

  private func check(
    _ offset: Double, _ range: ClosedRange<Double>, _ axis: String, _ length: Length
  ) throws(GeometryError) {
    // Parts of a hundred and millimetres are not exact.
    guard offset < range.lowerBound - 1e-6 || offset > range.upperBound + 1e-6 else { return }
    throw GeometryError(
      mark: length.mark,
      message: "the content cannot be scrolled to \(axis) = \(words(for: offset)): it goes from "
        + "\(words(for: range.lowerBound)) to \(words(for: range.upperBound)), by `content_size`, `content_inset` and "
        + "the frame")
  }
}

extension View {
  /// The smallest size, from the origin, that holds the children.
  fileprivate var childrenSize: Size {
    subviews.reduce(.zero) { size, child in
      Size(width: max(size.width, child.frame.maxX), height: max(size.height, child.frame.maxY))
    }
  }
}
