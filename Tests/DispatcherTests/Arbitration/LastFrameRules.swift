import Testing

/// A recognizer that is active lets no other have its touches, also not in its last frame, whatever their order.
@Suite("The last frame of a recognizer") struct LastFrameRules {
  /// A finger that joins a pan which has been going on, and both lift in one frame.
  static let joined = "dn#1(10,10)@0 mv#1(40,10)@0.1 dn#2(300,10)@0.2 up#1@0.3 dn#3(300,300)@0.4"

  static let rows = [
    SceneRow(
      what: "the tap is attached after the pan", views: "V(0,0,400,400)<multi,pan,tap>",
      fingers: joined + " up#2@0.5 up#3@0.5", kinds: "act",
      log: "act Pan.Began@V\nact Pan.Changed@V\nact Pan.Changed@V\nact Pan.Changed@V\nact Pan.Ended@V"),
    SceneRow(
      what: "the tap is attached before the pan", views: "V(0,0,400,400)<multi,tap,pan>",
      fingers: joined + " up#2@0.5 up#3@0.5", kinds: "act",
      log: "act Pan.Began@V\nact Pan.Changed@V\nact Pan.Changed@V\nact Pan.Changed@V\nact Pan.Ended@V"),
    SceneRow(
      what: "the tap is an outer view's", views: "O(0,0,400,400)<tap>[V(0,0,400,400)<multi,pan>]",
      fingers: joined + " up#2@0.5 up#3@0.5", kinds: "act",
      log: "act Pan.Began@V\nact Pan.Changed@V\nact Pan.Changed@V\nact Pan.Changed@V\nact Pan.Ended@V"),
    SceneRow(
      what: "the pan allows the tap", views: "V(0,0,400,400)<multi,pan,tap>", relations: "Pan with Tap",
      fingers: "dn#1(10,10)@0 mv#1(40,10)@0.1 dn#2(300,10)@0.2 up#1@0.3 dn#3(300,300)@0.4 up#2@0.5 up#3@0.5",
      kinds: "act",
      log: """
        act Pan.Began@V
        act Pan.Changed@V
        act Pan.Changed@V
        act Pan.Changed@V
        act Pan.Ended@V
        act Tap.Ended@V
        """),
    SceneRow(
      what: "a tap in another view, which requires the pan to fail, and lifts in the pan's last frame",
      views: "V(0,0,200,400)<pan>,W(200,0,200,400)<tap>", relations: "Tap requires Pan",
      fingers: "dn#1(10,10)@0 mv#1(70,10)@0.1 dn#2(300,10)@0.2 up#1@0.3 up#2@0.3", kinds: "act fail",
      log: "act Pan.Began@V\nfail Tap: required Pan to fail\nact Pan.Ended@V"),
    SceneRow(
      what: "the same, the tap's view being the first", views: "W(200,0,200,400)<tap>,V(0,0,200,400)<pan>",
      relations: "Tap requires Pan",
      fingers: "dn#1(10,10)@0 mv#1(70,10)@0.1 dn#2(300,10)@0.2 up#1@0.3 up#2@0.3", kinds: "act fail",
      log: "act Pan.Began@V\nfail Tap: required Pan to fail\nact Pan.Ended@V"),
    SceneRow(
      what: "in the frame after, the finger is free", views: "V(0,0,200,400)<pan>,W(200,0,200,400)<tap>",
      relations: "Tap requires Pan",
      fingers: "dn#1(10,10)@0 mv#1(70,10)@0.1 dn#2(300,10)@0.2 up#1@0.3 up#2@0.4", kinds: "act fail",
      log: "act Pan.Began@V\nact Pan.Ended@V\nact Tap.Ended@W"),
  ]

  @Test("Rows", arguments: rows)
  func row(_ row: SceneRow) {
    #expect(row.difference() == nil)
  }
}
