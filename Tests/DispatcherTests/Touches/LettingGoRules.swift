import TestTables

/// Nothing is kept that has no use any more, and nothing keeps itself.
@Suite("Letting go") struct LettingGoRules {
  struct Row: TableRow {
    var what = ""
    var tree = "window(0,0,400,400)[P(0,0,400,400)<vc=A>[V(0,0,100,100)]]"
    var relations = ""
    let fingers: String
  }

  static let rows: Table<Row> = [
    "no finger": Row(fingers: ""),
    "a finger down": Row(fingers: "dn(10,10)@0"),
    "a finger that moved": Row(fingers: "dn(10,10)@0 mv(50,50)@0.1"),
    "one that lifted just now": Row(fingers: "dn(10,10)@0 up@0.1"),
    "one down, one lifted": Row(fingers: "dn#1(10,10)@0 dn#2(20,20)@0 up#2@0.1"),
    "a tap that waits for a second": Row(
      tree: "window(0,0,400,400)[V(0,0,100,100)<tap=2,tap>]", fingers: "dn(10,10)@0 up@0.1"),
    "an active pan": Row(
      tree: "window(0,0,400,400)[V(0,0,100,100)<pan,press>]", fingers: "dn(10,10)@0 mv(50,50)@0.1"),
    "a control held down": Row(tree: "window(0,0,400,400)[V(0,0,100,100)<control>]", fingers: "dn(10,10)@0"),
    "a scroll view dragged": Row(
      tree: "window(0,0,400,400)[V(0,0,100,100)<scroll=100x900>]", fingers: "dn(10,90)@0 mv(10,50)@0.1"),
    "a scroll view that decelerates": Row(
      tree: "window(0,0,400,400)[V(0,0,100,100)<scroll=100x900>]",
      fingers: "dn(10,90)@0 mv(10,50)@0.05 mv(10,20)@0.1 up@0.1"),
    "taps that wait for each other, over": Row(
      tree: "window(0,0,400,400)[V(0,0,100,100)<tap:A,tap:B>]", relations: "A requires B; B requires A",
      fingers: "dn(10,10)@0 up@0.1"),
    "taps that wait for each other, and for one more": Row(
      tree: "window(0,0,400,400)[V(0,0,100,100)<tap:A,tap:B,tap=2:C>]",
      relations: "A requires B; B requires A; B requires C", fingers: "dn(10,10)@0 up@0.1"),
    "a touch that a scroll view holds": Row(
      tree: "window(0,0,400,400)[S(0,0,100,100)<scroll=100x900>[V(0,0,100,100)]]", fingers: "dn(10,90)@0"),
  ]

  /// An object of each class, to see whether it is gone.
  private struct Watched {
    let name: String
    weak var object: AnyObject?
  }

  /// - Returns: the objects of a scene that is dropped in the middle of a touch.
  private func drop(_ row: Row) -> [Watched] {
    let scene = Scene(row.tree, relations: row.relations)
    var watched = [
      Watched(name: "application", object: scene.application), Watched(name: "window", object: scene.window),
      Watched(name: "pipeline", object: scene.pipeline), Watched(name: "panel", object: scene.panel),
      Watched(name: "log", object: scene.log),
    ]
    let delegate = Responder()
    scene.application.delegate = delegate
    scene.window.scene = WindowScene()
    watched.append(Watched(name: "scene", object: scene.window.scene))
    watched += scene.views.map { Watched(name: $0.identifier, object: $0) }
    watched += scene.views.flatMap(\.gestureRecognizers).map { Watched(name: $0.name, object: $0) }
    scene.views.compactMap(\.controller).forEach { watched.append(Watched(name: $0.identifier, object: $0)) }
    var touches: [Watched] = []
    (scene.view("V") as? SceneView)?.onTouches = { _, _, now, event in
      touches = now.map { Watched(name: "touch", object: $0) } + [Watched(name: "event", object: event)]
    }
    scene.play(row.fingers)
    if row.fingers.hasPrefix("dn(10,10)@0") {
      scene.pipeline.press(.select, .began, at: Timestamp(seconds: 1))
      scene.pipeline.shake(.began, at: Timestamp(seconds: 1))
    }
    return watched + touches
  }

  @Test("Dropped with a finger down, everything goes", arguments: rows)
  func dropped(_ row: Row) { #expect(drop(row).filter { $0.object != nil }.map(\.name) == []) }

  @Test("A pipeline that goes before its application lets views and recognizers go, without a call of theirs")
  func pipelineFirst() {
    for fingers in ["dn(10,10)@0", "dn(10,10)@0 mv(60,10)@0.1"] {
      let application = Application()
      weak var view: View?
      var calls: [String] = []
      do {
        let scene = Scene("window(0,0,400,400)[V(0,0,100,100)<pan>]", application: application)
        view = scene["V"]
        scene["V"].onTouches = { _, phase, _, _ in calls.append("\(phase)") }
        scene.play(fingers)
      }
      #expect(!calls.contains("cancelled") || fingers.contains("mv"))
      let count = calls.count
      application.windows.forEach(application.removeWindow)
      #expect(view == nil)
      #expect(calls.count == count)
    }
  }

  @Test("A recognizer that goes to another application is still the first one's until its finger lifts")
  func toAnotherApplication() {
    let here = Scene("window(0,0,400,400)[V(0,0,100,100)<tap>]")
    let tap = here.recognizer("Tap")
    here.play("dn(10,10)@0")
    do {
      let gone = Scene("window(0,0,400,400)[W(0,0,100,100)]")
      gone.view("W").addGestureRecognizer(tap)
      gone.play("dn(10,10)@0")
      #expect(tap.numberOfTouches == 1)
    }
    tap.state = .failed
    here.play("up@0.1")
    #expect(here.log.lines("act", "fail") == ["fail Tap: removed"])
    let there = Scene("window(0,0,400,400)[W(0,0,100,100)]")
    there.view("W").addGestureRecognizer(tap)
    there.play("dn(10,10)@0 up@0.1")
    #expect(there.log.lines("act", "fail") == ["act Tap.Ended@W"])
  }

  @Test("A window that goes to another application with a finger on it: so do its recognizers")
  func windowToAnotherApplication() {
    let here = Scene("window(0,0,400,400)[V(0,0,100,100)<tap>]")
    let there = Scene("window(0,0,9,9)")
    here.play("dn(10,10)@0")
    there.application.addWindow(here.window)
    there.play("dn(10,10)@0 up@0.1")
    #expect(there.log.lines("act", "fail") == [])
    here.play("up@0.2")
    #expect(here.log.lines("act", "fail") == ["act Tap.Ended@V"])
    there.play("dn(10,10)@1 up@1.1")
    #expect(there.log.lines("act", "fail") == ["act Tap.Ended@V"])
  }

  @Test("A lifted touch is let go when no down can re-use it any more, by time, and not before")
  func byTime() {
    let scene = Scene("window(0,0,400,400)[V(0,0,100,100)]")
    weak var touch: Touch?
    weak var view: View?
    scene["V"].onTouches = { _, _, touches, _ in touch = touches.first }
    view = scene["V"]
    scene.play("dn(10,10)@0 up@0.1")
    #expect(scene.pipeline.nextWake == Timestamp(microseconds: 450_001))
    #expect(scene.pipeline.nextDeadline == nil && scene.pipeline.isIdle)
    scene.wait(until: 0.45)
    #expect(touch != nil)
    scene.wait(until: 0.450_001)
    #expect(touch == nil)
    // One wake-up, and then none.
    #expect(scene.pipeline.nextWake == nil)
    #expect(view != nil)
  }

  @Test("Of several, each at its own time; a re-used one is not let go")
  func several() {
    let scene = Scene("window(0,0,400,400)[V(0,0,100,100)<multi>]")
    var touches: [ContactID: Watched] = [:]
    scene["V"].onTouches = { _, phase, now, _ in
      for touch in now where phase == .ended {
        touches[touch.contactID] = Watched(name: "touch", object: touch)
      }
    }
    scene.play("dn#1(10,10)@0 dn#2(90,90)@0 up#1@0.1 up#2@0.2")
    scene.wait(until: 0.46)
    #expect(touches.values.count { $0.object != nil } == 1)
    #expect(scene.pipeline.nextWake == Timestamp(microseconds: 550_001))
    scene.play("dn#1(90,90)@0.5")
    #expect(scene.pipeline.nextWake == nil)
    scene.wait(until: 2)
    #expect(touches.values.count { $0.object != nil } == 1)
    scene.play("up#1@2.1")
    scene.wait(until: 3)
    #expect(touches.values.count { $0.object != nil } == 0)
  }
}
