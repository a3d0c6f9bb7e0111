import TestTables

/// Which responders get a touch after the hit view, where their chain is not a simple one. ``DirectCallRules`` has what
/// their own code hands on.
@Suite("Calls along the responder chain") struct ChainCallRules {
  @Test("Two fingers whose chains parted: each responder gets those that it began with")
  func partedChains() {
    let scene = Scene("window(0,0,300,300)[P(0,0,300,300)<multi>[V(0,0,100,100)<multi>]]")
    scene["V"].onTouches = { view, phase, touches, _ in
      view.handling[.began] = phase == .began && touches.count == 1 ? .callSuper : .swallow
    }
    scene["P"].handling[.began] = .swallow
    scene.play("dn#1(10,10)@0")
    scene["V"].onTouches = nil
    scene["V"].handling[.began] = .swallow
    scene.play("dn#2(20,20)@0.01 mv#1(11,10)@0.02 mv#2(21,20)@0.02 up#1@0.03 up#2@0.03")
    scene.expect(
      "began V{1}; fwd began P{1}; began V{1}; moved V{2}; fwd moved P{1}; ended V{2}; fwd ended P{1}",
      in: "began moved ended fwd")
  }

  static let rows: Table<SceneRow> = [
    "a responder that got began gets cancelled, also if the hit view keeps it": SceneRow(
      views: "O(0,0,400,400)<pan>[V(0,0,400,400)]",
      overrides: "V.cancelled swallows; delegate is no responder", fingers: "dn(10,10)@0 mv(40,10)@0.1",
      kinds: "began fwd cancelled act own",
      log: """
        began V{1}; fwd began O{1}; fwd began window{1}; fwd began Application{1}
        act Pan.Began@O; cancelled V{1}; own V.cancelled; fwd cancelled O{1}
        fwd cancelled window{1}; fwd cancelled Application{1}
        """),
    "a view that keeps began passes nothing on later, also if it calls super": SceneRow(
      views: "O(0,0,400,400)<pan>[V(0,0,400,400)]", overrides: "V.began swallows; V.cancelled calls super",
      fingers: "dn(10,10)@0 mv(40,10)@0.1", kinds: "began fwd cancelled act",
      log: "began V{1}; act Pan.Began@O; cancelled V{1}"),
    "a panel that is unplugged: recognizers fail, and each view hears of it once": SceneRow(
      views: "O(0,0,400,400)<pan>[V(0,0,200,400)<multi>,W(200,0,200,400)<tap>]",
      fingers: "dn#1(10,10)@0 dn#2(300,10)@0 dn#3(100,10)@0.1 unplug@0.2",
      log: """
        began V{1}; began W{1}
        began V{1}; fail Tap: cancelled; fail Pan: cancelled; cancelled V{2}; cancelled W{1}
        """),
    "a view that is no target does not ask its children": SceneRow(
      views: "B(0,0,400,400),N(0,0,400,400)<none>[V(0,0,400,400)]", fingers: "dn(10,10)@0",
      kinds: "hit began", log: "hit window>Application; hit N>window; hit B>window; began B{1}"),
  ]

  @Test("Rows", arguments: rows)
  func row(_ row: SceneRow) { #expect(row.difference() == nil) }

  @Test("A controller that is no longer presented goes on to its view's superview again")
  func dismissed() {
    let scene = Scene("window(0,0,9,9)[a(0,0,9,9)<vc=A>,b(0,0,9,9)<vc=B>]", overrides: "A presents B")
    #expect(scene.controller("B").next === scene.controller("A"))
    scene.controller("A").dismiss()
    #expect(scene.controller("B").next === scene.window)
  }

  @Test("A delegate that is no responder can be followed by one that is")
  func delegates() {
    let scene = Scene("window(0,0,9,9)[V(0,0,9,9)]", overrides: "delegate is V")
    #expect(scene.application.next == nil)
    let responder = Responder()
    scene.application.delegate = responder
    #expect(scene.application.next === responder)
  }

  @Test("A scene that is set after the window is in the chain; so is the last presenting controller")
  func lateConnections() {
    let scene = Scene("window(0,0,9,9)[a(0,0,9,9)<vc=A>,b(0,0,9,9)<vc=B>,c(0,0,9,9)<vc=C>]")
    scene.window.scene = WindowScene()
    #expect(scene.window.scene?.next === scene.application)
    scene.controller("A").present(scene.controller("B"))
    scene.controller("C").present(scene.controller("B"))
    scene.controller("A").dismiss()
    #expect(scene.controller("B").next === scene.controller("C"))
  }
}
