import Dispatcher
import TestSupport
import Testing

/// Which view a finger hits: the rows of the model, with the calls in their order.
@Suite("Hit test") struct HitTestRows {
  /// The scene of rows G1 to G8: a dashboard in a navigation controller, B in front of A, both under the finger.
  static let dashboard = """
    UIWindow(0,0,430,932)[UITransitionView(0,0,430,932)[UIDropShadowView(0,0,430,932)[
      UILayoutContainerView(0,0,430,932)<vc=UINavigationController>[
        UINavigationTransitionView(0,0,430,932)[UIViewControllerWrapperView(0,0,430,932)[
          self.view(0,0,430,932)<vc=XMDashboardViewController>[
            A(140,391,150,150), B(165,416,100,100)]]]]]]]
    """
  static let tap = "dn#1(215,466)@0.000 up#1@0.080"
  /// One pass of the hit test down to `self.view`, as the real thing logs it.
  static let pass = """
    hit UIWindow>UIWindowScene
    hit UITransitionView>UIWindow
    hit UIDropShadowView>UITransitionView
    hit UILayoutContainerView>UINavigationController
    hit UINavigationTransitionView>UILayoutContainerView
    hit UIViewControllerWrapperView>UINavigationTransitionView
    hit self.view>XMDashboardViewController
    hit B>self.view
    """

  func dashboardScene(passes: Int) -> Scene {
    let scene = Scene(Self.dashboard)
    let windowScene = WindowScene()
    windowScene.identifier = "UIWindowScene"
    scene.window.scene = windowScene
    scene.application.hitTestPasses = passes
    return scene
  }

  @Test("G1: the front view is hit, twice asked, and the view behind it never")
  func G1() {
    let scene = dashboardScene(passes: 2)
    scene.play(Self.tap)
    #expect(
      difference(
        scene.log.lines("hit", "began", "ended"),
        from: Self.pass + "\n" + Self.pass + "\nbegan B{1}\nended B{1}") == nil)
    withExtendedLifetime(scene) {}
  }

  @Test("G2: a tap recognizer on a hidden sibling gets nothing")
  func G2() {
    let scene = dashboardScene(passes: 2)
    let tap = TapGestureRecognizer()
    scene["A"].addGestureRecognizer(tap)
    scene.play(Self.tap)
    #expect(
      difference(
        scene.log.lines("hit", "began", "ended", "act", "cancelled"),
        from: Self.pass + "\n" + Self.pass + "\nbegan B{1}\nended B{1}") == nil)
  }

  @Test("G3: a tap recognizer on the root view takes the touch from B after its action")
  func G3() {
    let scene = dashboardScene(passes: 2)
    let tap = TapGestureRecognizer()
    tap.name = "Tap"
    scene["self.view"].addGestureRecognizer(tap)
    scene.play(Self.tap)
    #expect(difference(scene.log.calls, from: "began B{1}\nact Tap.Ended@self.view\ncancelled B{1}") == nil)
  }

  @Test(
    "G8a, G8b: a view that is not interactive, or answers nil, lets its sibling be hit",
    arguments: [true, false])
  func G8(byFlag: Bool) {
    let scene = dashboardScene(passes: 1)
    if byFlag {
      scene["B"].isUserInteractionEnabled = false
    } else {
      scene["B"].onHitTest = { _, _, _ in nil }
    }
    scene.play(Self.tap)
    #expect(
      difference(
        scene.log.lines("hit", "leave", "began", "ended").filter {
          !$0.hasPrefix("leave") || $0 == "leave B(nil)"
        },
        from: Self.pass + "\nleave B(nil)\nhit A>self.view\nbegan A{1}\nended A{1}") == nil)
  }

  /// A row: the tree, where the tap lands, and the calls of the hit test (or the view that is hit).
  struct Row: Sendable, CustomTestStringConvertible {
    let id: String
    let tree: String
    let at: String
    var passes = 1
    var lines: String?
    var hit: String?
    var testDescription: String { id }
  }

  static let rows = [
    Row(
      id: "G9: siblings from the front, each asked even when the point lies outside it",
      tree: """
        Window(0,0,600,600)[A(0,0,200,600)[A1(0,0,200,200)[A1a(0,0,50,50)],
          A2(0,200,200,400)[A2a(0,0,200,100),A2b(0,200,200,100)]],
        B(200,0,200,600)[B1(0,0,200,600)[B1a(0,0,50,50),B1b(50,50,50,50)]],
        C(400,0,200,600)[C1(0,0,50,50),C2(50,50,50,50)[C2a(0,0,20,20)]]]
        """,
      at: "50,450",
      lines: """
        hit Window>Application
        hit C>Window
        leave C(nil)
        hit B>Window
        leave B(nil)
        hit A>Window
        hit A2>A
        hit A2b>A2
        leave A2b(=A2b)
        leave A2
        leave A
        leave Window
        """),
    Row(
      id: "H1: in front means asked first; a miss goes on behind",
      tree: "A(0,0,300,300)[C(0,0,200,200)[E(10,10,50,50),D(100,100,50,50)],B(220,220,60,60)]",
      at: "20,20",
      lines: """
        hit A>Application
        hit B>A
        leave B(nil)
        hit C>A
        hit D>C
        leave D(nil)
        hit E>C
        leave E(=E)
        leave C
        leave A
        """),
    Row(
      id: "H2: UIKit asks twice; views behind the answer are never entered",
      tree: "A(0,0,300,300)[B(0,0,140,300)[D(10,10,50,50)],C(150,0,150,300)[E(10,10,60,60),F(10,100,60,60)]]",
      at: "170,20", passes: 2,
      lines: """
        hit A>Application
        hit C>A
        hit F>C
        leave F(nil)
        hit E>C
        leave E(=E)
        leave C
        leave A
        hit A>Application
        hit C>A
        hit F>C
        leave F(nil)
        hit E>C
        leave E(=E)
        leave C
        leave A
        """),
    Row(
      id: "H4: a child above its parent's edge cannot be hit",
      tree: "root(0,0,400,800)[chat(100,200,100,50)[pop(0,-60,60,40)]]", at: "110,150", hit: "root"),
    Row(
      id: "H5: a button that sticks out of the tab bar cannot be hit",
      tree: "root(0,0,400,800)[table(0,0,400,800),tabBar(0,750,400,50)[circle(170,-30,60,60)]]",
      at: "200,735", hit: "table"),
    Row(
      id: "H6: a child outside its parent is unreachable; what lies behind is hit",
      tree: "root(0,0,400,400)[behind(0,0,400,400),parent(0,0,100,100)[child(80,80,100,100)]]",
      at: "150,150", hit: "behind"),
    Row(
      id: "H7: an image view is not interactive, nor is anything in it",
      tree: "root(0,0,400,400)[Image(0,0,200,200)[button(50,50,50,50)]]", at: "60,60", hit: "root"),
    Row(
      id: "H7: made interactive, its button is hit",
      tree: "root(0,0,400,400)[Image(0,0,200,200)<on>[button(50,50,50,50)]]", at: "60,60", hit: "button"),
    Row(
      id: "H14: the parent is hit after its children were asked in vain",
      tree: "P(0,0,300,300)[c1(10,10,50,50),c2(200,200,50,50)]", at: "120,120",
      lines: "hit P>Application\nhit c2>P\nleave c2(nil)\nhit c1>P\nleave c1(nil)\nleave P(=P)"),
    Row(
      id: "H15: a hidden view and its child are unreachable",
      tree: "parent(0,0,300,300)[V(0,0,100,100)<hidden>[child(0,0,50,50)]]", at: "10,10", hit: "parent"),
    Row(
      id: "H15: so they are at alpha 0.009",
      tree: "parent(0,0,300,300)[V(0,0,100,100)<alpha=0.009>[child(0,0,50,50)]]", at: "10,10", hit: "parent"),
    Row(
      id: "H15: and at alpha 0",
      tree: "parent(0,0,300,300)[V(0,0,100,100)<alpha=0>[child(0,0,50,50)]]", at: "10,10", hit: "parent"),
    Row(
      id: "H15: and at alpha 0.01",
      tree: "parent(0,0,300,300)[V(0,0,100,100)<alpha=0.01>[child(0,0,50,50)]]", at: "10,10", hit: "parent"),
    Row(
      id: "H15: but not above 0.01, and alpha is not multiplied down",
      tree: "parent(0,0,300,300)<alpha=0.02>[V(0,0,100,100)<alpha=0.02>[child(0,0,50,50)]]",
      at: "10,10", hit: "child"),
    Row(
      id: "H15: and with interaction off",
      tree: "parent(0,0,300,300)[V(0,0,100,100)<off>[child(0,0,50,50)]]", at: "10,10", hit: "parent"),
  ]

  @Test("Rows", arguments: rows)
  func row(_ row: Row) {
    let scene = Scene(row.tree)
    scene.application.hitTestPasses = row.passes
    scene.play("dn(\(row.at))@0")
    if let lines = row.lines { #expect(difference(scene.log.lines("hit", "leave"), from: lines) == nil) }
    if let hit = row.hit { #expect(scene.log.calls == ["began \(hit){1}"]) }
  }
}
