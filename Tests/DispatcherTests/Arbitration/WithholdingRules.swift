import TestTables

/// Views that take one touch at a time, or none beside those of another view.
@Suite("Withheld touches") struct WithholdingRules {
  static let rows: Table<SceneRow> = [
    "of two that land together the view gets one, recognizers both": SceneRow(
      views: "V(0,0,400,400)<watch:W1>",
      fingers: "dn#1(10,10)@0 dn#2(100,10)@0 mv#1(11,10)@0.1 mv#2(101,10)@0.1 up#2@0.2 up#1@0.3",
      kinds: "got began moved ended cancelled",
      log: """
        got began W1@V{2}; began V{1}; got moved W1@V{2}
        moved V{1}; got ended W1@V{1}; got ended W1@V{1}; ended V{1}
        """),
    "a touch of a subview does not count": SceneRow(
      views: "V(0,0,400,400)[W(0,0,100,100)]", fingers: "dn#1(10,10)@0 dn#2(200,10)@0.1",
      log: "began W{1}; began V{1}"),
    "a palm on the glass is no touch any more: the next finger is the view's": SceneRow(
      views: "V(0,0,400,400)", fingers: "dn#1(10,10)@0 palm#1@0.1 dn#2(200,200)@0.2",
      log: "began V{1}; cancelled V{1}; began V{1}"),
    "an exclusive view leaves other views' recognizers their touches": SceneRow(
      views: "E(0,0,200,400)<exclusive>,W(200,0,200,400)<tap>",
      fingers: "dn#1(10,10)@0 dn#2(300,10)@0.1 up#2@0.2 up#1@0.3",
      log: "began E{1}; act Tap.Ended@W; ended E{1}"),
    "an exclusive view may have many fingers": SceneRow(
      views: "E(0,0,200,400)<exclusive,multi>,W(200,0,200,400)",
      fingers: "dn#1(10,10)@0 dn#2(100,10)@0.1 dn#3(300,10)@0.2 up#3@0.3 up#1@0.4 up#2@0.4",
      log: "began E{1}; began E{1}; ended E{2}"),
    "an exclusive view takes a touch while another view's taken touch is down": SceneRow(
      views: "E(0,0,200,400)<exclusive>,W(200,0,200,400)<pan>",
      fingers: "dn#1(300,10)@0 mv#1(340,10)@0.1 dn#2(10,10)@0.2 up#1@0.3 up#2@0.4",
      log: "began W{1}; act Pan.Began@W; cancelled W{1}; began E{1}; act Pan.Ended@W; ended E{1}"),
    "a withheld touch of an exclusive view keeps no other view from its own": SceneRow(
      views: "E(0,0,200,400)<exclusive>,W(200,0,200,400)",
      fingers: "dn#1(300,10)@0 dn#2(10,10)@0.1 up#1@0.2 dn#3(300,300)@0.3",
      log: "began W{1}; ended W{1}; began W{1}"),
    "nor does a withheld touch of another view keep an exclusive one from its own, again and again": SceneRow(
      views: "E(0,0,100,400)<exclusive>,W(100,0,100,400),X(200,0,200,400)",
      fingers: """
        dn#1(10,10)@0 dn#2(110,10)@0.1 up#1@0.2 dn#1(10,300)@0.6 dn#3(300,10)@0.7 up#1@0.8 up#3@0.9
        dn#3(300,300)@1.3
        """, log: "began E{1}; ended E{1}; began E{1}; ended E{1}; began X{1}"),
    "a single-touch view whose only touch is withheld is no exclusive view's neighbour": SceneRow(
      views: "E(0,0,200,400)<exclusive>,S(200,0,200,400)",
      fingers: "dn#1(300,10)@0 dn#2(300,200)@0.1 up#1@0.2 dn#3(10,10)@0.3",
      log: "began S{1}; ended S{1}; began E{1}"),
    "a touch that is held for a view makes it track": SceneRow(
      views: "E(0,0,200,400)<exclusive>,W(200,0,200,400)<pan>", relations: "Pan delays began",
      fingers: "dn#1(300,10)@0 dn#2(10,10)@0.1 up#1@0.2 up#2@0.3",
      log: "fail Pan: too short; began W{1}; ended W{1}"),
  ]

  @Test("Rows", arguments: rows)
  func row(_ row: SceneRow) { #expect(row.difference() == nil) }
}
