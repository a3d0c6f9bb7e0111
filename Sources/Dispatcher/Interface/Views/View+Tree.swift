// The tree of views: which view is below which, and in front of which.
extension View {
  /// Adds a view in front of its siblings, out of the superview that it had. One that is this view, or above it, stays
  /// where it is, with a ``Misuse``.
  public final func addSubview(_ view: View) { insertSubview(view, at: subviews.count) }

  /// Adds a view behind the one that has this index; below 0 counts as behind all, beyond the end as in front of all.
  public final func insertSubview(_ view: View, at index: Int) {
    guard view.superview !== self else { return restack(view, at: index) }
    guard mayAdd(view) else { return }
    let (oldWindow, newWindow) = (view.window, window)
    if oldWindow !== newWindow { view.tellWillMove(to: newWindow) }
    view.superview?.willRemoveSubview(view)
    view.willMove(toSuperview: self)
    // A subclass may have changed the tree.
    guard mayAdd(view) else { return }
    view.leaveSuperview(for: newWindow)
    subviews.insert(view, at: min(max(index, 0), subviews.count))
    view.superview = self
    view.passOn()
    hitTree?.geometryDidChange()
    if oldWindow !== newWindow { view.tellDidMoveToWindow() }
    view.didMoveToSuperview()
    didAddSubview(view)
  }

  /// Passes on what the view kept for the tree in which it stands now, or for its application: its mark and warnings.
  final func passOn() {
    passMark()
    passPendingMisuses()
  }

  /// Whether a view may stand below this one.
  private final func mayAdd(_ view: View) -> Bool {
    guard isDescendant(of: view) else { return true }
    warn(
      .tree,
      view === self
        ? "it was added to itself; it stays where it is"
        : "\(view.identifier), which is above it, was added to it; both stay where they are")
    return false
  }

  /// Moves a subview to another place among its siblings.
  private final func restack(_ view: View, at index: Int) {
    guard let own = subviews.firstIndex(where: { $0 === view }) else { return }
    subviews.remove(at: own)
    // Out of this view, it leaves a place behind it that those in front move down to.
    subviews.insert(view, at: min(max(own < index ? index - 1 : index, 0), subviews.count))
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

  /// Moves a subview in front of its siblings; no effect on a view that is no subview. O(subviews).
  public final func bringSubviewToFront(_ view: View) {
    guard view.superview === self else { return }
    insertSubview(view, at: subviews.count)
  }

  /// Moves a subview behind its siblings; no effect on a view that is no subview. O(subviews).
  public final func sendSubviewToBack(_ view: View) {
    guard view.superview === self else { return }
    insertSubview(view, at: 0)
  }

  /// Puts two subviews in each other's places; no effect where one of the indices is of no subview.
  public final func exchangeSubview(at index: Int, withSubviewAt other: Int) {
    guard subviews.indices.contains(index), subviews.indices.contains(other) else { return }
    subviews.swapAt(index, other)
    hitTree?.geometryDidChange()
  }

  /// The view with a ``tag``: this one, or the first below it, each before those below it and from the back to the
  /// front. `nil` for none. O(views below).
  public final func viewWithTag(_ tag: Int) -> View? {
    if self.tag == tag { return self }
    for view in subviews {
      if let found = view.viewWithTag(tag) { return found }
    }
    return nil
  }

  /// Takes the view and those below it out of the window: their recognizers give up, the touches of controls are
  /// cancelled, and a first responder that is one of them, the controller of one, or reaches the window through one,
  /// resigns; it cannot refuse. O(views below).
  public final func removeFromSuperview() {
    guard let superview else { return }
    let oldWindow = window
    superview.willRemoveSubview(self)
    if oldWindow != nil { tellWillMove(to: nil) }
    willMove(toSuperview: nil)
    // A subclass may have changed the tree.
    guard self.superview === superview else { return }
    leaveSuperview(for: nil)
    if oldWindow != nil { tellDidMoveToWindow() }
    didMoveToSuperview()
  }

  /// Takes the view out of its superview, on its way to a window, or to none.
  private final func leaveSuperview(for newWindow: Window?) {
    let window = self.window
    let leaves = window != nil && window !== newWindow
    if leaves {
      resignFirstResponderBelow()
      leaveWindow()
    }
    detach()
    if leaves { window?.host?.viewsLeft() }
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
    for recognizer in gestureRecognizers { recognizer.attempt?.interrupt(.removed) }
    for view in subviews {
      // What happens to it from now on is no change of the window.
      view.hitTree = nil
      view.leaveWindow()
    }
  }

  private final func tellWillMove(to window: Window?) {
    willMove(toWindow: window)
    for view in subviews { view.tellWillMove(to: window) }
  }

  private final func tellDidMoveToWindow() {
    didMoveToWindow()
    for view in subviews { view.tellDidMoveToWindow() }
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
