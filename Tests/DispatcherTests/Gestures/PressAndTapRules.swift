import Testing

/// Fingers, times and places of presses and taps.
@Suite("Presses and taps together") struct PressAndTapRules {
  static let rows = [
    SceneRow(
      what:
        "a press of two ends when one of them lifts; a finger that lands before the other is up stays ignored",
      views: "V(0,0,400,400)<multi,press=touches(2)>",
      fingers: """
        dn#1(10,10)@0 dn#2(100,10)@0 fr#1@0.6 up#1@0.7 dn#3(200,200)@0.8 up#2@0.9 mv#3(201,200)@2
        up#3@2.1 dn#4(10,10)@2.2 dn#5(100,10)@2.2 fr#4@3
        """,
      showsTimes: true,
      log: """
        0.000 began V{2}
        0.500 act LP.Began@V
        0.500 cancelled V{2}
        0.600 act LP.Changed@V
        0.700 act LP.Ended@V
        0.800 began V{1}
        2.000 moved V{1}
        2.100 ended V{1}
        2.200 began V{2}
        2.700 act LP.Began@V
        2.700 cancelled V{2}
        3.000 act LP.Changed@V
        """),
    SceneRow(
      what: "a third finger is not part of a press of two that has begun",
      views: "V(0,0,400,400)<multi,press=touches(2)>",
      fingers: "dn#1(10,10)@0 dn#2(100,10)@0.3 fr#1@1 dn#3(200,200)@1.1 up#3@1.2", showsTimes: true,
      log: """
        0.000 began V{1}
        0.300 began V{1}
        0.800 act LP.Began@V
        0.800 cancelled V{2}
        1.000 act LP.Changed@V
        1.100 began V{1}
        1.200 ended V{1}
        """),
    SceneRow(
      what: "a tap that failed taps anew when its finger is up, though one that it ignored is still down",
      views: "V(0,0,400,400)<multi,tap>",
      fingers: "dn#1(10,10)@0 mv#1(50,10)@0.1 dn#2(200,200)@0.2 up#1@0.3 dn#3(300,300)@0.4 up#3@0.5 up#2@0.6",
      showsTimes: true,
      log: """
        0.000 began V{1}
        0.100 fail Tap: too far
        0.100 moved V{1}
        0.200 began V{1}
        0.300 ended V{1}
        0.400 began V{1}
        0.500 act Tap.Ended@V
        0.500 cancelled V{1}
        0.600 ended V{1}
        """),
    SceneRow(
      what: "a third finger fails a tap of two",
      views: "V(0,0,400,400)<multi,tap=1|touches(2)>",
      fingers: "dn#1(10,10)@0 dn#2(100,10)@0.05 dn#3(200,10)@0.1 up#1@0.2 up#2@0.2 up#3@0.2",
      kinds: "act cancelled ended", log: "ended V{3}"),
    SceneRow(
      what: "a third tap is measured from the second, and the place of all is that of the first",
      views: "V(0,0,400,400)<tap=3>",
      fingers: "dn(10,10)@0 up@0.1 dn(38,10)@0.2 up@0.3 dn(66,10)@0.4 up@0.5", kinds: "act where",
      places: "Tap3", log: "act Tap3.Ended@V\nwhere 10,10"),
    SceneRow(
      what: "a tap of two fingers is in the middle of where they landed",
      views: "V(0,0,400,400)<multi,tap=1|touches(2):T2>",
      fingers: "dn#1(10,10)@0 dn#2(50,10)@0.1 mv#1(15,10)@0.15 up#1@0.2 up#2@0.25", kinds: "act where",
      places: "T2", log: "act T2.Ended@V\nwhere 30,10"),
  ]

  @Test("Rows", arguments: rows)
  func row(_ row: SceneRow) {
    #expect(row.difference() == nil)
  }
}
