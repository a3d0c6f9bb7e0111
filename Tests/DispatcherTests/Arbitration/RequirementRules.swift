import Dispatcher
import TestSupport
import TestTables

/// A recognizer that must wait for another to fail: what ends the wait.
@Suite("Requirements to fail") struct RequirementRules {
  static let rows: Table<SceneRow> = [
    "a requirement that has recognized before makes the pan fail": SceneRow(
      views: "V(0,0,400,400)<pan,gate=recognizes|0.05>", relations: "Pan requires Gate",
      fingers: "dn(10,10)@0 fr@0.1 mv(40,10)@0.2 mv(50,10)@0.3", kinds: "act", log: "act Gate.Ended@V"),
    "a requirement that has failed before does not delay the pan": SceneRow(
      views: "V(0,0,400,400)<pan,gate=fails|0.05>", relations: "Pan requires Gate",
      fingers: "dn(10,10)@0 fr@0.1 mv(40,10)@0.2 mv(50,10)@0.3", kinds: "act",
      log: "act Pan.Began@V; act Pan.Changed@V"),
    "a pan waits for a swipe that waits for another: that recognizes, so the pan begins": SceneRow(
      views: "V(0,0,400,400)<pan,swipe,gate=recognizes|0.8>",
      relations: "Pan requires Swipe; Swipe requires Gate", fingers: "dn(10,10)@0 mv(80,10)@0.1 fr@0.9",
      showsTimes: true,
      log: """
        0.000 began V{1}; 0.100 moved V{1}; 0.800 fail Swipe: required Gate to fail
        0.800 act Gate.Ended@V; 0.800 act Pan.Began@V; 0.800 cancelled V{1}; 0.900 act Pan.Changed@V
        """),
    "a delegate may require a recognizer of another view, also between two of its taps": SceneRow(
      views: "V(0,0,200,400)<tap>,W(200,0,200,400)<tap=2>", relations: "Tap delegate-requires Tap2",
      fingers: "dn#2(300,10)@0 dn#1(10,10)@0.1 up#1@0.2 up#2@0.5", showsTimes: true, until: 2,
      log: """
        0.000 began W{1}; 0.100 began V{1}
        0.850 fail Tap2: too slow; 0.850 act Tap.Ended@V; 0.850 cancelled V{1}; 0.850 ended W{1}
        """),
    "a swipe that is over, though its finger is still down, makes no later tap in another view wait":
      SceneRow(
        views: "V(0,0,200,400)<swipe>,W(200,0,200,400)<tap>", relations: "Tap requires Swipe",
        fingers: "dn#1(10,10)@0 mv#1(70,10)@0.1 dn#2(300,10)@0.2 up#2@0.3", kinds: "act",
        log: "act Swipe.Ended@V; act Tap.Ended@W"),
    "a tap that requires a pan that is active in another view fails": SceneRow(
      views: "V(0,0,200,400)<pan>,W(200,0,200,400)<tap>", relations: "Tap requires Pan",
      fingers: "dn#1(10,10)@0 mv#1(70,10)@0.1 dn#2(300,10)@0.2 up#2@0.3", kinds: "act fail",
      log: "act Pan.Began@V; fail Tap: required Pan to fail"),
    "a waiting pan prevents no recognizer, and a press that requires it may fail by itself": SceneRow(
      views: "V(0,0,400,400)<pan,press,gate=fails|0.3>", relations: "Pan requires Gate; LP requires Pan",
      fingers: "dn(10,10)@0 mv(22,10)@0.1 mv(25,10)@0.4", kinds: "act fail",
      log: "fail LP: too far; fail Gate: too slow; act Pan.Began@V; act Pan.Changed@V"),
    "a pan that waits on one finger leaves another finger to its tap": SceneRow(
      views: "O(0,0,400,400)<pan>[V(0,0,200,400)<gate=fails|0.8>,W(200,0,200,400)<tap>]",
      relations: "Pan requires Gate",
      fingers: "dn#1(10,10)@0 mv#1(40,10)@0.1 dn#2(300,10)@0.2 up#2@0.3 mv#1(50,10)@0.9",
      log: """
        began V{1}; moved V{1}; began W{1}; act Tap.Ended@W; cancelled W{1}; fail Gate: too slow
        act Pan.Began@O; cancelled V{1}; act Pan.Changed@O
        """),
    "one that waits may be prevented by another": SceneRow(
      views: "O(0,0,400,400)<swipe>[V(0,0,400,400)<pan,gate=fails|0.8>]", relations: "Pan requires Gate",
      fingers: "dn(10,10)@0 mv(25,10)@0.05 mv(80,10)@0.1 fr@0.9",
      log: """
        began V{1}
        moved V{1}; fail Pan: prevented by Swipe; act Swipe.Ended@O; cancelled V{1}; fail Gate: too slow
        """),
    "unless it allows the other: then it begins when its wait is over": SceneRow(
      views: "O(0,0,400,400)<swipe>[V(0,0,400,400)<pan,gate=fails|0.8>]",
      relations: "Pan requires Gate; Pan with Swipe",
      fingers: "dn(10,10)@0 mv(25,10)@0.05 mv(80,10)@0.1 mv(90,10)@0.9", kinds: "act fail cancelled",
      log: "act Swipe.Ended@O; cancelled V{1}; fail Gate: too slow; act Pan.Began@V; act Pan.Changed@V"),
  ]

  /// Recognizers that require each other: the first of them proceeds.
  static let circles: Table<SceneRow> = [
    "one attached before a circle, which requires a member: the first of the circle acts": SceneRow(
      views: "V(0,0,400,400)<tap:T0,tap:A,tap:B>", relations: "T0 requires A; A requires B; B requires A",
      fingers: "dn(10,10)@0 up@0.1", kinds: "act cancelled ended", log: "act A.Ended@V; cancelled V{1}"),
    "the same, attached to a deeper view": SceneRow(
      views: "O(0,0,400,400)<tap:A,tap:B>[V(0,0,400,400)<tap:T0>]",
      relations: "T0 requires A; A requires B; B requires A", fingers: "dn(10,10)@0 up@0.1", kinds: "act",
      log: "act A.Ended@O"),
    "a circle of which one also waits for another goes on when that fails": SceneRow(
      views: "V(0,0,400,400)<tap:A,tap:B,gate=fails|0.8>",
      relations: "A requires B; B requires A; B requires Gate", fingers: "dn(10,10)@0 up@0.1", kinds: "act",
      showsTimes: true, until: 2, log: "0.800 act A.Ended@V"),
  ]

  @Test("Rows", arguments: rows + circles)
  func row(_ row: SceneRow) { #expect(row.difference() == nil) }

  @Test("The required recognizer is disabled: the one that waits proceeds")
  func disabledRequired() {
    let scene = Scene(
      "window(0,0,400,400)[V(0,0,400,400)<multi,pan,gate=fails|0.8>]", relations: "Pan requires Gate")
    scene.play("dn(10,10)@0 mv(40,10)@0.1")
    scene.recognizer("Gate").isEnabled = false
    scene.play("mv(50,10)@0.2")
    #expect(scene.log.lines("act").first == "act Pan.Began@V")
  }

  @Test("A required recognizer that ignores its touches delays no other")
  func ignoringRequired() {
    let scene = Scene("window(0,0,400,400)[V(0,0,400,400)<tap>]")
    let own = scene.addOwnRecognizer()
    own.onBegan = { own, touches, event in for touch in touches { own.ignore(touch, for: event) } }
    scene.recognizer("Tap").require(toFail: own)
    scene.play("dn#1(10,10)@0 up@0.1")
    scene.expect("began V{1}; act Tap.Ended@V; cancelled V{1}", in: "began moved ended cancelled act")
  }

  @Test("The view of the required recognizer goes away: the one that waits proceeds")
  func removedRequired() {
    let scene = Scene(
      "window(0,0,400,400)[V(0,0,200,400)<pan>,W(200,0,200,400)<press>]", relations: "Pan requires LP")
    scene.play("dn#2(300,10)@0 dn#1(10,10)@0.1 mv#1(30,10)@0.2")
    scene.view("W").removeFromSuperview()
    scene.play("mv#1(50,10)@0.3")
    #expect(scene.log.lines("act").first == "act Pan.Began@V")
  }
}
