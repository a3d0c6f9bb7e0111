// Which places are not to leave the process: those on sensitive views.

extension View {
  /// Whether the view, or one above it, is sensitive. O(depth).
  package final var isInSensitiveView: Bool {
    var view: View? = self
    while let current = view {
      if current.isSensitive { return true }
      view = current.superview
    }
    return false
  }

  /// Notes of the view and of those above it that there is something sensitive. The note is never removed, so that
  /// nothing need be counted; where it is out of date, a closer look finds nothing.
  final func noteSensitive() {
    var view: View? = self
    while let current = view, !current.holdsSensitive {
      current.holdsSensitive = true
      if let window = current as? Window { window.noteSensitiveToHost() }
      view = current.superview
    }
  }

  /// How far beyond an edge counts as on the view, in points of the screen: traces round places to thousandths, and no
  /// panel resolves as little. (O)
  private static let slack = 0.01

  /// Whether a point in the superview's coordinates, for a window the screen's, is on a sensitive view: on this one, or
  /// on one below it.
  final func isSensitive(atOuter point: Point) -> Bool {
    isSensitive(atOuter: point, slack: Self.slack, isBelow: false)
  }

  /// Views that are hidden or take no touches count, and so do those behind others: nothing is drawn here, so only the
  /// person who wrote the layout knows what the screen shows there.
  private final func isSensitive(atOuter point: Point, slack: Double, isBelow: Bool) -> Bool {
    let isMeant = isBelow || isSensitive
    guard isMeant || holdsSensitive, let conversion = LocalConversion(of: self) else { return false }
    let (local, slack) = (conversion.apply(to: point), slack * conversion.stretch)
    if isMeant, bounds.contains(local, slack: slack) || target.contains(local, slack: slack) { return true }
    if clipsToBounds, !reachesChildren, !bounds.contains(local, slack: slack) { return false }
    return subviews.contains { $0.isSensitive(atOuter: local, slack: slack, isBelow: isMeant) }
  }
}

extension Window {
  /// Reports a sensitive view to the application.
  final func noteSensitiveToHost() {
    if holdsSensitive { host?.noteSensitiveViews() }
  }
}

extension Touch {
  /// Whether its place is not to leave the process: the touch belongs to a sensitive view, from its down to its end, or
  /// is over one now. A plugin that passes places on leaves this one out.
  public var isSensitive: Bool {
    let chain = contact.event.chain
    guard chain.hasSensitiveViews else { return false }
    guard !contact.isSensitive, let host = chain.host else { return true }
    if host.isSensitive(at: values.location) { return true }
    guard let unfiltered = contact.panel.unfiltered else { return false }
    let raw = Point(x: Double(values.sample.rawX), y: Double(values.sample.rawY))
    return host.isSensitive(at: unfiltered.apply(to: raw))
  }

  /// Lets the contact remember that it was on a sensitive view, if it is.
  @inline(never)
  func noteSensitivity() {
    if isSensitive { contact.wasSensitive = true }
  }
}

extension Attempt {
  /// Whether an action is on a sensitive view (`now`), and whether what it measures reveals places there (`ever`).
  ///
  /// - Parameter location: of the action, in points of the window.
  final func sensitivity(at location: Point, with event: Event) -> (now: Bool, ever: Bool) {
    guard event.chain.hasSensitiveViews else { return (false, false) }
    let now = isSensitive(at: location, event.chain)
    return (now, now || wasSensitive || contacts.contains(where: \.wasSensitive))
  }

  /// Where the others are known, the mean of several fingers reveals each, also one that has lifted.
  private final func isSensitive(at location: Point, _ chain: ResponderChain) -> Bool {
    if let view = recognizer.view, view.isInSensitiveView { return true }
    if wasSensitive || contacts.contains(where: \.isSensitive) || touches.contains(where: \.isSensitive) {
      return true
    }
    if contacts.count > 1, contacts.contains(where: { !$0.isDown && $0.wasSensitive }) { return true }
    let window = recognizer.view?.window ?? touches.first?.window
    return chain.isSensitive(at: window?.toScreen.apply(to: location) ?? location)
  }
}

extension ResponderChain {
  /// Whether a point of the screen is on a sensitive view; true where the application that knows is gone.
  func isSensitive(at point: Point) -> Bool {
    hasSensitiveViews && host?.isSensitive(at: point) ?? true
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
