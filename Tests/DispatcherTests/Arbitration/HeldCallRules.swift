import TestTables

/// Calls of views that wait for a recognizer, and what comes of them; touches that a view loses, or never gets.
@Suite("Held calls, taken and withheld touches") struct HeldCallRules {
  static let tap = "window(0,0,400,400)[V(0,0,400,400)<multi,tap>]"

  static let rows: Table<SceneRow> = [
    "held ends of one that cancels nothing come in the order in which the fingers lifted": SceneRow(
      views: "V(0,0,400,400)<multi,tap=2>", relations: "Tap2 keeps touches",
      fingers: "dn(10,10)@0 up@0.1 dn(10,10)@0.2 up@0.3", showsTimes: true,
      log: "0.000 began V{1}; 0.200 began V{1}; 0.300 act Tap2.Ended@V; 0.300 ended V{1}; 0.300 ended V{1}"),
    "began and moves wait, and all come at the failure, then what happens now": SceneRow(
      tree: tap, relations: "Tap delays began",
      fingers: "dn(10,10)@0 mv(12,10)@0.1 mv(14,10)@0.2 mv(30,10)@0.3 up@0.4", showsTimes: true,
      log: """
        0.300 fail Tap: too far; 0.300 began V{1}; 0.300 moved V{1}; 0.300 moved V{1}; 0.300 moved V{1}
        0.400 ended V{1}
        """),
    "two that lift together are one held call": SceneRow(
      views: "V(0,0,400,400)<multi,tap=2|touches(2)>",
      fingers: "dn#1(10,10)@0 dn#2(50,50)@0 up#1@0.1 up#2@0.1 dn#3(300,300)@1", showsTimes: true,
      log: "0.000 began V{2}; 0.450 fail Tap2: too slow; 0.450 ended V{2}; 1.000 began V{1}"),
    "the pan leaves touches to the view: it hears all": SceneRow(
      views: "V(0,0,400,400)<tap,pan>", relations: "Tap delays began; Pan keeps touches",
      fingers: "dn(10,10)@0 mv(40,10)@0.1 up@0.2",
      log: "fail Tap: too far; act Pan.Began@V; began V{1}; moved V{1}; act Pan.Ended@V; ended V{1}"),
    "a press recognizes beside a tap that holds: the view hears nothing": SceneRow(
      views: "O(0,0,400,400)<press>[V(0,0,400,400)<tap>]", relations: "Tap delays began; LP with Tap",
      fingers: "dn(10,10)@0 fr@0.6 up@0.7",
      log: "act LP.Began@O; act LP.Changed@O; act Tap.Ended@V; act LP.Ended@O"),
    "each held call comes by itself, in the order in which they happened": SceneRow(
      views: "V(0,0,400,400)<multi,tap=1|touches(2)>", relations: "Tap1 delays began",
      fingers: """
        dn#1(10,10)@0 dn#2(100,10)@0.05 mv#1(11,10)@0.1 mv#2(101,10)@0.1 mv#2(130,10)@0.2
        up#1@0.3 up#2@0.4
        """, showsTimes: true,
      log: """
        0.200 fail Tap1: too far; 0.200 began V{1}; 0.200 began V{1}; 0.200 moved V{2}; 0.200 moved V{1}
        0.300 ended V{1}; 0.400 ended V{1}
        """),
    "the later failure lets the calls go, each by itself": SceneRow(
      views: "V(0,0,400,400)<tap,gate=fails|0.8>", relations: "Tap delays began; Gate delays began",
      fingers: "dn(10,10)@0 mv(30,10)@0.1 mv(40,10)@0.2 mv(50,10)@1", showsTimes: true,
      log: """
        0.100 fail Tap: too far
        0.800 fail Gate: too slow; 0.800 began V{1}; 0.800 moved V{1}; 0.800 moved V{1}; 1.000 moved V{1}
        """),
    "began is held by one, ended by two: both come when the last has failed": SceneRow(
      views: "V(0,0,400,400)<tap,gate=fails|0.8>", relations: "Gate delays began; Tap may not begin",
      fingers: "dn(10,10)@0 up@0.1", showsTimes: true, until: 2,
      log: """
        0.100 fail Tap: not allowed to begin; 0.800 fail Gate: too slow; 0.800 began V{1}; 0.800 ended V{1}
        """),
    "a withheld touch is not held, and does not come": SceneRow(
      views: "V(0,0,400,400)<pan=2>", relations: "Pan delays began",
      fingers: "dn#1(10,10)@0 dn#2(100,10)@0.1 up#1@0.2 up#2@0.3",
      log: "fail Pan: too short; began V{1}; ended V{1}"),
    "a finger that lands after the failure is not held": SceneRow(
      views: "V(0,0,400,400)<multi,tap>", relations: "Tap delays began",
      fingers: "dn#1(10,10)@0 mv#1(40,10)@0.1 dn#2(200,200)@0.2 up#2@0.3",
      log: "fail Tap: too far; began V{1}; moved V{1}; began V{1}; ended V{1}"),
    "held calls of two views come in the order in which they happened": SceneRow(
      views: "O(0,0,400,400)<multi,tap=1|touches(2):T2>[V(0,0,200,400),W(200,0,200,400)]",
      relations: "T2 delays began",
      fingers: "dn#1(300,10)@0 dn#2(10,10)@0.05 mv#2(11,10)@0.1 mv#1(301,10)@0.1 mv#1(330,10)@0.2",
      kinds: "began moved fail",
      log: "fail T2: too far; began W{1}; began V{1}; moved W{1}; moved V{1}; moved W{1}"),
    "a finger beside a held one is delivered at once if no recognizer holds it": SceneRow(
      views: "V(0,0,400,400)<multi>[W(200,0,200,400)<tap>]", relations: "Tap delays began",
      fingers: "dn#1(10,10)@0 dn#2(300,10)@0 mv#1(20,10)@0.1 mv#2(330,10)@0.2",
      log: "began V{1}; moved V{1}; fail Tap: too far; began W{1}; moved W{1}"),
    "a second tap that fails: both contacts come, one after the other": SceneRow(
      views: "V(0,0,400,400)<tap=2>", relations: "Tap2 delays began",
      fingers: "dn(10,10)@0 up@0.1 dn(10,10)@0.2 mv(40,10)@0.3 up@0.4", showsTimes: true,
      log: """
        0.300 fail Tap2: too far; 0.300 began V{1}; 0.300 ended V{1}; 0.300 began V{1}; 0.300 moved V{1}
        0.400 ended V{1}
        """),
    "a recognizer that is disabled lets go of what it holds": SceneRow(
      views: "V(0,0,400,400)<tap>", relations: "Tap delays began", fingers: "dn(10,10)@0 mv(12,10)@0.1",
      then: { $0.recognizer("Tap").isEnabled = false }, more: "up@0.4",
      log: "fail Tap: disabled; began V{1}; moved V{1}; ended V{1}"),
  ]

  /// Calls of a view when its touches are taken, also of those that have lifted.
  static let taken: Table<SceneRow> = [
    "an end that a tap of two held comes before the cancellation of the other finger by a palm": SceneRow(
      views: "V(0,0,400,400)<multi,tap=1|touches(2):T2>",
      fingers: "dn#1(10,10)@0 dn#2(100,10)@0 up#1@0.1 palm#2@0.2", showsTimes: true,
      log: "0.000 began V{2}; 0.200 fail T2: cancelled; 0.200 ended V{1}; 0.200 cancelled V{1}"),
    "a tap takes a contact that has lifted; the one that landed since goes on": SceneRow(
      views: "V(0,0,400,400)<tap,tap=2>", relations: "Tap requires Tap2",
      fingers: "dn(10,10)@0 up@0.1 dn(10,10)@0.2 mv(40,10)@0.3 up@0.4",
      log: """
        began V{1}; began V{1}; fail Tap2: too far; act Tap.Ended@V; cancelled V{1}; moved V{1}; ended V{1}
        """),
    "a pan takes that one, too: a call for each contact": SceneRow(
      views: "V(0,0,400,400)<tap,tap=2,pan>", relations: "Tap requires Tap2",
      fingers: "dn(10,10)@0 up@0.1 dn(10,10)@0.2 mv(40,10)@0.3 up@0.4",
      kinds: "began moved ended act cancelled",
      log: """
        began V{1}; began V{1}; act Tap.Ended@V
        act Pan.Began@V; cancelled V{1}; cancelled V{1}; act Pan.Ended@V
        """),
    "one call a view, whatever frames its touches began in": SceneRow(
      views: "O(0,0,400,400)<pan>[V(0,0,200,400)<multi>,W(200,0,200,400)]",
      fingers: "dn#1(10,10)@0 dn#2(300,10)@0.05 dn#3(100,10)@0.1 mv#1(110,10)@0.2",
      kinds: "began cancelled act",
      log: "began V{1}; began W{1}; began V{1}; act Pan.Began@O; cancelled V{2}; cancelled W{1}"),
    "one call a view, also if two recognizers take its touches": SceneRow(
      set: { scene in
        for (name, places) in [("A", 0.0..<50), ("B", 50..<400)] {
          let own = scene.addOwnRecognizer()
          own.name = name
          own.on[.began] = { own, touches, event in
            for touch in touches where !places.contains(touch.location(in: nil).x) {
              own.ignore(touch, for: event)
            }
          }
          own.on[.ended] = { own, _, _ in own.state = .recognized }
        }
      }, fingers: "dn#1(10,10)@0 dn#2(100,10)@0 up#1@0.1 up#2@0.1", kinds: SceneRow.calls,
      log: "began V{2}; act A.Ended@V; act B.Ended@V; cancelled V{2}"),
  ]

  /// Views that take one touch at a time, or none beside those of another view.
  static let withheld: Table<SceneRow> = [
    "of two that land together the view gets one, recognizers both": SceneRow(
      views: "V(0,0,400,400)<watch:W1>",
      fingers: "dn#1(10,10)@0 dn#2(100,10)@0 mv#1(11,10)@0.1 mv#2(101,10)@0.1 up#2@0.2 up#1@0.3",
      kinds: "got began moved ended cancelled",
      log: """
        got began W1@V{2}; began V{1}; got moved W1@V{2}
        moved V{1}; got ended W1@V{1}; got ended W1@V{1}; ended V{1}
        """),
    "a touch of a subview does not count": SceneRow(
      views: "V(0,0,400,400)[W(0,0,100,100)]", fingers: "dn#1(10,10)@0 dn#2(200,10)@0.1",
      log: "began W{1}; began V{1}"),
    "a palm on the glass is no touch any more: the next finger is the view's": SceneRow(
      views: "V(0,0,400,400)", fingers: "dn#1(10,10)@0 palm#1@0.1 dn#2(200,200)@0.2",
      log: "began V{1}; cancelled V{1}; began V{1}"),
    "an exclusive view leaves other views' recognizers their touches": SceneRow(
      views: "E(0,0,200,400)<exclusive>,W(200,0,200,400)<tap>",
      fingers: "dn#1(10,10)@0 dn#2(300,10)@0.1 up#2@0.2 up#1@0.3",
      log: "began E{1}; act Tap.Ended@W; ended E{1}"),
    "an exclusive view may have many fingers": SceneRow(
      views: "E(0,0,200,400)<exclusive,multi>,W(200,0,200,400)",
      fingers: "dn#1(10,10)@0 dn#2(100,10)@0.1 dn#3(300,10)@0.2 up#3@0.3 up#1@0.4 up#2@0.4",
      log: "began E{1}; began E{1}; ended E{2}"),
    "an exclusive view takes a touch while another view's taken touch is down": SceneRow(
      views: "E(0,0,200,400)<exclusive>,W(200,0,200,400)<pan>",
      fingers: "dn#1(300,10)@0 mv#1(340,10)@0.1 dn#2(10,10)@0.2 up#1@0.3 up#2@0.4",
      log: "began W{1}; act Pan.Began@W; cancelled W{1}; began E{1}; act Pan.Ended@W; ended E{1}"),
    "a withheld touch of an exclusive view keeps no other view from its own": SceneRow(
      views: "E(0,0,200,400)<exclusive>,W(200,0,200,400)",
      fingers: "dn#1(300,10)@0 dn#2(10,10)@0.1 up#1@0.2 dn#3(300,300)@0.3",
      log: "began W{1}; ended W{1}; began W{1}"),
    "nor does a withheld touch of another view keep an exclusive one from its own, again and again": SceneRow(
      views: "E(0,0,100,400)<exclusive>,W(100,0,100,400),X(200,0,200,400)",
      fingers: """
        dn#1(10,10)@0 dn#2(110,10)@0.1 up#1@0.2 dn#1(10,300)@0.6 dn#3(300,10)@0.7 up#1@0.8 up#3@0.9
        dn#3(300,300)@1.3
        """, log: "began E{1}; ended E{1}; began E{1}; ended E{1}; began X{1}"),
    "a single-touch view whose only touch is withheld is no exclusive view's neighbour": SceneRow(
      views: "E(0,0,200,400)<exclusive>,S(200,0,200,400)",
      fingers: "dn#1(300,10)@0 dn#2(300,200)@0.1 up#1@0.2 dn#3(10,10)@0.3",
      log: "began S{1}; ended S{1}; began E{1}"),
    "a touch that is held for a view makes it track": SceneRow(
      views: "E(0,0,200,400)<exclusive>,W(200,0,200,400)<pan>", relations: "Pan delays began",
      fingers: "dn#1(300,10)@0 dn#2(10,10)@0.1 up#1@0.2 up#2@0.3",
      log: "fail Pan: too short; began W{1}; ended W{1}"),
  ]

  @Test("Rows", arguments: rows + taken + withheld)
  func row(_ row: SceneRow) { #expect(row.difference() == nil) }

  @Test("A held call shows its touch as it was, and the phase that it is a call of")
  func snapshot() {
    let scene = Scene(Self.tap, relations: "Tap delays began")
    scene["V"].onTouches = { view, phase, touches, event in
      for touch in touches {
        let (at, time) = (touch.location(in: view), touch.timestamp.seconds)
        scene.log.note("is \(phase): \(touch.phase) \(at.x) \(time) \(event.timestamp.seconds)")
      }
    }
    scene.play("dn(10,10)@0 mv(12,10)@0.1 mv(30,10)@0.3")
    scene.expect(
      "is began: began 10.0 0.0 0.3; is moved: moved 12.0 0.1 0.3; is moved: moved 30.0 0.3 0.3", in: "is")
  }
}
