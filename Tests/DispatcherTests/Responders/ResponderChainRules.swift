import Dispatcher
import TestSupport
import Testing

/// What changes a responder chain.
@Suite("Responder chain") struct ResponderChainRules {
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
