import TestTables

/// A control that is not in the window of its touch any more loses the touch, and sends what is sent of a cancelled
/// one.
@Suite("Controls that leave") struct LeavingControlRules {
  struct Leaving: TableRow {
    var what = ""
    var tree = "window(0,0,400,400)[P(0,0,400,400)[C(0,0,100,100)<control>],Q(200,200,100,100)]"
    /// What is done between two frames.
    let change: @Sendable (Scene) -> Void
    var fingers = "dn(10,10)@0 mv(20,10)@0.1 up@0.2"
    let log: String
  }

  /// A trace shows what happens in frames; actions run whenever it happens.
  static let names: [(String, Control.Events)] = [
    ("touch_down", .touchDown), ("touch_drag_exit", .touchDragExit), ("touch_drag_inside", .touchDragInside),
    ("touch_drag_outside", .touchDragOutside), ("touch_up_inside", .touchUpInside),
    ("touch_up_outside", .touchUpOutside), ("touch_cancel", .touchCancel),
  ]

  static let leaving: Table<Leaving> = [
    "removed between two frames": Leaving(
      change: { $0.view("C").removeFromSuperview() },
      log: "began C{1}; sends touch_down; cancelled C{1}; sends touch_cancel"),
    "removed with its superview": Leaving(
      change: { $0.view("P").removeFromSuperview() },
      log: "began C{1}; sends touch_down; cancelled C{1}; sends touch_cancel"),
    "moved to a view of no window": Leaving(
      change: { View(frame: .zero).addSubview($0.view("C")) },
      log: "began C{1}; sends touch_down; cancelled C{1}; sends touch_cancel"),
    "moved elsewhere in the window, it keeps the touch": Leaving(
      change: { $0.view("Q").addSubview($0.view("C")) },
      log: """
        began C{1}; sends touch_down; moved C{1}; sends touch_drag_exit; sends touch_drag_outside
        ended C{1}; sends touch_up_outside
        """),
    "taken out and put back at once, it keeps the touch": Leaving(
      change: { scene in
        let (view, parent) = (scene.view("C"), scene.view("P"))
        view.removeFromSuperview()
        parent.addSubview(view)
      },
      log: """
        began C{1}; sends touch_down; moved C{1}; sends touch_drag_inside; ended C{1}; sends touch_up_inside
        """),
    "removed with a view in it, which loses the touch, too": Leaving(
      tree: "window(0,0,400,400)[C(0,0,200,200)<control>[V(0,0,100,100)]]",
      change: { $0.view("C").removeFromSuperview() },
      log: "began V{1}; sends touch_down; cancelled V{1}; sends touch_cancel"),
    "switched off": Leaving(
      change: { $0.control("C").isEnabled = false },
      log: "began C{1}; sends touch_down; sends touch_cancel; moved C{1}; ended C{1}"),
    "hidden, it keeps the touch, which is bound to it": Leaving(
      change: { $0.view("C").isHidden = true },
      log: """
        began C{1}; sends touch_down; moved C{1}; sends touch_drag_inside; ended C{1}; sends touch_up_inside
        """),
  ]

  static let late: Table<Leaving> = [
    "by its own program, while a double tap holds its end": Leaving(
      tree: "window(0,0,400,400)[P(0,0,400,400)<tap=2>[C(0,0,100,100)<control>]]",
      change: { scene in
        scene.play("up@0.1")
        scene.view("C").removeFromSuperview()
        scene.wait(until: 3)
      }, fingers: "dn(10,10)@0", log: "control C.touch_down; control C.touch_cancel"),
    "by an action in the frame of the lift": Leaving(
      tree: "window(0,0,400,400)<press>[C(0,0,100,100)<control>]",
      change: { scene in
        scene.recognizer("LP").cancelsTouchesInView = false
        scene.recognizer("LP").addAction { press in
          if press.state == .ended { scene.view("C").removeFromSuperview() }
        }
        scene.play("fr@0.6 up@0.8")
      }, fingers: "dn(10,10)@0", log: "control C.touch_down; control C.touch_cancel"),
    "by another view that gets the same lift first": Leaving(
      tree: "window(0,0,400,400)[A(200,0,100,100),C(0,0,100,100)<control>]",
      change: { scene in
        scene["A"].onTouches = { _, phase, _, _ in
          if phase == .ended { scene.view("C").removeFromSuperview() }
        }
        scene.play("up#1@0.1 up#2@0.1")
      }, fingers: "dn#1(210,10)@0 dn#2(10,10)@0.05", log: "control C.touch_down; control C.touch_cancel"),
    "before the window is sent the lift": Leaving(
      change: { scene in
        (scene.application as? OwedEndRules.Swallower)?.swallows = { event in
          if event.allTouches.contains(where: { $0.phase == .ended }) {
            scene.view("C").removeFromSuperview()
          }
          return false
        }
        scene.play("up@0.1")
      }, fingers: "dn(10,10)@0", log: "control C.touch_down; control C.touch_cancel"),
  ]

  @Test("A control that is removed between a lift and its touchesEnded sends no up", arguments: late)
  func takenAwayLate(_ row: Leaving) {
    let scene = Scene(row.tree, application: OwedEndRules.Swallower())
    let control = scene.control("C")
    scene.play(row.fingers)
    row.change(scene)
    scene.expect(row.log, in: "control")
    #expect(!control.isTracking && !control.isHighlighted)
  }

  @Test("A control that goes in the middle of a touch", arguments: leaving)
  func leave(_ row: Leaving) {
    let scene = Scene(row.tree)
    for (name, event) in Self.names {
      scene.control("C").addAction(for: event) { _ in scene.log.note("sends \(name)") }
    }
    let frames = row.fingers.split(separator: " ").map(String.init)
    scene.play(frames[0])
    let control = scene.control("C")
    row.change(scene)
    for frame in frames.dropFirst() { scene.play(frame) }
    scene.expect(row.log, in: "began moved ended cancelled sends")
    #expect(!control.isTracking && !control.isHighlighted)
  }

  @Test(
    "A control that is taken out by its own action sends nothing more, and is cancelled once",
    arguments: [Control.Events.touchDown, .touchDragInside])
  func removesItself(_ event: Control.Events) {
    let scene = Scene("window(0,0,400,400)[P(0,0,400,400)[C(0,0,100,100)<control>]]")
    scene.control("C").addAction(for: event) { $0.removeFromSuperview() }
    scene.play("dn(10,10)@0 mv(20,10)@0.1 mv(30,10)@0.2 up@0.3")
    let control = scene.log.lines("control")
    #expect(control.last == "control C.touch_cancel")
    #expect(!control.contains("control C.touch_up_inside"))
    #expect(scene.log.lines("cancelled") == ["cancelled C{1}"])
    #expect(scene.log.lines("ended") == [])
  }

  @Test("A control that is taken out before its own began, in the same frame, sends nothing")
  func beforeItsBegan() {
    let scene = Scene("window(0,0,400,400)[V(0,0,100,100),C(200,0,100,100)<control>]")
    scene["V"].onTouches = { _, phase, _, _ in if phase == .began { scene.view("C").removeFromSuperview() } }
    scene.play("dn#1(10,10)@0 dn#2(210,10)@0 up#1@0.1 up#2@0.1")
    #expect(scene.log.calls == ["began V{1}", "began C{1}", "cancelled C{1}", "ended V{1}"])
    #expect(scene.log.lines("control") == [])
  }

  @Test("A control whose began is held when it is taken out hears of nothing")
  func held() {
    let scene = Scene(
      "window(0,0,400,400)[P(0,0,400,400)<pan>[C(0,0,100,100)<control>]]", relations: "Pan delays began")
    scene.play("dn(10,10)@0")
    scene.view("C").removeFromSuperview()
    scene.play("up@0.1")
    scene.pipeline.finish()
    #expect(scene.log.lines("began", "ended", "cancelled", "control") == [])
  }

  @Test("A removed control is cancelled without another frame: at a deadline, the time of the last frame")
  func atOnce() {
    let scene = Scene("window(0,0,400,400)[C(0,0,100,100)<control>]")
    scene.play("dn(10,10)@0.5")
    scene.view("C").removeFromSuperview()
    #expect(scene.log.lines("cancelled") == [])
    #expect(scene.pipeline.nextDeadline == Timestamp(seconds: 0.5))
    scene.wait(until: 0.5)
    #expect(scene.log.lines("cancelled") == ["cancelled C{1}"])
    #expect(scene.pipeline.nextDeadline == nil)
  }
}
