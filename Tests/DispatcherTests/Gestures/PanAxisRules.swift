import Dispatcher
import TestSupport
import TestTables

/// Which way a pan may go.
@Suite("Pan along an axis") struct PanAxisRules {
  struct Row: TableRow {
    var what = ""
    let axis: String
    var turn = 0.0
    let fingers: String
    let log: String
    var testDescription: String { "\(axis): \(what)" }
  }

  @Test(
    "Rows",
    arguments: [
      "mainly along y": Row(
        axis: "horizontal", fingers: "dn(50,50)@0 mv(59,60)@0.1", log: "fail Pan: wrong direction"),
      "to the left and up is along x, too": Row(
        axis: "horizontal", fingers: "dn(50,50)@0 mv(30,40)@0.1", log: "act Pan.Began@V"),
      "exactly diagonal will do": Row(
        axis: "horizontal", fingers: "dn(50,50)@0 mv(60,60)@0.1", log: "act Pan.Began@V"),
      "what it did within 10 points does not matter": Row(
        axis: "horizontal", fingers: "dn(50,50)@0 mv(50,59)@0.1 mv(70,59)@0.2", log: "act Pan.Began@V"),
      "mainly along x": Row(
        axis: "vertical", fingers: "dn(50,50)@0 mv(60,59)@0.1", log: "fail Pan: wrong direction"),
      "exactly diagonal will do": Row(
        axis: "vertical", fingers: "dn(50,50)@0 mv(40,60)@0.1", log: "act Pan.Began@V"),
      "of a view turned by a quarter, x runs down the screen": Row(
        axis: "horizontal", turn: 90, fingers: "dn(50,50)@0 mv(51,70)@0.1", log: "act Pan.Began@V"),
      "of a view turned by a quarter, y runs across the screen": Row(
        axis: "horizontal", turn: 90, fingers: "dn(50,50)@0 mv(70,51)@0.1", log: "fail Pan: wrong direction"),
    ] as Table<Row>)
  func row(_ row: Row) {
    let scene = Scene("window(0,0,400,400)[V(0,0,400,400)<pan=\(row.axis)>]")
    scene["V"].transform = AffineTransform(rotation: row.turn * .pi / 180)
    scene.play(row.fingers)
    scene.expect(row.log, in: "act fail")
  }
}
