import TestTables

/// A finger that lands where an attempt, or a wait, ends by that: it is the first of the next attempt.
@Suite("A landing that ends an attempt") struct LandingRules {
  static let both = "V(0,0,400,400)<multi,tap,tap=2>"

  static let rows: Table<SceneRow> = [
    "two quick taps in two places are two single taps": SceneRow(
      views: both, relations: "Tap requires Tap2",
      fingers: "dn#1(10,10)@0 up#1@0.05 dn#2(200,200)@0.15 up#2@0.2", kinds: "act where", showsTimes: true,
      until: 2, places: "Tap", log: "0.150 act Tap.Ended@V; where 10,10; 0.550 act Tap.Ended@V; where 200,200"
    ),
    "a tap, and a double tap elsewhere": SceneRow(
      views: both, relations: "Tap requires Tap2",
      fingers: "dn#1(10,10)@0 up#1@0.05 dn#2(200,200)@0.15 up#2@0.2 dn#2(200,200)@0.3 up#2@0.35",
      log: """
        began V{1}; fail Tap2: elsewhere; act Tap.Ended@V; cancelled V{1}
        began V{1}; began V{1}; fail Tap: prevented by Tap2; act Tap2.Ended@V; cancelled V{1}; cancelled V{1}
        """),
    "a double tap counts from its own first tap where no single tap waits for it": SceneRow(
      views: "V(0,0,400,400)<multi,tap=2>",
      fingers: "dn#1(10,10)@0 up#1@0.05 dn#2(200,200)@0.15 up#2@0.2 dn#2(200,200)@0.3 up#2@0.35",
      kinds: "act fail ended", log: "fail Tap2: elsewhere; ended V{1}; act Tap2.Ended@V"),
    "a recognizer that delays began delays that landing, too": SceneRow(
      views: both, relations: "Tap requires Tap2; Tap2 delays began",
      fingers: "dn#1(10,10)@0 up#1@0.05 dn#2(200,200)@0.15 up#2@0.2", showsTimes: true, until: 2,
      log: """
        0.150 fail Tap2: elsewhere; 0.150 act Tap.Ended@V; 0.550 fail Tap2: too slow; 0.550 act Tap.Ended@V
        """),
    "a chain of three: all begin anew": SceneRow(
      views: "V(0,0,400,400)<multi,tap,tap=2,tap=3>", relations: "Tap requires Tap2; Tap2 requires Tap3",
      fingers: "dn#1(10,10)@0 up#1@0.05 dn#2(200,200)@0.15 up#2@0.2 dn#2(200,200)@0.3 up#2@0.35",
      kinds: "act fail", until: 2,
      log: """
        fail Tap2: elsewhere; fail Tap3: elsewhere
        act Tap.Ended@V; fail Tap3: too slow; fail Tap: prevented by Tap2; act Tap2.Ended@V
        """),
    "the single tap is an outer view's": SceneRow(
      views: "O(0,0,400,400)<multi,tap>[V(0,0,400,400)<multi,tap=2>]", relations: "Tap requires Tap2",
      fingers: "dn#1(10,10)@0 up#1@0.05 dn#2(200,200)@0.15 up#2@0.2", kinds: "act", until: 2,
      log: "act Tap.Ended@O; act Tap.Ended@O"),
    "the landing is another view's, so it is no touch of the recognizers: the time for the second tap ends the wait":
      SceneRow(
        views: "V(0,0,200,400)<tap,tap=2>,W(200,0,200,400)", relations: "Tap requires Tap2",
        fingers: "dn#1(10,10)@0 up#1@0.05 dn#2(300,200)@0.15 up#2@0.2", kinds: "act", showsTimes: true,
        until: 2, log: "0.400 act Tap.Ended@V"),
    "a press after a tap: a tap elsewhere is the first of the next attempt": SceneRow(
      views: "V(0,0,400,400)<multi,press=taps(1)>",
      fingers: "dn#1(10,10)@0 up#1@0.1 dn#1(200,10)@0.2 up#1@0.3 dn#1(200,10)@0.4 fr#1@1", kinds: "act fail",
      log: "fail LP: elsewhere; act LP.Began@V; act LP.Changed@V"),
    "two fingers land in one frame, one elsewhere: both are of the next attempt, which is one too many":
      SceneRow(
        views: "V(0,0,400,400)<multi,tap=2>",
        fingers: "dn#1(10,10)@0 up#1@0.1 dn#1(10,10)@0.2 dn#2(200,200)@0.2 up#1@0.3 up#2@0.3",
        kinds: "act fail", until: 2, log: "fail Tap2: elsewhere; fail Tap2: too many touches"),
    "the first landing of an attempt ends it: no next one begins with it": SceneRow(
      views: "V(0,0,400,400)<edge=left>", fingers: "dn#1(100,10)@0 up#1@0.1", kinds: "act fail",
      log: "fail Edge: elsewhere"),
    "one of a program is reset, and shown the landing as began, before any action runs": SceneRow(
      views: "V(0,0,400,400)<multi,tap>",
      set: { scene in
        let own = scene.addOwnRecognizer()
        scene.recognizer("Tap").require(toFail: own)
        own.wish = { own in own.state == .possible ? Timestamp(seconds: 9) : nil }
        var landings = 0
        own.on[.began] = { own, _, _ in
          landings += 1
          if landings == 2 { own.fail(.elsewhere) }
        }
      }, fingers: "dn#1(10,10)@0 up#1@0.1 dn#1(200,10)@0.2", kinds: "own act fail",
      log: """
        own began 1; own ended 1; own began 1; fail Own: elsewhere; own reset; own began 1; act Tap.Ended@V
        """),
  ]

  @Test("Rows", arguments: rows)
  func row(_ row: SceneRow) { #expect(row.difference() == nil) }

  @Test("Of two active ones that exclude each other, the first gets a third finger; delegates may look at it")
  func joinsFirst() {
    let scene = Scene("window(0,0,400,400)[V(0,0,400,400)<multi,pan:A,pan:B>]")
    let (a, b, delegate) = (scene.recognizer("A"), scene.recognizer("B"), SceneDelegate(scene.log))
    var seen: [Int] = []
    delegate.onQuestion = { question in
      guard question == SwitchedOffRules.company else { return }
      seen = scene.application.touchesDown.map(\.gestureRecognizers.count)
    }
    b.delegate = delegate
    b.allowedTouchTypes = []
    scene.play("dn#1(50,10)@0 mv#1(50,50)@0.1")
    (a.allowedTouchTypes, b.allowedTouchTypes) = ([], [.direct])
    scene.play("dn#2(150,10)@0.2 mv#2(150,50)@0.3")
    a.allowedTouchTypes = [.direct]
    scene.play("dn#3(300,10)@0.4")
    withExtendedLifetime(delegate) { #expect(seen == [1, 1, 2]) }
    #expect(scene.application.touchesDown.map { $0.gestureRecognizers.map(\.name) } == [["A"], ["B"], ["A"]])
  }

  @Test("Its delegate keeps the landing from one that waited: no attempt begins")
  func notReceived() {
    final class Once: GestureRecognizerDelegate {
      var count = 0
      func gestureRecognizer(_ recognizer: GestureRecognizer, shouldReceive touch: Touch) -> Bool {
        count += 1
        return count == 1
      }
    }
    let scene = Scene("window(0,0,400,400)[\(Self.both)]", relations: "Tap requires Tap2")
    let delegate = Once()
    scene.recognizer("Tap").delegate = delegate
    scene.play("dn#1(10,10)@0 up#1@0.05 dn#2(200,200)@0.15 up#2@0.2")
    scene.wait(until: 2)
    #expect(scene.log.lines("act") == ["act Tap.Ended@V"])
    #expect(delegate.count == 2)
  }
}
