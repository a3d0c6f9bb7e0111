import Testing

/// Translation and location of a pan, and the way inward from an edge.
@Suite("Pans: fingers that come and go") struct PanFingerRules {
  static let rows = [
    SceneRow(
      what:
        "the translation is the mean of the fingers, and stands still while fewer than the least are down",
      views: "V(0,0,400,400)<multi,pan=min(2)>",
      fingers: """
        dn#1(10,10)@0 dn#2(90,10)@0 mv#1(30,10)@0.1 mv#2(110,10)@0.1 up#2@0.2 mv#1(60,10)@0.3
        dn#3(200,200)@0.4 mv#1(70,10)@0.5 mv#3(210,200)@0.5 up#1@0.6 up#3@0.7
        """,
      kinds: "began moved ended cancelled act fail value", values: "Pan",
      log: """
        began V{2}
        act Pan.Began@V
        value 0,0
        cancelled V{2}
        act Pan.Changed@V
        value 0,0
        act Pan.Changed@V
        value 0,0
        act Pan.Changed@V
        value 0,0
        act Pan.Changed@V
        value 10,0
        act Pan.Changed@V
        value 10,0
        act Pan.Ended@V
        value 10,0
        """),
    SceneRow(
      what: "it happens where its fingers are that are down, at the end where the last one lifts",
      views: "V(0,0,400,400)<multi,pan>",
      fingers: "dn#1(10,10)@0 dn#2(50,10)@0 mv#1(50,10)@0.1 up#1@0.2 mv#2(60,10)@0.3 up#2@0.4",
      kinds: "act where", places: "Pan",
      log: """
        act Pan.Began@V
        where 50,10
        act Pan.Changed@V
        where 50,10
        act Pan.Changed@V
        where 60,10
        act Pan.Ended@V
        where 60,10
        """),
    SceneRow(
      what: "a pan from an edge counts the way inward; along the edge is nothing",
      views: "V(0,0,400,400)<edge=left>",
      fingers: "dn(5,100)@0 mv(5,150)@0.1 mv(19,150)@0.15 mv(21,150)@0.2", kinds: "act fail",
      showsTimes: true, log: "0.200 act Edge.Began@V"),
  ]

  @Test("Rows", arguments: rows)
  func row(_ row: SceneRow) {
    #expect(row.difference() == nil)
  }
}
