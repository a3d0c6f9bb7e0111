/// The views of a window in a row, for hit tests that need not ask each of them.
///
/// The row is in the order in which the recursion visits views: a view before those below it, the front-most child
/// first. It is made anew when it is worth its cost, and used only while nothing has changed since; else the recursion
/// of ``View/standardHitTest(_:with:)`` runs, whose answers and calls this must equal.
///
/// A walk along the row leaves out what lies elsewhere in the window: each view, with all below it, by a box around
/// its target, and each block of views by a box around theirs. The boxes are too large rather than too small; the walk
/// decides.
///
/// Each view knows the tree it was last seen in (``View/hitTree``), so a change is noted in O(1). Once a view was taken
/// away, the tree keeps none alive, but for the walks that go on.
final class HitTree {
  /// Whether anything has changed that a hit test depends on.
  private(set) var isStale = true
  /// Changes with everything that moves a view of the window on the screen; never 0.
  private(set) var version: UInt64 = 1
  /// Views that the recursion has looked at since the last change.
  var lookedAt = 0
  /// The number of current plain recursions.
  var suspensions = 0
  /// The number of current walks, one inside the other.
  private var walks = 0
  /// The views whose hit test may be answered from here: those below a view whose code is running, else all. The
  /// levels above are in use.
  private var answerable = 0..<0

  private var nodes: ContiguousArray<Node> = []
  /// Of each view.
  private var reaches: ContiguousArray<Reach> = []
  /// Of each 64 views in the row.
  private var blocks: ContiguousArray<Block> = []
  private var levels: ContiguousArray<Level> = []
  /// The number of views when the row was last made.
  private var viewCount = 0

  /// Facts about a view that a hit test needs to know.
  private struct Node {
    enum Kind {
      /// Neither it nor anything below it is hit, and none of its code is called.
      case closed
      case plain
      /// Its class may override `hitTest` or `point(inside:)`. It is called; what is below it is reached through it.
      case overriding
    }

    /// The view that a hit on the view itself counts for; another is asked for then, since it may come and go.
    enum Answer { case none, itself, another }

    let id: ObjectIdentifier
    /// `nil` for the window, which would keep itself.
    let view: View?
    /// From the superview's coordinates; without a meaning for a view that is closed.
    let conversion: LocalConversion
    /// The area in which the view itself is hit, in its own coordinates.
    let target: Rect
    let parent: Int
    /// The number of its superviews in the row.
    let level: Int
    let kind: Kind
    let reachesChildren: Bool
    let answer: Answer

    init(_ view: View, parent: Int, level: Int) {
      let conversion = LocalConversion(of: view)
      id = ObjectIdentifier(view)
      self.view = level == 0 ? nil : view
      self.conversion = conversion ?? .shift(from: .zero, to: .zero)
      target = view.target
      (self.parent, self.level) = (parent, level)
      reachesChildren = view.reachesChildren
      answer =
        switch view.hitBehavior {
        case .normal: .itself
        case .passThrough, .none: .none
        case .redirect: .another
        }
      if conversion == nil {
        kind = .closed
      } else if !view.hasStandardHitTest {
        kind = .overriding
      } else {
        kind = view.isHittable ? .plain : .closed
      }
    }

    /// Whether a finger outside the target may hit what is below.
    var isOpenOutside: Bool { reachesChildren || kind == .overriding }
  }

  /// A rectangle of the window by its edges, all of which belong to it. Rounded, as is each finger that it is asked
  /// for: what is larger is not smaller rounded.
  private struct Box {
    var low: SIMD2<Float>
    var high: SIMD2<Float>

    static let empty = Box(low: SIMD2(repeating: .infinity), high: SIMD2(repeating: -.infinity))
    static let everywhere = Box(low: empty.high, high: empty.low)

    @inline(__always)
    func contains(_ finger: SIMD2<Float>) -> Bool {
      finger.x >= low.x && finger.x <= high.x && finger.y >= low.y && finger.y <= high.y
    }

    var isFinite: Bool { low.x.isFinite && low.y.isFinite && high.x.isFinite && high.y.isFinite }

    func intersection(_ other: Box) -> Box {
      Box(low: pointwiseMax(low, other.low), high: pointwiseMin(high, other.high))
    }

    func union(_ other: Box) -> Box {
      Box(low: pointwiseMin(low, other.low), high: pointwiseMax(high, other.high))
    }
  }

  /// The part of the window in which a view, or one below it, may have to do with a finger.
  private struct Reach {
    let box: Box
    private var next: Int32 = 0

    init(box: Box) { self.box = box }

    /// The index after the last view below it.
    var end: Int {
      get { Int(next) }
      set { next = Int32(newValue) }
    }
  }

  /// Some views that follow each other in the row, to be left out together.
  private struct Block {
    static let size = 64

    /// Around the boxes of the views that have one of their own.
    var box = Box.empty
    /// A bit for each of the others, whose box is that of the view above.
    var boxless: UInt64 = 0

    mutating func add(_ region: Region, at index: Int) {
      if region.isBoxed { box = box.union(region.reach) } else { boxless |= 1 << (index % Self.size) }
    }

    /// The first view without a box of its own from an index on; `nil` if the block has no more.
    @inline(__always)
    func firstBoxless(from index: Int, before end: Int) -> Int? {
      let rest = index < end ? boxless >> (index % Self.size) : 0
      return rest == 0 ? nil : index + rest.trailingZeroBitCount
    }
  }

  /// The walk's state of each view on its way down, by level.
  private struct Level {
    /// The finger in the view's coordinates.
    var point = Point.zero
    var isInside = false
    /// The next view above that answers if this one does not; −1 for none.
    var fallback = -1
  }

  // MARK: Changes

  /// A property changed that decides whether a view is hit.
  func hitTestDidChange() {
    isStale = true
    lookedAt = 0
  }

  /// Views came or moved.
  func geometryDidChange() {
    hitTestDidChange()
    version &+= 1
  }

  /// A view is about to be taken away, or the window goes: nothing is kept but until the end of the current walks, as
  /// the recursion's own lists of subviews would.
  func viewLeaves() {
    geometryDidChange()
    if walks == 0 { letGo() }
  }

  private func letGo() {
    let former = nodes
    nodes = []
    answerable = 0..<0
    // Code of a view that goes may hit-test.
    withExtendedLifetime(former) {}
  }

  // MARK: Making it anew

  /// Makes the row anew if it is stale and that is worth its cost: once the recursion has looked at as many views since
  /// the last change as there were. So a window that changes at each touch does not pay for a row that is used once.
  /// O(views).
  func update(for window: Window) {
    guard isStale else { return }
    lookedAt &+= 1
    guard lookedAt > viewCount, walks == 0, suspensions == 0, window.superview == nil else { return }
    nodes.removeAll(keepingCapacity: nodes.count > nodes.capacity / 4)
    reaches.removeAll(keepingCapacity: reaches.count > reaches.capacity / 4)
    blocks.removeAll(keepingCapacity: blocks.count > blocks.capacity / 4)
    append(window, parent: -1, in: Region(of: window))
    (viewCount, answerable, lookedAt, isStale) = (nodes.count, 0..<nodes.count, 0, false)
  }

  private func append(_ view: View, parent: Int, in outside: Region) {
    let (index, level) = (nodes.count, parent < 0 ? 0 : nodes[parent].level + 1)
    let node = Node(view, parent: parent, level: level)
    let region = parent < 0 ? outside : outside.region(of: view, node)
    nodes.append(node)
    reaches.append(Reach(box: region.reach))
    if index % Block.size == 0 { blocks.append(Block()) }
    blocks[index / Block.size].add(region, at: index)
    if level == levels.count { levels.append(Level()) }
    view.join(self)
    view.hitIndex = Int32(index)
    for view in view.subviews.reversed() { append(view, parent: index, in: region.inside(node)) }
    reaches[index].end = nodes.count
  }

  /// The part of the window that is a view's, while the row is made.
  ///
  /// The walk converts a finger level by level, and rounds at each; a box in the window's coordinates is found through
  /// the composed map, and rounds otherwise. So each box is enlarged by a bound on how far the two can lie apart. Where
  /// there is no such bound (a view scaled to almost nothing, a coordinate that is not a number), the view may have to
  /// do with all that its superview has to do with.
  private struct Region {
    /// A bound on the relative error of all operations of a level: some million times that of one.
    private static let rounding = 0x1p-30

    private(set) var reach = Box.everywhere
    /// True if that is a box of its own, false if it is that of the view above.
    private(set) var isBoxed = false
    /// From the view's coordinates to the window's.
    private var map = AffineTransform.identity
    /// Error bound of the map, in points of the window.
    private var error = 0.0
    /// No coordinate of a finger in the view is larger.
    private var largest: Double

    /// For fingers on the window.
    init(of window: Window) {
      largest = window.target.largest
    }

    /// The region of a view below the one that this is for.
    func region(of view: View, _ node: Node) -> Region {
      var region = self
      region.isBoxed = node.kind == .closed
      guard node.kind != .closed else {
        region.reach = .empty
        return region
      }
      region.descend(to: view, by: node.conversion)
      guard !node.isOpenOutside else { return region }
      let (target, map) = (node.target, region.map)
      let (middle, width, height) = (map.apply(to: target.center), target.width / 2, target.height / 2)
      let slack = region.error + Self.rounding * (map.norm * target.largest + map.shift)
      let x = (map.a * width).magnitude + (map.c * height).magnitude + slack
      let y = (map.b * width).magnitude + (map.d * height).magnitude + slack
      let box = Box(
        low: Point(x: middle.x - x, y: middle.y - y).rounded,
        high: Point(x: middle.x + x, y: middle.y + y).rounded)
      if box.isFinite { (region.reach, region.isBoxed) = (box.intersection(reach), true) }
      return region
    }

    private mutating func descend(to view: View, by conversion: LocalConversion) {
      let up = view.toSuperview
      // The most by which the way down enlarges a coordinate, and the largest one that it adds before.
      let (stretch, offset): (Double, Double) =
        switch conversion {
        case .shift(let center, let middle): (1, center.largest + middle.largest)
        case .inverse(let inverse): (inverse.norm, up.shift)
        }
      map = up.concatenating(map)
      largest = stretch * (largest + offset)
      // The inverse is off by more the more of its determinant cancels out.
      error += Self.rounding * (map.norm * (up.norm * stretch) * largest + map.shift)
    }

    /// The same for those below the view: what is below one that overrides `hitTest` is reached through that.
    func inside(_ node: Node) -> Region {
      var region = self
      if node.kind == .overriding, node.level > 0 { region.reach = .empty }
      return region
    }
  }

  // MARK: Hit tests

  /// Whether a hit test that begins at a view can be answered from here.
  @inline(__always)
  func canAnswer(for view: View) -> Bool {
    let index = Int(view.hitIndex)
    return !isStale && suspensions == 0 && answerable.contains(index)
      && nodes[index].id == ObjectIdentifier(view)
  }

  /// Answers as ``View/ask(_:with:)`` of the window, if that calls no code of the window's class; else calls it.
  func ask(_ window: Window, at point: Point, with event: Event?) -> View? {
    guard canAnswer(for: window), nodes[0].kind == .plain else { return window.ask(point, with: event) }
    let hit = walk(from: window, at: point, with: event)
    return nodes.isEmpty || nodes[0].answer == .another ? hit?.inWindow : hit
  }

  /// Answers as ``View/standardHitTest(_:with:)`` for a view of this tree.
  ///
  /// - Precondition: ``canAnswer(for:)``.
  func hitTest(_ point: Point, in view: View, with event: Event?) -> View? {
    guard view.isHittable else { return nil }
    // Most views that override are asked where the finger is not.
    let node = Int(view.hitIndex)
    guard nodes[node].isOpenOutside || nodes[node].target.contains(point) else { return nil }
    return walk(from: view, at: point, with: event)
  }

  /// Walks from a view on; no view of the tree goes away meanwhile.
  private func walk(from view: View, at point: Point, with event: Event?) -> View? {
    walks += 1
    defer {
      walks -= 1
      if walks == 0, answerable.isEmpty || isStale { letGo() }
    }
    let index = Int(view.hitIndex)
    var isInside = nodes[index].target.contains(point)
    if nodes[index].kind == .overriding {
      isInside = asking(index, view) { $0.point(inside: point, with: event) }
      if isStale { return view.hitTestSubviews(point, isInside: isInside, with: event) }
    }
    guard isInside || nodes[index].reachesChildren else { return nil }
    levels[nodes[index].level] = Level(point: point, isInside: isInside)
    let candidate = isInside && nodes[index].answer != .none ? index : -1
    // The boxes are for fingers on the window.
    let finger = index == 0 && nodes[0].target.contains(point) ? point.rounded : nil
    return walk(below: index, view, candidate: candidate, finger, with: event)
  }

  /// Goes through the views below one that was found open.
  ///
  /// - Parameters:
  ///   - candidate: the view that answers if none below it does; −1 for none.
  ///   - finger: in the window's coordinates; `nil` to look at all views.
  private func walk(
    below root: Int, _ view: View, candidate: Int, _ finger: SIMD2<Float>?, with event: Event?
  ) -> View? {
    var (candidate, index) = (candidate, root + 1)
    let limit = reaches[root].end
    var end = limit
    while true {
      if let finger { index = next(from: index, at: finger) }
      while index >= end {
        guard candidate >= 0 else { return nil }
        if let answer = answer(of: candidate, below: root, view) { return answer }
        candidate = levels[nodes[candidate].level].fallback
        end = candidate < 0 ? limit : reaches[candidate].end
      }
      switch visit(index, with: event) {
      case .passed: index = reaches[index].end
      case .opened(let isInside):
        if isInside, nodes[index].answer != .none {
          levels[nodes[index].level].fallback = candidate
          candidate = index
          end = reaches[index].end
        }
        index += 1
      case .answered(let answer): return answer
      case .interrupted: return recurse(after: index, below: root, view, with: event)
      }
    }
  }

  /// The first view from an index on that may have to do with a finger; beyond all if there is none.
  @inline(__always)
  private func next(from start: Int, at finger: SIMD2<Float>) -> Int {
    let (reaches, blocks) = (reaches, blocks)
    var index = start
    while index < reaches.count {
      let block = blocks[index / Block.size]
      let end = (index / Block.size + 1) * Block.size
      if block.box.contains(finger) {
        while index < min(end, reaches.count) {
          if reaches[index].box.contains(finger) { return index }
          index = reaches[index].end
        }
      } else {
        while let boxless = block.firstBoxless(from: index, before: end) {
          if reaches[boxless].box.contains(finger) { return boxless }
          index = reaches[boxless].end
        }
        index = max(index, end)
      }
    }
    return index
  }

  /// The result of looking at a view.
  private enum Step {
    /// Neither it nor anything below it is hit.
    case passed
    /// Those below it come next.
    case opened(isInside: Bool)
    case answered(View)
    /// It has no answer, and its code changed the window.
    case interrupted
  }

  @inline(__always)
  private func visit(_ index: Int, with event: Event?) -> Step {
    let level = nodes[index].level
    guard nodes[index].kind != .closed else { return .passed }
    let point = nodes[index].conversion.apply(to: levels[level - 1].point)
    if nodes[index].kind == .overriding, let view = nodes[index].view {
      if let answer = asking(index, view, { $0.ask(point, with: event) }) { return .answered(answer) }
      return isStale ? .interrupted : .passed
    }
    let isInside = nodes[index].target.contains(point)
    guard isInside || nodes[index].reachesChildren else { return .passed }
    levels[level].point = point
    levels[level].isInside = isInside
    return .opened(isInside: isInside)
  }

  /// Runs code of a view, which may hit-test that view and those below it from here.
  private func asking<Answer>(_ index: Int, _ view: View, _ code: (View) -> Answer) -> Answer {
    let before = answerable
    answerable = index..<reaches[index].end
    defer { answerable = before }
    return code(view)
  }

  /// The answer of a view that was hit itself. The one that the walk began at leaves it to its caller to look for a
  /// window.
  @inline(__always)
  private func answer(of index: Int, below root: Int, _ view: View) -> View? {
    if nodes[index].answer == .itself { return index == root ? view : nodes[index].view }
    return answerNow(of: index, below: root, view)
  }

  /// The same, by its present properties.
  private func answerNow(of index: Int, below root: Int, _ view: View) -> View? {
    index == root ? view.answer : nodes[index].view?.answer?.inWindow
  }

  /// Goes on as the recursion would whose views were changed under way: with the list of subviews that each view on
  /// the way had when it was reached, and everything else as it is now.
  private func recurse(after index: Int, below root: Int, _ view: View, with event: Event?) -> View? {
    var index = index
    while index != root {
      let parent = nodes[index].parent
      let level = levels[nodes[parent].level]
      var sibling = reaches[index].end
      while sibling < reaches[parent].end {
        if let view = nodes[sibling].view, let local = view.convert(fromSuperview: level.point),
          let hit = view.ask(local, with: event)
        {
          return hit
        }
        sibling = reaches[sibling].end
      }
      if level.isInside, let answer = answerNow(of: parent, below: root, view) { return answer }
      index = parent
    }
    return nil
  }
}

extension Point {
  /// The larger magnitude of a coordinate.
  fileprivate var largest: Double { max(x.magnitude, y.magnitude) }

  fileprivate var rounded: SIMD2<Float> { SIMD2(Float(x), Float(y)) }
}

extension Rect {
  /// The largest magnitude of a coordinate.
  fileprivate var largest: Double { max(origin.largest, Point(x: maxX, y: maxY).largest) }
}

extension AffineTransform {
  /// The most by which it enlarges the largest coordinate, its translation left out.
  var norm: Double { max(a.magnitude + c.magnitude, b.magnitude + d.magnitude) }

  /// The larger part of its translation.
  fileprivate var shift: Double { max(tx.magnitude, ty.magnitude) }
}
