import Dispatcher
import TestSupport
import TestTables

/// Taps whose last one is held, and taps within a time.
@Suite("Tap: held, and within a time") struct HeldTapRules {
  static func tap(_ options: String) -> String { "window(0,0,400,400)[V(0,0,400,400)<multi,tap=\(options)>]" }
  static let once = tap("1|hold(1)")
  static let twice = tap("2|hold(1)")
  static let pair = tap("1|touches(2)|hold(1)")
  static let within = tap("3|within(3)")
  static let pairsWithin = tap("2|touches(2)|within(1)")

  static let held: Table<SceneRow> = [
    "a lift at exactly 1 s comes before, and is too early": SceneRow(
      tree: once, fingers: "dn(10,10)@0 up@1", log: "fail Tap1: too early"),
    "a lift a microsecond later is not": SceneRow(
      tree: once, fingers: "dn(10,10)@0 up@1.000001", log: "act Tap1.Ended@V"),
    "two taps, the second held": SceneRow(
      tree: twice, fingers: "dn(10,10)@0 up@0.1 dn(10,10)@0.4 fr@1.5", log: "act Tap2.Ended@V"),
    "the second lifts too early": SceneRow(
      tree: twice, fingers: "dn(10,10)@0 up@0.1 dn(10,10)@0.4 up@1.4", log: "fail Tap2: too early"),
    "taps before the last one may not last 0.751 s": SceneRow(
      tree: twice, fingers: "dn(10,10)@0 fr@0.751 fr@1.1", log: "fail Tap2: too slow"),
    "two fingers: from when the second came": SceneRow(
      tree: pair, fingers: "dn#1(10,10)@0 dn#2(60,10)@0.5 fr#1@1.5 fr#1@1.500001", log: "act Tap1.Ended@V"),
    "two fingers: the second may come 0.750 s later": SceneRow(
      tree: pair, fingers: "dn#1(10,10)@0 dn#2(60,10)@0.750 fr#1@1.8", log: "act Tap1.Ended@V"),
    "two fingers: 0.751 s later is too slow": SceneRow(
      tree: pair, fingers: "dn#1(10,10)@0 dn#2(60,10)@0.751 fr#1@1.8", log: "fail Tap1: too slow"),
    "one of two lifts": SceneRow(
      tree: pair, fingers: "dn#1(10,10)@0 dn#2(60,10)@0 up#1@0.9 fr#2@1.1", log: "fail Tap1: too early"),
  ]

  static let inTime: Table<SceneRow> = [
    "the third down at 3.000 s": SceneRow(
      tree: within, fingers: "dn(10,10)@0 up@0.1 dn(10,10)@1.5 up@1.6 dn(10,10)@3.000 up@3.7",
      log: "act Tap3.Ended@V"),
    "the third down a microsecond later": SceneRow(
      tree: within, fingers: "dn(10,10)@0 up@0.1 dn(10,10)@1.5 up@1.6 dn(10,10)@3.000001",
      log: "fail Tap3: too slow"),
    "a finger that is down when the time is over, and another would have to come": SceneRow(
      tree: within, fingers: "dn(10,10)@0 up@0.1 dn(10,10)@2.9 fr@3.0 fr@3.000001", log: "fail Tap3: too slow"
    ),
    "two fingers: the last one of the last tap at 1.000 s": SceneRow(
      tree: pairsWithin,
      fingers:
        "dn#1(10,10)@0 dn#2(60,10)@0 up#1@0.1 up#2@0.1 dn#1(10,10)@0.9 dn#2(60,10)@1 up#1@1.2 up#2@1.2",
      log: "act Tap2.Ended@V"),
    "two fingers: the last one of the last tap at 1.001 s": SceneRow(
      tree: pairsWithin,
      fingers: "dn#1(10,10)@0 dn#2(60,10)@0 up#1@0.1 up#2@0.1 dn#1(10,10)@0.9 dn#2(60,10)@1.001",
      log: "fail Tap2: too slow"),
    "two fingers, without it: 0.35 s from the last lift to the first down, and the second later": SceneRow(
      tree: tap("2|touches(2)"),
      fingers:
        "dn#1(10,10)@0 dn#2(60,10)@0 up#1@0.1 up#2@0.2 dn#1(10,10)@0.550 dn#2(60,10)@0.9 up#1@1 up#2@1",
      log: "act Tap2.Ended@V"),
  ]

  @Test("Rows", arguments: held + inTime)
  func row(_ row: SceneRow) { #expect(row.difference(in: "act fail") == nil) }

  @Test("It is recognized by time alone, where the first tap was")
  func byTimeAlone() {
    let scene = Scene(Self.twice)
    let tap = scene["V"].gestureRecognizers[0]
    var places: [Point] = []
    tap.addAction { places.append($0.location(in: nil)) }
    scene.play("dn(10,10)@0 up@0.1 dn(30,20)@0.3")
    #expect(scene.pipeline.nextDeadline == Timestamp(seconds: 1.3))
    scene.wait(until: 1.299999)
    #expect(scene.log.lines("act") == [])
    scene.wait(until: 1.3)
    #expect(scene.log.lines("act") == ["act Tap2.Ended@V"])
    #expect(places == [Point(x: 10, y: 10)])
    #expect(scene.pipeline.nextDeadline == nil)
  }

  @Test("A hold of no time, or of less than none, is there at once")
  func holdOfNoTime() {
    for hold in [0, -5] {
      let scene = Scene(Self.tap("1|hold(\(hold))"))
      scene.play("dn(10,10)@1 mv(50,10)@1.5")
      #expect(scene.log.lines("act", "fail") == ["act Tap1.Ended@V"])
    }
  }
}
