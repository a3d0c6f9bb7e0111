import TestTables

/// Which touch a contact gets, its tap count, and the phases that it shows.
@Suite("Which touch is which") struct TouchIdentityRules {
  static let rows: Table<SceneRow> = [
    "of two touches that a contact could go on with, the one that lifted last is used": SceneRow(
      overrides: "V.began tells touch tapCount",
      fingers: "dn#1(10,10)@0 dn#2(20,10)@0 up#1@0.1 up#2@0.15 dn#1(15,10)@0.2 dn#2(15,12)@0.22",
      log: """
        tell V.began touch=1,2 tapCount=1,1; tell V.began touch=2 tapCount=2; tell V.began touch=1 tapCount=2
        """),
    "also if that is the one that landed first": SceneRow(
      overrides: "V.began tells touch tapCount",
      fingers: "dn#1(10,10)@0 dn#2(20,10)@0 up#2@0.1 up#1@0.15 dn#1(15,10)@0.2 dn#2(15,12)@0.22",
      log: """
        tell V.began touch=1,2 tapCount=1,1; tell V.began touch=1 tapCount=2; tell V.began touch=2 tapCount=2
        """),
    "each tap is measured from the one before: 30 points and 0.35 s are near enough": SceneRow(
      overrides: "V.began tells touch tapCount",
      fingers: "dn(10,10)@0 up@0.1 dn(40,10)@0.45 up@0.5 dn(70,10)@0.6 up@0.7 dn(41,10)@0.8",
      log: """
        tell V.began touch=1 tapCount=1; tell V.began touch=1 tapCount=2
        tell V.began touch=1 tapCount=3; tell V.began touch=1 tapCount=4
        """),
    "a tap is near where the last one landed, not where it lifted": SceneRow(
      overrides: "V.began tells touch tapCount", fingers: "dn(10,10)@0 mv(100,10)@0.05 up@0.1 dn(100,10)@0.2",
      log: "tell V.began touch=1 tapCount=1; tell V.began touch=2 tapCount=1"),
    "a touch that a tap took from its view is used again": SceneRow(
      views: "V(0,0,400,400)<tap>", overrides: "V.began tells touch tapCount",
      fingers: "dn(10,10)@0 up@0.1 dn(10,10)@0.2",
      log: "tell V.began touch=1 tapCount=1; tell V.began touch=1 tapCount=2"),
    "0.351 s after the lift it is too late": SceneRow(
      overrides: "V.began tells touch tapCount", fingers: "dn(10,10)@0 up@0.050 dn(10,10)@0.401",
      log: "tell V.began touch=1 tapCount=1; tell V.began touch=2 tapCount=1"),
    "30.02 points away is another place": SceneRow(
      overrides: "V.began tells touch tapCount", fingers: "dn(10,10)@0 up@0.050 dn(40.02,10)@0.2",
      log: "tell V.began touch=1 tapCount=1; tell V.began touch=2 tapCount=1"),
    "a cancelled touch is never used again": SceneRow(
      overrides: "V.began tells touch tapCount", fingers: "dn(10,10)@0 palm@0.02 up@0.05 dn(10,10)@0.1",
      log: "tell V.began touch=1 tapCount=1; tell V.began touch=2 tapCount=1"),
    "taps in two views of a window count together": SceneRow(
      views: "V(0,0,20,400),W(20,0,300,400)", overrides: "V.began tells tapCount; W.began tells tapCount",
      fingers: "dn(10,10)@0 up@0.1 dn(30,10)@0.2", log: "tell V.began tapCount=1; tell W.began tapCount=2"),
  ]

  @Test("Rows", arguments: rows)
  func row(_ row: SceneRow) { #expect(row.difference(in: "tell") == nil) }

  @Test("Cancelled touches show that phase during the call, and their own one after")
  func phases() {
    let scene = Scene(
      "window(0,0,400,400)[O(0,0,400,400)<pan>[V(0,0,400,400)<multi,watch:W1>]]", relations: "W1 with Pan")
    var seen: [String] = []
    var all: [Touch] = []
    scene["V"].onTouches = { _, phase, touches, event in
      if phase == .began { all += touches }
      if phase == .cancelled { seen += touches.sorted { $0.contactID < $1.contactID }.map { "\($0.phase)" } }
    }
    scene.play("dn#1(10,10)@0 dn#2(100,10)@0.1 mv#1(50,10)@0.2")
    #expect(seen == ["cancelled", "cancelled"])
    #expect(all.map { "\($0.phase)" } == ["moved", "stationary"])
    scene.play("mv#2(105,10)@0.3")
    #expect(scene.log.lines("got").last == "got moved W1@V{1}")
  }

  @Test("A touch that is down again shows its first contact in the call that cancels that")
  func reusedPhases() {
    let scene = Scene("window(0,0,400,400)[V(0,0,400,400)<tap,tap=2>]", relations: "Tap requires Tap2")
    var seen: [String] = []
    var touch: Touch?
    scene["V"].onTouches = { _, phase, touches, event in
      touch = touches.first
      seen += touches.map { "\(phase) \($0.phase) \($0.tapCount) \($0.location(in: nil).short)" }
    }
    scene.play("dn(10,10)@0 up@0.1 dn(12,10)@0.2 mv(40,10)@0.3")
    #expect(
      seen == [
        "began began 1 10,10", "began began 2 12,10", "cancelled cancelled 1 10,10", "moved moved 2 40,10",
      ])
    #expect(touch?.phase == .moved)
  }
}
