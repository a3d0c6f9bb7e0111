import TestTables

/// Where the content is, under a finger and after it.
@Suite("Scroll motion") struct ScrollMotionRules {
  static func scene(_ options: String = "400x1200") -> Scene {
    Scene("window(0,0,400,400)[S(0,0,400,400)<scroll=\(options)>[V(0,0,400,1200)]]")
  }

  /// The same, its scroll view, and a delegate of that.
  static func watched(_ options: String = "400x1200") -> (Scene, ScrollView, SceneScrollDelegate) {
    let scene = scene(options)
    return (scene, scene.scrollView("S"), scene.watch("S"))
  }

  struct Row: TableRow {
    var what = ""
    var options = "400x1200"
    var start = Point.zero
    let fingers: String
    /// The offset then.
    let offset: Point
  }

  @Test(
    "Under a finger",
    arguments: [
      "back at the hysteresis, it is where it was": Row(
        fingers: "dn(200,300)@0 mv(200,289)@0.1 mv(200,290)@0.2", offset: Point(x: 0, y: 0)),
      "beyond its beginning, by the rubber band": Row(
        fingers: "dn(200,200)@0 mv(200,220)@0.1 mv(200,320)@0.2", offset: Point(x: 0, y: -52.55157437567861)),
      "beyond its end, too": Row(
        start: Point(x: 0, y: 790), fingers: "dn(200,300)@0 mv(200,280)@0.1 mv(200,170)@0.2",
        offset: Point(x: 0, y: 852.5515743756786)),
      "and back the same way": Row(
        fingers: "dn(200,200)@0 mv(200,220)@0.1 mv(200,320)@0.2 mv(200,210)@0.3", offset: Point(x: 0, y: 0)),
      "not where it does not bounce": Row(
        options: "400x1200|hard", fingers: "dn(200,200)@0 mv(200,220)@0.1 mv(200,320)@0.2",
        offset: Point(x: 0, y: 0)),
      "nor along an axis on which it fits": Row(
        fingers: "dn(200,300)@0 mv(200,280)@0.1 mv(100,230)@0.2", offset: Point(x: 0, y: 60)),
      "but along both where both fit": Row(
        options: "400x400", fingers: "dn(200,200)@0 mv(200,220)@0.1 mv(300,320)@0.2",
        offset: Point(x: -48.351648351648354, y: -52.55157437567861)),
      "along both where neither fits": Row(
        options: "1200x1200", fingers: "dn(200,300)@0 mv(190,280)@0.1 mv(150,230)@0.2",
        offset: Point(x: 45.52786404500042, y: 61.05572809000084)),
      "locked, along the axis on which it began": Row(
        options: "1200x1200|locked", fingers: "dn(200,300)@0 mv(190,280)@0.1 mv(150,230)@0.2",
        offset: Point(x: 0, y: 60)),
      "locked across": Row(
        options: "1200x1200|locked", fingers: "dn(200,300)@0 mv(180,290)@0.1 mv(150,230)@0.2",
        offset: Point(x: 40, y: 0)),
      "locked, begun between the axes, along both": Row(
        options: "1200x1200|locked", fingers: "dn(200,300)@0 mv(179,289)@0.1 mv(149,229)@0.2",
        offset: Point(x: 42.141684647198446, y: 66.35993005329442)),
      "locked, with one axis to go, along that one": Row(
        options: "400x1200|locked", fingers: "dn(200,300)@0 mv(150,280)@0.1 mv(150,230)@0.2",
        offset: Point(x: 0, y: 60)),
    ] as Table<Row>)
  func drag(_ row: Row) {
    let scene = Self.scene(row.options)
    let view = scene.scrollView("S")
    view.contentOffset = row.start
    scene.play(row.fingers)
    #expect(view.isDragging && view.isTracking && !view.isDecelerating)
    #expect(view.contentOffset.distance(to: row.offset) < 1e-9, "it is at \(view.contentOffset)")
  }

  @Test("Let go, it goes v / 2 further, in steps of a sixtieth of a second, and rests")
  func decelerates() {
    let (scene, view, told) = Self.watched("400x4000")
    scene.play("dn(200,380)@0 mv(200,360)@0.05 mv(200,320)@0.1 mv(200,280)@0.15 up@0.15")
    // 80 points in 0.1 s, and 100 since the down, less the hysteresis.
    #expect(view.contentOffset.y == 90)
    #expect(view.isDecelerating && !view.isDragging && !view.isTracking)
    #expect(scene.log.lines("drags", "lets", "rests") == ["drags S", "lets go S, decelerates"])
    #expect(scene.pipeline.nextDeadline == Timestamp(microseconds: 166_666))
    scene.wait(until: 0.166_665)
    #expect(view.contentOffset.y == 90)
    scene.wait(until: 0.166_666)
    #expect(abs(view.contentOffset.y - (90 + 400 * (1 - 0.967_184))) < 0.001)
    scene.wait(until: 1.15)
    #expect(abs(view.contentOffset.y - (90 + 400 * 0.864_935)) < 0.01)
    scene.pipeline.finish()
    #expect(view.contentOffset.distance(to: Point(x: 0, y: 490)) < 1e-9)
    #expect(!view.isDecelerating)
    #expect(scene.log.lines("drags", "lets", "rests") == ["drags S", "lets go S, decelerates", "rests S"])
    #expect(scene.pipeline.nextDeadline == nil)
    // ln(800) / 2 seconds.
    #expect((200...204).contains(told.offsets.count))
    #expect(zip(told.offsets, told.offsets.dropFirst()).allSatisfy { $0.y < $1.y })
  }

  /// The drag begins 10 points late, and goes as far as the finger from there.
  @Test("A finger that holds still before it lifts throws nothing")
  func heldStill() {
    let (scene, _, told) = Self.watched()
    scene.play("dn(200,380)@0 mv(200,360)@0.05 mv(200,280)@0.15 up@0.5")
    #expect(scene.log.lines("lets", "rests") == ["lets go S"])
    #expect(told.offsets == [Point(x: 0, y: 10), Point(x: 0, y: 90)])
    #expect(scene.pipeline.nextDeadline == nil)
  }

  @Test("Thrown against its end, it goes beyond and comes back; without bounces it stops there")
  func thrownAgainstEnd() {
    for options in ["400x1200", "400x1200|hard"] {
      let (scene, _, told) = Self.watched(options)
      scene.play("dn(200,390)@0 mv(200,370)@0.02 mv(200,10)@0.1 up@0.1")
      scene.pipeline.finish()
      #expect(scene.scrollView("S").contentOffset == Point(x: 0, y: 800))
      #expect(told.offsets.contains { $0.y > 800 } == !options.contains("hard"))
      #expect(scene.log.lines("rests") == ["rests S"])
    }
  }

  static let thrown = "dn(200,380)@0 mv(200,360)@0.05 mv(200,320)@0.1 mv(200,280)@0.15 up@0.15 "

  @Test("A finger that lands on it stops it and drags at once: it is no tap, and no touch")
  func caught() {
    let scene = Scene(
      "window(0,0,400,400)<press,tap:Around>[S(0,0,400,400)<scroll=400x4000>[V(0,0,400,4000)<tap>]]")
    let view = scene.scrollView("S")
    let told = scene.watch("S")
    scene.play(Self.thrown)
    scene.wait(until: 0.3)
    scene.log.clear()
    let offset = view.contentOffset
    scene.play("dn(200,200)@0.301")
    #expect(scene.log.lines("rests") == ["rests S"])
    #expect(view.contentOffset == offset)
    #expect(!view.isDecelerating && view.isTracking && view.isDragging)
    scene.wait(until: 1)
    scene.play("up@1.4")
    scene.pipeline.finish()
    #expect(
      scene.log.lines("began", "ended", "cancelled", "act", "lets")
        == ["act S.pan.Began@S", "act S.pan.Ended@S", "lets go S"])
    #expect(view.contentOffset == offset)
    #expect(told.offsets.last == offset)
    scene.log.clear()
    scene.play("dn(200,200)@9 up@9.1")
    #expect(scene.log.lines("act") == ["act Tap.Ended@V"])
  }

  @Test("Caught beyond its end, it swings back when the finger goes")
  func caughtBeyondEnd() {
    let (scene, view, told) = Self.watched()
    scene.play("dn(200,100)@0 mv(200,120)@0.05 mv(200,320)@0.15 up@0.5 dn(200,200)@0.52")
    let offset = view.contentOffset
    #expect(offset.y < -10)
    scene.wait(until: 3)
    #expect(view.contentOffset == offset)
    scene.play("up@3.1")
    scene.pipeline.finish()
    #expect(view.contentOffset == .zero)
    scene.expect("lets go S, decelerates; rests S; lets go S, decelerates; rests S", in: "lets rests")
    #expect(told.offsets.last == .zero && told.offsets.allSatisfy { $0.y <= 0 })
  }

  @Test("Caught and dragged on, it does not jump")
  func caughtAndDragged() {
    let scene = Self.scene()
    let view = scene.scrollView("S")
    scene.play("dn(200,100)@0 mv(200,120)@0.05 mv(200,320)@0.15 up@0.5 dn(200,200)@0.52")
    let offset = view.contentOffset
    scene.play("mv(200,201)@0.6")
    #expect(view.isDragging)
    // One point, by less than the rubber band's half.
    #expect(view.contentOffset.y < offset.y && view.contentOffset.y > offset.y - 0.55)
  }

  struct Catch: TableRow {
    var what = ""
    var tree = "window(0,0,400,400)[S(0,0,400,400)<scroll=400x4000>[V(0,0,400,4000)<tap>]]"
    var relations = ""
    /// What throws the content, so that it decelerates.
    var throwing = ScrollMotionRules.thrown
    let fingers: String
    /// How far the content is from where it was caught.
    let way: Point
    /// Which calls and actions there are from the landing on.
    let log: String
  }

  static let catches: Table<Catch> = [
    "the content goes as far as the finger, less nothing": Catch(
      fingers: "dn(200,200)@0.3 mv(200,197)@0.4", way: Point(x: 0, y: 3),
      log: "act S.pan.Began@S; act S.pan.Changed@S"),
    "a second finger joins the drag": Catch(
      fingers: "dn#1(200,200)@0.3 dn#2(100,100)@0.35 up#2@0.4", way: .zero,
      log: "act S.pan.Began@S; act S.pan.Changed@S; act S.pan.Changed@S"),
    "locked, it goes both ways, as the finger has gone nowhere yet": Catch(
      tree: "window(0,0,400,400)[S(0,0,400,400)<scroll=4000x4000|locked>]",
      fingers: "dn(200,200)@0.3 mv(196,197)@0.4", way: Point(x: 4, y: 3),
      log: "act S.pan.Began@S; act S.pan.Changed@S"),
    "a drag that must wait for another recognizer goes the whole way then": Catch(
      tree: "window(0,0,400,400)<gate=fails|0.1>[S(0,0,400,400)<scroll=400x4000>]",
      relations: "S.pan requires Gate",
      throwing: "dn(200,380)@0 mv(200,360)@0.21 mv(200,320)@0.23 mv(200,280)@0.25 up@0.25",
      fingers: "dn(200,200)@0.3 mv(200,195)@0.35 mv(200,190)@0.6", way: Point(x: 0, y: 10),
      log: "act S.pan.Began@S; act S.pan.Changed@S"),
    "an outer scroll view does not get it": Catch(
      tree: "window(0,0,400,400)[O(0,0,400,400)<scroll=400x4000>[S(0,0,400,400)<scroll=400x4000>]]",
      fingers: "dn(200,200)@0.3 mv(200,190)@0.4", way: Point(x: 0, y: 10),
      log: "act S.pan.Began@S; act S.pan.Changed@S"),
  ]

  @Test("Caught while it decelerates", arguments: catches)
  func caught(by row: Catch) {
    let scene = Scene(row.tree, relations: row.relations)
    let view = scene.scrollView("S")
    scene.play(row.throwing)
    scene.wait(until: 0.299)
    #expect(view.isDecelerating)
    let offset = view.contentOffset
    scene.log.clear()
    scene.play(row.fingers)
    #expect(view.contentOffset.distance(to: offset + row.way) < 1e-9, "by \(view.contentOffset - offset)")
    scene.expect(row.log, in: "began moved ended cancelled act")
  }

  @Test("A palm lets go without a throw")
  func palm() {
    let (scene, _, told) = Self.watched()
    scene.play("dn(200,380)@0 mv(200,360)@0.05 mv(200,280)@0.1 palm@0.11")
    scene.pipeline.finish()
    #expect(scene.log.lines("drags", "lets", "rests") == ["drags S", "lets go S"])
    #expect(told.offsets == [Point(x: 0, y: 10), Point(x: 0, y: 90)])
  }

  @Test("Hit tests see where the content is")
  func hitTests() {
    let scene = Scene(
      "window(0,0,400,400)[S(0,0,400,400)<scroll=400x4000>[A(0,0,400,400),B(0,400,400,3600)]]")
    #expect(scene.application.traceHitTest(at: Point(x: 200, y: 300))?.identifier == "A")
    scene.play("dn(200,380)@0 mv(200,360)@0.05 mv(200,160)@0.1")
    #expect(scene.application.traceHitTest(at: Point(x: 200, y: 300))?.identifier == "B")
    scene.play("up@0.5")
    #expect(scene.application.traceHitTest(at: Point(x: 200, y: 189))?.identifier == "A")
    #expect(scene.application.traceHitTest(at: Point(x: 200, y: 190))?.identifier == "B")
  }
}

/// What others do to a scroll view meanwhile.
@Suite("Scroll upheavals") struct ScrollUpheavalRules {
  static let dragged = "dn(200,100)@0 mv(200,120)@0.05 mv(200,220)@0.15"

  @Test("Taken out of the window while it is dragged: the drag ends, and the content is within its ends")
  func removedWhileDragged() {
    let (scene, view, told) = ScrollMotionRules.watched()
    scene.play(Self.dragged)
    #expect(view.contentOffset.y < 0)
    view.removeFromSuperview()
    scene.play("mv(200,230)@0.2 up@0.3")
    #expect(scene.log.lines("drags", "lets", "rests") == ["drags S", "lets go S"])
    #expect(view.contentOffset == .zero && !view.isDragging)
    #expect(told.offsets.last == .zero)
    #expect(scene.pipeline.nextDeadline == nil)
  }

  @Test("Taken out while it decelerates: it rests at the next step, and is not kept")
  func removedWhileDecelerating() {
    let (scene, _, told) = ScrollMotionRules.watched("400x4000")
    scene.play(ScrollMotionRules.thrown)
    let view = scene.scrollView("S")
    let (offset, moves) = (view.contentOffset, told.offsets.count)
    view.removeFromSuperview()
    scene.pipeline.finish()
    #expect(view.contentOffset == offset)
    #expect(scene.log.lines("rests") == ["rests S"])
    #expect(scene.pipeline.nextDeadline == nil)
    #expect(told.offsets.count == moves)
  }

  @Test("A scroll view that loses its last reference while it decelerates is freed after the next step")
  func released() {
    let scene = Scene("window(0,0,400,400)[]")
    weak var known: ScrollView?
    do {
      let view = ScrollView(frame: Rect(x: 0, y: 0, width: 400, height: 400))
      view.contentSize = Size(width: 400, height: 4000)
      scene.window.addSubview(view)
      known = view
      scene.play(ScrollMotionRules.thrown)
      #expect(view.isDecelerating)
      view.removeFromSuperview()
    }
    // The touch of its last tap is let go, too, once it is too old to be used again.
    scene.wait(until: 0.5)
    #expect(known != nil)
    scene.wait(until: 0.500_001)
    #expect(known == nil)
  }

  @Test(
    "Switched off while it is dragged, and while it decelerates: it comes to rest at once, within its ends")
  func switchedOff() {
    let (scene, view, told) = ScrollMotionRules.watched()
    scene.play(Self.dragged)
    view.isScrollEnabled = false
    scene.play("mv(200,230)@0.2 up@0.3")
    #expect(scene.log.lines("drags", "lets", "rests") == ["drags S", "lets go S"])
    #expect(view.contentOffset == .zero)
    view.isScrollEnabled = true
    scene.log.clear()
    scene.play("dn(200,380)@1 mv(200,360)@1.05 mv(200,320)@1.1 up@1.1")
    #expect(view.isDecelerating)
    view.isScrollEnabled = false
    #expect(!view.isDecelerating)
    #expect(scene.log.lines("lets", "rests") == ["lets go S, decelerates", "rests S"])
    #expect(told.offsets.last == Point(x: 0, y: 50))
    #expect(scene.pipeline.nextDeadline == nil)
  }

  @Test("Unplugged while it is dragged")
  func unplugged() {
    let (scene, _, told) = ScrollMotionRules.watched()
    scene.play(Self.dragged)
    scene.unplug(at: 0.2)
    scene.pipeline.finish()
    #expect(scene.log.lines("drags", "lets", "rests") == ["drags S", "lets go S, decelerates", "rests S"])
    #expect(told.offsets.last == .zero)
  }

  @Test("Left to others by the pan in the middle of a drag: the drag ends with the next frame")
  func ignored() throws {
    let (scene, view, told) = ScrollMotionRules.watched("400x1200|undelayed")
    var event: Event?
    scene["V"].onTouches = { _, _, _, now in event = now }
    scene.play(Self.dragged)
    for touch in view.panGestureRecognizer.touches {
      view.panGestureRecognizer.ignore(touch, for: try #require(event))
    }
    scene.play("mv(200,230)@0.2 up@0.3")
    scene.pipeline.finish()
    #expect(scene.log.lines("drags", "lets", "rests") == ["drags S", "lets go S, decelerates", "rests S"])
    #expect(told.offsets.last == .zero && !view.isDragging)
  }

  @Test("Moved by hand, it stops where it is put; put elsewhere while it goes on, it goes on from there")
  func setOffset() {
    let (scene, view, told) = ScrollMotionRules.watched("400x4000")
    scene.play(ScrollMotionRules.thrown)
    view.setContentOffset(Point(x: 0, y: 1000), animated: false)
    #expect(!view.isDecelerating)
    #expect(scene.log.lines("rests") == ["rests S"])
    scene.pipeline.finish()
    #expect(view.contentOffset.y == 1000)
    scene.play("dn(200,380)@5 mv(200,360)@5.05 mv(200,320)@5.1 mv(200,280)@5.15")
    view.contentOffset.y = 2000
    scene.play("mv(200,240)@5.2")
    #expect(view.contentOffset.y == 2040)
    scene.play("up@5.2")
    scene.wait(until: 5.4)
    view.contentOffset.y = 100
    scene.pipeline.finish()
    // 400 points, less what it had gone by the twelfth step.
    #expect(abs(view.contentOffset.y - (100 + 400 * 0.670_054)) < 0.5)
    #expect(told.offsets.last == view.contentOffset)
    #expect(scene.log.lines("rests") == ["rests S", "rests S"])
  }

  @Test("A delegate that keeps the content from going sideways wins")
  func clamped() {
    let (scene, _, told) = ScrollMotionRules.watched("4000x4000")
    told.onScroll = { if $0.contentOffset.x != 0 { $0.contentOffset.x = 0 } }
    scene.play("dn(300,380)@0 mv(280,360)@0.05 mv(240,320)@0.1 mv(200,280)@0.15 up@0.15")
    scene.pipeline.finish()
    #expect(scene.scrollView("S").contentOffset.x == 0)
    #expect(scene.scrollView("S").contentOffset.y > 400)
  }

  @Test("A finger stamped exactly at a step comes before it, one a microsecond later after it")
  func atAStep() {
    for (time, isMoved) in [("0.166666", false), ("0.166667", true)] {
      let scene = ScrollMotionRules.scene("400x4000")
      scene.play(ScrollMotionRules.thrown + "dn(200,200)@\(time)")
      #expect((scene.scrollView("S").contentOffset.y > 90) == isMoved)
    }
  }

  @Test("A recognizer's deadline among the steps fires in its time")
  func deadlines() {
    let scene = Scene(
      "window(0,0,800,400)[S(0,0,400,400)<scroll=400x4000>[V(0,0,400,4000)],B(400,0,400,400)<press>]")
    scene.log.showsTimes = true
    let view = scene.scrollView("S")
    var atPress = 0.0
    scene.recognizer("LP").addAction { _ in atPress = view.contentOffset.y }
    scene.play("dn#2(600,100)@0 " + ScrollMotionRules.thrown)
    scene.pipeline.finish()
    #expect(scene.log.lines.contains("0.500 act LP.Began@B"))
    // 20 steps after 0.15 s, at 0.48333 s.
    #expect(abs(atPress - (90 + 400 * (1 - 0.513_059))) < 0.5)
    #expect(abs(view.contentOffset.y - 490) < 1e-9)
  }

  @Test("A transform of the view does not change what a finger does to the content")
  func transformed() {
    let scene = ScrollMotionRules.scene()
    let view = scene.scrollView("S")
    view.transform = AffineTransform(scaleX: 0.5, y: 0.5)
    scene.play("dn(200,280)@0 mv(200,260)@0.1 mv(200,210)@0.2")
    #expect(abs(view.contentOffset.y - 120) < 1e-9)
  }

  @Test("Insets widen where it may rest")
  func insets() {
    let scene = ScrollMotionRules.scene()
    let view = scene.scrollView("S")
    view.contentInset = EdgeInsets(top: 50, left: 0, bottom: 30, right: 0)
    scene.play("dn(200,100)@0 mv(200,120)@0.05 mv(200,160)@0.15")
    #expect(view.contentOffset.y == -50)
    scene.play("mv(200,300)@0.2 up@0.5")
    scene.pipeline.finish()
    #expect(view.contentOffset.y == -50)
    view.contentOffset.y = 900
    scene.play("dn(200,100)@9 up@9.1")
    scene.pipeline.finish()
    #expect(view.contentOffset.y == 830)
  }
}
