import TestTables

/// The rules of the hit test that a view's own code, its flags and its window decide.
@Suite("Hit test: overrides, flags, windows") struct HitTestRules {
  /// The name of the view that a finger hits; nil if it hits none.
  func hit(_ scene: Scene, _ x: Double, _ y: Double) -> String? {
    scene.application.hitTest(Point(x: x, y: y), with: nil)?.identifier
  }

  @Test("If the window's hitTest returns nil, no view gets the touch; it is still counted")
  func windowAnswersNil() {
    let scene = Scene("root(0,0,300,300)<none>[child(0,0,300,300)]")
    scene.play("dn(10,10)@0 mv(20,20)@0.01 up@0.02")
    #expect(scene.log.lines("began", "moved", "ended", "cancelled", "fwd").isEmpty)
    #expect(scene.pipeline.counters.touches == 1)
    #expect(scene.pipeline.counters.ended == 1)
  }

  @Test("An answer outside any window counts as nil")
  func answerOutsideAnyWindow() {
    let scene = Scene("root(0,0,300,300)[front(0,0,100,100)]")
    let stray = View(frame: Rect(x: 0, y: 0, width: 10, height: 10))
    scene["front"].onHitTest = { _, _, _ in stray }
    #expect(hit(scene, 10, 10) == "root")
  }

  @Test("An answer of another window is taken")
  func answerOfAnotherWindow() {
    let scene = Scene("root(0,0,300,300)[front(0,0,100,100)]")
    let other = Window(frame: Rect(x: 0, y: 0, width: 10, height: 10))
    other.identifier = "other"
    other.level = -1
    scene.application.addWindow(other)
    scene["front"].onHitTest = { _, _, _ in other }
    #expect(hit(scene, 10, 10) == "other")
  }

  struct FlagRow: TableRow {
    var what = ""
    let tree: String
    let x: Double
    let y: Double
    let hit: String?
  }

  @Test(
    "Flags",
    arguments: [
      "pass_through: the children may be hit": FlagRow(
        tree: "root(0,0,300,300)[V(0,0,100,100)<through>[child(0,0,50,50)]]", x: 10, y: 10, hit: "child"),
      "pass_through: the view may not": FlagRow(
        tree: "root(0,0,300,300)[V(0,0,100,100)<through>[child(0,0,50,50)]]", x: 60, y: 60, hit: "root"),
      "reaches_children: the view itself still ends at its bounds": FlagRow(
        tree: "root(0,0,300,300)[V(0,0,100,100)<reaches>[child(150,0,50,50)]]", x: 120, y: 10, hit: "root"),
      "A label is not interactive": FlagRow(
        tree: "root(0,0,300,300)[Label(0,0,100,100)]", x: 10, y: 10, hit: "root"),
      "A point off the screen hits no view when no screen is known": FlagRow(
        tree: "root(0,0,300,300)", x: -5, y: 10, hit: nil),
    ] as Table<FlagRow>)
  func flags(_ row: FlagRow) { #expect(hit(Scene(row.tree), row.x, row.y) == row.hit) }

  @Test("hit_redirect: another view is hit where the view itself would be, and nowhere else; not chained")
  func redirect() {
    let scene = Scene(
      "root(0,0,300,300)[V(0,0,100,100)[child(0,0,50,50)],target(200,200,50,50),last(250,250,50,50)]")
    scene["V"].hitBehavior = .redirect(to: Weak(scene["target"]))
    scene["target"].hitBehavior = .redirect(to: Weak(scene["last"]))
    #expect(hit(scene, 60, 60) == "target")
    #expect(hit(scene, 10, 10) == "child")
    #expect(hit(scene, 210, 210) == "last")
  }

  @Test("Windows: the highest level first, among equals the one added last; a nil goes on to the next window")
  func windows() {
    let scene = Scene("low(0,0,300,300)")
    func add(_ name: String, level: Double, _ frame: Rect) {
      let window = Window(frame: frame)
      window.identifier = name
      window.level = level
      scene.application.addWindow(window)
    }
    add("alert", level: 10, Rect(x: 0, y: 0, width: 50, height: 50))
    add("same", level: 0, Rect(x: 0, y: 0, width: 100, height: 100))
    #expect(hit(scene, 10, 10) == "alert")
    #expect(hit(scene, 60, 60) == "same")
    #expect(hit(scene, 200, 200) == "low")
  }

  @Test("A finger beyond the edge of the screen is hit-tested at the edge; its location stays as it was")
  func clamped() {
    let scene = Scene("root(0,0,300,300)[edge(290,0,10,300)<multi>]")
    scene.application.screen = Rect(x: 0, y: 0, width: 300, height: 300)
    var seen: Point?
    scene["edge"].onTouches = { _, _, touches, _ in seen = touches.first?.location(in: nil) }
    scene.play("dn(305,400)@0")
    #expect(scene.log.calls == ["began edge{1}"])
    #expect(seen == Point(x: 305, y: 400))
  }

  @Test("Nested transforms: a point converts up and down the tree within 1e-9")
  func transforms() {
    let scene = Scene("root(0,0,1000,1000)[a(100,100,400,400)[b(50,50,200,200)[c(20,20,50,50)]]]")
    scene["a"].transform = AffineTransform(rotation: 0.7)
    scene["b"].transform = AffineTransform(scaleX: 3, y: 0.25).concatenating(AffineTransform(rotation: -1.1))
    scene["c"].transform = AffineTransform(a: 1, b: 0.3, c: -0.2, d: 1, tx: 5, ty: 9)
    for step in 0..<100 {
      let point = Point(x: Double(step) * 9.7, y: Double(step) * -3.3)
      let there = scene["c"].convert(point, to: nil)
      #expect(scene["c"].convert(there, from: nil).distance(to: point) < 1e-9)
      let inA = scene["a"].convert(there, from: nil)
      #expect(scene["c"].convert(point, to: scene["a"]).distance(to: inA) < 1e-9)
    }
    let middle = scene["c"].convert(scene["c"].bounds.center, to: nil)
    #expect(hit(scene, middle.x, middle.y) == "c")
  }
}
