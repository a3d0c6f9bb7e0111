import Dispatcher
import TestSupport
import Testing

/// Which responders get a touch after the hit view, and which view that is.
@Suite("Calls along the responder chain") struct ChainCallRules {
  static let rows = [
    SceneRow(
      what: "a responder that got began gets cancelled, also if the hit view keeps it",
      views: "O(0,0,400,400)<pan>[V(0,0,400,400)]",
      overrides: "V.cancelled swallows; delegate is no responder", fingers: "dn(10,10)@0 mv(40,10)@0.1",
      kinds: "began fwd cancelled act own",
      log: """
        began V{1}
        fwd began O{1}
        fwd began window{1}
        fwd began Application{1}
        act Pan.Began@O
        cancelled V{1}
        own V.cancelled
        fwd cancelled O{1}
        fwd cancelled window{1}
        fwd cancelled Application{1}
        """),
    SceneRow(
      what: "a view that keeps began passes nothing on later, also if it calls super",
      views: "O(0,0,400,400)<pan>[V(0,0,400,400)]", overrides: "V.began swallows; V.cancelled calls super",
      fingers: "dn(10,10)@0 mv(40,10)@0.1", kinds: "began fwd cancelled act",
      log: """
        began V{1}
        act Pan.Began@O
        cancelled V{1}
        """),
    SceneRow(
      what: "an ancestor that keeps began is the last to get the touch",
      views: "O(0,0,400,400)[P(0,0,400,400)[V(0,0,400,400)]]",
      overrides: "P.began swallows; V.moved swallows; P.moved calls super",
      fingers: "dn(10,10)@0 mv(40,10)@0.1 up@0.2", kinds: "began moved ended fwd",
      log: """
        began V{1}
        fwd began P{1}
        moved V{1}
        fwd moved P{1}
        ended V{1}
        fwd ended P{1}
        """),
    SceneRow(
      what: "a panel that is unplugged: recognizers fail, and each view hears of it once",
      views: "O(0,0,400,400)<pan>[V(0,0,200,400)<multi>,W(200,0,200,400)<tap>]",
      fingers: "dn#1(10,10)@0 dn#2(300,10)@0 dn#3(100,10)@0.1 unplug@0.2",
      log: """
        began V{1}
        began W{1}
        began V{1}
        fail Tap: cancelled
        fail Pan: cancelled
        cancelled V{2}
        cancelled W{1}
        """),
    SceneRow(
      what: "a view that is no target does not ask its children",
      views: "B(0,0,400,400),N(0,0,400,400)<none>[V(0,0,400,400)]", fingers: "dn(10,10)@0",
      kinds: "hit began",
      log: """
        hit window>Application
        hit N>window
        hit B>window
        began B{1}
        """),
  ]

  @Test("Rows", arguments: rows)
  func row(_ row: SceneRow) {
    #expect(row.difference() == nil)
  }

  @Test("Of two touches in a call, an ancestor hears of those whose began it heard of")
  func records() {
    let scene = Scene("window(0,0,400,400)[O(0,0,400,400)[V(0,0,400,400)<multi>]]")
    scene.play("dn#1(10,10)@0")
    scene["V"].handling[.began] = .swallow
    scene.play("dn#2(100,10)@0.1")
    scene["V"].handling[.began] = .byDefault
    scene.log.clear()
    scene.play("mv#1(20,10)@0.2 mv#2(110,10)@0.2")
    #expect(
      difference(
        scene.log.lines("moved", "fwd"),
        from: "moved V{2}\nfwd moved O{1}\nfwd moved window{1}\nfwd moved Application{1}") == nil)
  }

  @Test("A view redirects what would be its own, and the other view does not redirect it again")
  func redirect() {
    let scene = Scene("window(0,0,400,400)[A(0,0,100,100)[K(0,0,50,50)],B(100,0,100,100),C(200,0,100,100)]")
    scene.view("A").hitBehavior = .redirect(to: Weak(scene.view("B")))
    scene.view("B").hitBehavior = .redirect(to: Weak(scene.view("C")))
    scene.play("dn#1(10,10)@0 dn#2(75,75)@0.1 dn#3(150,10)@0.2")
    #expect(difference(scene.log.lines("began"), from: "began K{1}\nbegan B{1}\nbegan C{1}") == nil)
  }
}
