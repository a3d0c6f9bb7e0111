// The recursion's way through the views, without asking those that have nothing to say.
extension HitTree {
  /// What ``View/ask(_:with:)`` answers for the window, if that calls no code of the window's class; else it is called.
  @inline(__always)
  func ask(_ window: Window, at point: Point, with event: Event?) -> View? {
    guard canAnswer(for: window), nodes[0].kind == .plain else { return window.ask(point, with: event) }
    let hit = walking { hitTest(point, below: 0, with: event) }
    return nodes[0].answer == .another ? hit?.inWindow : hit
  }

  /// What ``View/standardHitTest(_:with:)`` answers for a view of this tree.
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

  /// What came of looking at a view.
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
