import TestTables

/// A conversion from the screen is kept while no view moves; it gives what a new one gives, to the last bit.
@Suite("Conversion from the screen") struct ConversionRules {
  @Test("After random changes of properties, the tree and the windows, in and out of windows")
  func randomChanges() {
    for seed in UInt64(5000)..<5100 {
      let layout = RandomLayout(seed: seed, views: 30)
      for step in 0..<100 {
        if step % 3 == 0 { layout.change() }
        if step % 17 == 0 { _ = layout.application.hitTest(layout.makePoint(), with: nil) }
        guard let view = layout.views.randomElement(using: &layout.random) else { continue }
        let point = layout.makePoint()
        for time in ["first", "second"] where !Self.isExact(view, point) {
          Issue.record(
            "seed \(seed), step \(step): the \(time) conversion of \(point) to \(view.identifier) is off")
          return
        }
      }
    }
  }

  @Test("A window below a view of another window, and out again")
  func nestedWindow() {
    let (outer, inner) = (
      Window(frame: Rect(x: 10, y: 0, width: 100, height: 100)),
      Window(frame: Rect(x: 0, y: 20, width: 50, height: 50))
    )
    let view = View(frame: Rect(x: 1, y: 2, width: 3, height: 4))
    inner.addSubview(view)
    let application = Application()
    application.addWindow(inner)
    let point = Point(x: 11, y: 22)
    for _ in 0..<3 {
      #expect(application.hitTest(Point(x: 1.5, y: 22.5), with: nil) === view)
      #expect(Self.isExact(view, point))
      outer.addSubview(inner)
      #expect(Self.isExact(view, point))
      outer.center.x += 1
      #expect(Self.isExact(view, point))
      inner.removeFromSuperview()
      #expect(Self.isExact(view, point))
    }
  }

  static func isExact(_ view: View, _ point: Point) -> Bool {
    var top = view
    while let superview = top.superview { top = superview }
    let onScreen = top.toScreen.apply(to: point)
    let expected = view.toScreen.inverse?.apply(to: onScreen) ?? onScreen
    let converted = view.convert(point, from: nil)
    return isSame(converted.x, expected.x) && isSame(converted.y, expected.y)
  }

  /// What is no number has a sign that arithmetic does not define.
  static func isSame(_ a: Double, _ b: Double) -> Bool { a.bitPattern == b.bitPattern || a.isNaN && b.isNaN }
}
