import TestTables

/// What comes first in one frame: recognizers, states, actions, cancellations, then the views.
@Suite("Order in a frame") struct OrderRules {
  static let rows: Table<SceneRow> = [
    "recognizers hear of touches before views do: the deepest first, on one view as attached": SceneRow(
      views: "O(0,0,400,400)<watch:O1>[A(0,0,200,400)<watch:A1,watch:A2>,B(200,0,200,400)<watch:B1>]",
      fingers: "dn#1(300,10)@0 dn#2(10,10)@0", kinds: "got began",
      log: """
        got began A1@A{1}; got began A2@A{1}; got began B1@B{1}; got began O1@O{2}; began B{1}; began A{1}
        """),
    "a recognized tap acts, then its view is cancelled, then another view hears of its move": SceneRow(
      views: "V(0,0,200,400)<tap>,W(200,0,200,400)",
      fingers: "dn#1(300,10)@0 dn#2(10,10)@0 mv#1(310,10)@0.1 up#2@0.1",
      log: "began W{1}; began V{1}; act Tap.Ended@V; cancelled V{1}; moved W{1}"),
    "the calls of a frame go phase by phase: began, moved, ended, cancelled": SceneRow(
      fingers: """
        dn#1(10,10)@0 dn#2(100,10)@0 dn#3(200,10)@0 up#1@0.1 palm#2@0.1 mv#3(210,10)@0.1
        dn#4(300,300)@0.1
        """, log: "began V{3}; began V{1}; moved V{1}; ended V{1}; cancelled V{1}"),
    "a frame without movement goes to the recognizers of its finger only, and to no view": SceneRow(
      views: "V(0,0,400,400)<multi,watch:W1>",
      fingers: "dn#1(10,10)@0 dn#2(100,10)@0.1 fr#1@0.2 mv#2(110,10)@0.3", kinds: "got began moved",
      log: """
        got began W1@V{1}; began V{1}; got began W1@V{1}
        began V{1}; got moved W1@V{1}; got moved W1@V{1}; moved V{1}
        """),
    "all states of a frame are resolved before the first action is called": SceneRow(
      views: "V(0,0,200,400)<pan:P1>,W(200,0,200,400)<pan:P2>",
      fingers: "dn#1(300,10)@0 dn#2(10,10)@0 mv#1(320,10)@0.1 mv#2(30,10)@0.1",
      kinds: "state act cancelled moved",
      log: """
        state P1.Began@V; state P2.Began@W; act P1.Began@V; act P2.Began@W; cancelled W{1}; cancelled V{1}
        """),
    "a requirement that is prevented fails at once: the one that waits for it acts in the same frame":
      SceneRow(
        views: "V(0,0,200,400)<swipe,pan>,W(200,0,200,400)<tap>", relations: "Tap requires Swipe",
        fingers: "dn#1(10,10)@0 dn#2(300,10)@0.05 up#2@0.1 mv#1(22,10)@0.2 mv#1(40,10)@0.3",
        log: """
          began V{1}; began W{1}; fail Swipe: prevented by Pan; act Pan.Began@V
          act Tap.Ended@W; cancelled V{1}; cancelled W{1}; act Pan.Changed@V
          """),
    "two views that lose their touches in one frame are cancelled in the order of the touches": SceneRow(
      views: "O(0,0,400,400)<pan>[V(0,0,200,400),W(200,0,200,400)]",
      fingers: "dn#1(300,10)@0 dn#2(10,10)@0.05 mv#1(340,10)@0.1 mv#2(50,10)@0.1", kinds: "act cancelled",
      log: "act Pan.Began@O; cancelled W{1}; cancelled V{1}"),
    "pinch, rotation and pan together: each tells one change a frame, and all end at the last lift": SceneRow(
      views: "V(0,0,400,400)<multi,pinch,rotation,pan>",
      relations: "Pinch with Rotation; Pan with Pinch; Rotation with Pan",
      fingers: """
        dn#1(100,100)@0 dn#2(200,100)@0 mv#2(250,150)@0.1 mv#1(90,100)@0.2 mv#2(260,150)@0.2
        mv#2(270,150)@0.3 up#1@0.3 up#2@0.4
        """,
      log: """
        began V{2}; act Pinch.Began@V; act Rotation.Began@V; act Pan.Began@V; cancelled V{2}
        act Pinch.Changed@V; act Rotation.Changed@V; act Pan.Changed@V; act Pinch.Changed@V
        act Rotation.Changed@V; act Pan.Changed@V; act Pinch.Ended@V; act Rotation.Ended@V; act Pan.Ended@V
        """),
    "windows get a frame in the order of their oldest touch in it, whatever its slot": SceneRow(
      tree: "window(0,0,200,400)[V(0,0,200,400)]",
      set: { scene in
        let other = Window(frame: Rect(x: 200, y: 0, width: 200, height: 400))
        other.identifier = "other"
        scene.application.addWindow(other)
      }, fingers: "dn#2(10,10)@0 dn#1(300,10)@0.1 mv#1(310,10)@0.2 mv#2(20,10)@0.2 up#1@0.3 up#2@0.3",
      log: "began V{1}; began other{1}; moved V{1}; moved other{1}; ended V{1}; ended other{1}"),
    "fingers that lift in one frame, each in a window of its own, have both tapped": SceneRow(
      tree: "window(0,0,200,400)[V(0,0,200,400)<tap>]",
      set: { scene in
        let other = Window(frame: Rect(x: 200, y: 0, width: 200, height: 400))
        let tap = TapGestureRecognizer()
        (other.identifier, tap.name) = ("other", "Other")
        other.addGestureRecognizer(tap)
        scene.application.addWindow(other)
      }, fingers: "dn#1(10,10)@0 dn#2(300,10)@0 up#1@0.1 up#2@0.1",
      log: """
        began V{1}; began other{1}; act Tap.Ended@V; cancelled V{1}
        act Other.Ended@other; cancelled other{1}
        """),
    "an application may have its views cancelled before the action": SceneRow(
      views: "V(0,0,400,400)<tap>", set: { $0.application.cancelOrder = .beforeAction },
      fingers: "dn#1(10,10)@0 up@0.1", log: "began V{1}; cancelled V{1}; act Tap.Ended@V"),
  ]

  /// Things with one time stamp: a slot that lifts and lands, and a frame at the time of a deadline.
  static let moments: Table<SceneRow> = [
    "a slot that lifts and lands in one frame makes two: the landing comes after all else": SceneRow(
      overrides: "V tells event touch tapCount phase allTouches",
      fingers: "dn#1(10,10)@0 dn#2(200,200)@0 mv#2(210,200)@0.1 up#1@0.1 dn#1(100,100)@0.1", kinds: "tell",
      log: """
        tell V.began event=1 touch=1,2 tapCount=1,1 phase=began,began allTouches=2
        tell V.moved event=1 touch=2 tapCount=1 phase=moved allTouches=2
        tell V.ended event=1 touch=1 tapCount=1 phase=ended allTouches=2
        tell V.began event=1 touch=3 tapCount=1 phase=began allTouches=2
        """),
    "the only finger lifts and lands near: another event, with the same touch tapped twice": SceneRow(
      overrides: "V tells event touch tapCount allTouches", fingers: "dn#1(10,10)@0 up#1@0.1 dn#1(12,10)@0.1",
      kinds: "tell",
      log: """
        tell V.began event=1 touch=1 tapCount=1 allTouches=1
        tell V.ended event=1 touch=1 tapCount=1 allTouches=1
        tell V.began event=2 touch=1 tapCount=2 allTouches=1
        """),
    "the only finger of a pan lifts and lands in one frame: the pan ends, and another begins": SceneRow(
      views: "V(0,0,400,400)<pan>",
      fingers: "dn(10,10)@0 mv(30,10)@0.1 up@0.2 dn(200,200)@0.2 mv(220,200)@0.3",
      log: """
        began V{1}; act Pan.Began@V; cancelled V{1}; act Pan.Ended@V
        began V{1}; act Pan.Began@V; cancelled V{1}
        """),
    "one finger of a pan of two lifts and lands in one frame: two changes, and no call on the view": SceneRow(
      views: "V(0,0,400,400)<multi,pan>",
      fingers: "dn#1(10,10)@0 dn#2(100,10)@0 mv#1(50,10)@0.1 up#1@0.2 dn#1(200,200)@0.2",
      log: "began V{2}; act Pan.Began@V; cancelled V{2}; act Pan.Changed@V; act Pan.Changed@V"),
    "a double tap whose finger lifts and lands in one frame": SceneRow(
      views: "V(0,0,400,400)<tap=2>", fingers: "dn(10,10)@0 up@0.1 dn(12,10)@0.1 up@0.2",
      log: "began V{1}; began V{1}; act Tap2.Ended@V; cancelled V{1}; cancelled V{1}"),
    "a move at the very time of a press comes before it: too far": SceneRow(
      views: "V(0,0,400,400)<press>", fingers: "dn(10,10)@0 mv(22,10)@0.5", kinds: "act fail",
      log: "fail LP: too far"),
    "a second tap may land and lift at the very end of its time": SceneRow(
      views: "V(0,0,400,400)<tap=2>", fingers: "dn(10,10)@0 up@0.75 dn(10,10)@1.1 up@1.85", kinds: "act fail",
      log: "act Tap2.Ended@V"),
    "of two presses that are due at one time the deeper one begins": SceneRow(
      views: "O(0,0,400,400)<press:LO>[V(0,0,400,400)<press:LV>]", fingers: "dn(10,10)@0", until: 1,
      log: "began V{1}; fail LO: prevented by LV; act LV.Began@V; cancelled V{1}"),
    "a second finger that lands at the very time of a press comes before it": SceneRow(
      views: "V(0,0,400,400)<multi,press>", fingers: "dn#1(10,10)@0 dn#2(100,10)@0.5", until: 2,
      log: "began V{1}; fail LP: too many touches; began V{1}"),
    "a lift at the very time at which a requirement fails comes before it: the pan fails": SceneRow(
      views: "V(0,0,400,400)<multi,pan,gate=fails|0.8>", relations: "Pan requires Gate",
      fingers: "dn(10,10)@0 mv(40,10)@0.1 up@0.8", kinds: "act ended cancelled", until: 2, log: "ended V{1}"),
  ]

  @Test("Rows", arguments: rows + moments)
  func row(_ row: SceneRow) { #expect(row.difference() == nil) }
}
