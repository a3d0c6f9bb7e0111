import TestTables
import YAML

@testable import TouchdKit

@Suite("What a layout file says of gestures")
struct GestureValueTests {
  private let board: ViewDescription
  private let feed: ViewDescription

  init() throws {
    let views = try lobby().allViews
    board = try #require(views.first { $0.id.value == "board" })
    feed = try #require(views.first { $0.id.value == "feed" })
  }

  @Test("each kind with its numbers")
  func kinds() {
    #expect(
      board.gestures.map(\.kind) == [
        .pan(PanDescription(minTouches: 2, maxTouches: 3, axis: .horizontal)),
        .swipe(SwipeDescription(directions: [.up, .left], touches: 2)),
        .pinch,
        .rotation,
        .edgePan([.top, .right]),
        .edgePan([.bottom]),
        .hover,
        .pan(PanDescription()),
        .swipe(SwipeDescription()),
        .swipe(SwipeDescription(directions: [.down])),
        .tap(TapDescription(holdLast: .seconds(1))),
        .longPress(LongPressDescription(taps: 1)),
      ])
  }

  @Test("a gesture without a name is called after its view and its key")
  func names() {
    #expect(
      board.gestures.map(\.name.value) == [
        "board.pan", "board.swipe", "board.pinch", "board.rotation", "board.edge_pan", "board.edge_pan#2",
        "board.hover", "board.pan#2", "board.swipe#2", "board.swipe#3", "board.tap", "board.long_press",
      ])
  }

  @Test("the first pan of a scroll view is its own")
  func ownPan() throws {
    #expect(feed.ownPan == "feed.pan" && board.ownPan == nil)
    #expect(feed.gestures.map(\.name.value) == ["feed.pan#2"])
    let views = try layout(layoutOfView("type: scroll\n    gestures: [{ pan: , name: b }, { pan: }]"))
      .allViews
    #expect(views[0].gestures.map(\.name.value) == ["b", "a.pan#2"])
  }

  @Test("relations name gestures, one or several")
  func relations() {
    let gestures = board.gestures
    #expect(gestures[0].requiresFailureOf.map(\.value) == ["board.swipe", "service", "feed.pan"])
    #expect(gestures[0].simultaneousWith.map(\.value) == ["board.pinch"])
    #expect(gestures[1].requiresFailureOf.map(\.value) == ["board.swipe#2"])
    #expect(gestures[2].simultaneousWith.map(\.value) == ["board.rotation"])
    #expect(gestures[3].requiresFailureOf.isEmpty && gestures[3].simultaneousWith.isEmpty)
  }

  @Test("gestures of windows are of every kind, too, and related to those of views")
  func windows() throws {
    let text = """
      version: 1
      screen: { size: [100, 200] }
      windows:
        - id: w
          gestures: [{ edge_pan: { edge: left }, simultaneous_with: v.tap }, { hover: }, { swipe: }]
          views: [{ id: v, gestures: [{ tap: , requires_failure_of: [w.swipe] }] }]
      """
    let window = try layout(text).windows[0]
    #expect(window.gestures.map(\.kind) == [.edgePan([.left]), .hover, .swipe(SwipeDescription())])
    #expect(window.gestures.map(\.name.value) == ["w.edge_pan", "w.hover", "w.swipe"])
    #expect(window.gestures[0].simultaneousWith.map(\.value) == ["v.tap"])
    #expect(window.views[0].gestures[0].requiresFailureOf.map(\.value) == ["w.swipe"])
  }
}
