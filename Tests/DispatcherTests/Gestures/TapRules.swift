import Dispatcher
import TestSupport
import TestTables

/// What is a tap, and what is not.
@Suite("Tap") struct TapRules {
  typealias Row = SceneRow

  static let one = "window(0,0,400,400)[V(0,0,400,400)<multi,tap>]"
  static let two = "window(0,0,400,400)[V(0,0,400,400)<multi,tap=2>]"

  static let rows: Table<Row> = [
    "0.750 s down is still a tap": Row(
      fingers: "dn(10,10)@0 up@0.750", log: "began V{1}; act Tap.Ended@V; cancelled V{1}"),
    "0.751 s down is too slow": Row(
      fingers: "dn(10,10)@0 up@0.751", log: "began V{1}; fail Tap: too slow; ended V{1}"),
    "it fails while the finger is still down": Row(
      fingers: "dn(10,10)@0 fr@0.8", log: "began V{1}; fail Tap: too slow"),
    "10 points of movement are allowed": Row(
      fingers: "dn(10,10)@0 mv(20,10)@0.05 up@0.1",
      log: "began V{1}; moved V{1}; act Tap.Ended@V; cancelled V{1}"),
    "10.02 points are too far": Row(
      fingers: "dn(10,10)@0 mv(20.02,10)@0.05 up@0.1",
      log: "began V{1}; fail Tap: too far; moved V{1}; ended V{1}"),
    "a jump in the frame of the lift is too far": Row(
      fingers: "dn(10,10)@0 mv(40,10)@0.1 up@0.1", log: "began V{1}; fail Tap: too far; ended V{1}"),
    "a second finger is one too many": Row(
      fingers: "dn#1(10,10)@0 dn#2(50,10)@0.05 up#1@0.1 up#2@0.1",
      log: "began V{1}; fail Tap: too many touches; began V{1}; ended V{2}"),
    "0.350 s from lift to down is in time": Row(
      tree: two, fingers: "dn(10,10)@0 up@0.050 dn(10,10)@0.400 up@0.450",
      log: "began V{1}; began V{1}; act Tap2.Ended@V; cancelled V{1}; cancelled V{1}"),
    "0.351 s is too late: the held end is delivered when the time is over": Row(
      tree: two, fingers: "dn(10,10)@0 up@0.050 dn(10,10)@0.401 up@0.410",
      log: "began V{1}; fail Tap2: too slow; ended V{1}; began V{1}"),
    "a second tap 30 points away counts": Row(
      tree: two, fingers: "dn(10,10)@0 up@0.05 dn(40,10)@0.2 up@0.25",
      log: "began V{1}; began V{1}; act Tap2.Ended@V; cancelled V{1}; cancelled V{1}"),
    "30.02 points away it is somewhere else": Row(
      tree: two, fingers: "dn(10,10)@0 up@0.05 dn(40.02,10)@0.2 up@0.25",
      log: "began V{1}; fail Tap2: elsewhere; ended V{1}; began V{1}"),
  ]

  @Test("Rows", arguments: rows)
  func row(_ row: Row) { #expect(row.difference(on: Self.one) == nil) }

  @Test("A lone tap that could have become two: its end comes when the time for the second is over")
  func heldEnd() {
    let scene = Scene(Self.two)
    scene.play("dn(10,10)@0 up@0.05")
    scene.wait(until: 0.399999)
    #expect(scene.log.calls == ["began V{1}"])
    #expect(scene.pipeline.nextDeadline == Timestamp(seconds: 0.4))
    scene.wait(until: 0.4)
    #expect(scene.log.calls == ["began V{1}", "ended V{1}"])
  }

  @Test("Two fingers that tap together, and one that lifts before the other has landed")
  func twoFingers() {
    func play(_ fingers: String) -> [String] {
      let scene = Scene("window(0,0,400,400)[V(0,0,400,400)<multi>]")
      let tap = TapGestureRecognizer()
      tap.name = "Tap"
      tap.numberOfTouchesRequired = 2
      scene["V"].addGestureRecognizer(tap)
      scene.play(fingers)
      return scene.log.lines("act", "fail")
    }
    #expect(play("dn#1(10,10)@0 dn#2(50,10)@0.02 up#1@0.1 up#2@0.12") == ["act Tap.Ended@V"])
    #expect(
      play("dn#1(10,10)@0 up#1@0.1 dn#2(50,10)@0.12 up#2@0.2") == [
        "fail Tap: too few touches", "fail Tap: too few touches",
      ])
    #expect(play("dn#1(10,10)@0 dn#2(50,10)@0.02 up#1@0.1 dn#1(10,10)@0.12") == ["fail Tap: too few touches"])
  }
}
