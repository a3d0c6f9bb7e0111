import Testing

/// The scale of a pinch over fingers that leave, return and join.
@Suite("Pinches: fingers that come and go") struct PinchFingerRules {
  static let rows = [
    SceneRow(
      what: "the scale is frozen from the frame in which a finger lifts, also if the other one moves in it",
      views: "V(0,0,400,400)<multi,pinch>",
      fingers: """
        dn#1(100,100)@0 dn#2(200,100)@0.1 mv#2(300,100)@0.2 up#2@0.3 mv#1(90,100)@0.35
        mv#1(100,100)@0.4 dn#2(150,100)@0.4 mv#2(175,100)@0.5 mv#1(90,100)@0.6 up#2@0.6 up#1@0.7
        """,
      kinds: "began moved ended cancelled act fail value", values: "Pinch",
      log: """
        began V{1}
        began V{1}
        act Pinch.Began@V
        value 2
        cancelled V{2}
        act Pinch.Changed@V
        value 2
        act Pinch.Changed@V
        value 2
        act Pinch.Changed@V
        value 2
        act Pinch.Changed@V
        value 3
        act Pinch.Changed@V
        value 3
        act Pinch.Ended@V
        value 3
        """),
    SceneRow(
      what: "a second finger that lands again before the pinch begins: the scale counts from there",
      views: "V(0,0,400,400)<multi,pinch>",
      fingers: """
        dn#1(100,100)@0 dn#2(200,100)@0.1 up#2@0.2 dn#2(150,100)@0.3 mv#2(157,100)@0.4
        mv#2(160,100)@0.5
        """,
      kinds: "act value", values: "Pinch", log: "act Pinch.Began@V\nvalue 1.2"),
    SceneRow(
      what: "a third finger is the view's, and does not become one of the pinch",
      views: "V(0,0,400,400)<multi,pinch>",
      fingers: """
        dn#1(100,100)@0 dn#2(200,100)@0 mv#2(250,100)@0.1 dn#3(300,300)@0.2 mv#3(310,300)@0.3
        up#2@0.4 mv#3(320,300)@0.5 up#1@0.6 up#3@0.7
        """,
      log: """
        began V{2}
        act Pinch.Began@V
        cancelled V{2}
        began V{1}
        moved V{1}
        act Pinch.Changed@V
        moved V{1}
        act Pinch.Ended@V
        ended V{1}
        """),
  ]

  @Test("Rows", arguments: rows)
  func row(_ row: SceneRow) {
    #expect(row.difference() == nil)
  }
}
