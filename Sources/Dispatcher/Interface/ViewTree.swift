// The tree of views: who is below whom, and in front of whom.
extension View {
  /// Adds a view in front of its siblings, out of the superview that it had.
  ///
  /// - Precondition: this view is not the other one or below it.
  public final func addSubview(_ view: View) { insertSubview(view, at: subviews.count) }

  /// Adds a view behind the one that has this index; beyond the end counts as in front of all.
  public final func insertSubview(_ view: View, at index: Int) {
    precondition(
      !isDescendant(of: view),
      "\(view.identifier) cannot be added below itself; take \(identifier) out of it first")
    // Out of this view itself, it leaves a place behind it that those in front move down to.
    let own = view.superview === self ? subviews.firstIndex { $0 === view } : nil
    let index = own.map { $0 < index ? index - 1 : index } ?? index
    if view.superview != nil, view.window !== window { view.resignFirstResponderBelow() }
    view.detach()
    subviews.insert(view, at: min(max(index, 0), subviews.count))
    view.superview = self
    view.passPendingMisuses()
    if view.holdsSensitive { noteSensitive() }
    hitTree?.geometryDidChange()
  }

  /// Adds a view just behind another; in front of all where that one is no subview.
  public final func insertSubview(_ view: View, belowSubview sibling: View) {
    insertSubview(view, at: subviews.firstIndex { $0 === sibling } ?? subviews.count)
  }

  /// Adds a view just in front of another; in front of all where that one is no subview.
  public final func insertSubview(_ view: View, aboveSubview sibling: View) {
    insertSubview(view, at: subviews.firstIndex { $0 === sibling }.map { $0 + 1 } ?? subviews.count)
  }

  public final func bringSubviewToFront(_ view: View) {
    guard view.superview === self else { return }
    insertSubview(view, at: subviews.count)
  }

  public final func sendSubviewToBack(_ view: View) {
    guard view.superview === self else { return }
    insertSubview(view, at: 0)
  }

  /// Takes the view and those below it out of the window: their recognizers give up, and a first responder that is one
  /// of them, the controller of one, or reaches the window through one, resigns; it cannot refuse. O(views below).
  public final func removeFromSuperview() {
    resignFirstResponderBelow()
    leaveWindow()
    detach()
  }

  private final func resignFirstResponderBelow() {
    guard let window, let first = window.firstResponder, first.reachesWindow(through: self) else { return }
    first.resignFirstResponder()
    if window.firstResponder === first { window.firstResponder = nil }
  }

  private final func detach() {
    leaveHitTree()
    superview?.subviews.removeAll { $0 === self }
    superview = nil
  }

  private final func leaveWindow() {
    for recognizer in gestureRecognizers { recognizer.interrupt(.removed) }
    for view in subviews {
      // What happens to it from now on is no change of the window.
      view.hitTree = nil
      view.leaveWindow()
    }
  }

  /// Whether this view is the other one, or below it. O(depth).
  public final func isDescendant(of view: View) -> Bool {
    var current: View? = self
    while let candidate = current {
      if candidate === view { return true }
      current = candidate.superview
    }
    return false
  }

  /// How many superviews there are above this view. O(depth).
  final var depth: Int {
    var depth = 0
    var current = superview
    while let view = current {
      depth += 1
      current = view.superview
    }
    return depth
  }
}

extension Responder {
  /// Whether the chain leads through a view, one below it, or the controller of one of them. O(chain · depth).
  fileprivate final func reachesWindow(through view: View) -> Bool {
    responderChain.contains { responder in
      let stop = responder as? View ?? (responder as? ViewController)?.view
      return stop?.isDescendant(of: view) ?? false
    }
  }
}
