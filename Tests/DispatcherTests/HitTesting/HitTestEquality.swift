import TestTables

/// The flattened hit test against the rule: the same answers, and the same calls of overriding views in order.
@Suite("Hit test: equal to the recursion") struct HitTestEquality {
  struct Layouts: TableRow {
    var what = ""
    let seeds: Range<UInt64>
    let views: Int
    let points: Int
  }

  @Test(
    "Random layouts: views of all kinds, odd transforms, points on edges and corners",
    arguments: [
      "no view but the windows": Layouts(seeds: 0..<20, views: 0, points: 100),
      "a few views": Layouts(seeds: 100..<500, views: 10, points: 100),
      "some views": Layouts(seeds: 500..<600, views: 60, points: 300),
      "many views": Layouts(seeds: 600..<620, views: 400, points: 1500),
      "a great many": Layouts(seeds: 620..<624, views: 3000, points: 500),
    ] as Table<Layouts>)
  func randomLayouts(_ layouts: Layouts) {
    for seed in layouts.seeds {
      let layout = RandomLayout(seed: seed, views: layouts.views)
      for step in 0..<layouts.points {
        if let difference = layout.difference(at: layout.makePoint()) {
          Issue.record("seed \(seed), step \(step): \(difference)")
          return
        }
      }
      let windows = layout.application.windows
      #expect(
        windows.contains { $0.isFlattened }, "seed \(seed): no window was flattened, nothing was compared")
    }
  }

  @Test("Random changes between the hit tests")
  func randomChanges() {
    var flattened = 0
    for seed in UInt64(1000)..<1060 {
      let layout = RandomLayout(seed: seed, views: 40)
      for step in 0..<60 {
        layout.change()
        for _ in 0..<10 {
          if let difference = layout.difference(at: layout.makePoint()) {
            Issue.record("seed \(seed), step \(step): \(difference)")
            return
          }
          if layout.application.windows.contains(where: \.isFlattened) { flattened += 1 }
        }
      }
    }
    #expect(flattened > 5000, "of 36,000 hit tests so many were not the recursion's own")
  }

  @Test(
    "Random changes in the middle of a hit test, by the code of a view: as in a twin that the recursion walks"
  )
  func randomInterruptions() {
    var interruptions = 0
    for seed in UInt64(2000)..<4000 {
      let (fast, plain) = (RandomLayout(seed: seed, views: 30), RandomLayout(seed: seed, views: 30))
      _ = fast.application.hitTest(.zero, with: nil)
      _ = plain.application.recursiveHitTest(.zero, with: nil)
      (_, _) = (fast.calls.take(), plain.calls.take())
      let after = Int(seed % 3)
      for layout in [fast, plain] { layout.calls.interruption = (after, { layout.change() }) }
      for _ in 0..<5 {
        let (point, twin) = (fast.makePoint(), plain.makePoint())
        guard point == twin else { continue }
        let answers = (
          fast.application.hitTest(point, with: nil)?.identifier,
          plain.application.recursiveHitTest(point, with: nil)?.identifier
        )
        #expect(answers.0 == answers.1, "seed \(seed) at \(point)")
        #expect(fast.calls.take() == plain.calls.take(), "seed \(seed) at \(point)")
      }
      if fast.calls.interruption == nil { interruptions += 1 }
    }
    #expect(interruptions > 300)
  }
}

extension RandomLayout {
  /// What the hit test says or calls that the recursion does not; nil for no difference.
  func difference(at point: Point) -> String? {
    let answer = application.hitTest(point, with: nil)
    let made = calls.take()
    let expected = application.recursiveHitTest(point, with: nil)
    let due = calls.take()
    if answer !== expected {
      return "\(point) hit \(answer?.identifier ?? "no view") instead of \(expected?.identifier ?? "no view")"
    }
    return made == due ? nil : "\(point) called \(made) instead of \(due)"
  }

  /// Changes a property, the tree or the windows.
  func change() {
    guard let view = views.randomElement(using: &random), let other = views.randomElement(using: &random)
    else { return }
    switch Int.random(in: 0..<10, using: &random) {
    case 0..<5: vary(view)
    case 5: if !(view is Window) { view.removeFromSuperview() }
    case 6: if !(view is Window), !other.isDescendant(of: view) { other.insertSubview(view, at: 0) }
    case 7: other.addSubview(makeView(in: other, place: 0, of: 4))
    case 8: (view as? Window)?.level = chance(0.5) ? 0.5 : -1
    default:
      if let window = view as? Window {
        if chance(0.5) { application.removeWindow(window) } else { application.addWindow(window) }
      } else {
        view.superview?.bringSubviewToFront(view)
      }
    }
  }
}
