import TestTables

@testable import TouchdKit

/// Which views `touchd check` says that no finger can touch. The screen is 400 × 300; what a finger on a view does is
/// named by `to: a`.
@Suite("Review: views that no finger can touch") struct TouchReviewRules {
  struct Row: TableRow {
    var what = ""
    var screen = ""
    /// From the third line of the layout on.
    let layout: String
    /// Each view, and the reason in a few words of the message.
    var said: [String] = []
  }

  private static let tap = "gestures: [{ tap: {}, to: a }]"

  static let rows: Table<Row> = [
    "a button on the screen": Row(layout: "views: [{ id: b, frame: [10, 10, 50, 50], \(tap) }]"),
    "a view without area": Row(
      layout: "views: [{ id: b, frame: [10, 10, 0, 50] }]",
      said: [
        "3:25: warning: \"b\" has no area, so no finger can touch it (give its frame a width and a height above 0)"
      ]),
    "a view without area that only holds others, which can be touched": Row(
      layout:
        "views: [{ id: b, frame: [9, 9, 0, 0], reaches_children: true, children: [{ frame: [0, 0, 9, 9] }] }]"
    ),
    "one that holds what is shown later": Row(
      layout:
        "views: [{ id: b, frame: [9, 9, 0, 0], reaches_children: true, children: [{ id: c, frame: [0, 0, 9, 9], hidden: true }] }, { frame: [50, 50, 9, 9], \(tap) }]\nresponders: { a: { plugin: show, view: c } }"
    ),
    "a view outside the screen": Row(
      layout: "views: [{ id: b, frame: [400, 20, 50, 50] }]",
      said: [
        "3:25: warning: no finger can touch \"b\", which is outside the screen of 400 × 300 points: its upper left corner is at 400, 20 of the screen (lengths are points; `right: 0` and `bottom: 0` are the far edges)"
      ]),
    "a window outside the screen, and what is in it: said once": Row(
      layout: "windows: [{ id: w, frame: [0, 300, 50, 50], views: [{ id: b, \(tap) }] }]",
      said: [
        "3:27: warning: no finger can touch \"w\", which is outside the screen of 400 × 300 points: its upper left corner is at 0, 300 of the screen (lengths are points; `right: 0` and `bottom: 0` are the far edges)"
      ]),
    "a view outside its superview, on the screen": Row(
      layout:
        "views: [{ id: b, frame: [0, 0, 50, 50], children: [{ id: c, frame: [60, 0, 9, 9], children: [{ id: d }] }] }]",
      said: [
        "3:68: warning: no finger can touch \"c\", which is outside \"b\": its upper left corner is at 60, 0 of the screen (a frame counts from the upper left corner of the superview; move it, or give \"b\" `reaches_children: true`)"
      ]),
    "an image with a gesture": Row(
      layout: "views: [{ id: b, type: image, \(tap) }]",
      said: [
        "3:15: warning: no finger can touch \"b\": a view of type `image` takes none by itself (write `interactive: true` for it)"
      ]),
    "one that says that it takes touches, one that says that it does not, and one without a gesture": Row(
      layout:
        "views: [{ id: b, type: image, interactive: true, \(tap) }, { id: c, type: label, frame: [0, 0, 9, 9], interactive: false, \(tap) }, { id: d, type: image, frame: [9, 9, 9, 9] }]"
    ),
    "a button that another view covers": Row(
      layout: "views: [{ id: b, frame: [0, 0, 50, 50], \(tap) }, { id: c, frame: [0, 0, 60, 60] }]",
      said: [
        "3:15: warning: no finger can touch \"b\": \"c\" covers it (of two views in one place the later one is in front; let what is in front be smaller, or `hit: pass_through`)"
      ]),
    "a control that two others cover together": Row(
      layout:
        "views: [{ id: b, type: control, frame: [0, 0, 50, 50] }, { id: c, frame: [0, 0, 30, 60] }, { id: d, frame: [30, 0, 30, 60] }]",
      said: [
        "3:15: warning: no finger can touch \"b\": \"d\" and \"c\" cover it (of two views in one place the later one is in front; let what is in front be smaller, or `hit: pass_through`)"
      ]),
    "a covered view on which nothing would happen": Row(
      layout: "views: [{ id: b, frame: [0, 0, 50, 50] }, { id: c, frame: [0, 0, 60, 60] }]"),
    "its own subviews cover it: it still sees their touches": Row(
      layout: "views: [{ id: b, frame: [0, 0, 50, 50], \(tap), children: [{ id: c }] }]"),
    "what covers it goes away when a responder hides it": Row(
      layout:
        "views: [{ id: b, frame: [0, 0, 50, 50], \(tap) }, { id: c, gestures: [{ tap: {}, to: hide }] }]\nresponders: { a: { plugin: log }, hide: { plugin: show, view: c, hidden: true } }"
    ),
    "what covers it goes away when a program hides it": Row(
      layout: "views: [{ id: b, frame: [0, 0, 50, 50], \(tap) }, { id: c }]\nsocket: { commands: [show] }"),
    "a button in a menu that is shown later, and does not lie in the menu": Row(
      layout:
        "views: [{ id: b, \(tap) }, { id: menu, hidden: true, frame: [0, 0, 50, 50], children: [{ id: c, frame: [50, 0, 9, 9] }] }]\nresponders: { a: { plugin: show, view: menu } }",
      said: [
        "3:128: warning: no finger can touch \"c\", which is outside \"menu\": its upper left corner is at 50, 0 of the screen (a frame counts from the upper left corner of the superview; move it, or give \"menu\" `reaches_children: true`)"
      ]),
    "what is hidden for good is meant to be": Row(
      layout: "views: [{ id: b, hidden: true, frame: [0, 0, 0, 0], \(tap) }]"),
    "the content of a scroll view may be outside it": Row(
      layout:
        "views: [{ type: scroll, frame: [0, 0, 50, 50], children: [{ id: b, frame: [0, 900, 9, 9], \(tap) }] }]"
    ),
    "a button of which a strip is in sight until it is scrolled": Row(
      layout:
        "views: [{ type: scroll, frame: [0, 0, 50, 50], children: [{ id: b, frame: [0, 49.5, 50, 50], \(tap) }] }]"
    ),
    "and not beyond the content": Row(
      layout:
        "views: [{ id: s, type: scroll, frame: [0, 0, 50, 50], scroll: { content_size: [50, 900] }, children: [{ id: b, frame: [0, 900, 9, 9] }] }]",
      said: [
        "3:119: warning: no finger can touch \"b\": the content of \"s\" ends before it (make `content_size` larger, or leave it out: then it holds all children)"
      ]),
    "an inset makes room for it": Row(
      layout:
        "views: [{ id: s, type: scroll, frame: [0, 0, 50, 50], scroll: { content_size: [50, 900], content_inset: 5 }, children: [{ id: b, frame: [0, 900, 9, 9] }] }]"
    ),
    "parts of one instead of percent": Row(
      layout: "views: [{ id: b, frame: [0.5, 0, 0.5, 1], \(tap) }]",
      said: [
        "3:25: warning: \"b\" is less than a point wide where a finger can touch it (lengths are points; `50%` is half of the superview, `12mm` are millimetres)"
      ]),
    "a class of the program's own may have its own mind": Row(
      layout: "views: [{ id: b, frame: [0, 0, 0, 0], custom: { view: draggable } }]"),
    "without the size of the screen, nothing is known of millimetres": Row(
      layout: "views: [{ id: b, frame: [0, 0, 1mm, 0] }]"),
  ]

  private static let filter = ", delivery: filter"
  private static let full =
    "views: [{ id: b, on_touch: { to: a } , children: [{ id: c, frame: [0, 0, 9, 9], \(tap) }] }]"
  private static let nothing =
    "2:39: warning: the page gets no touch: each view keeps those that it gets "
    + "(with `forward: true` in an `on_touch`, touches go on to the page as well)"

  static let pages: Table<Row> = [
    "a view that keeps all touches of the page": Row(screen: filter, layout: full, said: [nothing]),
    "the same, where the page gets them from the panel": Row(layout: full),
    "a view that lets them go on": Row(
      screen: filter,
      layout: "views: [{ id: b, on_touch: { to: a, forward: true } }]\nresponders: { a: { plugin: log } }"),
    "a view that keeps some": Row(
      screen: filter,
      layout:
        "views: [{ id: b, frame: [0, 0, 50, 50], on_touch: { to: a } }]\nresponders: { a: { plugin: log } }"),
    "a window that passes on what its views do not get": Row(
      screen: filter,
      layout:
        "windows: [{ hit: pass_through, views: [{ id: b, frame: [0, 0, 50, 50], on_touch: { to: a } }] }]\nresponders: { a: { plugin: log } }"
    ),
    "a window that leaves a part of the screen to the page": Row(
      screen: filter,
      layout:
        "windows: [{ frame: [0, 0, 399, 300], views: [{ id: b, on_touch: { to: a } }] }]\nresponders: { a: { plugin: log } }"
    ),
    "a program that may not be there": Row(
      screen: filter,
      layout: "views: [{ id: b, on_touch: { to: a } }]\nresponders: { a: { plugin: socket, absent: pass } }"),
  ]

  @Test("Rows", arguments: rows + pages)
  func row(_ row: Row) throws {
    var text = "version: 1\nscreen: { size: [400, 300]\(row.screen) }\n\(row.layout)\n"
    // A responder that all rows use, so that nothing is said of it.
    if row.layout.contains("to: a ") && !row.layout.contains("responders:") {
      text += "responders: { a: { plugin: log } }\n"
    }
    #expect(try ReviewRig.said(of: text) == row.said)
  }

  @Test("Of very many views that come and go, the first are looked at; the rest is left alone")
  func manyStates() throws {
    let count = ShownScene.mostStates + 3
    let responders = (0..<count).map { "a\($0): { plugin: show, view: v\($0) }" }.joined(separator: ", ")
    let names = (0..<count).map { "a\($0)" }.joined(separator: ", ")
    let views = (0..<count).map { "{ id: v\($0), frame: [0, 0, 0, 0] }" }.joined(separator: ", ")
    let said = try ReviewRig.said(
      of: """
        version: 1
        screen: { size: [400, 300] }
        responders: { \(responders) }
        views: [{ id: b, gestures: [{ tap: {}, to: [\(names)] }] }, \(views)]
        """)
    #expect(said.count == ShownScene.mostStates - 1)
  }
}
