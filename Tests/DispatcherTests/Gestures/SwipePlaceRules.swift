import Testing

/// Where a swipe is, as its action sees it.
@Suite("Swipe: its place") struct SwipePlaceRules {
  static let rows = [
    SceneRow(
      what: "its place is where its finger came down",
      views: "V(0,0,400,400)<swipe>", fingers: "dn(10,10)@0 mv(30,10)@0.05 mv(80,15)@0.1", kinds: "act where",
      places: "Swipe", log: "act Swipe.Ended@V\nwhere 10,10"),
    SceneRow(
      what: "that of two fingers, the mean of where they came down",
      views: "V(0,0,400,400)<multi,swipe=right|touches(2)>",
      fingers: "dn#1(10,10)@0 dn#2(10,100)@0.05 mv#1(80,10)@0.1 mv#2(80,100)@0.1", kinds: "act where",
      places: "Swipe", log: "act Swipe.Ended@V\nwhere 10,55"),
    SceneRow(
      what: "also when it has waited, and its finger is gone",
      views: "V(0,0,400,400)<swipe,gate=fails|0.8>", relations: "Swipe requires Gate",
      fingers: "dn(10,10)@0 mv(80,10)@0.1 up@0.2", kinds: "act where", until: 2, places: "Swipe",
      log: "act Swipe.Ended@V\nwhere 10,10"),
  ]

  @Test("Rows", arguments: rows)
  func row(_ row: SceneRow) {
    #expect(row.difference() == nil)
  }
}
