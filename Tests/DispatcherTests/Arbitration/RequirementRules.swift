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
    "one that requires itself waits for nothing": SceneRow(
      views: "V(0,0,400,400)<tap>", relations: "Tap requires Tap", fingers: "dn(10,10)@0 up@0.1",
      kinds: "act", log: "act Tap.Ended@V"),
  ]

  /// Presses, swipes, pinches and pans that wait for another recognizer to fail.
  static let waits: Table<SceneRow> = [
    "a press that waits for a pan begins when that fails of a second finger, with its own finger only":
      SceneRow(
        views: "V(0,0,400,400)<multi,pan=max(1),press>", relations: "LP requires Pan",
        fingers: "dn#1(10,10)@0 dn#2(100,10)@0.6 mv#2(120,10)@0.7 fr#1@0.8",
        log: """
          began V{1}; fail Pan: too many touches; act LP.Began@V; cancelled V{1}
          began V{1}; moved V{1}; act LP.Changed@V
          """),
    "a press that fails of a movement lets the pan that waits for it begin in the same frame": SceneRow(
      views: "V(0,0,400,400)<multi,pan,press>", relations: "Pan requires LP",
      fingers: "dn(10,10)@0 mv(40,10)@0.1",
      log: "began V{1}; fail LP: too far; act Pan.Began@V; cancelled V{1}"),
    "a press that waits may move as far as it likes": SceneRow(
      views: "V(0,0,400,400)<press,gate=fails|0.8>", relations: "LP requires Gate",
      fingers: "dn(10,10)@0 mv(40,10)@0.6 fr@0.9", kinds: "act fail",
      log: "fail Gate: too slow; act LP.Began@V; act LP.Changed@V"),
    "a press of two fingers that waits fails when one of them lifts": SceneRow(
      views: "V(0,0,400,400)<multi,press=touches(2),gate=fails|0.8>", relations: "LP requires Gate",
      fingers: "dn#1(100,100)@0 dn#2(200,100)@0 up#2@0.6 fr#1@0.9 up#1@1", kinds: "act fail",
      log: "fail LP: too early; fail Gate: too slow"),
    "a pinch that waited begins with the scale since its fingers landed": SceneRow(
      views: "V(0,0,400,400)<multi,pinch,gate=fails|0.8>", relations: "Pinch requires Gate",
      fingers: "dn#1(100,100)@0 dn#2(200,100)@0 mv#2(250,100)@0.1 mv#2(300,100)@0.2 mv#2(350,100)@0.9",
      kinds: "act value", values: "Pinch", log: "act Pinch.Began@V; value 2; act Pinch.Changed@V; value 2.5"),
    "a pinch that waits goes on when one finger lifts, with the scale that it had": SceneRow(
      views: "V(0,0,400,400)<multi,pinch,gate=fails|0.8>", relations: "Pinch requires Gate",
      fingers: "dn#1(100,100)@0 dn#2(200,100)@0 mv#2(250,100)@0.1 up#2@0.2 mv#1(90,100)@0.9 up#1@1",
      kinds: "act value fail", values: "Pinch",
      log: """
        fail Gate: too slow; act Pinch.Began@V; value 1.5
        act Pinch.Changed@V; value 1.5; act Pinch.Ended@V; value 1.5
        """),
    "an outer pan that waits for an inner press is prevented when that begins": SceneRow(
      views: "O(0,0,400,400)<multi,pan>[V(0,0,200,400)<press>,W(200,0,200,400)]",
      relations: "Pan requires LP",
      fingers: "dn#1(10,10)@0 dn#2(300,10)@0 mv#2(340,10)@0.1 fr#1@0.6 mv#2(350,10)@0.7",
      log: """
        began V{1}; began W{1}; moved W{1}; fail Pan: prevented by LP; act LP.Began@V; cancelled V{1}
        act LP.Changed@V; moved W{1}
        """),
  ]

  /// A pan that waits for another recognizer to fail: its fingers, its translation, its questions.
  static let pans: Table<SceneRow> = [
    "the translation is zero where the pan begins after its wait, not where it would have begun": SceneRow(
      views: "V(0,0,400,400)<multi,pan,gate=fails|0.8>", relations: "Pan requires Gate",
      fingers: "dn(10,10)@0 mv(40,10)@0.1 mv(50,10)@0.2 mv(60,10)@0.9 up@1",
      kinds: "began moved ended cancelled act fail value", showsTimes: true, values: "Pan",
      log: """
        0.000 began V{1}; 0.100 moved V{1}; 0.200 moved V{1}
        0.800 fail Gate: too slow; 0.800 act Pan.Began@V; value 0,0; 0.800 cancelled V{1}
        0.900 act Pan.Changed@V; value 10,0; 1.000 act Pan.Ended@V; value 10,0
        """),
    "it takes no finger that lands while it waits": SceneRow(
      views: "V(0,0,400,400)<multi,pan,gate=fails|0.8>", relations: "Pan requires Gate",
      fingers: """
        dn#1(10,10)@0 mv#1(40,10)@0.1 dn#2(200,200)@0.2 mv#2(210,200)@0.3 mv#2(220,200)@0.9
        mv#1(50,10)@1 up#1@1.1 up#2@1.2
        """, kinds: "began moved ended cancelled act fail value", values: "Pan",
      log: """
        began V{1}; moved V{1}; began V{1}; moved V{1}; fail Gate: too slow; act Pan.Began@V; value 0,0
        cancelled V{1}; moved V{1}; act Pan.Changed@V; value 10,0; act Pan.Ended@V; value 10,0; ended V{1}
        """),
    "one of its two fingers lifts while it waits: it goes on with the other": SceneRow(
      views: "V(0,0,400,400)<multi,pan,gate=fails|0.8>", relations: "Pan requires Gate",
      fingers: "dn#1(10,10)@0 dn#2(200,200)@0 mv#1(50,10)@0.1 up#1@0.5 mv#2(200,210)@0.9",
      log: "began V{2}; moved V{1}; fail Gate: too slow; act Pan.Began@V; cancelled V{2}; act Pan.Changed@V"),
    "a pan may wait for a press of another view": SceneRow(
      views: "V(0,0,200,400)<pan>,W(200,0,200,400)<press>", relations: "Pan requires LP",
      fingers: "dn#2(300,10)@0 dn#1(10,10)@0.1 mv#1(30,10)@0.2 mv#1(50,10)@0.3 up#2@0.4 mv#1(60,10)@0.45",
      kinds: "began moved ended cancelled act fail value", values: "Pan",
      log: """
        began W{1}; began V{1}; moved V{1}; moved V{1}; fail LP: too early
        act Pan.Began@V; value 0,0; cancelled V{1}; ended W{1}; act Pan.Changed@V; value 10,0
        """),
    "it is refused when the wait is over: the view goes on": SceneRow(
      views: "V(0,0,400,400)<multi,pan,gate=fails|0.8>", relations: "Pan requires Gate; Pan may not begin",
      fingers: "dn(10,10)@0 mv(40,10)@0.1 mv(50,10)@0.9 up@1",
      log: """
        began V{1}; moved V{1}; fail Gate: too slow; fail Pan: not allowed to begin; moved V{1}; ended V{1}
        """),
    "the required recognizer is disabled: the pan proceeds": SceneRow(
      views: "V(0,0,400,400)<multi,pan,gate=fails|0.8>", relations: "Pan requires Gate",
      fingers: "dn(10,10)@0 mv(40,10)@0.1", then: { $0.recognizer("Gate").isEnabled = false }, kinds: "act",
      until: 0.2, log: "act Pan.Began@V"),
    "the view of the required recognizer goes away: the pan proceeds": SceneRow(
      views: "V(0,0,200,400)<pan>,W(200,0,200,400)<press>", relations: "Pan requires LP",
      fingers: "dn#2(300,10)@0 dn#1(10,10)@0.1 mv#1(30,10)@0.2", then: { $0["W"].removeFromSuperview() },
      kinds: "act", until: 0.3, log: "act Pan.Began@V"),
  ]

  static let taps = "window(0,0,400,400)[V(0,0,400,400)<multi,tap,tap=2>]"

  static let twoViews = "window(0,0,400,400)[V(0,0,200,400)<tap>,W(200,0,200,400)<press>]"

  /// Relations between recognizers that want the same touches.
  static let relations: Table<SceneRow> = [
    "the questions: receive at the down, begin when it wants to": SceneRow(
      views: "V(0,0,400,400)<multi,press,tap>", relations: "Tap tells", fingers: "dn(10,10)@0 fr@0.05 up@0.1",
      log: """
        asked Tap shouldReceive; began V{1}; fail LP: too early; asked Tap shouldBegin
        act Tap.Ended@V; cancelled V{1}
        """),
    "a requirement that recognizes makes the other fail, also if both may recognize together": SceneRow(
      tree: taps, relations: "Tap requires Tap2; Tap with Tap2",
      fingers: "dn(10,10)@0 up@0.1 dn(10,10)@0.2 up@0.25",
      log: """
        began V{1}
        began V{1}; fail Tap: required Tap2 to fail; act Tap2.Ended@V; cancelled V{1}; cancelled V{1}
        """),
    "a delegate may make another wait": SceneRow(
      tree: taps, relations: "Tap2 delegate-required-by Tap", fingers: "dn(10,10)@0 up@0.1 dn(300,300)@0.8",
      log: "began V{1}; fail Tap2: too slow; act Tap.Ended@V; cancelled V{1}; began V{1}"),
    "the delegates are asked once an attempt, and whether it may begin when it has waited": SceneRow(
      tree: taps, relations: "Tap delegate-requires Tap2; Tap tells",
      fingers: "dn(10,10)@0 up@0.1 fr@0.2 dn(300,300)@0.8",
      log: """
        asked Tap shouldReceive; began V{1}; asked Tap shouldRequireFailureOf Tap2; fail Tap2: too slow
        asked Tap shouldBegin; act Tap.Ended@V; cancelled V{1}; asked Tap shouldReceive; began V{1}
        """),
    "a requirement without an attempt delays no other": SceneRow(
      tree: twoViews, relations: "Tap requires LP", fingers: "dn(10,10)@0 up@0.1",
      log: "began V{1}; act Tap.Ended@V; cancelled V{1}"),
    "one of another view fails it by recognizing": SceneRow(
      tree: twoViews, relations: "Tap requires LP",
      fingers: "dn#2(300,10)@0 dn#1(10,10)@0.1 up#1@0.2 fr#2@0.6",
      log: """
        began W{1}; began V{1}; fail Tap: required LP to fail; act LP.Began@W; cancelled W{1}
        ended V{1}; act LP.Changed@W
        """),
    "two that wait for each other: the first proceeds": SceneRow(
      views: "O(0,0,400,400)<multi,tap:OuterTap>[V(0,0,200,200)<multi,tap>]",
      relations: "Tap requires OuterTap; OuterTap requires Tap", fingers: "dn(10,10)@0 up@0.1",
      log: "began V{1}; fail OuterTap: prevented by Tap; act Tap.Ended@V; cancelled V{1}"),
    "one that ignores its touches delays no other": SceneRow(
      views: "V(0,0,400,400)<tap>",
      set: { scene in
        let own = scene.addOwnRecognizer()
        own.ignoreAll()
        scene.recognizer("Tap").require(toFail: own)
      }, fingers: "dn#1(10,10)@0 up@0.1", kinds: SceneRow.calls,
      log: "began V{1}; act Tap.Ended@V; cancelled V{1}"),
    "one of a program that waits to begin, and says nothing when its finger lifts, fails then": SceneRow(
      views: "V(0,0,400,400)<gate=fails|0.8>",
      set: { scene in
        let own = scene.addOwnRecognizer()
        own.require(toFail: scene.recognizer("Gate"))
        own.on[.moved] = { own, _, _ in if own.state == .possible { own.state = .began } }
      }, fingers: "dn(10,10)@0 mv(80,10)@0.1 up@0.2", kinds: "act fail ended", until: 2,
      log: "fail Own: too early; ended V{1}; fail Gate: too slow"),
  ]

  @Test("Rows", arguments: rows + circles + waits + pans + relations)
  func row(_ row: SceneRow) { #expect(row.difference(in: SceneRow.allKinds + " asked") == nil) }

  @Test("The place of one that waited until its fingers were gone is where they lifted")
  func placeOfOwnRecognizer() {
    let scene = Scene("window(0,0,400,400)[V(0,0,400,400)<gate=fails|0.8>]")
    let own = scene.addOwnRecognizer()
    own.on[.ended] = { own, _, _ in own.state = .recognized }
    own.require(toFail: scene.recognizer("Gate"))
    var places: [Point] = []
    own.addAction { places += [$0.location(in: nil), $0.location(ofTouch: 7, in: nil)] }
    scene.play("dn(10,10)@0 mv(80,20)@0.1 up@0.2")
    scene.wait(until: 2)
    #expect(places == [Point(x: 80, y: 20), Point(x: 80, y: 20)])
  }
}
