import TestTables

/// A pan that comes in from the edge of the screen.
@Suite("Screen edge pan") struct ScreenEdgePanRules {
  static func edge(_ edges: String) -> String { "window(0,0,400,300)[V(0,0,400,300)<multi,edge=\(edges)>]" }
  static let left = edge("left")
  static let began = "began V{1}\nact Edge.Began@V\ncancelled V{1}"

  static let beginnings: Table<SceneRow> = [
    "13 points from the edge, 15.02 inwards": SceneRow(
      fingers: "dn(13,100)@0 mv(28.015625,100)@0.1", log: began),
    "13.02 points from the edge are elsewhere": SceneRow(
      fingers: "dn(13.015625,100)@0 mv(60,100)@0.1", log: "fail Edge: elsewhere; began V{1}; moved V{1}"),
    "beyond the edge is at the edge": SceneRow(
      tree: "window(0,0,400,300)<outset=20>[V(0,0,400,300)<outset=20,edge=left>]",
      fingers: "dn(-5,100)@0 mv(11,100)@0.1", log: began),
    "15 points inwards are no edge pan yet": SceneRow(
      fingers: "dn(5,100)@0 mv(20,100)@0.1 up@0.2",
      log: "began V{1}; moved V{1}; fail Edge: too short; ended V{1}"),
    "15.02 points at 0.250 s are in time": SceneRow(
      fingers: "dn(5,100)@0 mv(20.015625,100)@0.250", log: began),
    "how far it goes along the edge does not matter": SceneRow(
      fingers: "dn(5,100)@0 mv(10,200)@0.1 mv(21,250)@0.2",
      log: "began V{1}; moved V{1}; act Edge.Began@V; cancelled V{1}"),
    "outwards is not inwards": SceneRow(
      fingers: "dn(10,100)@0 mv(-20,100)@0.1 up@0.2",
      log: "began V{1}; moved V{1}; fail Edge: too short; ended V{1}"),
    "once begun, it is a pan like any, as long as it likes": SceneRow(
      fingers: "dn(5,100)@0 mv(30,100)@0.1 mv(2,100)@1 fr@2 up@3",
      log: "\(began); act Edge.Changed@V; act Edge.Changed@V; act Edge.Ended@V"),
  ]

  static let edges: Table<SceneRow> = [
    "right: 13 points": SceneRow(
      tree: edge("right"), fingers: "dn(387,100)@0 mv(371.984375,100)@0.1", log: began),
    "right: 13.02 points": SceneRow(
      tree: edge("right"), fingers: "dn(386.984375,100)@0", log: "fail Edge: elsewhere; began V{1}"),
    "top: 13 points": SceneRow(tree: edge("top"), fingers: "dn(200,13)@0 mv(200,28.015625)@0.1", log: began),
    "top: 13.02 points": SceneRow(
      tree: edge("top"), fingers: "dn(200,13.015625)@0", log: "fail Edge: elsewhere; began V{1}"),
    "bottom: 13 points": SceneRow(
      tree: edge("bottom"), fingers: "dn(200,287)@0 mv(200,271.984375)@0.1", log: began),
    "bottom: 13.02 points": SceneRow(
      tree: edge("bottom"), fingers: "dn(200,286.984375)@0", log: "fail Edge: elsewhere; began V{1}"),
    "left or right: from the right, inwards is to the left": SceneRow(
      tree: edge("left|right"), fingers: "dn(395,100)@0 mv(375,100)@0.1", log: began),
    "left or right: from the right, inwards is not to the right": SceneRow(
      tree: edge("left|right"), fingers: "dn(388,100)@0 mv(420,100)@0.1", log: "began V{1}; moved V{1}"),
    "left or top, in the corner: inwards from either": SceneRow(
      tree: edge("left|top"), fingers: "dn(5,5)@0 mv(5,30)@0.1", log: began),
    "left or top, at the left only: down is not inwards": SceneRow(
      tree: edge("left|top"), fingers: "dn(5,50)@0 mv(5,90)@0.1", log: "began V{1}; moved V{1}"),
    "no edge at all": SceneRow(
      tree: edge("max(1)"), fingers: "dn(5,5)@0", log: "fail Edge: elsewhere; began V{1}"),
    "the edge is that of the window, wherever the view is": SceneRow(
      tree: "window(0,0,400,300)[V(100,100,200,100)<edge=left>]", fingers: "dn(105,150)@0",
      log: "fail Edge: elsewhere; began V{1}"),
    "the window may stand anywhere on the screen": SceneRow(
      tree: "window(1000,500,400,300)[V(0,0,400,300)<edge=left>]", fingers: "dn(1013,600)@0 mv(1030,600)@0.1",
      log: began),
  ]

  static let others: Table<SceneRow> = [
    "a second finger before": SceneRow(
      fingers: "dn#1(5,100)@0 dn#2(5,200)@0.1 mv#1(50,100)@0.2",
      log: "began V{1}; fail Edge: too many touches; began V{1}; moved V{1}"),
    "of two that are allowed, both must start at the edge": SceneRow(
      tree: edge("left|max(2)"), fingers: "dn#1(5,100)@0 dn#2(50,200)@0.1",
      log: "began V{1}; fail Edge: elsewhere; began V{1}"),
    "two that are allowed, at the edge: their mean must come inwards": SceneRow(
      tree: edge("left|max(2)"), fingers: "dn#1(5,100)@0 dn#2(5,200)@0.1 mv#1(30,100)@0.2 mv#2(12,200)@0.21",
      log: "began V{1}; began V{1}; moved V{1}; act Edge.Began@V; cancelled V{2}"),
  ]

  @Test("Rows", arguments: beginnings + edges + others)
  func row(_ row: SceneRow) { #expect(row.difference(on: Self.left) == nil) }
}
