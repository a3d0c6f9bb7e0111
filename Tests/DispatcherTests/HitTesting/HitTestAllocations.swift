import CAllocationCounter
import TestTables

/// In steady state neither a hit test nor a conversion allocates.
@Suite("Hit test: allocations") struct HitTestAllocations {
  final class Overriding: View {
    override func hitTest(_ point: Point, with event: Event?) -> View? { super.hitTest(point, with: event) }

    override func point(inside point: Point, with event: Event?) -> Bool {
      super.point(inside: point, with: event)
    }
  }

  struct Row: TableRow {
    var what = ""
    let views: Int
    let fan: Int
    /// Every so many views, one overrides; 0 for none.
    var overriding = 0
    var angle = 0.0
  }

  @Test(
    "A hit test, and a conversion to the view that was hit",
    .optimised,
    arguments: [
      "10,000 views, flat": Row(views: 10_000, fan: 10_000),
      "10,000 views, nested": Row(views: 10_000, fan: 10),
      "1,000 views, nested, turned": Row(views: 1000, fan: 2, angle: 0.1),
      "1,000 views, nested, one in 25 overrides": Row(views: 1000, fan: 10, overriding: 25),
      "one window": Row(views: 0, fan: 1),
    ] as Table<Row>)
  func steadyState(_ row: Row) {
    let application = Application()
    let window = Self.window(row)
    application.addWindow(window)
    var random = SplitMix(seed: 1)
    let points = (0..<1000).map { _ in
      Point(x: Double.random(in: 0..<1000, using: &random), y: Double.random(in: 0..<1000, using: &random))
    }
    func run() {
      for point in points {
        let view = application.hitTest(point, with: nil)
        if let view, view.convert(point, from: nil).x.isNaN { Issue.record("no place at \(point)") }
      }
    }
    run()
    let before = allocation_count()
    run()
    let count = allocation_count() - before
    #expect(window.isFlattened)
    #expect(count == 0, "\(count) allocations in 1,000 hit tests")
  }

  @Test("10,000 views that all cover the screen take no more memory than 512 bytes each to flatten")
  func memory() {
    let application = Application()
    let window = Window(frame: Rect(x: 0, y: 0, width: 1000, height: 1000))
    for _ in 0..<10_000 { window.addSubview(View(frame: window.bounds)) }
    application.addWindow(window)
    let before = allocated_bytes()
    #expect(application.hitTest(.zero, with: nil) === window.subviews.last)
    #expect(window.isFlattened)
    #expect(allocated_bytes() - before < 512 * 10_000)
  }

  /// A tree in which each view has so many children, side by side.
  static func window(_ row: Row) -> Window {
    let window = Window(frame: Rect(x: 0, y: 0, width: 1000, height: 1000))
    var views: [View] = [window]
    while views.count <= row.views {
      let (parent, place) = (views[(views.count - 1) / row.fan], (views.count - 1) % row.fan)
      let size = parent.bounds.size
      let columns = Double(row.fan).squareRoot().rounded(.up)
      let frame = Rect(
        x: Double(place % Int(columns)) * size.width / columns,
        y: Double(place / Int(columns)) * size.height / columns,
        width: size.width / columns, height: size.height / columns)
      let overrides = row.overriding > 0 && views.count % row.overriding == 0
      let view = overrides ? Overriding(frame: frame) : View(frame: frame)
      if row.angle != 0 { view.transform = AffineTransform(rotation: row.angle) }
      parent.addSubview(view)
      views.append(view)
    }
    return window
  }
}
