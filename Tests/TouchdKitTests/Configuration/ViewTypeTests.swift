import TestTables
import YAML

@testable import TouchdKit

@Suite("Scroll views and controls")
struct ViewTypeTests {
  @Test("the options of a scroll view")
  func scroll() throws {
    let feed = try lobbyView("feed")
    #expect(feed.kind == .scroll && feed.control == nil)
    let scroll = try #require(feed.scroll)
    let view = Size(width: 300, height: 400)
    let size = try scroll.contentSize?.points(of: view, pointsPerMillimetre: nil)
    #expect(size == Point(x: 300, y: 2000), "per cent are of the view")
    let offset = try scroll.contentOffset?.points(of: view, pointsPerMillimetre: (x: 4, y: 5))
    #expect(offset == Point(x: -2, y: 200))
    let inset = try scroll.contentInset?.resolve(pointsPerMillimetre: (x: 4, y: 5))
    #expect(inset == EdgeInsets(top: 1, left: 2, bottom: 3, right: 16))
    #expect(!scroll.delaysContentTouches && !scroll.canCancelContentTouches && !scroll.bounces)
    #expect(scroll.isDirectionalLockEnabled && !scroll.isScrollEnabled)
  }

  @Test("one number is an inset for all edges")
  func inset() throws {
    let layout = try layout(layoutOfView("type: scroll\n    scroll: { content_inset: -8 }"))
    let inset = try layout.allViews[0].scroll?.contentInset?.resolve(pointsPerMillimetre: nil)
    #expect(inset == EdgeInsets(top: -8, left: -8, bottom: -8, right: -8))
  }

  @Test("the options of a control, and the responders that get its events")
  func control() throws {
    let order = try lobbyView("order")
    #expect(order.kind == .control && order.scroll == nil)
    let control = try #require(order.control)
    #expect(!control.isEnabled)
    let events = control.events.mapValues { $0.map(\.value) }
    #expect(
      events == [
        .touchDown: ["audit"], .touchDownRepeat: ["admin"], .touchDragInside: ["audit"],
        .touchDragOutside: ["admin"],
        .touchDragEnter: ["admin", "audit"], .touchDragExit: [], .touchUpInside: ["audit", "admin"],
        .touchUpOutside: ["admin"], .touchCancel: ["audit"],
      ])
  }

  @Test("without options, a type has UIKit's")
  func defaults() throws {
    let control = try lobbyView("feed/1")
    #expect(control.control == ControlDescription() && control.scroll == nil)
    let scroll = try #require(try lobbyView("feed/2").scroll)
    #expect(scroll == ScrollDescription())
    #expect(try layout(layoutOfView("type: scroll\n    scroll: {}")).allViews[0].scroll == scroll)
    #expect(try lobbyView("board").scroll == nil && lobbyView("board").control == nil)
  }

  static let rows: Table<Mistake> = [
    // Options of another type.
    "scroll: {}": .inView(
      "6:5: error: `scroll` belongs to a view of `type: scroll`; this one is of type view "
        + "(write `type: scroll`, or leave `scroll` out)"),
    "control: { enabled: 5 }\n    type: label": .inView(
      "6:5: error: `control` belongs to a view of `type: control`; this one is of type label "
        + "(write `type: control`, or leave `control` out)",
      "6:25: error: `enabled` must be true or false, not the number 5"),
    "type: scroll\n    scroll: {}\n    control: {}": .inView(
      "8:5: error: `control` belongs to a view of `type: control`; this one is of type scroll "
        + "(write `type: control`, or leave `control` out)"),
    "type: scrol\n    scroll: {}": .inView(
      #"6:11: error: `type` must be view, image, label, control or scroll, not the string "scrol" (did you mean "scroll"?)"#
    ),
    // Options that are wrong.
    "type: scroll\n    scroll: true": .inView(
      "7:13: error: `scroll` must be a mapping with the keys of `scroll`, not true (write `scroll: { content_size: [100%, 2000] }`)"
    ),
    "type: control\n    control: { events: [touch_down] }": .inView(
      "7:24: error: `events` must be a mapping with the keys of `events`, not a list of 1 (write `events: { touch_up_inside: NAME }`)"
    ),
    "type: control\n    control: { events: { touch_down: {} } }": .inView(
      "7:38: error: `touch_down` must be a responder's name or a list of them, not a mapping"),
    "type: scroll\n    scroll: { content_size: 5, content_offset: [1], content_inset: [1, 2] }": .inView(
      "7:29: error: `content_size` must be 2 lengths, [width, height], not the number 5",
      "7:48: error: `content_offset` must be 2 lengths, [x, y], not a list of 1",
      "7:68: error: `content_inset` must be 4 lengths, [top, left, bottom, right], not a list of 2"),
  ]

  @Test("What is said", arguments: rows)
  func said(mistake: Mistake) { mistake.check() }
}
