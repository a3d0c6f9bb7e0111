import TestTables

/// What is a tap, and what is not.
@Suite("Tap") struct TapRules {
  static let one = "window(0,0,400,400)[V(0,0,400,400)<multi,tap>]"
  static let two = "window(0,0,400,400)[V(0,0,400,400)<multi,tap=2>]"

  static let rows: Table<SceneRow> = [
    "0.750 s down is still a tap": SceneRow(
      fingers: "dn(10,10)@0 up@0.750", log: "began V{1}; act Tap.Ended@V; cancelled V{1}"),
    "0.751 s down is too slow": SceneRow(
      fingers: "dn(10,10)@0 up@0.751", log: "began V{1}; fail Tap: too slow; ended V{1}"),
    "it fails while the finger is still down": SceneRow(
      fingers: "dn(10,10)@0 fr@0.8", log: "began V{1}; fail Tap: too slow"),
    "10 points of movement are allowed": SceneRow(
      fingers: "dn(10,10)@0 mv(20,10)@0.05 up@0.1",
      log: "began V{1}; moved V{1}; act Tap.Ended@V; cancelled V{1}"),
    "10.02 points are too far": SceneRow(
      fingers: "dn(10,10)@0 mv(20.02,10)@0.05 up@0.1",
      log: "began V{1}; fail Tap: too far; moved V{1}; ended V{1}"),
    "a jump in the frame of the lift is too far": SceneRow(
      fingers: "dn(10,10)@0 mv(40,10)@0.1 up@0.1", log: "began V{1}; fail Tap: too far; ended V{1}"),
    "a second finger is one too many": SceneRow(
      fingers: "dn#1(10,10)@0 dn#2(50,10)@0.05 up#1@0.1 up#2@0.1",
      log: "began V{1}; fail Tap: too many touches; began V{1}; ended V{2}"),
    "a second tap 30 points away counts": SceneRow(
      tree: two, fingers: "dn(10,10)@0 up@0.05 dn(40,10)@0.2 up@0.25",
      log: "began V{1}; began V{1}; act Tap2.Ended@V; cancelled V{1}; cancelled V{1}"),
    "30.02 points away it is somewhere else": SceneRow(
      tree: two, fingers: "dn(10,10)@0 up@0.05 dn(40.02,10)@0.2 up@0.25",
      log: "began V{1}; fail Tap2: elsewhere; ended V{1}; began V{1}"),
  ]

  @Test("Rows", arguments: rows)
  func row(_ row: SceneRow) { #expect(row.difference(on: Self.one) == nil) }

  static func tap(_ options: String) -> String { "window(0,0,400,400)[V(0,0,400,400)<multi,tap=\(options)>]" }
  static let once = tap("1|hold(1)")
  static let twice = tap("2|hold(1)")
  static let pair = tap("1|touches(2)|hold(1)")
  static let together = tap("1|touches(2)")
  static let within = tap("3|within(3)")
  static let pairsWithin = tap("2|touches(2)|within(1)")

  /// Taps whose last one is held.
  static let held: Table<SceneRow> = [
    "a lift at exactly 1 s comes before, and is too early": SceneRow(
      tree: once, fingers: "dn(10,10)@0 up@1", log: "fail Tap1: too early"),
    "a lift a microsecond later is not": SceneRow(
      tree: once, fingers: "dn(10,10)@0 up@1.000001", log: "act Tap1.Ended@V"),
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

  /// Taps within a time.
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
    "two fingers, of which one lifts before the other has landed": SceneRow(
      tree: together, fingers: "dn#1(10,10)@0 up#1@0.1 dn#2(50,10)@0.12 up#2@0.2",
      log: "fail Tap1: too few touches; fail Tap1: too few touches"),
    "two fingers, of which one lands again while the other is down": SceneRow(
      tree: together, fingers: "dn#1(10,10)@0 dn#2(50,10)@0.02 up#1@0.1 dn#1(10,10)@0.12",
      log: "fail Tap1: too few touches"),
  ]

  @Test("Held, and within a time", arguments: held + inTime)
  func holding(_ row: SceneRow) { #expect(row.difference(in: "act fail") == nil) }

  @Test("A hold of no time, or of less than none, is there at once")
  func holdOfNoTime() {
    for hold in [0, -5] {
      let scene = Scene(Self.tap("1|hold(\(hold))"))
      scene.play("dn(10,10)@1 mv(50,10)@1.5")
      #expect(scene.log.lines("act", "fail") == ["act Tap1.Ended@V"])
    }
  }
}
