// Which view a finger hits.
extension GoldenRow {
  public static let hitTests = order + outside + answers + flags + targets

  private static let nested =
    "A(0,0,300,300)[C(0,0,200,200)[E(10,10,50,50),D(100,100,50,50)],B(220,220,60,60)]"

  private static let order = named([
    "H1: in front means asked first; a miss goes on behind": GoldenRow(
      kind: .prose, tree: nested, fingers: "dn(20,20)@0 up@0.1", shows: ["enter", "leave"],
      log: """
        enter A; enter B; leave B(nil); enter C; enter D; leave D(nil)
        enter E; leave E(=E); leave C; leave A; began E{1}; ended E{1}
        """),
    "H1: each that is asked asks first whether the point lies inside": GoldenRow(
      kind: .prose, tree: nested,
      overrides: "A tells inside; B tells inside; C tells inside; D tells inside; E tells inside",
      fingers: "dn(20,20)@0 up@0.1", shows: ["enter", "leave", "inside"],
      log: """
        enter A; inside A=yes; enter B; inside B=no; leave B(nil); enter C; inside C=yes
        enter D; inside D=no; leave D(nil); enter E; inside E=yes; leave E(=E); leave C; leave A
        began E{1}; ended E{1}
        """),
    "H2: the whole test runs twice; what lies behind the answer is never entered": GoldenRow(
      kind: .prose,
      tree:
        "A(0,0,300,300)[B(0,0,140,300)[D(10,10,50,50)],C(150,0,150,300)[E(10,10,60,60),F(10,100,60,60)]]",
      fingers: "dn(170,20)@0 up@0.1", hitTestPasses: 2, shows: ["enter", "leave"],
      log: """
        enter A; enter C; enter F; leave F(nil); enter E; leave E(=E); leave C; leave A; enter A
        enter C; enter F; leave F(nil); enter E; leave E(=E); leave C; leave A; began E{1}; ended E{1}
        """),
    "H14: the parent is hit after its children were asked in vain": GoldenRow(
      tree: "P(0,0,300,300)[c1(10,10,50,50),c2(200,200,50,50)]", fingers: "dn(120,120)@0 up@0.1",
      shows: ["enter", "leave"],
      log: "enter P; enter c2; leave c2(nil); enter c1; leave c1(nil); leave P(=P); began P{1}; ended P{1}"),
  ])

  private static func chat(_ trait: String = "") -> String {
    "root(0,0,400,800)[chat(100,200,100,50)\(trait)[pop(0,-60,60,40)]]"
  }
  private static func tabBar(_ trait: String = "") -> String {
    "root(0,0,400,800)[table(0,0,400,800),tabBar(0,750,400,50)\(trait)[circle(170,-30,60,60)]]"
  }

  private static let outside = named([
    "H4: a child above its parent's edge cannot be hit": GoldenRow(
      tree: chat(), fingers: "dn(110,150)@0 up@0.1", log: "began root{1}; ended root{1}"),
    "H4: unless the parent's hitTest looks there": GoldenRow(
      tree: chat(), overrides: "chat.hitTest = pop if inside", fingers: "dn(110,150)@0 up@0.1",
      log: "began pop{1}; ended pop{1}"),
    "H4: where it is not, super answers": GoldenRow(
      tree: chat(), overrides: "chat.hitTest = pop if inside", fingers: "dn(110,210)@0 up@0.1",
      log: "began chat{1}; ended chat{1}"),
    "H4: without code: the parent reaches its children": GoldenRow(
      tree: chat("<reaches>"), fingers: "dn(110,150)@0 up@0.1", log: "began pop{1}; ended pop{1}"),
    "H5: a button that sticks out of the tab bar cannot be hit there": GoldenRow(
      tree: tabBar(), fingers: "dn(200,735)@0 up@0.1", log: "began table{1}; ended table{1}"),
    "H5: unless the tab bar's pointInside takes it in": GoldenRow(
      tree: tabBar(), overrides: "tabBar.pointInside = circle or super", fingers: "dn(200,735)@0 up@0.1",
      log: "began circle{1}; ended circle{1}"),
    "H5: without code: the tab bar reaches its children": GoldenRow(
      tree: tabBar("<reaches>"), fingers: "dn(200,735)@0 up@0.1", log: "began circle{1}; ended circle{1}"),
    "H5: beside the button the table is hit": GoldenRow(
      tree: tabBar(), fingers: "dn(20,735)@0 up@0.1", log: "began table{1}; ended table{1}"),
    "H5: also with the override": GoldenRow(
      tree: tabBar(), overrides: "tabBar.pointInside = circle or super", fingers: "dn(20,735)@0 up@0.1",
      log: "began table{1}; ended table{1}"),
    "H6: where a child lies outside its parent, what is below both is hit": GoldenRow(
      tree: "root(0,0,400,400)[below(0,0,400,400),parent(0,0,100,100)[child(80,80,100,100)]]",
      fingers: "dn(150,150)@0 up@0.1", log: "began below{1}; ended below{1}"),
  ])

  private static let answers = named([
    "H9: a view that answers itself everywhere; the one in front of it is hit": GoldenRow(
      tree: "white(0,0,300,300)[red(20,20,100,100),green(150,150,100,100)]", overrides: "red.hitTest = red",
      fingers: "dn(200,200)@0 up@0.1", log: "began green{1}; ended green{1}"
    ),
    "H10: elsewhere it is hit itself, also beyond its bounds": GoldenRow(
      tree: "white(0,0,300,300)[red(20,20,100,100),green(150,150,100,100)]", overrides: "red.hitTest = red",
      fingers: "dn(280,20)@0 up@0.1", log: "began red{1}; ended red{1}"),
    "H12: the only window answers nil: no view is called": GoldenRow(
      tree: "window(0,0,300,300)[V(0,0,300,300)]", overrides: "window.hitTest = nil",
      fingers: "dn(10,10)@0 mv(20,20)@0.01 up@0.02", shows: ["fwd"], log: ""
    ),
  ])

  private static let flags =
    named([
      "H7: an image view is not interactive: nil for it and for the button in it": GoldenRow(
        tree: "root(0,0,400,400)[Image(0,0,200,200)[button(50,50,50,50)]]", fingers: "dn(60,60)@0 up@0.1",
        shows: ["enter", "leave"],
        log: "enter root; enter Image; leave Image(nil); leave root(=root); began root{1}; ended root{1}"),
      "H7: made interactive, its button is hit": GoldenRow(
        tree: "root(0,0,400,400)[Image(0,0,200,200)<on>[button(50,50,50,50)]]", fingers: "dn(60,60)@0 up@0.1",
        log: "began button{1}; ended button{1}"),
      "H15: at alpha 0.02 it is hit; alpha is not multiplied down": GoldenRow(
        tree: """
          window(0,0,300,300)[parent(0,0,300,300)<alpha=0.02>[V(0,0,100,100)<alpha=0.02>[child(0,0,50,50)]]]
          """, fingers: "dn(10,10)@0 up@0.1", log: "began child{1}; ended child{1}"),
    ])
    + ["hidden", "alpha=0.009", "alpha=0", "alpha=0.01", "off"].map { trait in
      GoldenRow(
        description: "H15: \(trait): the view and its child are unreachable, the parent is hit",
        tree: "parent(0,0,300,300)[V(0,0,100,100)<\(trait)>[child(0,0,50,50)]]",
        fingers: "dn(10,10)@0 up@0.1", log: "began parent{1}; ended parent{1}")
    }

  private static func small(_ trait: String = "") -> String {
    "parent(0,0,300,300)[small(100,100,20,20)\(trait)]"
  }

  private static let targets = named([
    "H16: a small view with a larger target: 10 points outside are inside": GoldenRow(
      tree: small(), overrides: "small.pointInside = inset -12", fingers: "dn(90,110)@0 up@0.1",
      log: "began small{1}; ended small{1}"),
    "H16: 13 points outside are outside": GoldenRow(
      tree: small(), overrides: "small.pointInside = inset -12", fingers: "dn(87,110)@0 up@0.1",
      log: "began parent{1}; ended parent{1}"),
    "H16: without code: 10 points outside": GoldenRow(
      tree: small("<outset=12>"), fingers: "dn(90,110)@0 up@0.1", log: "began small{1}; ended small{1}"),
    "H16: without code: 13 points outside": GoldenRow(
      tree: small("<outset=12>"), fingers: "dn(87,110)@0 up@0.1", log: "began parent{1}; ended parent{1}"),
    "H16: its left edge is inside": GoldenRow(
      tree: small("<outset=12>"), fingers: "dn(88,110)@0 up@0.1", log: "began small{1}; ended small{1}"),
    "H16: its right edge is not": GoldenRow(
      tree: small("<outset=12>"), fingers: "dn(132,110)@0 up@0.1", log: "began parent{1}; ended parent{1}"),
  ])
}
