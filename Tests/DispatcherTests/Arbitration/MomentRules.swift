import Testing

/// What has one time stamp: a slot that lifts and lands, and a frame at the time of a deadline.
@Suite("Several things at one moment") struct MomentRules {
  static let rows = [
    SceneRow(
      what: "a slot that lifts and lands in one frame makes two: the landing comes after all else",
      overrides: "V tells event touch tapCount phase allTouches",
      fingers: "dn#1(10,10)@0 dn#2(200,200)@0 mv#2(210,200)@0.1 up#1@0.1 dn#1(100,100)@0.1", kinds: "tell",
      log: """
        tell V.began event=1 touch=1,2 tapCount=1,1 phase=began,began allTouches=2
        tell V.moved event=1 touch=2 tapCount=1 phase=moved allTouches=2
        tell V.ended event=1 touch=1 tapCount=1 phase=ended allTouches=2
        tell V.began event=1 touch=3 tapCount=1 phase=began allTouches=2
        """),
    SceneRow(
      what: "the only finger lifts and lands near: another event, with the same touch tapped twice",
      overrides: "V tells event touch tapCount allTouches",
      fingers: "dn#1(10,10)@0 up#1@0.1 dn#1(12,10)@0.1", kinds: "tell",
      log: """
        tell V.began event=1 touch=1 tapCount=1 allTouches=1
        tell V.ended event=1 touch=1 tapCount=1 allTouches=1
        tell V.began event=2 touch=1 tapCount=2 allTouches=1
        """),
    SceneRow(
      what: "the only finger of a pan lifts and lands in one frame: the pan ends, and another begins",
      views: "V(0,0,400,400)<pan>",
      fingers: "dn(10,10)@0 mv(30,10)@0.1 up@0.2 dn(200,200)@0.2 mv(220,200)@0.3",
      log: """
        began V{1}
        act Pan.Began@V
        cancelled V{1}
        act Pan.Ended@V
        began V{1}
        act Pan.Began@V
        cancelled V{1}
        """),
    SceneRow(
      what: "one finger of a pan of two lifts and lands in one frame: two changes, and no call on the view",
      views: "V(0,0,400,400)<multi,pan>",
      fingers: "dn#1(10,10)@0 dn#2(100,10)@0 mv#1(50,10)@0.1 up#1@0.2 dn#1(200,200)@0.2",
      log: """
        began V{2}
        act Pan.Began@V
        cancelled V{2}
        act Pan.Changed@V
        act Pan.Changed@V
        """),
    SceneRow(
      what: "a double tap whose finger lifts and lands in one frame",
      views: "V(0,0,400,400)<tap=2>", fingers: "dn(10,10)@0 up@0.1 dn(12,10)@0.1 up@0.2",
      log: """
        began V{1}
        began V{1}
        act Tap2.Ended@V
        cancelled V{1}
        cancelled V{1}
        """),
    SceneRow(
      what: "a move at the very time of a press comes before it: too far",
      views: "V(0,0,400,400)<press>", fingers: "dn(10,10)@0 mv(22,10)@0.5", kinds: "act fail",
      log: "fail LP: too far"),
    SceneRow(
      what: "a second tap may land and lift at the very end of its time",
      views: "V(0,0,400,400)<tap=2>", fingers: "dn(10,10)@0 up@0.75 dn(10,10)@1.1 up@1.85",
      kinds: "act fail", log: "act Tap2.Ended@V"),
    SceneRow(
      what: "of two presses that are due at one time the deeper one begins",
      views: "O(0,0,400,400)<press:LO>[V(0,0,400,400)<press:LV>]", fingers: "dn(10,10)@0", until: 1,
      log: """
        began V{1}
        fail LO: prevented by LV
        act LV.Began@V
        cancelled V{1}
        """),
    SceneRow(
      what: "a second finger that lands at the very time of a press comes before it",
      views: "V(0,0,400,400)<multi,press>", fingers: "dn#1(10,10)@0 dn#2(100,10)@0.5", until: 2,
      log: """
        began V{1}
        fail LP: too many touches
        began V{1}
        """),
    SceneRow(
      what: "a lift at the very time at which a requirement fails comes before it: the pan fails",
      views: "V(0,0,400,400)<multi,pan,gate=fails|0.8>", relations: "Pan requires Gate",
      fingers: "dn(10,10)@0 mv(40,10)@0.1 up@0.8", kinds: "act ended cancelled", until: 2,
      log: "ended V{1}"),
  ]

  @Test("Rows", arguments: rows)
  func row(_ row: SceneRow) {
    #expect(row.difference() == nil)
  }
}
