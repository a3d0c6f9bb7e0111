import Dispatcher
import TestSupport
import Testing

/// When a pan begins, and when it does not.
@Suite("Pan: beginning") struct PanRules {
  static let one = "window(0,0,400,400)[V(0,0,400,400)<multi,pan>]"
  static let two = "window(0,0,400,400)[V(0,0,400,400)<multi,pan=2>]"
  static let most = "window(0,0,400,400)[V(0,0,400,400)<multi,pan=max(2)>]"

  static let beginnings = [
    SceneRow(
      what: "10 points are no pan yet", tree: one, fingers: "dn(10,10)@0 mv(20,10)@0.05 up@0.1",
      log: "began V{1}; moved V{1}; fail Pan: too short; ended V{1}"),
    SceneRow(
      what: "10.02 points begin one: the view gets cancelled after the action", tree: one,
      fingers: "dn(10,10)@0 mv(20.02,10)@0.05 up@0.1",
      log: "began V{1}; act Pan.Began@V; cancelled V{1}; act Pan.Ended@V"),
    SceneRow(
      what: "a long way around that stays near is no pan", tree: one,
      fingers: "dn(50,50)@0 mv(59,50)@0.1 mv(50,59)@0.2 mv(41,50)@0.3 mv(50,41)@0.4 up@0.5",
      log: "began V{1}; moved V{1}; moved V{1}; moved V{1}; moved V{1}; fail Pan: too short; ended V{1}"),
    SceneRow(
      what: "it may take as long as it likes", tree: one, fingers: "dn(10,10)@0 fr@5 mv(30,10)@60 up@61",
      log: "began V{1}; act Pan.Began@V; cancelled V{1}; act Pan.Ended@V"),
    SceneRow(
      what: "the way in the frame of the lift counts", tree: one, fingers: "dn(10,10)@0 mv(40,10)@0.1 up@0.1",
      log: "began V{1}; act Pan.Began@V; cancelled V{1}; act Pan.Ended@V"),
    SceneRow(
      what: "fingers that go apart leave their mean where it is", tree: one,
      fingers: "dn#1(100,100)@0 dn#2(200,100)@0 mv#1(50,100)@0.1 mv#2(250,100)@0.1 up#1@0.2 up#2@0.2",
      log: "began V{2}; moved V{2}; fail Pan: too short; ended V{2}"),
    SceneRow(
      what: "a finger that joins does not take back the way before it: 6 of one and 5 of a mean are 11",
      tree: one, fingers: "dn#1(100,100)@0 mv#1(106,100)@0.1 dn#2(200,100)@0.2 mv#1(116,100)@0.3",
      log: "began V{1}; moved V{1}; began V{1}; act Pan.Began@V; cancelled V{2}"),
    SceneRow(
      what: "a finger that leaves does not either", tree: one,
      fingers: "dn#1(100,100)@0 dn#2(200,100)@0 mv#1(112,100)@0.1 up#2@0.2 mv#1(117,100)@0.3",
      log: "began V{2}; moved V{1}; act Pan.Began@V; cancelled V{2}"),
  ]

  static let numbersOfFingers = [
    SceneRow(
      what: "one finger of two is too few, however far it goes", tree: two,
      fingers: "dn(10,10)@0 mv(90,10)@0.1 up@0.2",
      log: "began V{1}; moved V{1}; fail Pan: too few touches; ended V{1}"),
    SceneRow(
      what: "one of the two goes double the way for both, though it alone is reported", tree: two,
      fingers: "dn#1(10,10)@0 dn#2(90,10)@0 mv#1(30,10)@0.1 mv#1(30.04,10)@0.2",
      log: "began V{2}; moved V{1}; act Pan.Began@V; cancelled V{2}"),
    SceneRow(
      what: "what the first did alone does not count", tree: two,
      fingers:
        "dn#1(10,10)@0 mv#1(90,10)@0.1 dn#2(150,10)@0.2 mv#1(99,10)@0.3 mv#2(159,10)@0.3 up#1@0.4 up#2@0.5",
      log: "began V{1}; moved V{1}; began V{1}; moved V{2}; fail Pan: too short; ended V{1}; ended V{1}"),
    SceneRow(
      what: "one of two lifts: the other alone begins nothing", tree: two,
      fingers: "dn#1(10,10)@0 dn#2(90,10)@0 up#1@0.1 mv#2(150,10)@0.2 up#2@0.3",
      log: "began V{2}; moved V{1}; fail Pan: too short; ended V{1}; ended V{1}"),
    SceneRow(
      what: "one of two lifts, and another takes its place", tree: two,
      fingers: """
        dn#1(10,10)@0 dn#2(90,10)@0 up#1@0.1 dn#3(50,50)@0.2 mv#2(110,10)@0.3 mv#3(70,50)@0.3 up#2@0.4 up#3@0.5
        """,
      log: "began V{2}; began V{1}; act Pan.Began@V; cancelled V{3}; act Pan.Changed@V; act Pan.Ended@V"),
    SceneRow(
      what: "a finger beyond the most makes it fail before", tree: most,
      fingers: "dn#1(10,10)@0 dn#2(90,10)@0 dn#3(200,10)@0.1 mv#1(90,10)@0.2",
      log: "began V{2}; fail Pan: too many touches; began V{1}; moved V{1}"),
    SceneRow(
      what: "a finger beyond the most is ignored after: it is the view's", tree: most,
      fingers: """
        dn#1(10,10)@0 mv#1(30,10)@0.1 dn#2(90,10)@0.2 dn#3(200,10)@0.3 mv#3(250,10)@0.4 mv#1(40,10)@0.5 up#1@0.6
        up#2@0.7 up#3@0.8
        """,
      log: """
        began V{1}; act Pan.Began@V; cancelled V{1}; act Pan.Changed@V; began V{1}
        moved V{1}; act Pan.Changed@V; act Pan.Changed@V; act Pan.Ended@V; ended V{1}
        """),
    SceneRow(
      what: "of two that land in one frame, the second may be one too many", tree: most,
      fingers: "dn#1(10,10)@0 mv#1(30,10)@0.1 dn#2(90,10)@0.2 dn#3(200,10)@0.2 up#2@0.3 up#3@0.4 up#1@0.5",
      log: """
        began V{1}; act Pan.Began@V; cancelled V{1}; act Pan.Changed@V
        began V{1}; act Pan.Changed@V; ended V{1}; act Pan.Ended@V
        """),
    SceneRow(
      what: "a finger that lifts makes room for another", tree: most,
      fingers: "dn#1(10,10)@0 dn#2(90,10)@0 mv#1(50,10)@0.1 up#2@0.2 dn#3(200,10)@0.2 up#1@0.3 up#3@0.4",
      log: """
        began V{2}; act Pan.Began@V; cancelled V{2}; act Pan.Changed@V; act Pan.Changed@V; act Pan.Ended@V
        """),
  ]

  /// The rest of a pan and its end, in one way or the other.
  static let courses = [
    SceneRow(
      what: "each frame that reports its finger is one change, also without a move", tree: one,
      fingers: "dn(10,10)@0 mv(30,10)@0.1 mv(31,10)@0.2 fr@0.3 mv(10,10)@0.4 up@0.5",
      log: """
        began V{1}; act Pan.Began@V; cancelled V{1}; act Pan.Changed@V
        act Pan.Changed@V; act Pan.Changed@V; act Pan.Ended@V
        """),
    SceneRow(
      what: "one joins, one moves and one leaves in a frame: one change", tree: one,
      fingers:
        "dn#1(10,10)@0 dn#2(50,10)@0 mv#1(40,10)@0.1 dn#3(90,10)@0.2 mv#1(45,10)@0.2 up#2@0.2 up#1@0.3 up#3@0.3",
      log: "began V{2}; act Pan.Began@V; cancelled V{2}; act Pan.Changed@V; act Pan.Ended@V"),
  ]

  @Test("Rows", arguments: beginnings + numbersOfFingers + courses)
  func row(_ row: SceneRow) { #expect(row.difference() == nil) }
}
