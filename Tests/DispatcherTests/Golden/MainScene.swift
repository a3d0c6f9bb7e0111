import TestTables

// A dashboard in a navigation controller: A and B have the same centre, B is in front.
extension GoldenTraces {
  static let mainScene: Table<SceneRow> = [
    "G1: the front view is hit, asked twice, and the view behind it never": SceneRow(
      tree: dashboard(), set: twice, fingers: tap, kinds: calls + " hit",
      log: pass + pass + "began B{1}\nended B{1}"),
    "G2: a tap recognizer on a view that its sibling hides gets nothing": SceneRow(
      tree: dashboard(a: "<tap>"), set: twice, fingers: tap, kinds: calls + " hit",
      log: pass + pass + "began B{1}\nended B{1}"),
    "G3: a tap on the root view takes the touch from B, after its action": SceneRow(
      tree: dashboard(root: "tap"), set: twice, fingers: tap, kinds: calls + " hit",
      log: pass + pass + "began B{1}\nact Tap.Ended@self.view\ncancelled B{1}"),
    "G5: one that cancels no touches leaves B its end": SceneRow(
      tree: dashboard(root: "tap"), relations: "Tap keeps touches", fingers: tap,
      log: "began B{1}; act Tap.Ended@self.view; ended B{1}"),
    "G7: a long press takes the touch when it begins; nothing more for B": SceneRow(
      tree: dashboard(root: "press"),
      fingers: """
        dn(215,466)@0 mv(216,466)@0.05 mv(217,466)@0.10 mv(218,466)@0.15 mv(219,466)@0.20 mv(220,466)@0.25
        mv(221,466)@0.30 mv(222,466)@0.35 mv(223,466)@0.40 mv(224,466)@0.55 up@0.60
        """,
      log: """
        began B{1}; moved B{1}; moved B{1}; moved B{1}; moved B{1}; moved B{1}; moved B{1}; moved B{1}
        moved B{1}; act LP.Began@self.view; cancelled B{1}; act LP.Changed@self.view; act LP.Ended@self.view
        """),
    "G8a: B is not interactive: it answers nil, and A is hit": SceneRow(
      tree: dashboard(b: "<off>"), fingers: tap, kinds: calls + " hit",
      log: pass + "hit A>self.view\nbegan A{1}\nended A{1}"),
    "G8b: B's own hitTest answers nil: the same": SceneRow(
      tree: dashboard(), overrides: "B.hitTest = nil", fingers: tap, kinds: calls + " hit",
      log: pass + "hit A>self.view\nbegan A{1}\nended A{1}"),
    "G9: siblings from the front, each asked even when the point lies outside it": SceneRow(
      tree: """
        Window(0,0,600,600)[A(0,0,200,600)[A1(0,0,200,200)[A1a(0,0,50,50)],
          A2(0,200,200,400)[A2a(0,0,200,100),A2b(0,200,200,100)]],
        B(200,0,200,600)[B1(0,0,200,600)[B1a(0,0,50,50),B1b(50,50,50,50)]],
        C(400,0,200,600)[C1(0,0,50,50),C2(50,50,50,50)[C2a(0,0,20,20)]]]
        """, fingers: "dn(50,450)@0 up@0.080", kinds: calls + " enter leave",
      log: """
        enter Window; enter C; leave C(nil); enter B; leave B(nil); enter A; enter A2
        enter A2b; leave A2b(=A2b); leave A2; leave A; leave Window; began A2b{1}; ended A2b{1}
        """),
  ]

  private static let tap = "dn#1(215,466)@0.000 up#1@0.080"

  /// One pass of the hit test, down to B.
  private static let pass = """
    hit UIWindow>UIWindowScene
    hit UITransitionView>UIWindow
    hit UIDropShadowView>UITransitionView
    hit UILayoutContainerView>UINavigationController
    hit UINavigationTransitionView>UILayoutContainerView
    hit UIViewControllerWrapperView>UINavigationTransitionView
    hit self.view>XMDashboardViewController
    hit B>self.view

    """

  /// The scene, with traits for three of its views.
  private static func dashboard(root: String = "", a: String = "", b: String = "") -> String {
    """
    UIWindow(0,0,430,932)<scene=UIWindowScene>[UITransitionView(0,0,430,932)[UIDropShadowView(0,0,430,932)[
      UILayoutContainerView(0,0,430,932)<vc=UINavigationController>[
        UINavigationTransitionView(0,0,430,932)[UIViewControllerWrapperView(0,0,430,932)[
          self.view(0,0,430,932)<vc=XMDashboardViewController,\(root)>[
            A(140,391,150,150)\(a), B(165,416,100,100)\(b)]]]]]]]
    """
  }
}
