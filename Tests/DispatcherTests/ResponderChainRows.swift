import Dispatcher
import TestSupport
import Testing

/// Who gets a touch after the view that was hit: the rows of the model.
@Suite("Responder chain") struct ResponderChainRows {
  static let nested = "window(0,0,300,300)[P(0,0,300,300)[V(0,0,100,100)]]"
  static let press = "dn(10,10)@0"

  @Test("R1: from a button in a navigation controller to the application's delegate")
  func R1() {
    let scene = Scene(
      """
      UIWindow(0,0,400,800)[UILayoutContainerView(0,0,400,800)<vc=UINavigationController>[
        UINavigationTransitionView(0,0,400,800)[UIViewControllerWrapperView(0,0,400,800)[
          UIView(0,0,400,800)<vc=UIViewController>[CustomeTabBar(0,0,400,50)[CircleButton(0,0,50,50)]]]]]]
      """)
    let delegate = Responder()
    delegate.identifier = "AppDelegate"
    scene.application.identifier = "UIApplication"
    scene.application.delegate = delegate
    #expect(
      scene.view("CircleButton").responderChainDescription
        == "CircleButton --> CustomeTabBar --> UIView --> UIViewController --> UIViewControllerWrapperView --> "
        + "UINavigationTransitionView --> UILayoutContainerView --> UINavigationController --> UIWindow --> "
        + "UIApplication --> AppDelegate")
  }

  @Test("R2: a text field in two plain views of a root controller")
  func R2() {
    let scene = Scene(
      "UIWindow(0,0,9,9)[Outer(0,0,9,9)<vc=UIViewController>[Inner(0,0,9,9)[UITextField(0,0,9,9)]]]")
    let delegate = Responder()
    delegate.identifier = "UIApplicationDelegate"
    scene.application.delegate = delegate
    #expect(
      scene.view("UITextField").responderChainDescription
        == "UITextField --> Inner --> Outer --> UIViewController --> UIWindow --> Application --> UIApplicationDelegate"
    )
  }

  @Test("R3: a presented controller goes on to the one that presents it")
  func R3() {
    let scene = Scene("window(0,0,9,9)[a(0,0,9,9)<vc=A>,b(0,0,9,9)<vc=B>]")
    scene.controller("A").present(scene.controller("B"))
    #expect(scene.controller("B").next === scene.controller("A"))
    scene.controller("A").dismiss()
    #expect(scene.controller("B").next === scene.window)
  }

  @Test("R4: a view added to the window without a controller goes on to the window")
  func R4() {
    let scene = Scene(Self.nested)
    #expect(scene["P"].next === scene.window)
    #expect(scene.window.next === scene.application)
  }

  @Test(
    "R5: the chain ends at the application when its delegate is no responder, a view, a controller or itself")
  func R5() {
    final class Other {}
    let scene = Scene(Self.nested)
    let application = scene.application
    let controller = ViewController(view: View(frame: .zero))
    for delegate in [Other(), application, scene["P"], controller] as [AnyObject] {
      application.delegate = delegate
      #expect(application.next == nil)
    }
    let responder = Responder()
    application.delegate = responder
    #expect(application.next === responder)
  }

  struct Keeping: Sendable, CustomTestStringConvertible {
    let child: Handling
    let log: String
    var testDescription: String { "the child's touchesBegan: \(child)" }
  }

  @Test(
    "R6: a parent gets what its child does not keep",
    arguments: [
      Keeping(child: .byDefault, log: "began V{1}\nfwd began P{1}"),
      Keeping(child: .swallow, log: "began V{1}"),
      Keeping(child: .callSuper, log: "began V{1}\nfwd began P{1}"),
      Keeping(child: .callNext, log: "began V{1}\nfwd began P{1}"),
    ])
  func R6(_ row: Keeping) {
    let scene = Scene(Self.nested)
    var ran = 0
    scene["V"].onTouches = { _, _, _, _ in ran += 1 }
    scene["V"].handling[.began] = row.child
    scene["P"].handling[.began] = .swallow
    scene.play(Self.press)
    #expect(difference(scene.log.lines("began", "fwd"), from: row.log) == nil)
    #expect(ran == 1)
  }

  @Test("R7: nobody handles it: each responder is offered it once, then it is dropped")
  func R7() {
    let scene = Scene("window(0,0,300,300)[root(0,0,300,300)<vc=VC>]")
    let delegate = Responder()
    delegate.identifier = "delegate"
    scene.application.delegate = delegate
    scene.play(Self.press)
    #expect(
      difference(
        scene.log.lines("began", "fwd"),
        from: """
          began root{1}
          fwd began VC{1}
          fwd began window{1}
          fwd began Application{1}
          fwd began delegate{1}
          """) == nil)
  }

  @Test("R10: a view that drags itself ends where the finger is")
  func R10() {
    let scene = Scene("window(0,0,400,400)[V(50,50,200,200)]")
    var seen: [Point] = []
    scene["V"].onTouches = { view, phase, touches, _ in
      guard phase == .moved, let touch = touches.first else { return }
      let (now, before) = (touch.location(in: view), touch.previousLocation(in: view))
      view.transform = view.transform.translated(x: now.x - before.x, y: now.y - before.y)
      seen.append(Point(x: view.transform.tx, y: view.transform.ty))
    }
    scene.play("dn(100,100)@0 mv(110,105)@0.01 mv(115,115)@0.02")
    #expect(seen.count == 2)
    #expect(seen[0].distance(to: Point(x: 10, y: 5)) < 1e-9)
    #expect(seen[1].distance(to: Point(x: 15, y: 15)) < 1e-9)
  }
}
