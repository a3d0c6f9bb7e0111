import TestTables

/// Fingers that stay, also after taps.
@Suite("Long press") struct LongPressRules {
  typealias Row = SceneRow

  static let alone = "window(0,0,430,932)[V(0,0,430,932)<press>]"

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
    ] as Table<Row>)
  func row(_ row: Row) { #expect(row.difference(on: Self.alone) == nil) }

  static func press(_ options: String) -> String {
    "window(0,0,400,400)[V(0,0,400,400)<multi,press=\(options)>]"
  }
  static let afterTap = press("taps(1)")
  static let pair = press("touches(2)")

  static let taps: Table<SceneRow> = [
    "a tap, and a press of 0.5 s": SceneRow(
      tree: afterTap, fingers: "dn(10,10)@0 up@0.1 dn(10,10)@0.3 fr@0.8 fr@0.800001",
      log: "act LP.Began@V; act LP.Changed@V"),
    "the press alone is a tap that took too long": SceneRow(
      tree: afterTap, fingers: "dn(10,10)@0 fr@0.6 fr@0.751 fr@0.9", log: "fail LP: too slow"),
    "two taps before: one is too few": SceneRow(
      tree: press("taps(2)"), fingers: "dn(10,10)@0 up@0.1 dn(10,10)@0.3 fr@1 fr@1.051",
      log: "fail LP: too slow"),
    "two taps before": SceneRow(
      tree: press("taps(2)"), fingers: "dn(10,10)@0 up@0.1 dn(10,10)@0.3 up@0.4 dn(10,10)@0.6 fr@1.2",
      log: "act LP.Began@V; act LP.Changed@V"),
  ]

  static let fingers: Table<SceneRow> = [
    "two fingers: 0.5 s from when the second came": SceneRow(
      tree: pair, fingers: "dn#1(10,10)@0 dn#2(60,10)@2 fr#1@2.5 fr#1@2.500001 up#1@3 up#2@4",
      log: "act LP.Began@V; act LP.Changed@V; act LP.Ended@V"),
    "one of two lifts before": SceneRow(
      tree: pair, fingers: "dn#1(10,10)@0 dn#2(60,10)@0 up#2@0.4 fr#1@0.6", log: "fail LP: too early"),
    "one of two lifts before the other came": SceneRow(
      tree: pair, fingers: "dn#1(10,10)@0 up#1@0.6", log: "fail LP: too few touches"),
    "the first moves too far before the second came": SceneRow(
      tree: pair, fingers: "dn#1(10,10)@0 mv#1(30,10)@0.1", log: "fail LP: too far"),
    "one of two moves too far": SceneRow(
      tree: pair, fingers: "dn#1(10,10)@0 dn#2(60,10)@0 mv#2(70.02,10)@0.4", log: "fail LP: too far"),
    "a tap of two, a press of two": SceneRow(
      tree: press("taps(1)|touches(2)"),
      fingers: """
        dn#1(10,10)@0 dn#2(60,10)@0 up#1@0.1 up#2@0.2 dn#1(10,10)@0.4 dn#2(60,10)@0.45 fr#1@0.95 fr#1@0.950001
        """, log: "act LP.Began@V; act LP.Changed@V"),
  ]

  /// Fingers, times and places of presses and taps.
  static let together: Table<SceneRow> = [
    "a press of two ends when one of them lifts; a finger that lands before the other is up stays ignored":
      SceneRow(
        views: "V(0,0,400,400)<multi,press=touches(2)>",
        fingers: """
          dn#1(10,10)@0 dn#2(100,10)@0 fr#1@0.6 up#1@0.7 dn#3(200,200)@0.8 up#2@0.9 mv#3(201,200)@2
          up#3@2.1 dn#4(10,10)@2.2 dn#5(100,10)@2.2 fr#4@3
          """, showsTimes: true,
        log: """
          0.000 began V{2}; 0.500 act LP.Began@V; 0.500 cancelled V{2}; 0.600 act LP.Changed@V
          0.700 act LP.Ended@V; 0.800 began V{1}; 2.000 moved V{1}; 2.100 ended V{1}
          2.200 began V{2}; 2.700 act LP.Began@V; 2.700 cancelled V{2}; 3.000 act LP.Changed@V
          """),
    "a tap that failed taps anew when its finger is up, though one that it ignored is still down": SceneRow(
      views: "V(0,0,400,400)<multi,tap>",
      fingers: "dn#1(10,10)@0 mv#1(50,10)@0.1 dn#2(200,200)@0.2 up#1@0.3 dn#3(300,300)@0.4 up#3@0.5 up#2@0.6",
      showsTimes: true,
      log: """
        0.000 began V{1}; 0.100 fail Tap: too far; 0.100 moved V{1}; 0.200 began V{1}; 0.300 ended V{1}
        0.400 began V{1}; 0.500 act Tap.Ended@V; 0.500 cancelled V{1}; 0.600 ended V{1}
        """),
    "a third finger fails a tap of two": SceneRow(
      views: "V(0,0,400,400)<multi,tap=1|touches(2)>",
      fingers: "dn#1(10,10)@0 dn#2(100,10)@0.05 dn#3(200,10)@0.1 up#1@0.2 up#2@0.2 up#3@0.2",
      kinds: "act cancelled ended", log: "ended V{3}"),
    "a third tap is measured from the second, and the place of all is that of the first": SceneRow(
      views: "V(0,0,400,400)<tap=3>", fingers: "dn(10,10)@0 up@0.1 dn(38,10)@0.2 up@0.3 dn(66,10)@0.4 up@0.5",
      kinds: "act where", places: "Tap3", log: "act Tap3.Ended@V; where 10,10"),
    "a tap of two fingers is in the middle of where they landed": SceneRow(
      views: "V(0,0,400,400)<multi,tap=1|touches(2):T2>",
      fingers: "dn#1(10,10)@0 dn#2(50,10)@0.1 mv#1(15,10)@0.15 up#1@0.2 up#2@0.25", kinds: "act where",
      places: "T2", log: "act T2.Ended@V; where 30,10"),
  ]

  @Test("After taps, and of several fingers", arguments: taps + fingers)
  func severalTouches(_ row: SceneRow) { #expect(row.difference(in: "act fail") == nil) }

  @Test("The tap obeys its own numbers, the press those of the press")
  func ownNumbers() {
    func play(_ fingers: String) -> [String] {
      let scene = Scene(Self.afterTap)
      let press = scene["V"].gestureRecognizers[0] as? LongPressGestureRecognizer
      press?.tapThresholds.allowableMovement = 3
      press?.allowableMovement = 20
      press?.minimumPressDuration = .seconds(0.2)
      #expect(press?.thresholds.allowableMovement == 20)
      #expect(press?.thresholds.minimumDuration == .milliseconds(200))
      scene.play(fingers)
      return scene.log.lines("act", "fail")
    }
    #expect(
      play("dn(10,10)@0 mv(13,10)@0.05 up@0.1 dn(10,10)@0.2 mv(30,10)@0.3 fr@0.400001")
        == ["act LP.Began@V", "act LP.Changed@V"])
    #expect(play("dn(10,10)@0 mv(13.02,10)@0.05") == ["fail LP: too far"])
    #expect(play("dn(10,10)@0 up@0.1 dn(10,10)@0.2 mv(30.02,10)@0.3") == ["fail LP: too far"])
  }

  @Test("Presses and taps together", arguments: together)
  func beside(_ row: SceneRow) { #expect(row.difference() == nil) }
}
