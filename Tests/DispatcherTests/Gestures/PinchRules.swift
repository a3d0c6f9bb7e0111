import Dispatcher
import TestSupport
import TestTables
import Testing

/// Two fingers that move apart or together.
@Suite("Pinch") struct PinchRules {
  static let tree = "window(0,0,500,500)[V(0,0,500,500)<multi,pinch>]"
  /// Two fingers, 100 points apart, and then 200.
  static let begun = "dn#1(100,100)@0 dn#2(200,100)@0.1 mv#2(300,100)@0.2"

  struct Row: TableRow {
    let what: String
    var tree = PinchRules.tree
    let fingers: String
    /// The actions, each with its scale, and why it failed.
    let log: String
  }

  @Test(
    "When it begins",
    arguments: [
      Row(
        what: "8 points further apart are enough",
        fingers: "dn#1(100,100)@0 dn#2(200,100)@0.1 mv#2(208,100)@0.2", log: "act Pinch.Began@V; scale 1.08"),
      Row(what: "7.98 are not", fingers: "dn#1(100,100)@0 dn#2(200,100)@0.1 mv#2(207.98,100)@0.2", log: ""),
      Row(
        what: "8 points nearer are enough",
        fingers: "dn#1(100,100)@0 dn#2(200,100)@0.1 mv#1(104,100)@0.2 mv#2(196,100)@0.2",
        log: "act Pinch.Began@V; scale 0.92"),
      Row(
        what: "7.98 are not",
        fingers: "dn#1(100,100)@0 dn#2(200,100)@0.1 mv#1(104,100)@0.2 mv#2(196.02,100)@0.2", log: ""),
      Row(
        what: "what counts is the distance, whichever way the fingers move",
        fingers: "dn#1(100,100)@0 dn#2(200,100)@0.1 mv#1(300,300)@0.2 mv#2(400,300)@0.2", log: ""),
      Row(
        what: "the distance counts from where the second finger lands, not from where the first did",
        fingers: "dn#1(100,100)@0 mv#1(150,100)@0.1 dn#2(250,100)@0.2 mv#2(257,100)@0.3 mv#2(275,100)@0.4",
        log: "act Pinch.Began@V; scale 1.25"),
      Row(
        what: "two fingers, one after the other, are no pinch",
        fingers: "dn#1(100,100)@0 up#1@0.1 dn#2(200,100)@0.2 mv#2(300,100)@0.3 up#2@0.4",
        log: "fail Pinch: too few touches; fail Pinch: too few touches"),
      Row(
        what: "three in one frame are, too", fingers: "dn#1(100,100)@0 dn#2(200,100)@0 dn#3(300,300)@0",
        log: "fail Pinch: too many touches"),
      Row(
        what: "both lift too early",
        fingers: "dn#1(100,100)@0 dn#2(200,100)@0.1 mv#2(207,100)@0.2 up#1@0.3 up#2@0.4",
        log: "fail Pinch: too short"),
      Row(
        what: "both lift too early, in one frame",
        fingers: "dn#1(100,100)@0 dn#2(200,100)@0.1 up#1@0.2 up#2@0.2", log: "fail Pinch: too short"),
      Row(
        what: "one lifts and another lands before it begins: it counts from that landing",
        fingers:
          "dn#1(100,100)@0 dn#2(200,100)@0.1 mv#2(207,100)@0.2 up#2@0.3 mv#1(150,100)@0.4 dn#2(250,100)@0.5 "
          + "mv#2(257,100)@0.6 mv#2(350,100)@0.7", log: "act Pinch.Began@V; scale 2"),
      Row(
        what: "a finger that only reports its pressure is no move",
        fingers: "dn#1(100,100)@0 dn#2(200,100)@0.1 fr#1@0.2 fr#2@0.3", log: ""),
    ])
  func beginning(_ row: Row) { check(row, "act", "fail", "scale") }

  @Test(
    "How it goes on",
    arguments: [
      Row(
        what:
          "a change in each frame that reports one of its touches, whatever it says, and ended with the last",
        fingers: begun + " mv#1(99,100)@0.3 mv#2(299,100)@0.3 fr#1@0.4 up#1@0.5 mv#2(250,100)@0.6 up#2@0.7",
        log: """
          act Pinch.Began@V; scale 2; act Pinch.Changed@V; scale 2; act Pinch.Changed@V; scale 2
          act Pinch.Changed@V; scale 2; act Pinch.Changed@V; scale 2; act Pinch.Ended@V; scale 2
          """),
      Row(
        what: "frozen while one finger is up, and on from there when one returns, wherever",
        fingers: begun + " up#2@0.3 mv#1(150,100)@0.4 dn#2(160,100)@0.5 mv#2(170,100)@0.6",
        log: """
          act Pinch.Began@V; scale 2; act Pinch.Changed@V; scale 2; act Pinch.Changed@V; scale 2
          act Pinch.Changed@V; scale 2; act Pinch.Changed@V; scale 4
          """),
      Row(
        what: "one finger lifts and another lands in one frame",
        fingers: begun + " up#1@0.3 dn#3(300,200)@0.3 mv#3(300,150)@0.4",
        log: "act Pinch.Began@V; scale 2; act Pinch.Changed@V; scale 2; act Pinch.Changed@V; scale 1"),
      Row(
        what: "a third finger is ignored, wherever it goes",
        fingers: begun + " dn#3(400,400)@0.3 mv#3(0,0)@0.4 up#3@0.5 mv#2(200,100)@0.6",
        log: "act Pinch.Began@V; scale 2; act Pinch.Changed@V; scale 1"),
      Row(
        what: "the third stays ignored when one of the two lifts",
        fingers: begun + " dn#3(400,400)@0.3 up#2@0.4 mv#3(0,0)@0.5 up#1@0.6",
        log: "act Pinch.Began@V; scale 2; act Pinch.Changed@V; scale 2; act Pinch.Ended@V; scale 2"),
      Row(
        what: "of two fingers that return at once, the older one counts",
        fingers: begun + " up#2@0.3 dn#2(200,100)@0.4 dn#3(100,200)@0.4 mv#3(0,0)@0.5 mv#2(300,100)@0.6",
        log: """
          act Pinch.Began@V; scale 2; act Pinch.Changed@V; scale 2
          act Pinch.Changed@V; scale 2; act Pinch.Changed@V; scale 4
          """),
    ])
  func goingOn(_ row: Row) { check(row, "act", "fail", "scale") }

  @Test(
    "The views",
    arguments: [
      Row(
        what: "both touches are cancelled in their views when it begins",
        tree: "window(0,0,500,500)[V(0,0,500,500)<pinch>[A(0,0,150,500),B(150,0,350,500)]]", fingers: begun,
        log: "began A{1}; began B{1}; act Pinch.Began@V; cancelled A{1}; cancelled B{1}"),
      Row(
        what: "a finger that joins later is taken at once: neither began nor cancelled",
        fingers: begun + " up#2@0.3 dn#2(200,100)@0.5 up#2@0.6 up#1@0.7",
        log: """
          began V{1}; began V{1}; act Pinch.Began@V; cancelled V{2}; act Pinch.Changed@V
          act Pinch.Changed@V; act Pinch.Changed@V; act Pinch.Ended@V
          """),
      Row(
        what: "an ignored third finger is the view's",
        fingers: begun + " dn#3(400,400)@0.3 mv#3(0,0)@0.4 up#3@0.5",
        log: "began V{1}; began V{1}; act Pinch.Began@V; cancelled V{2}; began V{1}; moved V{1}; ended V{1}"),
      Row(
        what: "it never begins: the views get everything",
        fingers: "dn#1(100,100)@0 dn#2(200,100)@0.1 up#2@0.2 up#1@0.3",
        log: "began V{1}; began V{1}; fail Pinch: too short; ended V{1}; ended V{1}"),
    ])
  func views(_ row: Row) { check(row, "began", "moved", "ended", "cancelled", "act", "fail") }

  @Test(
    "Cancelled",
    arguments: [
      Row(
        what: "one finger becomes a palm before it begins: it fails, and takes no other until the rest is up",
        fingers: "dn#1(100,100)@0 dn#2(200,100)@0.1 palm#2@0.2 dn#3(200,100)@0.3 mv#3(300,100)@0.4",
        log: "fail Pinch: cancelled"),
      Row(
        what: "the last finger becomes a palm before it begins",
        fingers: "dn#1(100,100)@0 dn#2(200,100)@0.1 up#1@0.2 palm#2@0.3", log: "fail Pinch: cancelled"),
      Row(
        what: "both become palms before it begins",
        fingers: "dn#1(100,100)@0 dn#2(200,100)@0.1 palm#1@0.2 palm#2@0.2", log: "fail Pinch: cancelled"),
      Row(
        what: "one becomes a palm: it needs two", fingers: begun + " palm#2(200,100)@0.3 up#1@0.4",
        log: "act Pinch.Began@V; scale 2; act Pinch.Cancelled@V; scale 2"),
      Row(
        what: "one has lifted, and the other becomes a palm", fingers: begun + " up#2@0.3 palm#1@0.4",
        log: "act Pinch.Began@V; scale 2; act Pinch.Changed@V; scale 2; act Pinch.Cancelled@V; scale 2"),
      Row(
        what: "both become palms, one after the other", fingers: begun + " palm#2@0.3 palm#1@0.4",
        log: "act Pinch.Began@V; scale 2; act Pinch.Cancelled@V; scale 2"),
      Row(
        what: "both become palms in one frame", fingers: begun + " palm#1@0.3 palm#2@0.3",
        log: "act Pinch.Began@V; scale 2; act Pinch.Cancelled@V; scale 2"),
      Row(
        what: "one lifts in the frame in which the other becomes a palm",
        fingers: begun + " up#1@0.3 palm#2@0.3",
        log: "act Pinch.Began@V; scale 2; act Pinch.Cancelled@V; scale 2"),
    ])
  func cancelled(_ row: Row) { check(row, "act", "fail", "scale") }

  @Test(
    "Fingers in one place",
    arguments: [
      Row(
        what: "they land in one place: it begins at 8 points, and the scale counts from the first distance",
        fingers: "dn#1(100,100)@0 dn#2(100,100)@0.1 mv#2(104,100)@0.2 mv#2(108,100)@0.3 mv#2(112,100)@0.4",
        log: "act Pinch.Began@V; scale 2; act Pinch.Changed@V; scale 3"),
      Row(
        what: "they land in one place, and are 8 points apart at once",
        fingers: "dn#1(100,100)@0 dn#2(100,100)@0.1 mv#2(108,100)@0.2 mv#2(116,100)@0.4",
        log: "act Pinch.Began@V; scale 1; act Pinch.Changed@V; scale 2"),
      Row(
        what: "they meet: the scale stays as it was",
        fingers: begun + " mv#2(150,100)@0.3 mv#2(100,100)@0.4 fr#1@0.5 mv#2(200,100)@0.6",
        log: """
          act Pinch.Began@V; scale 2; act Pinch.Changed@V; scale 0.5; act Pinch.Changed@V; scale 0.5
          act Pinch.Changed@V; scale 0.5; act Pinch.Changed@V; scale 1
          """),
      Row(
        what: "they meet at once: it begins, and the scale is 1",
        fingers: "dn#1(100,100)@0 dn#2(200,100)@0.1 mv#2(100,100)@0.2 up#1@0.3 up#2@0.3",
        log: "act Pinch.Began@V; scale 1; act Pinch.Ended@V; scale 1"),
      Row(
        what: "the second returns to the place of the first",
        fingers: begun + " up#2@0.3 dn#2(100,100)@0.4 mv#2(110,100)@0.5 mv#2(120,100)@0.6",
        log: """
          act Pinch.Began@V; scale 2; act Pinch.Changed@V; scale 2; act Pinch.Changed@V; scale 2
          act Pinch.Changed@V; scale 2; act Pinch.Changed@V; scale 4
          """),
    ])
  func inOnePlace(_ row: Row) { check(row, "act", "fail", "scale") }

  /// The scale over fingers that leave, return and join.
  static let comings = [
    SceneRow(
      what: "the scale is frozen from the frame in which a finger lifts, also if the other one moves in it",
      views: "V(0,0,400,400)<multi,pinch>",
      fingers: """
        dn#1(100,100)@0 dn#2(200,100)@0.1 mv#2(300,100)@0.2 up#2@0.3 mv#1(90,100)@0.35
        mv#1(100,100)@0.4 dn#2(150,100)@0.4 mv#2(175,100)@0.5 mv#1(90,100)@0.6 up#2@0.6 up#1@0.7
        """, kinds: "began moved ended cancelled act fail value", values: "Pinch",
      log: """
        began V{1}; began V{1}; act Pinch.Began@V; value 2; cancelled V{2}
        act Pinch.Changed@V; value 2; act Pinch.Changed@V; value 2; act Pinch.Changed@V; value 2
        act Pinch.Changed@V; value 3; act Pinch.Changed@V; value 3; act Pinch.Ended@V; value 3
        """),
    SceneRow(
      what: "a second finger that lands again before the pinch begins: the scale counts from there",
      views: "V(0,0,400,400)<multi,pinch>",
      fingers: """
        dn#1(100,100)@0 dn#2(200,100)@0.1 up#2@0.2 dn#2(150,100)@0.3 mv#2(157,100)@0.4
        mv#2(160,100)@0.5
        """, kinds: "act value", values: "Pinch", log: "act Pinch.Began@V; value 1.2"),
    SceneRow(
      what: "a third finger is the view's, and does not become one of the pinch",
      views: "V(0,0,400,400)<multi,pinch>",
      fingers: """
        dn#1(100,100)@0 dn#2(200,100)@0 mv#2(250,100)@0.1 dn#3(300,300)@0.2 mv#3(310,300)@0.3
        up#2@0.4 mv#3(320,300)@0.5 up#1@0.6 up#3@0.7
        """,
      log: """
        began V{2}; act Pinch.Began@V; cancelled V{2}; began V{1}; moved V{1}
        act Pinch.Changed@V; moved V{1}; act Pinch.Ended@V; ended V{1}
        """),
  ]

  @Test("Fingers that come and go", arguments: comings)
  func comingAndGoing(_ row: SceneRow) { #expect(row.difference() == nil) }

  func check(_ row: Row, _ kinds: String...) {
    let scene = Scene(row.tree)
    note("scale", in: scene) { ($0 as? PinchGestureRecognizer)?.scale }
    scene.play(row.fingers)
    let lines = scene.log.lines.filter { line in kinds.contains { line.hasPrefix($0 + " ") } }
    #expect(difference(lines, from: row.log) == nil)
  }
}
