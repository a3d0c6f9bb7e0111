import Dispatcher
import TestSupport
import TestTables
import Testing

/// What is a tap, and what is not.
@Suite("Tap") struct TapRules {
  struct Row: TableRow {
    let what: String
    var tree = "window(0,0,400,400)[V(0,0,400,400)<multi,tap>]"
    let fingers: String
    let log: String
  }

  static let two = "window(0,0,400,400)[V(0,0,400,400)<multi,tap=2>]"

  static let rows = [
    Row(
      what: "down and up is a tap: the view gets began, the tap acts, the view gets cancelled",
      fingers: "dn(10,10)@0 up@0.1", log: "began V{1}\nact Tap.Ended@V\ncancelled V{1}"),
    Row(
      what: "0.750 s down is still a tap", fingers: "dn(10,10)@0 up@0.750",
      log: "began V{1}\nact Tap.Ended@V\ncancelled V{1}"),
    Row(
      what: "0.751 s down is too slow", fingers: "dn(10,10)@0 up@0.751",
      log: "began V{1}\nfail Tap: too slow\nended V{1}"),
    Row(
      what: "it fails while the finger is still down", fingers: "dn(10,10)@0 fr@0.8",
      log: "began V{1}\nfail Tap: too slow"),
    Row(
      what: "10 points of movement are allowed", fingers: "dn(10,10)@0 mv(20,10)@0.05 up@0.1",
      log: "began V{1}\nmoved V{1}\nact Tap.Ended@V\ncancelled V{1}"),
    Row(
      what: "10.02 points are too far", fingers: "dn(10,10)@0 mv(20.02,10)@0.05 up@0.1",
      log: "began V{1}\nfail Tap: too far\nmoved V{1}\nended V{1}"),
    Row(
      what: "too far and back again is too far", fingers: "dn(10,10)@0 mv(30,10)@0.05 mv(10,10)@0.06 up@0.1",
      log: "began V{1}\nfail Tap: too far\nmoved V{1}\nmoved V{1}\nended V{1}"),
    Row(
      what: "a jump in the frame of the lift is too far", fingers: "dn(10,10)@0 mv(40,10)@0.1 up@0.1",
      log: "began V{1}\nfail Tap: too far\nended V{1}"),
    Row(
      what: "a second finger is one too many", fingers: "dn#1(10,10)@0 dn#2(50,10)@0.05 up#1@0.1 up#2@0.1",
      log: "began V{1}\nfail Tap: too many touches\nbegan V{1}\nended V{2}"),
    Row(
      what: "a palm is no tap", fingers: "dn(10,10)@0 palm@0.1 up@0.2",
      log: "began V{1}\nfail Tap: cancelled\ncancelled V{1}"),
    Row(
      what: "two taps in time are a double tap; the first end is held until then", tree: two,
      fingers: "dn(10,10)@0 up@0.05 dn(10,10)@0.2 up@0.25",
      log: "began V{1}\nbegan V{1}\nact Tap2.Ended@V\ncancelled V{1}\ncancelled V{1}"),
    Row(
      what: "0.350 s from lift to down is in time", tree: two,
      fingers: "dn(10,10)@0 up@0.050 dn(10,10)@0.400 up@0.450",
      log: "began V{1}\nbegan V{1}\nact Tap2.Ended@V\ncancelled V{1}\ncancelled V{1}"),
    Row(
      what: "0.351 s is too late: the held end is delivered when the time is over", tree: two,
      fingers: "dn(10,10)@0 up@0.050 dn(10,10)@0.401 up@0.410",
      log: "began V{1}\nfail Tap2: too slow\nended V{1}\nbegan V{1}"),
    Row(
      what: "a second tap 30 points away counts", tree: two,
      fingers: "dn(10,10)@0 up@0.05 dn(40,10)@0.2 up@0.25",
      log: "began V{1}\nbegan V{1}\nact Tap2.Ended@V\ncancelled V{1}\ncancelled V{1}"),
    Row(
      what: "30.02 points away it is somewhere else", tree: two,
      fingers: "dn(10,10)@0 up@0.05 dn(40.02,10)@0.2 up@0.25",
      log: "began V{1}\nfail Tap2: elsewhere\nended V{1}\nbegan V{1}"),
  ]

  @Test("Rows", arguments: rows)
  func row(_ row: Row) {
    let scene = Scene(row.tree)
    scene.play(row.fingers)
    #expect(
      difference(scene.log.lines("began", "moved", "ended", "cancelled", "act", "fail"), from: row.log) == nil
    )
  }

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

  @Test("A tap that takes nothing away: the view gets its end beside the action")
  func cancelsNothing() {
    let scene = Scene("window(0,0,400,400)[V(0,0,400,400)<tap>]")
    scene["V"].gestureRecognizers[0].cancelsTouchesInView = false
    scene.play("dn(10,10)@0 up@0.05")
    #expect(scene.log.calls == ["began V{1}", "act Tap.Ended@V", "ended V{1}"])
  }

  @Test("delaysTouchesBegan: a tap leaves the view without a call; a failed one gives it all, in order")
  func delaysBegan() {
    func play(_ fingers: String) -> [String] {
      let scene = Scene("window(0,0,400,400)[V(0,0,400,400)<tap>]")
      scene["V"].gestureRecognizers[0].delaysTouchesBegan = true
      scene.play(fingers)
      return scene.log.calls
    }
    #expect(play("dn(10,10)@0 mv(12,10)@0.02 up@0.05") == ["act Tap.Ended@V"])
    #expect(
      play("dn(10,10)@0 mv(12,10)@0.02 mv(40,10)@0.04 up@0.05")
        == ["began V{1}", "moved V{1}", "moved V{1}", "ended V{1}"])
  }

  @Test("Held calls carry the touch as it was when they were due")
  func heldCallsKeepTheirValues() {
    let scene = Scene("window(0,0,400,400)[V(0,0,400,400)<tap>]")
    scene["V"].gestureRecognizers[0].delaysTouchesBegan = true
    var seen: [String] = []
    scene["V"].onTouches = { _, phase, touches, _ in
      for touch in touches {
        seen.append("\(phase) \(touch.phase) x=\(touch.location(in: nil).x) t=\(touch.timestamp.seconds)")
      }
    }
    scene.play("dn(10,10)@0 mv(12,10)@0.02 mv(40,10)@0.04")
    #expect(seen == ["began began x=10.0 t=0.0", "moved moved x=12.0 t=0.02", "moved moved x=40.0 t=0.04"])
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

  @Test("within: from the first down to the last, in the place of the time between taps")
  func within() {
    func play(_ last: String) -> [String] {
      let scene = Scene("window(0,0,400,400)[V(0,0,400,400)<tap=3>]")
      (scene["V"].gestureRecognizers[0] as? TapGestureRecognizer)?.within = .seconds(3)
      scene.play("dn(10,10)@0 up@0.1 dn(10,10)@1.5 up@1.6 dn(10,10)@\(last) up@3.1")
      return scene.log.lines("act", "fail")
    }
    #expect(play("3.000") == ["act Tap3.Ended@V"])
    #expect(play("3.001").first == "fail Tap3: too slow")
  }

  @Test("The nearer of two taps gets the touch; a tap never prevents one of a higher count")
  func prevention() {
    let near = Scene("window(0,0,400,400)[P(0,0,400,400)<tap>[V(0,0,400,400)<tap=1>]]")
    near.play("dn(10,10)@0 up@0.05")
    #expect(near.log.lines("act", "fail") == ["fail Tap: prevented by Tap1", "act Tap1.Ended@V"])
    let double = Scene("window(0,0,400,400)[V(0,0,400,400)<tap,tap=2>]")
    double.play("dn(10,10)@0 up@0.05 dn(10,10)@0.2 up@0.25")
    #expect(double.log.lines("act") == ["act Tap.Ended@V", "act Tap.Ended@V", "act Tap2.Ended@V"])
  }
}
