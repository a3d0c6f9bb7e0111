// Which views are sensitive, and where they are.
extension View {
  /// Whether the view, or one above it, is sensitive. O(depth).
  package final var isInSensitiveView: Bool {
    sequence(first: self, next: \.superview).contains(where: \.isSensitive)
  }

  /// The outermost sensitive view that it is in, or is; else itself. O(depth).
  package final var shown: View {
    sequence(first: self, next: \.superview).reduce(self) { $1.isSensitive ? $1 : $0 }
  }

  /// Whether it is in a sensitive view, itself or not one. O(depth).
  package final var isPrivate: Bool { superview?.isInSensitiveView ?? false }

  /// A place of the view, in whatever form; `nil` where it stays in the process.
  final func shown<Place>(_ place: @autoclosure () -> Place) -> Place? { isInSensitiveView ? nil : place() }

  /// Marks the view, and those above it, as having something sensitive in them. The mark is never removed, so that
  /// nothing need be counted; where it is out of date, a closer look finds nothing.
  final func markSensitive() {
    guard !holdsSensitive else { return }
    holdsSensitive = true
    passMark()
  }

  /// Marks what the view stands in, if it is marked itself.
  final func passMark() {
    guard holdsSensitive else { return }
    (self as? Window)?.host?.sensitivity.begin()
    superview?.markSensitive()
  }

  /// How far beyond an edge counts as on the view, in points of the screen: traces round places to thousandths, and no
  /// panel resolves as little. (O)
  private static let slack = 0.01

  /// Whether a point in the superview's coordinates, for a window the screen's, is on a sensitive view: on this one, or
  /// on one below it.
  final func covers(_ point: Point) -> Bool { covers(point, slack: Self.slack, isBelow: false) }

  /// Views that are hidden or take no touches count, and so do those behind others: nothing is drawn here, so only the
  /// person who wrote the layout knows what the screen shows there.
  private final func covers(_ point: Point, slack: Double, isBelow: Bool) -> Bool {
    let isMeant = isBelow || isSensitive
    guard isMeant || holdsSensitive, let conversion = LocalConversion(of: self) else { return false }
    let (local, slack) = (conversion.apply(to: point), slack * conversion.stretch)
    if isMeant, bounds.contains(local, slack: slack) || target.contains(local, slack: slack) { return true }
    if clipsToBounds, !reachesChildren, !bounds.contains(local, slack: slack) { return false }
    return subviews.contains { $0.covers(local, slack: slack, isBelow: isMeant) }
  }
}

extension LocalConversion {
  /// How many times as long, at most, a way is in the view as in its superview.
  var stretch: Double {
    switch self {
    case .shift: 1
    case .inverse(let transform):
      max(abs(transform.a) + abs(transform.c), abs(transform.b) + abs(transform.d))
    }
  }
}

extension Rect {
  /// Whether a point is in the rectangle or no farther than that beyond an edge.
  fileprivate func contains(_ point: Point, slack: Double) -> Bool {
    point.x >= minX - slack && point.x <= maxX + slack && point.y >= minY - slack && point.y <= maxY + slack
  }
}
