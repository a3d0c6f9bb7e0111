import Dispatcher
import TestSupport
import Testing

/// Which way a pan may go.
@Suite("Pan along an axis") struct PanAxisRules {
  struct Row: Sendable, CustomTestStringConvertible {
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
      Row(
        what: "mainly along y", axis: "horizontal", fingers: "dn(50,50)@0 mv(59,60)@0.1",
        log: "fail Pan: wrong direction"),
      Row(
        what: "to the left and up is along x, too", axis: "horizontal", fingers: "dn(50,50)@0 mv(30,40)@0.1",
        log: "act Pan.Began@V"),
      Row(
        what: "exactly diagonal will do", axis: "horizontal", fingers: "dn(50,50)@0 mv(60,60)@0.1",
        log: "act Pan.Began@V"),
      Row(
        what: "what it did within 10 points does not matter", axis: "horizontal",
        fingers: "dn(50,50)@0 mv(50,59)@0.1 mv(70,59)@0.2", log: "act Pan.Began@V"),
      Row(
        what: "mainly along x", axis: "vertical", fingers: "dn(50,50)@0 mv(60,59)@0.1",
        log: "fail Pan: wrong direction"),
      Row(
        what: "exactly diagonal will do", axis: "vertical", fingers: "dn(50,50)@0 mv(40,60)@0.1",
        log: "act Pan.Began@V"),
      Row(
        what: "of a view turned by a quarter, x runs down the screen", axis: "horizontal", turn: 90,
        fingers: "dn(50,50)@0 mv(51,70)@0.1", log: "act Pan.Began@V"),
      Row(
        what: "of a view turned by a quarter, y runs across the screen", axis: "horizontal", turn: 90,
        fingers: "dn(50,50)@0 mv(70,51)@0.1", log: "fail Pan: wrong direction"),
    ])
  func row(_ row: Row) {
    let scene = Scene("window(0,0,400,400)[V(0,0,400,400)<pan=\(row.axis)>]")
    scene["V"].transform = AffineTransform(rotation: row.turn * .pi / 180)
    scene.play(row.fingers)
    #expect(scene.difference(in: "act fail", from: row.log) == nil)
  }
}
