import Testing

/// How far a swipe must go after some time, and how far it may stray.
@Suite("Swipes: their course") struct SwipeCourseRules {
  static let rows = [
    SceneRow(
      what: "after 0.25 s, 38.25 points are enough",
      views: "V(0,0,400,400)<swipe>", fingers: "dn(10,10)@0 mv(48.25,10)@0.25", kinds: "act fail",
      log: "act Swipe.Ended@V"),
    SceneRow(
      what: "and 38.23 are not",
      views: "V(0,0,400,400)<swipe>", fingers: "dn(10,10)@0 mv(48.234375,10)@0.25", kinds: "act fail",
      log: ""),
    SceneRow(
      what: "after 0.25 s, 37.75 points to the side are allowed",
      views: "V(0,0,400,400)<swipe>", fingers: "dn(10,10)@0 mv(80,47.75)@0.25", kinds: "act fail",
      log: "act Swipe.Ended@V"),
    SceneRow(
      what: "37.77 fail at once",
      views: "V(0,0,400,400)<swipe>", fingers: "dn(10,10)@0 mv(80,47.765625)@0.25", kinds: "act fail",
      log: "fail Swipe: too far"),
    SceneRow(
      what: "after 0.5 s, 26.5 points are enough, and 25.5 to the side allowed",
      views: "V(0,0,400,400)<swipe>", fingers: "dn(10,10)@0 mv(36.5,35.5)@0.5", kinds: "act fail",
      log: "act Swipe.Ended@V"),
    SceneRow(
      what: "and 26.48 are not",
      views: "V(0,0,400,400)<swipe>", fingers: "dn(10,10)@0 mv(36.484375,10)@0.5", kinds: "act", log: ""),
    SceneRow(
      what: "at once, 50 points are enough, and nearly 50 to the side allowed",
      views: "V(0,0,400,400)<swipe>", fingers: "dn(10,10)@0 mv(60,59.984375)@0.000001", kinds: "act fail",
      log: "act Swipe.Ended@V"),
    SceneRow(
      what: "of two directions, either will do",
      views: "V(0,0,400,400)<swipe=right|down>", fingers: "dn(10,10)@0 mv(22,70)@0.1", kinds: "act fail",
      log: "act Swipe.Ended@V"),
    SceneRow(
      what: "a way back as far as where the finger landed is allowed",
      views: "V(0,0,400,400)<swipe>", fingers: "dn(10,10)@0 mv(30,10)@0.05 mv(10,10)@0.1 mv(80,10)@0.2",
      kinds: "act fail", log: "act Swipe.Ended@V"),
    SceneRow(
      what: "anything behind that fails",
      views: "V(0,0,400,400)<swipe>", fingers: "dn(10,10)@0 mv(9.984375,10)@0.05 mv(80,10)@0.2",
      kinds: "act fail", log: "fail Swipe: wrong direction"),
    SceneRow(
      what: "a swipe of two fingers is one when both have gone far enough",
      views: "V(0,0,400,400)<multi,swipe=right|touches(2)>",
      fingers: "dn#1(10,10)@0 dn#2(10,100)@0 mv#1(70,10)@0.1 mv#2(40,100)@0.1 mv#2(70,100)@0.2",
      kinds: "act fail cancelled", log: "act Swipe.Ended@V\ncancelled V{2}"),
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
