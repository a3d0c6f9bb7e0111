import TestTables

// Which responders get a touch after the view that was hit.
extension GoldenTraces {
  static let responderChain = chains + handling

  private static let chains: Table<SceneRow> = [
    "R1: from a button in a navigation controller to the application's delegate": SceneRow(
      tree: """
        UIWindow(0,0,400,800)[UILayoutContainerView(0,0,400,800)<vc=UINavigationController>[
          UINavigationTransitionView(0,0,400,800)[UIViewControllerWrapperView(0,0,400,800)[
            UIView(0,0,400,800)<vc=UIViewController>[CustomeTabBar(0,0,400,50)[CircleButton(0,0,50,50)]]]]]]
        """, overrides: "application is UIApplication; delegate is AppDelegate; CircleButton tells chain",
      fingers: "dn(10,10)@0 up@0.1", kinds: calls + " chain",
      log: """
        began CircleButton{1}
        chain CircleButton --> CustomeTabBar --> UIView --> UIViewController --> UIViewControllerWrapperView \
        --> UINavigationTransitionView --> UILayoutContainerView --> UINavigationController --> UIWindow \
        --> UIApplication --> AppDelegate
        ended CircleButton{1}
        """),
    "R2: a text field in two plain views of a root controller": SceneRow(
      tree: """
        UIWindow(0,0,99,99)[UIView#1(0,0,99,99)<vc=UIViewController>[
          UIView#2(0,0,99,99)[UITextField(0,0,99,99)]]]
        """,
      overrides: "application is UIApplication; delegate is UIApplicationDelegate; UITextField tells chain",
      fingers: "dn(10,10)@0 up@0.1", kinds: calls + " chain",
      log: """
        began UITextField{1}
        chain UITextField --> UIView --> UIView --> UIViewController --> UIWindow --> UIApplication \
        --> UIApplicationDelegate
        ended UITextField{1}
        """),
    "R3: a presented controller goes on to the one that presents it": SceneRow(
      tree: "window(0,0,99,99)[a(0,0,99,99)<vc=A>,b(0,0,99,99)<vc=B>]",
      overrides: "A presents B; b tells chain", fingers: "dn(10,10)@0 up@0.1", kinds: calls + " chain",
      log: "began b{1}; chain b --> B --> A --> window --> Application; ended b{1}"),
    "R4: a view added to the window without a controller goes on to the window": plain(),
    "R5: the chain ends at the application if its delegate is no responder": plain("no responder"),
    "R5: or the application itself": plain("application"),
    "R5: or a view": plain("V"),
    "R5: or a controller": SceneRow(
      tree: "window(0,0,99,99)[V(0,0,99,99)<vc=VC>]", overrides: "delegate is VC; V tells chain",
      fingers: "dn(10,10)@0 up@0.1", kinds: calls + " chain",
      log: "began V{1}; chain V --> VC --> window --> Application; ended V{1}"),
  ]

  /// A view in the window, in an application with a delegate.
  private static func plain(_ delegate: String? = nil) -> SceneRow {
    SceneRow(
      tree: "window(0,0,99,99)[V(0,0,99,99)]",
      overrides: (delegate.map { "delegate is \($0); " } ?? "") + "V tells chain",
      fingers: "dn(10,10)@0 up@0.1", kinds: calls + " chain",
      log: "began V{1}; chain V --> window --> Application; ended V{1}")
  }

  private static let inParent = "window(0,0,300,300)[P(0,0,300,300)[V(0,0,100,100)]]"

  private static let handling: Table<SceneRow> = [
    "R6: (a) the child overrides nothing: the parent gets it too": SceneRow(
      tree: inParent, overrides: "P.began swallows", fingers: "dn(10,10)@0 up@0.1", kinds: calls + " own fwd",
      log: "began V{1}; fwd began P{1}; own P.began; ended V{1}; fwd ended P{1}"),
    "R6: (b) the child overrides touchesBegan without super: the parent gets nothing": SceneRow(
      tree: inParent, overrides: "V.began swallows; P.began swallows", fingers: "dn(10,10)@0 up@0.1",
      kinds: calls + " own fwd", log: "began V{1}; own V.began; ended V{1}"),
    "R6: (c) with super: both run": SceneRow(
      tree: inParent, overrides: "V.began calls super; P.began swallows", fingers: "dn(10,10)@0 up@0.1",
      kinds: calls + " own fwd",
      log: "began V{1}; own V.began; fwd began P{1}; own P.began; ended V{1}; fwd ended P{1}"),
    "R6: (c) a call of next's method is a call by hand: it runs, and is not completed": SceneRow(
      tree: inParent, overrides: "V.began calls next; P.began swallows", fingers: "dn(10,10)@0 up@0.1",
      kinds: calls + " own fwd", log: "began V{1}; own V.began; own P.began; ended V{1}"),
    "R7: no responder handles it: each gets it once, then it is dropped": SceneRow(
      tree: "window(0,0,300,300)[root(0,0,300,300)<vc=VC>]", overrides: "delegate is delegate",
      fingers: "dn(10,10)@0 up@0.1", kinds: calls + " fwd",
      log: """
        began root{1}; fwd began VC{1}; fwd began window{1}; fwd began Application{1}; fwd began delegate{1}
        ended root{1}; fwd ended VC{1}; fwd ended window{1}; fwd ended Application{1}; fwd ended delegate{1}
        """),
    "R10: a view that drags itself ends where the finger is": SceneRow(
      tree: "window(0,0,400,400)[V(50,50,200,200)]", overrides: "V.moved drags; V.moved tells translation",
      fingers: "dn(100,100)@0 mv(110,105)@0.01 mv(115,115)@0.02 up@0.03", kinds: calls + " tell",
      log: """
        began V{1}; moved V{1}; tell V.moved translation=(10,5)
        moved V{1}; tell V.moved translation=(15,15); ended V{1}
        """),
  ]
}
