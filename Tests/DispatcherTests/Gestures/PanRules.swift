import Dispatcher
import TestSupport
import TestTables

/// When a pan begins, and when it does not.
@Suite("Pan: beginning") struct PanRules {
  static let one = "window(0,0,400,400)[V(0,0,400,400)<multi,pan>]"
  static let two = "window(0,0,400,400)[V(0,0,400,400)<multi,pan=2>]"
  static let most = "window(0,0,400,400)[V(0,0,400,400)<multi,pan=max(2)>]"

  static let beginnings: Table<SceneRow> = [
    "10 points are no pan yet": SceneRow(
      tree: one, fingers: "dn(10,10)@0 mv(20,10)@0.05 up@0.1",
      log: "began V{1}; moved V{1}; fail Pan: too short; ended V{1}"),
    "10.02 points begin one: the view gets cancelled after the action": SceneRow(
      tree: one, fingers: "dn(10,10)@0 mv(20.02,10)@0.05 up@0.1",
      log: "began V{1}; act Pan.Began@V; cancelled V{1}; act Pan.Ended@V"),
    "a long way around that stays near is no pan": SceneRow(
      tree: one, fingers: "dn(50,50)@0 mv(59,50)@0.1 mv(50,59)@0.2 mv(41,50)@0.3 mv(50,41)@0.4 up@0.5",
      log: "began V{1}; moved V{1}; moved V{1}; moved V{1}; moved V{1}; fail Pan: too short; ended V{1}"),
    "it may take as long as it likes": SceneRow(
      tree: one, fingers: "dn(10,10)@0 fr@5 mv(30,10)@60 up@61",
      log: "began V{1}; act Pan.Began@V; cancelled V{1}; act Pan.Ended@V"),
    "the way in the frame of the lift counts": SceneRow(
      tree: one, fingers: "dn(10,10)@0 mv(40,10)@0.1 up@0.1",
      log: "began V{1}; act Pan.Began@V; cancelled V{1}; act Pan.Ended@V"),
    "fingers that go apart leave their mean where it is": SceneRow(
      tree: one,
      fingers: "dn#1(100,100)@0 dn#2(200,100)@0 mv#1(50,100)@0.1 mv#2(250,100)@0.1 up#1@0.2 up#2@0.2",
      log: "began V{2}; moved V{2}; fail Pan: too short; ended V{2}"),
    "a finger that joins does not take back the way before it: 6 of one and 5 of a mean are 11": SceneRow(
      tree: one, fingers: "dn#1(100,100)@0 mv#1(106,100)@0.1 dn#2(200,100)@0.2 mv#1(116,100)@0.3",
      log: "began V{1}; moved V{1}; began V{1}; act Pan.Began@V; cancelled V{2}"),
    "a finger that leaves does not either": SceneRow(
      tree: one, fingers: "dn#1(100,100)@0 dn#2(200,100)@0 mv#1(112,100)@0.1 up#2@0.2 mv#1(117,100)@0.3",
      log: "began V{2}; moved V{1}; act Pan.Began@V; cancelled V{2}"),
  ]

  static let numbersOfFingers: Table<SceneRow> = [
    "one finger of two is too few, however far it goes": SceneRow(
      tree: two, fingers: "dn(10,10)@0 mv(90,10)@0.1 up@0.2",
      log: "began V{1}; moved V{1}; fail Pan: too few touches; ended V{1}"),
    "one of the two goes double the way for both, though it alone is reported": SceneRow(
      tree: two, fingers: "dn#1(10,10)@0 dn#2(90,10)@0 mv#1(30,10)@0.1 mv#1(30.04,10)@0.2",
      log: "began V{2}; moved V{1}; act Pan.Began@V; cancelled V{2}"),
    "what the first did alone does not count": SceneRow(
      tree: two,
      fingers:
        "dn#1(10,10)@0 mv#1(90,10)@0.1 dn#2(150,10)@0.2 mv#1(99,10)@0.3 mv#2(159,10)@0.3 up#1@0.4 up#2@0.5",
      log: "began V{1}; moved V{1}; began V{1}; moved V{2}; fail Pan: too short; ended V{1}; ended V{1}"),
    "one of two lifts: the other alone begins nothing": SceneRow(
      tree: two, fingers: "dn#1(10,10)@0 dn#2(90,10)@0 up#1@0.1 mv#2(150,10)@0.2 up#2@0.3",
      log: "began V{2}; moved V{1}; fail Pan: too short; ended V{1}; ended V{1}"),
    "one of two lifts, and another takes its place": SceneRow(
      tree: two,
      fingers: """
        dn#1(10,10)@0 dn#2(90,10)@0 up#1@0.1 dn#3(50,50)@0.2 mv#2(110,10)@0.3 mv#3(70,50)@0.3 up#2@0.4 up#3@0.5
        """,
      log: "began V{2}; began V{1}; act Pan.Began@V; cancelled V{3}; act Pan.Changed@V; act Pan.Ended@V"),
    "a finger beyond the most makes it fail before": SceneRow(
      tree: most, fingers: "dn#1(10,10)@0 dn#2(90,10)@0 dn#3(200,10)@0.1 mv#1(90,10)@0.2",
      log: "began V{2}; fail Pan: too many touches; began V{1}; moved V{1}"),
    "a finger beyond the most is ignored after: it is the view's": SceneRow(
      tree: most,
      fingers: """
        dn#1(10,10)@0 mv#1(30,10)@0.1 dn#2(90,10)@0.2 dn#3(200,10)@0.3 mv#3(250,10)@0.4 mv#1(40,10)@0.5 up#1@0.6
        up#2@0.7 up#3@0.8
        """,
      log: """
        began V{1}; act Pan.Began@V; cancelled V{1}; act Pan.Changed@V; began V{1}
        moved V{1}; act Pan.Changed@V; act Pan.Changed@V; act Pan.Ended@V; ended V{1}
        """),
    "of two that land in one frame, the second may be one too many": SceneRow(
      tree: most,
      fingers: "dn#1(10,10)@0 mv#1(30,10)@0.1 dn#2(90,10)@0.2 dn#3(200,10)@0.2 up#2@0.3 up#3@0.4 up#1@0.5",
      log: """
        began V{1}; act Pan.Began@V; cancelled V{1}; act Pan.Changed@V
        began V{1}; act Pan.Changed@V; ended V{1}; act Pan.Ended@V
        """),
    "a finger that lifts makes room for another": SceneRow(
      tree: most,
      fingers: "dn#1(10,10)@0 dn#2(90,10)@0 mv#1(50,10)@0.1 up#2@0.2 dn#3(200,10)@0.2 up#1@0.3 up#3@0.4",
      log: """
        began V{2}; act Pan.Began@V; cancelled V{2}; act Pan.Changed@V; act Pan.Changed@V; act Pan.Ended@V
        """),
  ]

  /// The rest of a pan and its end, in one way or the other.
  static let courses: Table<SceneRow> = [
    "each frame that reports its finger is one change, also without a move": SceneRow(
      tree: one, fingers: "dn(10,10)@0 mv(30,10)@0.1 mv(31,10)@0.2 fr@0.3 mv(10,10)@0.4 up@0.5",
      log: """
        began V{1}; act Pan.Began@V; cancelled V{1}; act Pan.Changed@V
        act Pan.Changed@V; act Pan.Changed@V; act Pan.Ended@V
        """),
    "one joins, one moves and one leaves in a frame: one change": SceneRow(
      tree: one,
      fingers:
        "dn#1(10,10)@0 dn#2(50,10)@0 mv#1(40,10)@0.1 dn#3(90,10)@0.2 mv#1(45,10)@0.2 up#2@0.2 up#1@0.3 up#3@0.3",
      log: "began V{2}; act Pan.Began@V; cancelled V{2}; act Pan.Changed@V; act Pan.Ended@V"),
  ]

  @Test("Rows", arguments: beginnings + numbersOfFingers + courses)
  func row(_ row: SceneRow) { #expect(row.difference() == nil) }
}
