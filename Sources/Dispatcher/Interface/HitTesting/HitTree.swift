/// The views of a window in a row, for hit tests that need not ask each of them.
///
/// The row is in the order in which the recursion visits views: a view before those below it, the front-most child
/// first. It is made anew when it is worth its cost, and used only while nothing has changed since; else the recursion
/// of ``View/standardHitTest(_:with:)`` runs, whose answers and calls this must equal.
///
/// Each view knows the tree it was last seen in (``View/hitTree``), so a change is noted in O(1). The tree keeps no
/// view alive: a stale tree looks at none of its views.
final class HitTree {
  /// Whether anything has changed that a hit test depends on.
  @exclusivity(unchecked) private(set) var isStale = true
  /// Changes with everything that moves a view of the window on the screen; never 0.
  @exclusivity(unchecked) private(set) var version: UInt64 = 1
  /// Views that the recursion has looked at since the last change.
  @exclusivity(unchecked) var lookedAt = 0

  @exclusivity(unchecked) var nodes = Slab<HitNode>()
  @exclusivity(unchecked) var levels = Slab<HitLevel>()
  @exclusivity(unchecked) var grid = HitGrid()

  /// The views whose hit test may be answered from here: those below a view whose code is running, else all. The
  /// levels above are in use.
  @exclusivity(unchecked) var answerable = 0..<0
  /// How many walks are going on, one inside the other.
  @exclusivity(unchecked) private var walks = 0
  /// How many plain recursions are going on.
  @exclusivity(unchecked) var suspensions = 0
  /// Views that were taken away while a walk may still come to them.
  @exclusivity(unchecked) private var kept: [View] = []
  /// The window, from the first call of a view's code to the end of the walk.
  @exclusivity(unchecked) private var keptWindow: View?

  /// Whether a hit test that begins at a view can be answered from here.
  @inline(__always)
  func canAnswer(for view: View) -> Bool {
    let index = Int(view.hitIndex)
    return !isStale && suspensions == 0 && answerable.contains(index)
      && nodes[index].view.refers(to: view)
  }

  // MARK: Changes

  /// A property changed that decides whether a view is hit.
  func hitTestDidChange() {
    isStale = true
    lookedAt = 0
  }

  /// Views came, went or moved.
  func geometryDidChange() {
    hitTestDidChange()
    version &+= 1
  }

  // MARK: What a walk needs

  /// Counts a walk, during which no view of the tree goes away.
  @inline(__always)
  func walking<Answer>(_ walk: () -> Answer) -> Answer {
    walks += 1
    defer {
      walks -= 1
      if walks == 0, keptWindow != nil { releaseKept() }
    }
    return walk()
  }

  /// Runs code of a view, which may hit-test that view and those below it from here.
  @inline(__always)
  func asking<Answer>(_ index: Int, _ code: (View) -> Answer) -> Answer {
    if keptWindow == nil { keptWindow = nodes[0].view.object }
    let before = answerable
    answerable = index..<Int(nodes[index].end)
    defer { answerable = before }
    return nodes[index].view.with(code)
  }

  /// Keeps a view that is being taken away, and all below it, until no walk can come to them any more, as the
  /// recursion's own list of subviews would.
  func keepDuringWalk(_ view: View) {
    guard walks > 0 else { return }
    kept.append(view)
    for view in view.subviews { keepDuringWalk(view) }
  }

  private func releaseKept() {
    let released = (keptWindow, kept)
    keptWindow = nil
    kept = []
    withExtendedLifetime(released) {}
  }

  // MARK: Making it anew

  /// Makes the row anew if it is stale and that is worth its cost: once the recursion has looked at as many views since
  /// the last change as there were. So a window that changes at each touch does not pay for a row that is used once.
  /// O(views).
  func update(for window: Window) {
    guard isStale else { return }
    lookedAt &+= 1
    guard lookedAt > nodes.count, walks == 0, suspensions == 0, window.superview == nil else { return }
    nodes.removeAllAndTrim()
    levels.removeAllAndTrim()
    append(window, parent: -1, level: 0)
    grid.update(nodes)
    answerable = 0..<nodes.count
    lookedAt = 0
    isStale = false
  }

  private func append(_ view: View, parent: Int32, level: Int32) {
    let index = Int32(nodes.count)
    nodes.append(HitNode(view, parent: parent, level: level))
    if level == levels.count { levels.append(HitLevel()) }
    view.join(self)
    view.hitIndex = index
    for view in view.subviews.reversed() { append(view, parent: index, level: level + 1) }
    nodes[Int(index)].end = Int32(nodes.count)
  }

  /// Lets everything go; for a window that goes, since views may outlive it.
  func clear() {
    geometryDidChange()
    answerable = 0..<0
    nodes = Slab()
    levels = Slab()
    grid = HitGrid()
  }
}
