import Dispatcher
import TestSupport
import TestTables

/// Which recognizer fails when another recognizes a touch of both.
@Suite("Prevention") struct PreventionRules {
  static let rows: Table<SceneRow> = [
    "a pinch over two views prevents what waits for either finger": SceneRow(
      views: "O(0,0,400,400)<multi,pinch>[V(0,0,200,400)<press>,W(200,0,200,400)<tap>]",
      fingers: "dn#1(50,50)@0 dn#2(250,50)@0.1 mv#1(41,50)@0.2",
      log: """
        began V{1}; began W{1}; fail LP: prevented by Pinch; fail Tap: prevented by Pinch
        act Pinch.Began@O; cancelled V{1}; cancelled W{1}
        """),
    "an active pan prevents the pinch that shares one of its fingers; the other finger still taps": SceneRow(
      views: "O(0,0,400,400)<multi,pinch>[V(0,0,200,400)<pan=max(1)>,W(200,0,200,400)<tap>]",
      fingers: "dn#1(50,50)@0 mv#1(70,50)@0.1 dn#2(250,50)@0.2 mv#1(40,50)@0.3 up#2@0.4",
      log: """
        began V{1}; fail Pinch: prevented by Pan; act Pan.Began@V; cancelled V{1}
        began W{1}; act Pan.Changed@V; act Tap.Ended@W; cancelled W{1}
        """),
    "a tap prevents the two-finger tap that shares its finger, and not the tap of the other finger": SceneRow(
      views: "O(0,0,400,400)<multi,tap=1|touches(2):T2>[V(0,0,200,400)<tap:TV>,W(200,0,200,400)<tap:TW>]",
      fingers: "dn#1(50,50)@0 dn#2(250,50)@0 up#1@0.1 up#2@0.1",
      log: """
        began V{1}; began W{1}; fail T2: prevented by TV; act TV.Ended@V
        act TW.Ended@W; cancelled V{1}; cancelled W{1}
        """),
    "a tap never prevents one of more taps: at the second, both act": SceneRow(
      views: "O(0,0,400,400)<multi,tap=2>[V(0,0,400,400)<tap>]",
      fingers: "dn(50,50)@0 up@0.1 dn(50,50)@0.2 up@0.3", kinds: "act",
      log: "act Tap.Ended@V; act Tap.Ended@V; act Tap2.Ended@O"),
    "the active recognizer allows the other one: both go on": SceneRow(
      views: "V(0,0,400,400)<pan,swipe>", relations: "Pan with Swipe",
      fingers: "dn(10,10)@0 mv(22,10)@0.05 mv(60,10)@0.1 mv(70,10)@0.2",
      log: """
        began V{1}; act Pan.Began@V; cancelled V{1}; act Pan.Changed@V; act Swipe.Ended@V; act Pan.Changed@V
        """),
    "a pan that may not begin fails, and prevents no recognizer": SceneRow(
      views: "V(0,0,400,400)<pan,swipe>", relations: "Pan may not begin",
      fingers: "dn(10,10)@0 mv(22,10)@0.05 mv(60,10)@0.1",
      log: "began V{1}; fail Pan: not allowed to begin; moved V{1}; act Swipe.Ended@V; cancelled V{1}"),
    "a tap of two fingers that are in two views cancels both views": SceneRow(
      views: "O(0,0,400,400)<multi,tap=1|touches(2):T2>[V(0,0,200,400),W(200,0,200,400)]",
      fingers: "dn#1(50,50)@0 dn#2(250,50)@0.1 up#1@0.2 up#2@0.25",
      log: "began V{1}; began W{1}; act T2.Ended@O; cancelled V{1}; cancelled W{1}"),
  ]

  @Test("Rows", arguments: rows)
  func row(_ row: SceneRow) { #expect(row.difference() == nil) }

  @Test("A recognizer whose canPrevent is false makes no other fail, also while it is active")
  func cannotPrevent() {
    final class Mild: PanGestureRecognizer {
      override func canPrevent(_ other: GestureRecognizer) -> Bool { false }
    }
    let scene = Scene("window(0,0,400,400)[O(0,0,400,400)<swipe>[V(0,0,400,400)]]")
    let mild = Mild()
    mild.name = "Mild"
    scene.view("V").addGestureRecognizer(mild)
    scene.play("dn(10,10)@0 mv(25,10)@0.05 mv(80,10)@0.1")
    scene.expect("act Mild.Began@V; act Mild.Changed@V; act Swipe.Ended@O", in: "act fail")
  }
}
