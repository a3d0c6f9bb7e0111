import Dispatcher
import TestSupport
import Testing

/// A pan that comes in from the edge of the screen.
@Suite("Screen edge pan") struct ScreenEdgePanRules {
  static func edge(_ edges: String) -> String { "window(0,0,400,300)[V(0,0,400,300)<multi,edge=\(edges)>]" }
  static let left = edge("left")
  static let began = "began V{1}\nact Edge.Began@V\ncancelled V{1}"

  static let beginnings = [
    SceneRow(
      what: "13 points from the edge, 15.02 inwards", tree: left,
      fingers: "dn(13,100)@0 mv(28.015625,100)@0.1", log: began),
    SceneRow(
      what: "13.02 points from the edge are elsewhere", tree: left,
      fingers: "dn(13.015625,100)@0 mv(60,100)@0.1", log: "fail Edge: elsewhere; began V{1}; moved V{1}"),
    SceneRow(
      what: "beyond the edge is at the edge",
      tree: "window(0,0,400,300)<outset=20>[V(0,0,400,300)<outset=20,edge=left>]",
      fingers: "dn(-5,100)@0 mv(11,100)@0.1", log: began),
    SceneRow(
      what: "15 points inwards are no edge pan yet", tree: left, fingers: "dn(5,100)@0 mv(20,100)@0.1 up@0.2",
      log: "began V{1}; moved V{1}; fail Edge: too short; ended V{1}"),
    SceneRow(
      what: "15.02 points at 0.250 s are in time", tree: left, fingers: "dn(5,100)@0 mv(20.015625,100)@0.250",
      log: began),
    SceneRow(
      what: "at 0.251 s it is too slow", tree: left, fingers: "dn(5,100)@0 mv(90,100)@0.251",
      log: "began V{1}; fail Edge: too slow; moved V{1}"),
    SceneRow(
      what: "how far it goes along the edge does not matter", tree: left,
      fingers: "dn(5,100)@0 mv(10,200)@0.1 mv(21,250)@0.2",
      log: "began V{1}; moved V{1}; act Edge.Began@V; cancelled V{1}"),
    SceneRow(
      what: "outwards is not inwards", tree: left, fingers: "dn(10,100)@0 mv(-20,100)@0.1 up@0.2",
      log: "began V{1}; moved V{1}; fail Edge: too short; ended V{1}"),
    SceneRow(
      what: "once begun, it is a pan like any, as long as it likes", tree: left,
      fingers: "dn(5,100)@0 mv(30,100)@0.1 mv(2,100)@1 fr@2 up@3",
      log: "\(began); act Edge.Changed@V; act Edge.Changed@V; act Edge.Ended@V"),
  ]

  static let edges = [
    SceneRow(
      what: "right: 13 points", tree: edge("right"), fingers: "dn(387,100)@0 mv(371.984375,100)@0.1",
      log: began),
    SceneRow(
      what: "right: 13.02 points", tree: edge("right"), fingers: "dn(386.984375,100)@0",
      log: "fail Edge: elsewhere; began V{1}"),
    SceneRow(
      what: "top: 13 points", tree: edge("top"), fingers: "dn(200,13)@0 mv(200,28.015625)@0.1", log: began),
    SceneRow(
      what: "top: 13.02 points", tree: edge("top"), fingers: "dn(200,13.015625)@0",
      log: "fail Edge: elsewhere; began V{1}"),
    SceneRow(
      what: "bottom: 13 points", tree: edge("bottom"), fingers: "dn(200,287)@0 mv(200,271.984375)@0.1",
      log: began),
    SceneRow(
      what: "bottom: 13.02 points", tree: edge("bottom"), fingers: "dn(200,286.984375)@0",
      log: "fail Edge: elsewhere; began V{1}"),
    SceneRow(
      what: "left or right: from the right, inwards is to the left", tree: edge("left|right"),
      fingers: "dn(395,100)@0 mv(375,100)@0.1", log: began),
    SceneRow(
      what: "left or right: from the right, inwards is not to the right", tree: edge("left|right"),
      fingers: "dn(388,100)@0 mv(420,100)@0.1", log: "began V{1}; moved V{1}"),
    SceneRow(
      what: "left or top, in the corner: inwards from either", tree: edge("left|top"),
      fingers: "dn(5,5)@0 mv(5,30)@0.1", log: began),
    SceneRow(
      what: "left or top, at the left only: down is not inwards", tree: edge("left|top"),
      fingers: "dn(5,50)@0 mv(5,90)@0.1", log: "began V{1}; moved V{1}"),
    SceneRow(
      what: "no edge at all", tree: edge("max(1)"), fingers: "dn(5,5)@0",
      log: "fail Edge: elsewhere; began V{1}"),
    SceneRow(
      what: "the edge is that of the window, wherever the view is",
      tree: "window(0,0,400,300)[V(100,100,200,100)<edge=left>]", fingers: "dn(105,150)@0",
      log: "fail Edge: elsewhere; began V{1}"),
    SceneRow(
      what: "the window may stand anywhere on the screen",
      tree: "window(1000,500,400,300)[V(0,0,400,300)<edge=left>]", fingers: "dn(1013,600)@0 mv(1030,600)@0.1",
      log: began),
  ]

  static let others = [
    SceneRow(
      what: "a second finger before", tree: left, fingers: "dn#1(5,100)@0 dn#2(5,200)@0.1 mv#1(50,100)@0.2",
      log: "began V{1}; fail Edge: too many touches; began V{1}; moved V{1}"),
    SceneRow(
      what: "of two that are allowed, both must start at the edge", tree: edge("left|max(2)"),
      fingers: "dn#1(5,100)@0 dn#2(50,200)@0.1", log: "began V{1}; fail Edge: elsewhere; began V{1}"),
    SceneRow(
      what: "two that are allowed, at the edge: their mean must come inwards", tree: edge("left|max(2)"),
      fingers: "dn#1(5,100)@0 dn#2(5,200)@0.1 mv#1(30,100)@0.2 mv#2(12,200)@0.21",
      log: "began V{1}; began V{1}; moved V{1}; act Edge.Began@V; cancelled V{2}"),
  ]

  @Test("Rows", arguments: beginnings + edges + others)
  func row(_ row: SceneRow) { #expect(row.difference() == nil) }

  @Test(
    "A finger that rests at the edge fails it at 0.25 s by time alone; one that has begun waits for nothing")
  func byTimeAlone() {
    let scene = Scene(Self.left)
    scene.play("dn(5,100)@1")
    #expect(scene.pipeline.nextDeadline == Timestamp(seconds: 1.25))
    scene.wait(until: 1.249999)
    #expect(scene.log.lines("fail") == [])
    scene.wait(until: 1.25)
    #expect(scene.log.lines("fail") == ["fail Edge: too slow"])
    scene.play("up@2 dn(5,100)@3 mv(30,100)@3.1")
    #expect(scene.pipeline.nextDeadline == nil)
    #expect(scene.log.lines("act") == ["act Edge.Began@V"])
  }
}
