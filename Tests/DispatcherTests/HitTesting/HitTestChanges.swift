import TestTables

/// A change after a hit test counts at the next one, also what ``RandomLayout`` does not change. The hit test keeps
/// nothing alive, and comes to nothing that has gone.
@Suite("Hit test: changes and lifetimes") struct HitTestChanges {
  /// A window that has been flattened: `back` over all of it; `A` (0,0,100,100) with `C` (20,20,40,40); `B`
  /// (150,0,100,100); 20 dots at the bottom.
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
    func flatten() { for _ in 0..<50 where !window.isFlattened { _ = hit(30, 30) } }
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

  /// A view that runs code when it is asked, and is hit like any other.
  final class Meddler: View {
    var meddle: (() -> Void)?
    private(set) var asked = 0

    override func hitTest(_ point: Point, with event: Event?) -> View? {
      asked += 1
      meddle?()
      return super.hitTest(point, with: event)
    }
  }

  static let frame = Rect(x: 0, y: 0, width: 100, height: 100)

  @Test("A view that is taken away goes at once")
  func removed() {
    let application = Application()
    let window = Window(frame: Self.frame)
    application.addWindow(window)
    weak var gone: View?
    do {
      let view = View(frame: Self.frame)
      view.addSubview(View(frame: Self.frame))
      gone = view.subviews[0]
      window.addSubview(view)
      #expect(application.hitTest(.zero, with: nil) === gone)
      #expect(window.isFlattened)
      view.removeFromSuperview()
    }
    #expect(gone == nil)
    #expect(application.hitTest(.zero, with: nil) === window)
  }

  @Test("A view outlives its window")
  func windowGone() {
    let view = View(frame: Self.frame)
    weak var gone: Window?
    do {
      let application = Application()
      let window = Window(frame: Self.frame)
      gone = window
      window.addSubview(view)
      application.addWindow(window)
      #expect(application.hitTest(.zero, with: nil) === view)
      #expect(view.convert(.zero, from: nil) == .zero)
    }
    #expect(gone == nil)
    view.center.x += 5
    #expect(view.hitTest(Point(x: 1, y: 1), with: nil) === view)
    #expect(view.convert(.zero, from: nil) == .zero)
  }

  @Test(
    "Code in the middle of a hit test takes everything away: it goes, but only afterwards",
    arguments: [0, 1, 25], [true, false])
  func takenAwayMeanwhile(siblings: Int, flattened: Bool) {
    let application = Application()
    var window: Window? = Window(frame: Self.frame)
    weak let gone = window
    weak var behind: View?
    let meddler = Meddler(frame: Self.frame)
    if let window {
      application.addWindow(window)
      let middle = View(frame: Self.frame)
      for _ in 0..<siblings { middle.addSubview(View(frame: Self.frame)) }
      middle.addSubview(meddler)
      behind = middle
      window.addSubview(middle)
      if flattened { #expect(application.hitTest(.zero, with: nil) === meddler) }
    }
    window = nil
    meddler.meddle = {
      guard let window = gone else { return }
      for view in behind?.subviews ?? [] { view.removeFromSuperview() }
      behind?.removeFromSuperview()
      application.removeWindow(window)
    }
    let asked = meddler.asked
    #expect(application.hitTest(.zero, with: nil) === gone)
    #expect(meddler.asked == asked + 1)
    #expect(gone == nil)
    #expect(behind == nil)
    #expect(application.hitTest(.zero, with: nil) == nil)
  }

  @Test("Code in the middle of a hit test may hit-test, change and flatten another window", arguments: 0..<3)
  func nested(depth: Int) {
    let application = Application()
    let (front, back) = (Window(frame: Self.frame), Window(frame: Self.frame))
    application.addWindow(back)
    application.addWindow(front)
    front.isUserInteractionEnabled = false
    #expect(application.hitTest(.zero, with: nil) === back)
    front.isUserInteractionEnabled = true
    let meddler = Meddler(frame: Self.frame)
    meddler.isUserInteractionEnabled = false
    front.addSubview(View(frame: Self.frame))
    front.addSubview(meddler)
    #expect(application.hitTest(.zero, with: nil) === front.subviews[0])
    var left = depth
    meddler.meddle = {
      guard left > 0 else { return }
      left -= 1
      back.addSubview(View(frame: Self.frame))
      #expect(application.hitTest(.zero, with: nil) === front.subviews[0])
    }
    #expect(application.hitTest(.zero, with: nil) === front.subviews[0])
    #expect(back.subviews.count == depth)
  }
}
