import Dispatcher
import TestSupport
import TestTables
import Testing

/// Calls of views that wait for a recognizer, and what comes of them.
@Suite("Held calls") struct HeldCallRules {
  struct Row: TableRow {
    let what: String
    var tree = "window(0,0,400,400)[V(0,0,400,400)<multi,tap=2>]"
    var relations = ""
    let fingers: String
    let log: String
  }

  static let tap = "window(0,0,400,400)[V(0,0,400,400)<multi,tap>]"

  static let rows = [
    Row(
      what: "ended waits for the double tap, and comes when its time is over",
      fingers: "dn(10,10)@0 up@0.1 dn(300,300)@1",
      log: "0.000 began V{1}\n0.450 fail Tap2: too slow\n0.450 ended V{1}\n1.000 began V{1}"),
    Row(
      what: "it does not wait where the recognizer does not delay it", relations: "Tap2 ends at once",
      fingers: "dn(10,10)@0 up@0.1 dn(300,300)@1",
      log: "0.000 began V{1}\n0.100 ended V{1}\n0.450 fail Tap2: too slow\n1.000 began V{1}"),
    Row(
      what: "a held end of a recognizer that cancels becomes cancelled",
      fingers: "dn(10,10)@0 up@0.1 dn(10,10)@0.2 up@0.3",
      log: """
        0.000 began V{1}
        0.200 began V{1}
        0.300 act Tap2.Ended@V
        0.300 cancelled V{1}
        0.300 cancelled V{1}
        """),
    Row(
      what: "of one that cancels nothing, ended, in the order in which the fingers lifted",
      relations: "Tap2 keeps touches", fingers: "dn(10,10)@0 up@0.1 dn(10,10)@0.2 up@0.3",
      log: """
        0.000 began V{1}
        0.200 began V{1}
        0.300 act Tap2.Ended@V
        0.300 ended V{1}
        0.300 ended V{1}
        """),
    Row(
      what: "began and moves wait, and all come at the failure, then what happens now", tree: tap,
      relations: "Tap delays began",
      fingers: "dn(10,10)@0 mv(12,10)@0.1 mv(14,10)@0.2 mv(30,10)@0.3 up@0.4",
      log: """
        0.300 fail Tap: too far
        0.300 began V{1}
        0.300 moved V{1}
        0.300 moved V{1}
        0.300 moved V{1}
        0.400 ended V{1}
        """),
    Row(
      what: "at the recognition they are dropped without a word", tree: tap, relations: "Tap delays began",
      fingers: "dn(10,10)@0 mv(12,10)@0.1 up@0.2", log: "0.200 act Tap.Ended@V"),
    Row(
      what: "also where it cancels nothing", tree: tap, relations: "Tap delays began; Tap keeps touches",
      fingers: "dn(10,10)@0 up@0.2", log: "0.200 act Tap.Ended@V"),
    Row(
      what: "two fingers that land together are one call, held or not", tree: tap,
      relations: "Tap delays began",
      fingers: "dn#1(10,10)@0 dn#2(50,50)@0 up#1@0.5 up#2@0.5",
      log: "0.000 fail Tap: too many touches\n0.000 began V{2}\n0.500 ended V{2}"),
    Row(
      what: "two that lift together too", tree: "window(0,0,400,400)[V(0,0,400,400)<multi,tap=2|touches(2)>]",
      fingers: "dn#1(10,10)@0 dn#2(50,50)@0 up#1@0.1 up#2@0.1 dn#3(300,300)@1",
      log: "0.000 began V{2}\n0.450 fail Tap2: too slow\n0.450 ended V{2}\n1.000 began V{1}"),
    Row(
      what: "a palm among held calls: they come at the failure, and end as cancelled", tree: tap,
      relations: "Tap delays began", fingers: "dn(10,10)@0 mv(12,10)@0.1 palm@0.2",
      log: "0.200 fail Tap: cancelled\n0.200 began V{1}\n0.200 moved V{1}\n0.200 cancelled V{1}"),
  ]

  @Test("Rows", arguments: rows)
  func row(_ row: Row) {
    let scene = Scene(row.tree, relations: row.relations)
    scene.log.showsTimes = true
    scene.play(row.fingers)
    let log = scene.log.lines.filter { line in
      ["began", "moved", "ended", "cancelled", "act", "fail"].contains {
        line.dropFirst(6).hasPrefix($0 + " ")
      }
    }
    #expect(difference(log, from: row.log) == nil)
  }

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
    #expect(
      difference(
        scene.log.lines("is"),
        from: """
          is began: began 10.0 0.0 0.3
          is moved: moved 12.0 0.1 0.3
          is moved: moved 30.0 0.3 0.3
          """) == nil)
  }
}
