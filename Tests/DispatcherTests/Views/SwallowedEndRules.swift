import Dispatcher
import TestSupport
import TestTables

/// The end of a finger is swallowed on its way to the recognizers, and others wait for one of them: nothing waits for
/// the next frame, which may be a day away.
@Suite("Recognizers that wait for a swallowed end") struct SwallowedEndRules {
  struct Row: TableRow {
    var what = ""
    let tree: String
    var relations = ""
    let fingers: String
    /// The views whose fingers' ends are swallowed.
    let swallows: Set<String>
    let log: String
  }

  static let rows: Table<Row> = [
    "a tap that requires a press elsewhere to fail goes on": Row(
      tree: "window(0,0,400,400)[A(0,0,100,100)<tap>,B(200,0,100,100)<press>]", relations: "Tap requires LP",
      fingers: "dn#2(210,10)@0 dn#1(10,10)@0.1 up#1@0.2 up#2@0.3", swallows: ["B"],
      log: "began B{1}; began A{1}; cancelled B{1}; fail LP: cancelled; act Tap.Ended@A; cancelled A{1}"),
    "an end that a pan of another finger held is delivered": Row(
      tree: "window(0,0,400,400)<pan>[A(0,0,100,100),B(200,0,100,100)]",
      fingers: "dn#1(10,10)@0 dn#2(210,10)@0.1 up#2@0.2 up#1@0.3", swallows: ["A"],
      log: "began A{1}; began B{1}; cancelled A{1}; fail Pan: cancelled; ended B{1}"),
    "so it is if a palm's end is swallowed": Row(
      tree: "window(0,0,400,400)<pan>[A(0,0,100,100),B(200,0,100,100)]",
      fingers: "dn#1(10,10)@0 dn#2(210,10)@0.1 up#2@0.2 palm#1@0.3", swallows: ["A"],
      log: "began A{1}; began B{1}; cancelled A{1}; fail Pan: cancelled; ended B{1}"),
    "a button whose end was held sends it": Row(
      tree: "window(0,0,400,400)<pan>[A(0,0,100,100),B(200,0,100,100)<control>]",
      fingers: "dn#1(10,10)@0 dn#2(210,10)@0.1 up#2@0.2 up#1@0.3", swallows: ["A"],
      log: """
        began A{1}; began B{1}; control B.touch_down; cancelled A{1}; fail Pan: cancelled
        ended B{1}; control B.touch_up_inside
        """),
    "two ends in one frame end both attempts": Row(
      tree: "window(0,0,400,400)[A(0,0,100,100)<tap>,B(200,0,100,100)<press>]",
      fingers: "dn#1(10,10)@0 dn#2(210,10)@0.1 up#1@0.2 up#2@0.2", swallows: ["A", "B"],
      log: "began A{1}; began B{1}; cancelled A{1}; cancelled B{1}; fail Tap: cancelled; fail LP: cancelled"),
  ]

  @Test("Goes on at once", arguments: rows)
  func row(_ row: Row) {
    let application = OwedEndRules.Swallower()
    let scene = Scene(row.tree, relations: row.relations, application: application)
    application.swallows = { event in
      event.allTouches.contains { touch in
        (touch.phase == .ended || touch.phase == .cancelled)
          && row.swallows.contains(touch.view?.identifier ?? "")
      }
    }
    scene.play(row.fingers)
    let lines = scene.log.lines("began", "ended", "cancelled", "act", "fail", "control")
    #expect(difference(lines, from: row.log) == nil)
    #expect(scene.pipeline.nextDeadline == nil)
  }
}
