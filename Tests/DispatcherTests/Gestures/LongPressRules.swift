import Dispatcher
import TestSupport
import TestTables

/// A finger that stays.
@Suite("Long press") struct LongPressRules {
  typealias Row = SceneRow

  static let press = "window(0,0,430,932)[V(0,0,430,932)<press>]"

  @Test(
    "Rows",
    arguments: [
      "a lift at exactly 0.5 s comes before the timer": Row(
        fingers: "dn(10,10)@0 up@0.500", log: "began V{1}; fail LP: too early; ended V{1}"),
      "a lift a microsecond later does not": Row(
        fingers: "dn(10,10)@0 up@0.500001", log: "began V{1}; act LP.Began@V; cancelled V{1}; act LP.Ended@V"),
      "10 points of movement before are allowed, any after": Row(
        fingers: "dn(10,10)@0 mv(20,10)@0.1 mv(300,300)@0.6 up@0.7",
        log: "began V{1}; moved V{1}; act LP.Began@V; cancelled V{1}; act LP.Changed@V; act LP.Ended@V"),
      "10.02 points before are too far": Row(
        fingers: "dn(10,10)@0 mv(20.02,10)@0.1 up@0.7",
        log: "began V{1}; fail LP: too far; moved V{1}; ended V{1}"),
      "a second finger before is one too many": Row(
        fingers: "dn#1(10,10)@0 dn#2(50,10)@0.2 fr#1@0.6", log: "began V{1}; fail LP: too many touches"),
      "a frame that only reports pressure is a change": Row(
        fingers: "dn(10,10)@0 fr@0.6 up@0.7",
        log: "began V{1}; act LP.Began@V; cancelled V{1}; act LP.Changed@V; act LP.Ended@V"),
    ] as Table<Row>)
  func row(_ row: Row) { #expect(row.difference(on: Self.press) == nil) }

  @Test("It begins although nothing is reported, once time passes")
  func byTimeAlone() {
    let scene = Scene(Self.press)
    scene.play("dn(10,10)@0")
    #expect(scene.pipeline.nextDeadline == Timestamp(seconds: 0.5))
    scene.wait(until: 0.499999)
    #expect(scene.log.calls == ["began V{1}"])
    scene.wait(until: 0.5)
    #expect(scene.log.calls == ["began V{1}", "act LP.Began@V", "cancelled V{1}"])
    #expect(scene.pipeline.nextDeadline == nil)
  }

  @Test("A recognizer that is switched off sees nothing")
  func disabled() {
    let scene = Scene(Self.press)
    scene["V"].gestureRecognizers[0].isEnabled = false
    scene.play("dn(10,10)@0 up@0.6")
    #expect(scene.log.calls == ["began V{1}", "ended V{1}"])
  }
}
