import Dispatcher
import TestSupport
import TestTables

/// Presses, swipes, pinches and pans that wait for another recognizer to fail.
@Suite("Waiting for others") struct WaitingRules {
  static let rows: Table<SceneRow> = [
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
    "a swipe that waits goes on after its finger has lifted": SceneRow(
      views: "V(0,0,400,400)<swipe,gate=fails|0.8>", relations: "Swipe requires Gate",
      fingers: "dn(10,10)@0 mv(70,10)@0.1 up@0.2", showsTimes: true, until: 2,
      log: """
        0.000 began V{1}; 0.100 moved V{1}
        0.800 fail Gate: too slow; 0.800 act Swipe.Ended@V; 0.800 cancelled V{1}
        """),
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
  ]

  @Test("Rows", arguments: rows + pans)
  func row(_ row: SceneRow) { #expect(row.difference() == nil) }

  @Test("One of a program that waits to begin, and says nothing when its finger lifts, fails then")
  func ownRecognizer() {
    final class Forgetful: GestureRecognizer {
      override func touchesMoved(_ touches: Set<Touch>, with event: Event) {
        if state == .possible { state = .began }
      }
    }
    let scene = Scene("window(0,0,400,400)[V(0,0,400,400)<gate=fails|0.8>]")
    let own = Forgetful()
    own.name = "Own"
    own.require(toFail: scene.recognizer("Gate"))
    scene.view("V").addGestureRecognizer(own)
    scene.play("dn(10,10)@0 mv(80,10)@0.1 up@0.2")
    scene.wait(until: 2)
    #expect(
      scene.log.lines("act", "fail", "ended") == ["fail Own: too early", "ended V{1}", "fail Gate: too slow"])
  }

  @Test("The place of one that waited until its fingers were gone is where they lifted")
  func placeOfOwnRecognizer() {
    let scene = Scene("window(0,0,400,400)[V(0,0,400,400)<gate=fails|0.8>]")
    let own = scene.addOwnRecognizer()
    own.onEnded = { own, _, _ in own.state = .recognized }
    own.require(toFail: scene.recognizer("Gate"))
    var places: [Point] = []
    own.addAction { places += [$0.location(in: nil), $0.location(ofTouch: 7, in: nil)] }
    scene.play("dn(10,10)@0 mv(80,20)@0.1 up@0.2")
    scene.wait(until: 2)
    #expect(places == [Point(x: 80, y: 20), Point(x: 80, y: 20)])
  }
}
