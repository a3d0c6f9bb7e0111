import TestTables

// Which view a finger hits.
extension GoldenTraces {
  static let hitTests = order + outside + answers + flags + targets

  private static let nested =
    "A(0,0,300,300)[C(0,0,200,200)[E(10,10,50,50),D(100,100,50,50)],B(220,220,60,60)]"

  private static let order: Table<SceneRow> = [
    "H1: in front means asked first; a miss goes on behind": SceneRow(
      tree: nested, fingers: "dn(20,20)@0 up@0.1", kinds: calls + " enter leave",
      log: """
        enter A; enter B; leave B(nil); enter C; enter D; leave D(nil)
        enter E; leave E(=E); leave C; leave A; began E{1}; ended E{1}
        """),
    "H1: each that is asked asks first whether the point lies inside": SceneRow(
      tree: nested,
      overrides: "A tells inside; B tells inside; C tells inside; D tells inside; E tells inside",
      fingers: "dn(20,20)@0 up@0.1", kinds: calls + " enter leave inside",
      log: """
        enter A; inside A=yes; enter B; inside B=no; leave B(nil); enter C; inside C=yes
        enter D; inside D=no; leave D(nil); enter E; inside E=yes; leave E(=E); leave C; leave A
        began E{1}; ended E{1}
        """),
    "H2: the whole test runs twice; what lies behind the answer is never entered": SceneRow(
      tree: "A(0,0,300,300)[B(0,0,140,300)[D(10,10,50,50)],C(150,0,150,300)[E(10,10,60,60),F(10,100,60,60)]]",
      set: twice, fingers: "dn(170,20)@0 up@0.1", kinds: calls + " enter leave",
      log: """
        enter A; enter C; enter F; leave F(nil); enter E; leave E(=E); leave C; leave A; enter A
        enter C; enter F; leave F(nil); enter E; leave E(=E); leave C; leave A; began E{1}; ended E{1}
        """),
    "H14: the parent is hit after its children were asked in vain": SceneRow(
      tree: "P(0,0,300,300)[c1(10,10,50,50),c2(200,200,50,50)]", fingers: "dn(120,120)@0 up@0.1",
      kinds: calls + " enter leave",
      log: "enter P; enter c2; leave c2(nil); enter c1; leave c1(nil); leave P(=P); began P{1}; ended P{1}"),
  ]

  /// A tap on a place, and the view that it hits.
  private static func hit(
    _ view: String, at place: String, on tree: String, overrides: String = ""
  ) -> SceneRow {
    SceneRow(
      tree: tree, overrides: overrides, fingers: "dn(\(place))@0 up@0.1",
      log: "began \(view){1}; ended \(view){1}")
  }

  private static func chat(_ trait: String = "") -> String {
    "root(0,0,400,800)[chat(100,200,100,50)\(trait)[pop(0,-60,60,40)]]"
  }
  private static func tabBar(_ trait: String = "") -> String {
    "root(0,0,400,800)[table(0,0,400,800),tabBar(0,750,400,50)\(trait)[circle(170,-30,60,60)]]"
  }
  private static let orCircle = "tabBar.pointInside = circle or super"

  private static let outside: Table<SceneRow> = [
    "H4: a child above its parent's edge cannot be hit": hit("root", at: "110,150", on: chat()),
    "H4: unless the parent's hitTest looks there": hit(
      "pop", at: "110,150", on: chat(), overrides: "chat.hitTest = pop if inside"),
    "H4: where it is not, super answers": hit(
      "chat", at: "110,210", on: chat(), overrides: "chat.hitTest = pop if inside"),
    "H4: without code: the parent reaches its children": hit("pop", at: "110,150", on: chat("<reaches>")),
    "H5: a button that sticks out of the tab bar cannot be hit there": hit(
      "table", at: "200,735", on: tabBar()),
    "H5: unless the tab bar's pointInside takes it in": hit(
      "circle", at: "200,735", on: tabBar(), overrides: orCircle),
    "H5: without code: the tab bar reaches its children": hit(
      "circle", at: "200,735", on: tabBar("<reaches>")),
    "H5: beside the button the table is hit": hit("table", at: "20,735", on: tabBar()),
    "H5: also with the override": hit("table", at: "20,735", on: tabBar(), overrides: orCircle),
    "H6: where a child lies outside its parent, what is below both is hit": hit(
      "below", at: "150,150",
      on: "root(0,0,400,400)[below(0,0,400,400),parent(0,0,100,100)[child(80,80,100,100)]]"),
  ]

  private static let squares = "white(0,0,300,300)[red(20,20,100,100),green(150,150,100,100)]"

  private static let answers: Table<SceneRow> = [
    "H9: a view that answers itself everywhere; the one in front of it is hit": hit(
      "green", at: "200,200", on: squares, overrides: "red.hitTest = red"),
    "H10: elsewhere it is hit itself, also beyond its bounds": hit(
      "red", at: "280,20", on: squares, overrides: "red.hitTest = red"),
    "H12: the only window answers nil: no view is called": SceneRow(
      tree: "window(0,0,300,300)[V(0,0,300,300)]", overrides: "window.hitTest = nil",
      fingers: "dn(10,10)@0 mv(20,20)@0.01 up@0.02", kinds: calls + " fwd", log: ""),
  ]

  private static func unreachable(_ trait: String) -> SceneRow {
    hit("parent", at: "10,10", on: "parent(0,0,300,300)[V(0,0,100,100)<\(trait)>[child(0,0,50,50)]]")
  }

  private static let flags: Table<SceneRow> = [
    "H7: an image view is not interactive: nil for it and for the button in it": SceneRow(
      tree: "root(0,0,400,400)[Image(0,0,200,200)[button(50,50,50,50)]]", fingers: "dn(60,60)@0 up@0.1",
      kinds: calls + " enter leave",
      log: "enter root; enter Image; leave Image(nil); leave root(=root); began root{1}; ended root{1}"),
    "H7: made interactive, its button is hit": hit(
      "button", at: "60,60", on: "root(0,0,400,400)[Image(0,0,200,200)<on>[button(50,50,50,50)]]"),
    "H15: at alpha 0.02 it is hit; alpha is not multiplied down": hit(
      "child", at: "10,10",
      on: """
        window(0,0,300,300)[parent(0,0,300,300)<alpha=0.02>[V(0,0,100,100)<alpha=0.02>[child(0,0,50,50)]]]
        """),
    "H15: hidden: the view and its child are unreachable, the parent is hit": unreachable("hidden"),
    "H15: so at an alpha of 0.009": unreachable("alpha=0.009"),
    "H15: of 0": unreachable("alpha=0"),
    "H15: of 0.01": unreachable("alpha=0.01"),
    "H15: and switched off": unreachable("off"),
  ]

  private static func small(_ trait: String = "") -> String {
    "parent(0,0,300,300)[small(100,100,20,20)\(trait)]"
  }

  private static let targets: Table<SceneRow> = [
    "H16: a small view with a larger target: 10 points outside are inside": hit(
      "small", at: "90,110", on: small(), overrides: "small.pointInside = inset -12"),
    "H16: 13 points outside are outside": hit(
      "parent", at: "87,110", on: small(), overrides: "small.pointInside = inset -12"),
    "H16: without code: 10 points outside": hit("small", at: "90,110", on: small("<outset=12>")),
    "H16: without code: 13 points outside": hit("parent", at: "87,110", on: small("<outset=12>")),
    "H16: its left edge is inside": hit("small", at: "88,110", on: small("<outset=12>")),
    "H16: its right edge is not": hit("parent", at: "132,110", on: small("<outset=12>")),
  ]
}
