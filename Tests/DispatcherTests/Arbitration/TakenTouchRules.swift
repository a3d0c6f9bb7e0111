import Dispatcher
import TestSupport
import TestTables

/// What a view hears when its touches are taken, also of those that have lifted.
@Suite("Touches taken from views") struct TakenTouchRules {
  static let rows: Table<SceneRow> = [
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
  ]

  @Test("Rows", arguments: rows)
  func row(_ row: SceneRow) { #expect(row.difference() == nil) }

  @Test("A view gets one cancelled call, also if two recognizers take its touches")
  func oneCancel() {
    let scene = Scene("window(0,0,400,400)[V(0,0,400,400)<multi>]")
    let (a, b) = (scene.addOwnRecognizer(), scene.addOwnRecognizer())
    (a.name, b.name) = ("A", "B")
    a.onBegan = { own, touches, event in
      for touch in touches where touch.location(in: nil).x > 50 { own.ignore(touch, for: event) }
    }
    b.onBegan = { own, touches, event in
      for touch in touches where touch.location(in: nil).x < 50 { own.ignore(touch, for: event) }
    }
    a.onEnded = { own, _, _ in own.state = .recognized }
    b.onEnded = { own, _, _ in own.state = .recognized }
    scene.play("dn#1(10,10)@0 dn#2(100,10)@0 up#1@0.1 up#2@0.1")
    scene.expect(
      "began V{2}; act A.Ended@V; act B.Ended@V; cancelled V{2}", in: "began moved ended cancelled act")
  }
}
