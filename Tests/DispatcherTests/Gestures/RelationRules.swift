import Dispatcher
import TestSupport
import TestTables

/// How recognizers that want the same touches stand with each other.
@Suite("Relations between recognizers") struct RelationRules {
  typealias Row = SceneRow

  static let taps = "window(0,0,400,400)[V(0,0,400,400)<multi,tap,tap=2>]"

  static let outerAndInner =
    "window(0,0,400,400)[Outer(0,0,400,400)<multi,tap:OuterTap>[V(0,0,200,200)<multi,tap>]]"
  static let pressAndTap = "window(0,0,400,400)[V(0,0,400,400)<multi,press,tap>]"
  static let twoViews = "window(0,0,400,400)[V(0,0,200,400)<tap>,W(200,0,200,400)<press>]"

  static let rows: Table<Row> = [
    "the questions: receive at the down, begin when it wants to": Row(
      tree: pressAndTap, relations: "Tap tells", fingers: "dn(10,10)@0 fr@0.05 up@0.1",
      log: """
        asked Tap shouldReceive; began V{1}; fail LP: too early; asked Tap shouldBegin
        act Tap.Ended@V; cancelled V{1}
        """),
    "a tap waits for the double tap to fail, and acts when its time is over": Row(
      relations: "Tap requires Tap2", fingers: "dn(10,10)@0 up@0.1 dn#2(300,300)@0.8 up#2@0.81",
      log: "began V{1}; fail Tap2: too slow; act Tap.Ended@V; cancelled V{1}; began V{1}"),
    "a requirement that recognizes makes the other fail, also if both may recognize together": Row(
      relations: "Tap requires Tap2; Tap with Tap2", fingers: "dn(10,10)@0 up@0.1 dn(10,10)@0.2 up@0.25",
      log: """
        began V{1}
        began V{1}; fail Tap: required Tap2 to fail; act Tap2.Ended@V; cancelled V{1}; cancelled V{1}
        """),
    "the delegate's form: wait for another": Row(
      relations: "Tap delegate-requires Tap2", fingers: "dn(10,10)@0 up@0.1 dn(300,300)@0.8",
      log: "began V{1}; fail Tap2: too slow; act Tap.Ended@V; cancelled V{1}; began V{1}"),
    "the delegate's form: make another wait": Row(
      relations: "Tap2 delegate-required-by Tap", fingers: "dn(10,10)@0 up@0.1 dn(300,300)@0.8",
      log: "began V{1}; fail Tap2: too slow; act Tap.Ended@V; cancelled V{1}; began V{1}"),
    "the delegates are asked once an attempt, and whether it may begin when it has waited": Row(
      relations: "Tap delegate-requires Tap2; Tap tells",
      fingers: "dn(10,10)@0 up@0.1 fr@0.2 dn(300,300)@0.8",
      log: """
        asked Tap shouldReceive; began V{1}; asked Tap shouldRequireFailureOf Tap2; fail Tap2: too slow
        asked Tap shouldBegin; act Tap.Ended@V; cancelled V{1}; asked Tap shouldReceive; began V{1}
        """),
    "a requirement that fails in the frame of the lift lets the tap act in that frame": Row(
      tree: pressAndTap, relations: "Tap requires LP", fingers: "dn(10,10)@0 up@0.1",
      log: "began V{1}; fail LP: too early; act Tap.Ended@V; cancelled V{1}"),
    "a requirement without an attempt delays no other": Row(
      tree: twoViews, relations: "Tap requires LP", fingers: "dn(10,10)@0 up@0.1",
      log: "began V{1}; act Tap.Ended@V; cancelled V{1}"),
    "and fails it by recognizing": Row(
      tree: twoViews, relations: "Tap requires LP",
      fingers: "dn#2(300,10)@0 dn#1(10,10)@0.1 up#1@0.2 fr#2@0.6",
      log: """
        began W{1}; began V{1}; fail Tap: required LP to fail; act LP.Began@W; cancelled W{1}
        ended V{1}; act LP.Changed@W
        """),
    "two that wait for each other: the first proceeds": Row(
      tree: outerAndInner, relations: "Tap requires OuterTap; OuterTap requires Tap",
      fingers: "dn(10,10)@0 up@0.1",
      log: "began V{1}; fail OuterTap: prevented by Tap; act Tap.Ended@V; cancelled V{1}"),
  ]

  @Test("Rows", arguments: rows)
  func row(_ row: Row) {
    #expect(row.difference(on: Self.taps, in: row.kinds + " asked") == nil)
  }
}
