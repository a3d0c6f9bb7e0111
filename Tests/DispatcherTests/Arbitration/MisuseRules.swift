import TestTables

/// What a program does wrong with views, controllers, windows and recognizers: it is read as the nearest thing that
/// makes sense, with one warning for each object and kind.
@Suite("Misuse") struct MisuseRules {
  struct Row: TableRow {
    var what = ""
    let deed: @Sendable (Scene) -> Void
    /// Done twice, there is still this one warning; `nil` for none.
    let warning: Misuse.Kind?
    /// What must hold then.
    var holds: @Sendable (Scene) -> Bool = { _ in true }
  }

  static let tree = """
    window(0,0,400,400)[P(0,0,400,400)<tap>[V(0,0,100,100)],S(200,200,100,100)<scroll=100x1000>,\
    a(0,0,1,1)<vc=A>,b(0,0,1,1)<vc=B>]
    """
  static let infinite = Rect(x: 0, y: 0, width: .infinity, height: 1)

  static let rows: Table<Row> = [
    "a view into itself": Row(
      deed: { $0["V"].addSubview($0["V"]) }, warning: .tree,
      holds: { $0["V"].superview === $0["P"] && $0["V"].subviews.isEmpty }),
    "a view into one below it": Row(
      deed: { $0["V"].insertSubview($0["P"], at: 0) }, warning: .tree,
      holds: { $0["V"].superview === $0["P"] && $0["P"].superview === $0.window }),
    "the window into a view of its own": Row(
      deed: { $0["V"].addSubview($0.window) }, warning: .tree, holds: { $0.window.superview == nil }),
    "an index beyond the end": Row(
      deed: { $0["P"].insertSubview(View(), at: 99) }, warning: nil,
      holds: { $0["P"].subviews.first === $0["V"] }),
    "an index below 0, and the lowest there is": Row(
      deed: { scene in for index in [-1, .min] { scene["P"].insertSubview(View(), at: index) } },
      warning: nil, holds: { $0["P"].subviews.last === $0["V"] }),
    "the highest index for one that is there": Row(
      deed: { $0["P"].insertSubview($0["V"], at: .max) }, warning: nil),
    "an exchange of places that are not there": Row(
      deed: { $0["P"].exchangeSubview(at: 0, withSubviewAt: 7) }, warning: nil,
      holds: { $0["P"].subviews.count == 1 }),
    "a neighbour that is not a subview": Row(
      deed: { $0["P"].insertSubview($0["V"], aboveSubview: $0.window) }, warning: nil,
      holds: { $0["P"].subviews.last === $0["V"] }),
    "a frame that is not a number": Row(
      deed: { $0["V"].frame.origin.x = .nan }, warning: .geometry,
      holds: { $0["V"].frame == Rect(x: 0, y: 0, width: 100, height: 100) }),
    "an infinite frame": Row(
      deed: { $0["V"].frame = infinite }, warning: .geometry, holds: { $0["V"].frame.size.width == 100 }),
    "the null rectangle as a frame": Row(
      deed: { $0["V"].frame = .null }, warning: .geometry, holds: { $0["V"].frame.size.width == 100 }),
    "infinite bounds": Row(
      deed: { $0["V"].bounds = infinite }, warning: .geometry, holds: { $0["V"].bounds.size.width == 100 }),
    "a center that is no number": Row(
      deed: { $0["V"].center.y = .nan }, warning: .geometry, holds: { $0["V"].center == Point(x: 50, y: 50) }),
    "a transform that is no number": Row(
      deed: { $0["V"].transform.a = .nan }, warning: .geometry, holds: { $0["V"].transform == .identity }),
    "a turn by infinity": Row(
      deed: { $0["V"].transform = AffineTransform(rotation: .infinity) }, warning: .geometry,
      holds: { $0["V"].transform == .identity }),
    "a transform that has no inverse: no touch hits the view": Row(
      deed: { $0["V"].transform = AffineTransform(scaleX: 0, y: 1) }, warning: nil,
      holds: { $0.application.hitTest(Point(x: 50, y: 50), with: nil) === $0["P"] }),
    "frames so large that conversions overflow": Row(
      deed: { $0["V"].frame = Rect(x: -1e308, y: 0, width: 1e308, height: 1) }, warning: nil),
    "a view made with infinite edges is empty": Row(
      deed: { if $0["V"].subviews.isEmpty { $0["V"].addSubview(View(frame: infinite)) } }, warning: .geometry),
    "no number as alpha, outset or level": Row(
      deed: { scene in
        scene["V"].alpha = .nan
        scene["P"].hitOutset.top = .nan
        scene.window.level = .nan
      }, warning: nil),
    "an infinite offset, content and inset of a scroll view": Row(
      deed: { scene in
        let view = scene.scrollView("S")
        view.contentOffset.y = .nan
        view.setContentOffset(Point(x: .infinity, y: 0), animated: true)
        view.contentSize.height = .infinity
        view.contentInset.top = .nan
      }, warning: .geometry, holds: { $0.scrollView("S").contentSize.height == 1000 }),
    "a controller that presents itself": Row(
      deed: { $0.controller("A").present($0.controller("A")) }, warning: .controller,
      holds: { $0.controller("A").presentedViewController == nil }),
    "two that present each other": Row(
      deed: { scene in
        scene.controller("A").present(scene.controller("B"))
        scene.controller("B").present(scene.controller("A"))
      }, warning: .controller, holds: { $0.controller("B").presentedViewController == nil }),
    "a controller as its own child, and one above as a child": Row(
      deed: { scene in
        scene.controller("A").addChild(scene.controller("A"))
        scene.controller("A").addChild(scene.controller("B"))
        scene.controller("A").removeFromParent()
      }, warning: .controller, holds: { $0.controller("A").children.count == 1 }),
    "a recognizer into a second view": Row(
      deed: { $0["V"].addGestureRecognizer($0.recognizer("Tap")) }, warning: nil,
      holds: {
        $0["V"].gestureRecognizers.count == 1 && $0["P"].gestureRecognizers.isEmpty
          && $0.recognizer("Tap").view === $0["V"]
      }),
    "the pan of a scroll view into another one": Row(
      deed: { $0["P"].addGestureRecognizer($0.scrollView("S").panGestureRecognizer) }, warning: nil),
    "a touch that a recognizer does not have": Row(
      deed: { _ = $0.recognizer("Tap").location(ofTouch: -3, in: nil) }, warning: .touchIndex),
    "a press that is reported as stationary": Row(
      deed: { $0.pipeline.press(.select, .stationary, at: .zero) }, warning: .report),
    "a shake that is reported as a key": Row(
      deed: { $0.pipeline.remoteControl(.motionShake, at: .zero) }, warning: .report),
    "a root view that is the window itself": Row(
      deed: { $0.window.rootViewController = ViewController(view: $0.window) }, warning: .tree),
  ]

  @Test("Done twice, and a finger after it", arguments: rows)
  func row(_ row: Row) {
    let scene = Scene(Self.tree)
    var warnings: [Misuse] = []
    scene.application.onMisuse = { warnings.append($0) }
    row.deed(scene)
    row.deed(scene)
    #expect(warnings.map(\.kind) == (row.warning.map { [$0] } ?? []), "\(warnings)")
    #expect(row.holds(scene))
    scene.play("dn(50,50)@1 mv(60,50)@1.1 up@1.2 dn(250,250)@3 mv(250,210)@3.1 up@3.2")
    scene.pipeline.finish()
  }

  @Test("Each row in the middle of a touch", arguments: rows)
  func duringTouch(_ row: Row) {
    for phase in [TouchPhase.began, .moved, .ended] {
      let scene = Scene(Self.tree)
      scene["V"].onTouches = { _, now, _, _ in if now == phase { row.deed(scene) } }
      scene.play("dn(50,50)@1 mv(60,50)@1.1 up@1.2 dn(50,50)@3 up@3.2")
      scene.pipeline.finish()
    }
  }

  @Test("Warnings from before there was an application, or a listener, come once there is one; at most 16")
  func pending() {
    let tree = View(frame: Self.infinite)
    for _ in 0..<40 { tree.addSubview(View(frame: Self.infinite)) }
    let window = Window(frame: Rect(x: 0, y: 0, width: 400, height: 400))
    window.addSubview(tree)
    let application = Application()
    application.addWindow(window)
    var warnings: [Misuse] = []
    application.onMisuse = { warnings.append($0) }
    #expect(warnings.count == 16)
    #expect(
      warnings.first?.description
        == "View: it was made with the frame (0 0; inf 1), and is empty; all its numbers must be finite")
  }

  @Test("A warning about what is in a sensitive view has no places, and the name of that view")
  func sensitive() {
    let scene = Scene("window(0,0,400,400)[V(0,0,100,100)[W(0,0,10,10)<tap>]]")
    scene["V"].isSensitive = true
    var warnings: [String] = []
    scene.application.onMisuse = { warnings.append($0.description) }
    scene["W"].frame = Rect(x: 12, y: .nan, width: 1, height: 1)
    _ = scene.recognizer("Tap").location(ofTouch: 3, in: nil)
    #expect(
      warnings == [
        "V: a place of it was refused; all its numbers must be finite",
        "V: it has 0 touches and was asked for number 3; it told its own location",
      ])
  }

  @Test(
    "Fingers as text that cannot be read do nothing, and the log has why",
    arguments: [
      ("dn(9,9)@0 unplug@0.1 up@0.2", "unplug: it comes once, at the end"),
      ("dn(9,9)@0 up", "up: it ends with a time in seconds, as in @0.25"),
    ])
  func fingers(text: String, mistake: String) {
    let scene = Scene("window(0,0,400,400)[V(0,0,100,100)]")
    scene.play(text)
    #expect(scene.log.lines == ["mistake: \(mistake)"])
  }

  @Test("All targets of a scroll view's pan removed: it scrolls")
  func targetsOfOwnPan() {
    let scene = Scene("window(0,0,400,400)[S(0,0,400,400)<scroll=400x1200>]")
    scene.scrollView("S").panGestureRecognizer.removeTarget(nil)
    scene.play("dn(200,300)@0 mv(200,260)@0.1")
    #expect(scene.scrollView("S").contentOffset.y == 30)
  }

  /// Scroll views in one window, each with a delegate that counts the calls and scrolls others.
  private final class ScrollGroup {
    let scene: Scene
    let views: [ScrollView]
    private(set) var calls = 0
    private(set) var warnings: [Misuse] = []
    private var delegates: [SceneScrollDelegate] = []

    init(_ count: Int, onScroll: @escaping (ScrollView, [ScrollView]) -> Void) {
      let names = (0..<count).map { "S\($0)" }
      let trees = names.map { "\($0)(0,0,400,400)<scroll=400x1200>" }
      scene = Scene("window(0,0,400,400)[\(trees.joined(separator: ","))]")
      views = names.map(scene.scrollView)
      scene.application.onMisuse = { [unowned self] in warnings.append($0) }
      delegates = names.map(scene.watch)
      for delegate in delegates {
        delegate.onScroll = { [unowned self] view in
          calls += 1
          onScroll(view, views)
        }
      }
    }
  }

  @Test(
    "Scroll views that scroll each other, each time a little further: that ends, with one warning",
    arguments: [1, 2, 3, 40, 1000])
  func endlessScrolling(count: Int) {
    let group = ScrollGroup(count) { view, views in
      let next = views[((views.firstIndex { $0 === view } ?? 0) + 1) % count]
      next.contentOffset.y = (view.contentOffset.y + 1).truncatingRemainder(dividingBy: 800)
    }
    for _ in 0..<2 { group.views[0].contentOffset.y += 50 }
    #expect(group.warnings.map(\.kind) == [.scrolling])
    #expect(group.calls == 512)
    group.scene.play("dn(200,300)@0 mv(200,260)@0.1 mv(200,250)@0.2 up@0.3")
    group.scene.pipeline.finish()
  }

  @Test("Scroll views of which each scrolls all others, each time a little further: that ends soon")
  func endlessGroup() {
    let group = ScrollGroup(5) { view, views in
      for other in views where other !== view {
        other.contentOffset.y = (view.contentOffset.y + 1).truncatingRemainder(dividingBy: 800)
      }
    }
    group.views[0].contentOffset.y = 50
    #expect(group.calls == 256)
    #expect(group.warnings.allSatisfy { $0.kind == .scrolling } && (1...5).contains(group.warnings.count))
  }

  @Test("Scroll views that follow each other and agree: each tells its delegate once, without a warning")
  func equalScrolling() {
    let group = ScrollGroup(2) { view, views in
      for other in views { other.contentOffset = view.contentOffset }
    }
    for offset in 1...100 { group.views[offset % 2].contentOffset.y = Double(offset) }
    #expect(group.calls == 200 && group.warnings.isEmpty)
  }

  @Test("A window that is added to a second application leaves the first")
  func twoApplications() {
    let (first, second) = (Application(), Application())
    let window = Window(frame: Rect(x: 0, y: 0, width: 9, height: 9))
    first.addWindow(window)
    second.addWindow(window)
    #expect(first.windows.isEmpty && second.windows.count == 1 && window.application === second)
  }

  @Test("A hit test that is asked for without end ends")
  func endlessHitTests() {
    let scene = Scene("window(0,0,400,400)[V(0,0,100,100)]")
    scene.application.hitTestPasses = .max
    scene.play("dn(10,10)@0 up@0.1")
    #expect(scene.log.lines("hit").count { $0.hasPrefix("hit window") } == 10)
    #expect(scene.log.calls == ["began V{1}", "ended V{1}"])
  }

  @Test("A deadline that is not moved on is asked once, and again when it is later")
  func stalledDeadline() {
    let scene = Scene("window(0,0,400,400)[V(0,0,100,100)]")
    var warnings: [Misuse] = []
    scene.application.onMisuse = { warnings.append($0) }
    let own = scene.addOwnRecognizer()
    var asked: [Timestamp] = []
    own.wish = { own in own.touches.isEmpty ? nil : Timestamp(seconds: 1) }
    own.onDeadline = { asked.append($0.timestamp) }
    scene.play("dn(10,10)@0")
    scene.wait(until: 5)
    #expect(asked == [Timestamp(seconds: 1)])
    #expect(scene.pipeline.nextDeadline == nil)
    own.wish = { own in own.touches.isEmpty ? nil : Timestamp(seconds: 6) }
    scene.play("mv(11,10)@5.5")
    scene.wait(until: 7)
    #expect(asked == [Timestamp(seconds: 1), Timestamp(seconds: 6)])
    #expect(warnings.map(\.kind) == [.deadline])
    scene.play("up@8")
    scene.pipeline.finish()
    #expect(scene.log.calls == ["began V{1}", "moved V{1}", "ended V{1}"])
  }

  @Test("A recognizer that asks for the next deadline while it is reset")
  func askingReset() {
    let scene = Scene("window(0,0,400,400)[V(0,0,100,100)<tap=2>]")
    var deadlines: [Timestamp?] = []
    scene.addOwnRecognizer().onReset = { [unowned scene] _ in deadlines.append(scene.pipeline.nextDeadline) }
    scene.play("dn(10,10)@0 up@0.1")
    #expect(deadlines == [Timestamp(seconds: 0.45)])
  }

  @Test("Views that change the tree while it changes")
  func changesWithinChanges() {
    final class Restless: View {
      var deed: (Restless) -> Void = { _ in }
      override func willMove(toSuperview newSuperview: View?) { deed(self) }
      override func didMoveToWindow() { deed(self) }
    }
    let window = Window(frame: Rect(x: 0, y: 0, width: 100, height: 100))
    let (a, b, view) = (View(), View(), Restless())
    window.addSubview(a)
    window.addSubview(b)
    var depth = 0
    view.deed = { view in
      depth += 1
      if depth < 6 { depth % 2 == 0 ? b.addSubview(view) : view.removeFromSuperview() }
      if depth < 9 { view.addSubview(a) }
    }
    a.addSubview(view)
    view.removeFromSuperview()
    #expect(!view.isDescendant(of: window) || view.window === window)
    #expect(a.subviews.allSatisfy { $0.superview === a } && b.subviews.allSatisfy { $0.superview === b })
  }
}
