import Testing

/// Scroll views and controls beside other recognizers.
@Suite("Scroll views and controls together") struct ScrollAndControlRules {
  static let rows = [
    SceneRow(
      what: "of two scroll views in each other the inner one scrolls, and passes nothing on",
      views: "S1(0,0,400,400)<scroll=400x1200>[S2(0,0,400,400)<scroll=400x1200>[V(0,0,400,1200)]]",
      fingers: "dn(200,300)@0 fr@0.2 mv(200,260)@0.3 up@0.5", kinds: "began fwd act fail cancelled",
      showsTimes: true,
      log: """
        0.150 began V{1}
        0.150 fwd began S2{1}
        0.300 fail S1.pan: prevented by S2.pan
        0.300 act S2.pan.Began@S2
        0.300 cancelled V{1}
        0.300 fwd cancelled S2{1}
        0.500 act S2.pan.Ended@S2
        """),
    SceneRow(
      what: "two quick fingers on a scroll view: the content hears of each at its lift",
      views: "S(0,0,400,400)<scroll=400x1200>[V(0,0,400,1200)<multi>]",
      fingers: "dn#1(100,300)@0 dn#2(300,300)@0.02 up#1@0.05 up#2@0.07",
      log: """
        began V{1}
        ended V{1}
        fail S.pan: too short
        began V{1}
        ended V{1}
        """),
    SceneRow(
      what: "an outer tap acts on a quick tap in a scroll view, whose content hears nothing",
      views: "O(0,0,400,400)<tap>[S(0,0,400,400)<scroll=400x1200>[V(0,0,400,1200)]]",
      fingers: "dn(100,300)@0 up@0.05", log: "fail S.pan: too short\nact Tap.Ended@O"),
    SceneRow(
      what: "a press in a scroll view begins, and the scroll view does not scroll any more",
      views: "S(0,0,400,400)<scroll=400x1200>[V(0,0,400,1200)<press>]",
      fingers: "dn(100,300)@0 mv(100,250)@0.6 up@0.7", showsTimes: true,
      log: """
        0.150 began V{1}
        0.500 fail S.pan: prevented by LP
        0.500 act LP.Began@V
        0.500 cancelled V{1}
        0.600 act LP.Changed@V
        0.700 act LP.Ended@V
        """),
    SceneRow(
      what: "its own tap acts, and cancels it",
      views: "O(0,0,400,400)<tap:OT>[C(100,100,100,50)<control,tap>]", fingers: "dn(150,120)@0 up@0.1",
      kinds: "act fail control",
      log: """
        control C.touch_down
        fail OT: prevented by Tap
        act Tap.Ended@C
        control C.touch_cancel
        """),
    SceneRow(
      what: "an outer tap of two fingers on two controls acts",
      views: "O(0,0,400,400)<tap=1|touches(2):T2>[C(100,100,100,50)<control>,D(200,100,100,50)<control>]",
      fingers: "dn#1(150,120)@0 dn#2(250,120)@0 up#1@0.1 up#2@0.1", kinds: "act fail",
      log: "act T2.Ended@O"),
  ]

  @Test("Rows", arguments: rows)
  func row(_ row: SceneRow) {
    #expect(row.difference() == nil)
  }
}
