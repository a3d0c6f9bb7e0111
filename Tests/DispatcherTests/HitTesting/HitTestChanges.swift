import Dispatcher
import TestTables
import Testing

/// Whatever changes after a hit test counts at the next one.
@Suite("Hit test: changes") struct HitTestChanges {
  /// A window that has been flattened: `back` over all of it; `A` (0,0,100,100) with `C` (20,20,40,40) and, beyond
  /// its edge, `D` (110,10,30,30); `B` (150,0,100,100); 20 dots at the bottom. `spare` is in no window.
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
      let spare = View(frame: Rect(x: 0, y: 0, width: 300, height: 300))
      spare.identifier = "spare"
      views["spare"] = spare
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

    func addWindow(level: Double) -> Window {
      let window = Window(frame: Rect(x: 0, y: 0, width: 300, height: 300))
      window.identifier = "other"
      window.level = level
      application.addWindow(window)
      return window
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
    let what: String
    let x: Double
    let y: Double
    let before: String
    let after: String
    let change: @Sendable (Layout) -> Void

    init(
      _ what: String, at x: Double, _ y: Double, _ before: String, _ after: String,
      change: @escaping @Sendable (Layout) -> Void
    ) {
      (self.what, self.x, self.y, self.before, self.after, self.change) = (what, x, y, before, after, change)
    }
  }

  static let properties = [
    Row("its centre moves", at: 5, 5, "A", "back") { $0["A"].center.x = 150 },
    Row("its frame moves", at: 5, 5, "A", "back") { $0["A"].frame = Rect(x: 50, y: 50, width: 9, height: 9) },
    Row("its bounds scroll", at: 30, 30, "C", "A") { $0["A"].bounds.origin.y = 90 },
    Row("its bounds grow", at: 105, 50, "back", "A") { $0["A"].bounds.size.width = 120 },
    Row("it is turned", at: 2, 2, "A", "back") { $0["A"].transform = AffineTransform(rotation: 0.7) },
    Row("it is flattened", at: 30, 30, "C", "back") { $0["A"].transform = AffineTransform(scaleX: 0, y: 1) },
    Row("it is not interactive", at: 30, 30, "C", "back") { $0["A"].isUserInteractionEnabled = false },
    Row("it is hidden", at: 30, 30, "C", "back") { $0["A"].isHidden = true },
    Row("it becomes transparent", at: 30, 30, "C", "back") { $0["A"].alpha = 0.01 },
    Row("its target grows", at: 140, 50, "back", "B") {
      $0["B"].hitOutset = EdgeInsets(top: 0, left: 12, bottom: 0, right: 0)
    },
    Row("fingers pass through it", at: 5, 5, "A", "back") { $0["A"].hitBehavior = .passThrough },
    Row("nothing in it is hit", at: 30, 30, "C", "back") { $0["A"].hitBehavior = .none },
    Row("it stands for another", at: 5, 5, "A", "B") { $0["A"].hitBehavior = .redirect(to: Weak($0["B"])) },
    Row("it stands for one that leaves", at: 5, 5, "A", "back") {
      $0["A"].hitBehavior = .redirect(to: Weak($0["B"]))
      $0.flatten()
      $0["B"].removeFromSuperview()
    },
    Row("children beyond its edge are reached", at: 115, 15, "back", "D") { $0["A"].reachesChildren = true },
  ]

  static let places = [
    Row("a view comes in front", at: 30, 30, "C", "spare") { $0.window.addSubview($0["spare"]) },
    Row("a view comes deep inside", at: 30, 30, "C", "spare") { $0["C"].addSubview($0["spare"]) },
    Row("it is taken out", at: 30, 30, "C", "A") { $0["C"].removeFromSuperview() },
    Row("it goes behind", at: 30, 30, "C", "back") { $0.window.sendSubviewToBack($0["A"]) },
    Row("what covers it comes in front", at: 30, 30, "C", "back") {
      $0.window.bringSubviewToFront($0["back"])
    },
    Row("it changes its superview", at: 180, 30, "B", "C") { $0["B"].addSubview($0["C"]) },
    Row("it comes back, changed meanwhile", at: 65, 65, "A", "C") {
      let view = $0["C"]
      view.removeFromSuperview()
      $0.flatten()
      view.center = Point(x: 60, y: 60)
      $0["A"].addSubview(view)
    },
  ]

  static let windows = [
    Row("the window moves", at: 30, 30, "C", "A") { $0.window.center.y += 25 },
    Row("the window is hidden", at: 30, 30, "C", "other") {
      _ = $0.addWindow(level: -1)
      $0.window.isHidden = true
    },
    Row("another window comes", at: 30, 30, "C", "other") { _ = $0.addWindow(level: 0) },
    Row("another window rises", at: 30, 30, "C", "other") {
      let other = $0.addWindow(level: -1)
      $0.flatten()
      other.level = 1
    },
    Row("another window comes and goes", at: 30, 30, "C", "C") {
      let other = $0.addWindow(level: 1)
      $0.flatten()
      $0.application.removeWindow(other)
    },
    Row("the screen shrinks", at: 90, 30, "A", "C") {
      $0.application.screen = Rect(x: 0, y: 0, width: 50, height: 50)
    },
  ]

  @Test("What is hit before and after a change", arguments: properties + places + windows)
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
