import TestTables

// Recognizers beside views, and beside each other.
extension GoldenTraces {
  static let recognizers = beside + competing + states

  private static let beside: Table<SceneRow> = [
    "Q1: recognizers of the hit view, its parent and the window get all it gets": SceneRow(
      tree: "window(0,0,300,300)<watch:OfWindow>[P(0,0,300,300)<watch:OfParent>[V(0,0,100,100)<watch:Own>]]",
      fingers: "dn(10,10)@0 mv(12,10)@0.01 up@0.1", kinds: calls + " got",
      log: """
        got began Own@V{1}; got began OfParent@P{1}; got began OfWindow@window{1}
        began V{1}; got moved Own@V{1}; got moved OfParent@P{1}; got moved OfWindow@window{1}
        moved V{1}; got ended Own@V{1}; got ended OfParent@P{1}; got ended OfWindow@window{1}; ended V{1}
        """),
    "Q8: a recognizer sees each phase before the view does": SceneRow(
      tree: "window(0,0,300,300)[V(0,0,100,100)<watch:Own>]",
      fingers: "dn(10,10)@0 mv(12,10)@0.01 up@0.1 dn(10,10)@1 palm@1.1 up@1.2", kinds: calls + " got",
      log: """
        got began Own@V{1}; began V{1}; got moved Own@V{1}; moved V{1}; got ended Own@V{1}
        ended V{1}; got began Own@V{1}; began V{1}; got cancelled Own@V{1}; cancelled V{1}
        """),
    "Q2: a recognizer recognizes at the lift: the hit view gets cancelled": SceneRow(
      tree: "window(0,0,300,300)[P(0,0,300,300)<tap>[V(0,0,100,100)]]", fingers: "dn(10,10)@0 up@0.1",
      log: "began V{1}; act Tap.Ended@P; cancelled V{1}"),
    "Q2: none recognizes: the hit view gets ended": SceneRow(
      tree: "window(0,0,300,300)[P(0,0,300,300)<tap>[V(0,0,100,100)]]",
      fingers: "dn(10,10)@0 mv(40,10)@0.05 up@0.1", kinds: calls + " fail",
      log: "began V{1}; fail Tap: too far; moved V{1}; ended V{1}"),
    "Q4: by default, touches are cancelled, began is not held, ended is": SceneRow(
      tree: "window(0,0,300,300)[V(0,0,100,100)<tap=2>]", relations: "Tap2 tells flags",
      fingers: "dn(10,10)@0 up@0.1 dn(10,10)@0.2 up@0.3", kinds: calls + " flags",
      log: """
        flags Tap2: cancelsTouchesInView yes, delaysTouchesBegan no, delaysTouchesEnded yes
        began V{1}; began V{1}; act Tap2.Ended@V; cancelled V{1}; cancelled V{1}
        """),
    "Q4: so they are for a long press, and for a class of one's own": SceneRow(
      tree: "window(0,0,300,300)[V(0,0,100,100)<press,watch:Own>]",
      relations: "LP tells flags; Own tells flags", fingers: "dn(10,10)@0 up@0.1", kinds: calls + " flags",
      log: """
        flags LP: cancelsTouchesInView yes, delaysTouchesBegan no, delaysTouchesEnded yes
        flags Own: cancelsTouchesInView yes, delaysTouchesBegan no, delaysTouchesEnded yes
        began V{1}; ended V{1}
        """),
  ]

  private static let competing: Table<SceneRow> = [
    "Q3: of two that both would recognize, the deeper one acts, the other fails": SceneRow(
      tree: "window(0,0,400,400)[Outer(0,0,400,400)<tap:OuterTap>[V(0,0,200,200)<tap>]]",
      fingers: "dn(10,10)@0 up@0.1", kinds: calls + " fail",
      log: "began V{1}; fail OuterTap: prevented by Tap; act Tap.Ended@V; cancelled V{1}"),
    "Q3: with a delegate's yes both act": SceneRow(
      tree: "window(0,0,400,400)[Outer(0,0,400,400)<tap:OuterTap>[V(0,0,200,200)<tap>]]",
      relations: "OuterTap with Tap", fingers: "dn(10,10)@0 up@0.1", kinds: calls + " fail",
      log: "began V{1}; act Tap.Ended@V; act OuterTap.Ended@Outer; cancelled V{1}"),
  ]

  private static let states: Table<SceneRow> = [
    "Q7: discrete, success: possible, recognized": SceneRow(
      tree: "window(0,0,300,300)[V(0,0,300,300)<tap>]", fingers: "dn(10,10)@0 up@0.1",
      kinds: calls + " state", log: "began V{1}; state Tap.Ended@V; act Tap.Ended@V; cancelled V{1}"),
    "Q7: discrete, failure: possible, failed": SceneRow(
      tree: "window(0,0,300,300)[V(0,0,300,300)<tap>]", fingers: "dn(10,10)@0 up@0.8",
      kinds: calls + " state", log: "began V{1}; state Tap.Failed@V; ended V{1}"),
    "Q7: continuous, success: possible, began, changed, changed, ended": SceneRow(
      tree: "window(0,0,300,300)[V(0,0,300,300)<press>]",
      fingers: "dn(10,10)@0 mv(20,20)@0.6 mv(30,30)@0.7 up@0.8", kinds: calls + " state",
      log: """
        began V{1}; state LP.Began@V; act LP.Began@V; cancelled V{1}; state LP.Changed@V
        act LP.Changed@V; state LP.Changed@V; act LP.Changed@V; state LP.Ended@V; act LP.Ended@V
        """),
    "Q7: continuous, cancelled: possible, began, changed, cancelled": SceneRow(
      tree: "window(0,0,300,300)[V(0,0,300,300)<press>]",
      fingers: "dn(10,10)@0 mv(20,20)@0.6 palm@0.7 up@0.8", kinds: calls + " state",
      log: """
        began V{1}; state LP.Began@V; act LP.Began@V; cancelled V{1}; state LP.Changed@V
        act LP.Changed@V; state LP.Cancelled@V; act LP.Cancelled@V
        """),
    "Q7: continuous, failure: possible, failed": SceneRow(
      tree: "window(0,0,300,300)[V(0,0,300,300)<press>]", fingers: "dn(10,10)@0 up@0.1",
      kinds: calls + " state", log: "began V{1}; state LP.Failed@V; ended V{1}"),
  ]
}
