import Dispatcher
import TestTables

/// A change after a hit test counts at the next one, also what ``RandomLayout`` does not change.
@Suite("Hit test: changes") struct HitTestChanges {
  /// A window that has been flattened: `back` over all of it; `A` (0,0,100,100) with `C` (20,20,40,40) and, beyond
  /// its edge, `D` (110,10,30,30); `B` (150,0,100,100); 20 dots at the bottom.
  final class Layout {
    let application = Application()
    let window = Window(frame: Rect(x: 0, y: 0, width: 300, height: 300))
    private var views: [String: View] = [:]

    init() {
      window.identifier = "window"
      application.addWindow(window)
      add("back", 0, 0, 300, 300)
      add("A", 0, 0, 100, 100)
      add("C", 20, 20, 40, 40, in: "A")
      add("D", 110, 10, 30, 30, in: "A")
      add("B", 150, 0, 100, 100)
      for dot in 0..<20 { add("dot\(dot)", Double(dot) * 15, 280, 10, 10) }
      flatten()
    }

    subscript(name: String) -> View {
      guard let view = views[name] else { preconditionFailure("no view is called \(name)") }
      return view
    }

    private func add(
      _ name: String, _ x: Double, _ y: Double, _ width: Double, _ height: Double, in superview: String? = nil
    ) {
      let view = View(frame: Rect(x: x, y: y, width: width, height: height))
      view.identifier = name
      views[name] = view
      (superview.map { self[$0] } ?? window).addSubview(view)
    }

    func hit(_ x: Double, _ y: Double) -> String? {
      application.hitTest(Point(x: x, y: y), with: nil)?.identifier
    }

    /// Hit-tests until the window is flattened: at most once for each view that it has.
    func flatten() {
      for _ in 0..<50 where !window.isFlattened { _ = hit(30, 30) }
    }
  }

  struct Row: TableRow {
    var what = ""
    let x: Double
    let y: Double
    let before: String
    let after: String
    let change: @Sendable (Layout) -> Void
  }

  static let rows: Table<Row> = [
    "its frame moves": Row(x: 5, y: 5, before: "A", after: "back") {
      $0["A"].frame = Rect(x: 50, y: 50, width: 9, height: 9)
    },
    "it stands for another": Row(x: 5, y: 5, before: "A", after: "B") {
      $0["A"].hitBehavior = .redirect(to: Weak($0["B"]))
    },
    "the screen shrinks": Row(x: 90, y: 30, before: "A", after: "C") {
      $0.application.screen = Rect(x: 0, y: 0, width: 50, height: 50)
    },
  ]

  @Test("What is hit before and after a change", arguments: rows)
  func row(_ row: Row) {
    let layout = Layout()
    #expect(layout.window.isFlattened)
    #expect(layout.hit(row.x, row.y) == row.before)
    row.change(layout)
    #expect(layout.hit(row.x, row.y) == row.after, "just after the change")
    layout.flatten()
    #expect(layout.hit(row.x, row.y) == row.after, "once hit tests have gone on")
  }

  @Test("A window that changes before each hit test is never flattened; left alone, it is, after a while")
  func worthIt() {
    let layout = Layout()
    for step in 0..<100 {
      layout["C"].alpha = 0.5 + Double(step) / 1000
      #expect(layout.hit(30, 30) == "C")
      #expect(!layout.window.isFlattened)
    }
    layout.flatten()
    #expect(layout.window.isFlattened)
  }
}
