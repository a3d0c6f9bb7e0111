import Dispatcher
import TestSupport
import Testing

/// Edges that lie, but for rounding, on those of the grid's cells: no finger there may be looked for next door.
@Suite("Hit test: edges on edges") struct HitTestEdges {
  /// How many rows and columns of views there are; the grid has as many cells.
  static let side = 12

  @Test("Points on shared edges, and a few steps of rounding beside them", arguments: [false, true])
  func sharedEdges(turned: Bool) {
    for seed in UInt64(0)..<100 {
      var random = SplitMix(seed: seed)
      let (application, cells) = Self.layout(turned: turned, &random)
      for _ in 0..<300 {
        guard let cell = cells.randomElement(using: &random) else { continue }
        let corner = cell.toScreen.apply(to: cell.bounds.origin)
        let point = Point(
          x: Self.nudged(corner.x, Int.random(in: -4...4, using: &random)),
          y: Self.nudged(corner.y + 1, Int.random(in: -4...4, using: &random)))
        let (hit, expected) = (
          application.hitTest(point, with: nil), application.recursiveHitTest(point, with: nil)
        )
        #expect(hit === expected, "seed \(seed) at \(point)")
      }
      #expect(application.windows[0].isFlattened)
    }
  }

  /// A square window with views in rows and columns, in containers that cover it and whose coordinates are shifted,
  /// or turned by a quarter each.
  static func layout(turned: Bool, _ random: inout SplitMix) -> (Application, [View]) {
    let length = Double.random(in: 100...1000, using: &random)
    let window = Window(frame: Rect(x: 0, y: 0, width: length, height: length))
    var container: View = window
    for _ in 0..<4 {
      let view = View(frame: Rect(x: 0, y: 0, width: length, height: length))
      view.bounds.origin = container.bounds.origin
      container.addSubview(view)
      if turned {
        view.transform = AffineTransform(rotation: .pi / 2)
      } else {
        let shift = Double.random(in: 0...100, using: &random)
        view.bounds.origin.x += shift
        view.bounds.origin.y += shift / 3
      }
      view.center = container.bounds.center
      container = view
    }
    let cell = length / Double(side)
    for place in 0..<side * side {
      let (column, row) = (Double(place % side), Double(place / side))
      let origin = container.bounds.origin
      container.addSubview(
        View(frame: Rect(x: origin.x + column * cell, y: origin.y + row * cell, width: cell, height: cell)))
    }
    let application = Application()
    application.addWindow(window)
    return (application, container.subviews)
  }

  static func nudged(_ value: Double, _ steps: Int) -> Double {
    var value = value
    for _ in 0..<abs(steps) { value = steps > 0 ? value.nextUp : value.nextDown }
    return value
  }
}
