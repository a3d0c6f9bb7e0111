import TestTables

/// Nothing is recognized from a cancelled touch, also not by a recognizer that waits for another.
@Suite("Cancelled touches") struct CancelledTouchRules {
  static let rows: Table<SceneRow> = [
    "a swipe that waits for a pinch: its finger becomes a palm": SceneRow(
      views: "V(0,0,400,400)<multi,swipe,pinch>", relations: "Swipe requires Pinch",
      fingers: "dn(10,10)@0 mv(80,10)@0.1 palm@0.2", until: 2,
      log: "began V{1}; moved V{1}; fail Swipe: cancelled; fail Pinch: cancelled; cancelled V{1}"),
    "a swipe in the frame of the palm": SceneRow(
      views: "V(0,0,400,400)<swipe>", fingers: "dn(10,10)@0 mv(20,10)@0.05 palm(90,10)@0.1",
      kinds: "act fail", log: "fail Swipe: cancelled"),
    "one of several fingers becomes a palm: what has not begun fails, whatever it is": SceneRow(
      views: "V(0,0,400,400)<multi,pan,pinch,rotation,tap=1|touches(2),swipe=right|touches(2),gate=fails|2>",
      fingers: "dn#1(10,10)@0 dn#2(99,10)@0 palm#2@0.1", kinds: "act fail", until: 3,
      log: """
        fail Pan: cancelled; fail Pinch: cancelled; fail Rotation: cancelled
        fail Tap1: cancelled; fail Swipe: cancelled; fail Gate: cancelled
        """),
    "an active pan goes on while it has as many fingers as it needs": SceneRow(
      views: "V(0,0,400,400)<multi,pan=min(2)>",
      fingers:
        "dn#1(10,10)@0 dn#2(99,10)@0 dn#3(200,10)@0 mv#1(90,10)@0.1 palm#3@0.2 palm#2@0.3 mv#1(10,10)@0.4",
      kinds: "act fail", log: "act Pan.Began@V; act Pan.Changed@V; act Pan.Cancelled@V"),
    "a palm and a lift of one press in one frame: the palm counts first": SceneRow(
      views: "V(0,0,400,400)<multi,press=touches(3)>",
      fingers: "dn#1(10,10)@0 dn#2(99,10)@0 dn#3(200,10)@0 fr#1@0.6 up#1@0.7 palm#2@0.7 up#3@0.8",
      kinds: "act fail", log: "act LP.Began@V; act LP.Changed@V; act LP.Cancelled@V"),
    "a tap that waits for a second one, whose finger has lifted, when the device is removed": SceneRow(
      views: "V(0,0,400,400)<tap,tap=2>", relations: "Tap requires Tap2",
      fingers: "dn(10,10)@0 up@0.1 unplug@0.2", until: 2,
      log: "began V{1}; fail Tap: cancelled; fail Tap2: cancelled; ended V{1}"),
    "a wait that was over before the device was removed": SceneRow(
      views: "V(0,0,400,400)<tap,tap=2>", relations: "Tap requires Tap2",
      fingers: "dn(10,10)@0 up@0.1 unplug@1", kinds: "act fail", until: 2,
      log: "fail Tap2: too slow; act Tap.Ended@V"),
    "another device is removed: the attempts of this one's fingers go on": SceneRow(
      views: "V(0,0,400,400)<tap,tap=2>", relations: "Tap requires Tap2", fingers: "dn(10,10)@0 up@0.1",
      then: { scene in
        let other = Panel(
          name: "other", path: "other", touchProtocol: .slots(count: 1), calibration: scene.panel.calibration)
        scene.pipeline.attach(other, state: DeviceState(slots: []))
        scene.pipeline.detach(other, at: Timestamp(seconds: 0.2))
      }, kinds: "act fail", until: 2, log: "fail Tap2: too slow; act Tap.Ended@V"),
    "one of a program that proposes something at the sight of the cancellation fails all the same": SceneRow(
      set: { $0.addOwnRecognizer().on[.cancelled] = { own, _, _ in own.state = .recognized } },
      fingers: "dn#1(10,10)@0 dn#2(99,10)@0 palm#2@0.1 up#1@0.2", kinds: "act fail",
      log: "fail Own: cancelled"),
  ]

  @Test("Rows", arguments: rows)
  func row(_ row: SceneRow) { #expect(row.difference() == nil) }
}
