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

  /// A finger that lands while a recognizer is active, and what is left for others.
  static let joining: Table<SceneRow> = [
    "of a finger that joined an active pan, press and tap are prevented when they would recognize": SceneRow(
      views: "O(0,0,400,400)<multi,pan>[W(200,0,200,400)<multi,press,tap>]",
      fingers: "dn#1(10,10)@0 mv#1(30,10)@0.1 dn#2(300,10)@0.2 fr#1@0.71 up#2@0.72",
      log: """
        began O{1}; act Pan.Began@O; cancelled O{1}; act Pan.Changed@O; fail LP: prevented by Pan
        act Pan.Changed@O; fail Tap: prevented by Pan; act Pan.Changed@O
        """),
    "a press that allows the active pan begins, and prevents the tap": SceneRow(
      views: "O(0,0,400,400)<multi,pan>[W(200,0,200,400)<multi,press,tap>]", relations: "LP with Pan",
      fingers: "dn#1(10,10)@0 mv#1(30,10)@0.1 dn#2(300,10)@0.2 fr#1@0.71",
      log: """
        began O{1}; act Pan.Began@O; cancelled O{1}
        act Pan.Changed@O; fail Tap: prevented by LP; act LP.Began@W; act Pan.Changed@O
        """),
    "a finger beyond the most that a pan takes is not shared with it: its tap acts": SceneRow(
      views: "O(0,0,400,400)<multi,pan=max(1)>[V(0,0,200,400)<multi>,W(200,0,200,400)<multi,tap>]",
      fingers: "dn#1(10,10)@0 mv#1(30,10)@0.1 dn#2(300,10)@0.2 up#2@0.3 mv#1(40,10)@0.4",
      log: """
        began V{1}; act Pan.Began@O; cancelled V{1}; began W{1}
        act Tap.Ended@W; cancelled W{1}; act Pan.Changed@O
        """),
    "what a joined finger is held for is dropped: the tap beside the pan acts, the view hears nothing":
      SceneRow(
        views: "O(0,0,400,400)<multi,pan>[V(0,0,200,400)<multi>,W(200,0,200,400)<multi,tap>]",
        relations: "Tap delays began; Tap with Pan",
        fingers: "dn#1(10,10)@0 mv#1(40,10)@0.1 dn#2(300,10)@0.2 up#2@0.3",
        log: """
          began V{1}; act Pan.Began@O; cancelled V{1}; act Pan.Changed@O; act Tap.Ended@W; act Pan.Changed@O
          """),
    "a prevented outer pan takes no other finger until the one it failed with is up": SceneRow(
      views: "O(0,0,400,400)<pan:PO>[V(0,0,200,400)<pan:PV>,W(200,0,200,400)]",
      fingers: """
        dn#1(10,10)@0 mv#1(40,10)@0.1 dn#2(300,10)@0.2 mv#2(340,10)@0.3 up#1@0.4
        mv#2(380,10)@0.5 dn#3(300,300)@0.6 mv#3(320,300)@0.7
        """, kinds: "began moved ended cancelled act",
      log: """
        began V{1}; act PV.Began@V; cancelled V{1}; began W{1}
        moved W{1}; act PV.Ended@V; moved W{1}; act PO.Began@O
        """),
    "a finger that lands after a swipe, whose finger is still down, is the view's": SceneRow(
      views: "V(0,0,400,400)<multi,swipe>",
      fingers: "dn#1(10,10)@0 mv#1(70,10)@0.1 dn#2(10,100)@0.2 mv#2(70,100)@0.3 up#1@0.4 up#2@0.5",
      log: "began V{1}; act Swipe.Ended@V; cancelled V{1}; began V{1}; moved V{1}; ended V{1}"),
    "a pan that leaves touches to views lets go of what it held, not of what a double tap holds of a joining finger":
      SceneRow(
        views: "O(0,0,400,400)<multi,pan>[V(0,0,200,400)<multi>,W(200,0,200,400)<multi,tap=2>]",
        relations: "Pan keeps touches; Pan delays began; Tap2 delays began",
        fingers:
          "dn#1(10,10)@0 mv#1(40,10)@0.1 dn#2(300,10)@0.2 mv#1(50,10)@0.22 up#2@0.3 mv#1(60,10)@0.4 up#1@1",
        kinds: "began moved ended cancelled fail", log: "fail Tap2: too slow; began W{1}; ended W{1}"),
    "a finger beyond those of a press that has begun is its view's": SceneRow(
      views: "V(0,0,400,400)<multi,press>",
      fingers: "dn#1(250,10)@0 fr#1@0.6 dn#2(100,100)@0.7 mv#2(120,100)@0.8 up#2@0.9 up#1@1",
      kinds: "began moved ended cancelled act where", places: "LP",
      log: """
        began V{1}; act LP.Began@V; where 250,10; cancelled V{1}; act LP.Changed@V; where 250,10
        began V{1}; moved V{1}; ended V{1}; act LP.Ended@V; where 250,10
        """),
  ]

  /// A finger that joins a pan which has been going on, and both lift in one frame.
  static let joined = "dn#1(10,10)@0 mv#1(40,10)@0.1 dn#2(300,10)@0.2 up#1@0.3 dn#3(300,300)@0.4"

  /// A recognizer that is active lets no other have its touches, also not in its last frame, whatever their order.
  static let lastFrames: Table<SceneRow> = [
    "the tap is attached after the pan": SceneRow(
      views: "V(0,0,400,400)<multi,pan,tap>", fingers: joined + " up#2@0.5 up#3@0.5", kinds: "act",
      log: "act Pan.Began@V; act Pan.Changed@V; act Pan.Changed@V; act Pan.Changed@V; act Pan.Ended@V"),
    "the pan allows the tap": SceneRow(
      views: "V(0,0,400,400)<multi,pan,tap>", relations: "Pan with Tap",
      fingers: joined + " up#2@0.5 up#3@0.5", kinds: "act",
      log: """
        act Pan.Began@V; act Pan.Changed@V; act Pan.Changed@V
        act Pan.Changed@V; act Pan.Ended@V; act Tap.Ended@V
        """),
    "a tap in another view, which requires the pan to fail, and lifts in the pan's last frame": SceneRow(
      views: "V(0,0,200,400)<pan>,W(200,0,200,400)<tap>", relations: "Tap requires Pan",
      fingers: "dn#1(10,10)@0 mv#1(70,10)@0.1 dn#2(300,10)@0.2 up#1@0.3 up#2@0.3", kinds: "act fail",
      log: "act Pan.Began@V; fail Tap: required Pan to fail; act Pan.Ended@V"),
    "in the frame after, the finger is free": SceneRow(
      views: "V(0,0,200,400)<pan>,W(200,0,200,400)<tap>", relations: "Tap requires Pan",
      fingers: "dn#1(10,10)@0 mv#1(70,10)@0.1 dn#2(300,10)@0.2 up#1@0.3 up#2@0.4", kinds: "act fail",
      log: "act Pan.Began@V; act Pan.Ended@V; act Tap.Ended@W"),
  ]

  @Test("Rows", arguments: rows + joining + lastFrames)
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
