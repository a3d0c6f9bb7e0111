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
  private(set) var isStale = true
  /// Changes with everything that moves a view of the window on the screen; never 0.
  private(set) var version: UInt64 = 1
  /// Views that the recursion has looked at since the last change.
  var lookedAt = 0

  var nodes = Slab<HitNode>()
  var levels = Slab<HitLevel>()
  var grid = HitGrid()

  /// The views whose hit test may be answered from here: those below a view whose code is running, else all. The
  /// levels above are in use.
  var answerable = 0..<0
  /// The number of current walks, one inside the other.
  private var walks = 0
  /// The number of current plain recursions.
  var suspensions = 0
  /// Views that were taken away while a walk may still come to them.
  private var kept: [View] = []
  /// The window, from the first call of a view's code to the end of the walk.
  private var keptWindow: View?

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

// The recursion's way through the views, without asking those that have nothing to say.
extension HitTree {
  /// Answers as ``View/ask(_:with:)`` of the window, if that calls no code of the window's class; else calls it.
  @inline(__always)
  func ask(_ window: Window, at point: Point, with event: Event?) -> View? {
    guard canAnswer(for: window), nodes[0].kind == .plain else { return window.ask(point, with: event) }
    let hit = walking { hitTest(point, below: 0, with: event) }
    return nodes[0].answer == .another ? hit?.inWindow : hit
  }

  /// Answers as ``View/standardHitTest(_:with:)`` for a view of this tree.
  ///
  /// - Precondition: ``canAnswer(for:)``.
  func hitTest(_ point: Point, in view: View, with event: Event?) -> View? {
    guard view.isHittable else { return nil }
    let index = Int(view.hitIndex)
    // Most views that override are asked where the finger is not.
    guard nodes[index].isOpen(at: point) else { return nil }
    return walking { hitTest(point, below: index, with: event) }
  }

  @inline(__always)
  private func hitTest(_ point: Point, below index: Int, with event: Event?) -> View? {
    var isInside = false
    if nodes[index].kind == .overriding {
      isInside = asking(index) { $0.point(inside: point, with: event) }
      if isStale {
        return nodes[index].view.with {
          $0.hitTestSubviews(point, isInside: isInside, with: event)
        }
      }
    } else {
      isInside = nodes[index].target.contains(point)
    }
    guard isInside || nodes[index].reachesChildren else { return nil }
    levels[Int(nodes[index].level)] = HitLevel(point: point, isInside: isInside)
    let candidate = isInside && nodes[index].answer != .passes ? index : -1
    if index == 0, let cell = grid.cell(at: point) {
      return walk(below: 0, candidate: candidate, along: cell, with: event)
    }
    return walk(below: index, candidate: candidate, along: EveryView(), with: event)
  }

  /// Goes through the views below one that was found open.
  ///
  /// - Parameter candidate: the view that answers if none below it does; −1 for none.
  @inline(__always)
  private func walk(
    below root: Int, candidate: Int, along path: some HitPath, with event: Event?
  ) -> View? {
    var path = path
    var candidate = candidate
    var position = root + 1
    let limit = Int(nodes[root].end)
    var end = limit
    while true {
      let index = path.next(from: position, in: grid)
      while index >= end {
        guard candidate >= 0 else { return nil }
        if let answer = answer(of: candidate, below: root) { return answer }
        candidate = Int(levels[Int(nodes[candidate].level)].fallback)
        end = candidate < 0 ? limit : Int(nodes[candidate].end)
      }
      let step = visit(index, with: event)
      switch step {
      case .passed: position = Int(nodes[index].end)
      case .opened(let isInside):
        position = index + 1
        guard isInside, nodes[index].answer != .passes else { continue }
        levels[Int(nodes[index].level)].fallback = Int32(candidate)
        candidate = index
        end = Int(nodes[index].end)
      case .answered(let answer): return answer
      case .interrupted: return recurse(after: index, below: root, with: event)
      }
    }
  }

  /// The result of looking at a view.
  enum HitStep {
    /// Neither it nor anything below it is hit.
    case passed
    /// Those below it come next.
    case opened(isInside: Bool)
    case answered(View)
    /// It has no answer, and its code changed the window.
    case interrupted
  }

  @inline(__always)
  private func visit(_ index: Int, with event: Event?) -> HitStep {
    let level = Int(nodes[index].level)
    guard nodes[index].kind != .closed else { return .passed }
    let point = nodes[index].conversion.apply(to: levels[level - 1].point)
    if nodes[index].kind == .overriding {
      if let answer = asking(index, { $0.ask(point, with: event) }) { return .answered(answer) }
      return isStale ? .interrupted : .passed
    }
    let isInside = nodes[index].target.contains(point)
    guard isInside || nodes[index].reachesChildren else { return .passed }
    levels[level].point = point
    levels[level].isInside = isInside
    return .opened(isInside: isInside)
  }

  /// The answer of a view that was hit itself. The one that the walk began at leaves it to its caller to look for a
  /// window.
  @inline(__always)
  private func answer(of index: Int, below root: Int) -> View? {
    guard nodes[index].answer == .another else { return nodes[index].view.object }
    return answerNow(of: index, below: root)
  }
}

/// The views that a walk looks at, by index.
protocol HitPath {
  /// The first one at or after an index; beyond all views if there is none.
  mutating func next(from index: Int, in grid: borrowing HitGrid) -> Int
}

/// All of them: the walk leaves out what is below a view that the finger is not in.
struct EveryView: HitPath {
  @inline(__always)
  func next(from index: Int, in grid: borrowing HitGrid) -> Int { index }
}

// What becomes of a walk when the code of a view on the way changes the window: the recursion takes over.
extension HitTree {
  /// Goes on as the recursion would whose views were changed under way: with the list of subviews that each view on
  /// the way had when it was reached, and everything else as it is now.
  func recurse(after index: Int, below root: Int, with event: Event?) -> View? {
    var index = index
    while index != root {
      let parent = Int(nodes[index].parent)
      let level = levels[Int(nodes[parent].level)]
      var sibling = Int(nodes[index].end)
      while sibling < nodes[parent].end {
        let view = nodes[sibling].view.object
        if let local = view.convert(fromSuperview: level.point), let hit = view.ask(local, with: event) {
          return hit
        }
        sibling = Int(nodes[sibling].end)
      }
      if level.isInside, let answer = answerNow(of: parent, below: root) { return answer }
      index = parent
    }
    return nil
  }

  /// Answer of a view that was hit itself, by its present properties.
  func answerNow(of index: Int, below root: Int) -> View? {
    let answer = nodes[index].view.with { $0.answer }
    return index == root ? answer : answer?.inWindow
  }
}

/// A view of the flattened form: what a hit test needs to know of it.
struct HitNode {
  enum Kind: UInt8 {
    /// Neither it nor anything below it is hit, and none of its code is called.
    case closed
    case plain
    /// Its class may override `hitTest` or `point(inside:)`. It is called, and what is below it is reached through it.
    case overriding
  }

  /// The view that a hit on the view itself counts for.
  enum Answer: UInt8 {
    case passes
    case itself
    /// To be asked for, since it may come and go.
    case another
  }

  /// Not kept alive by this.
  let view: Borrowed<View>
  /// From the superview's coordinates; without a meaning for a view that is closed.
  let conversion: LocalConversion
  /// The area in which the view itself is hit, in its own coordinates.
  let target: Rect
  let parent: Int32
  /// The number of its superviews in the form.
  let level: Int32
  /// The index after the last view below it.
  var end: Int32
  let kind: Kind
  let reachesChildren: Bool
  let answer: Answer
}

/// The walk's state of each view on its way down, by level.
struct HitLevel {
  /// The finger in the view's coordinates.
  var point = Point.zero
  var isInside = false
  /// The next view above that answers if this one does not; −1 for none.
  var fallback: Int32 = -1
}

extension HitNode {
  init(_ view: View, parent: Int32, level: Int32) {
    let conversion = LocalConversion(of: view)
    self.view = Borrowed(view)
    self.conversion = conversion ?? .shift(from: .zero, to: .zero)
    target = view.target
    self.parent = parent
    self.level = level
    end = 0
    reachesChildren = view.reachesChildren
    answer = Answer(view.hitBehavior)
    if conversion == nil {
      kind = .closed
    } else if !view.hasStandardHitTest {
      kind = .overriding
    } else {
      kind = view.isHittable ? .plain : .closed
    }
  }

  /// Whether the view or what is below it may be hit at a point, as far as can be said without calling its code.
  @inline(__always)
  func isOpen(at point: Point) -> Bool { isOpenOutside || target.contains(point) }

  /// Whether a finger outside the target may hit what is below.
  var isOpenOutside: Bool { reachesChildren || kind == .overriding }
}

extension HitNode.Answer {
  init(_ behavior: HitBehavior) {
    switch behavior {
    case .normal: self = .itself
    case .passThrough, .none: self = .passes
    case .redirect: self = .another
    }
  }
}
