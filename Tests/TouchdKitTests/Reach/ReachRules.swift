import TestTables

@testable import TouchdKit

/// Which views are never hit, and the reason that is given. The screen is 400 × 300.
@Suite("Reach: why a view is never hit") struct ReachRules {
  struct Row: TableRow {
    var what = ""
    /// The windows' or views' part of a layout.
    let layout: String
    /// For each view that is never hit: its id, and why. The front-most first.
    let never: [String]
  }

  static let rows: Table<Row> = [
    "a button on a page": Row(layout: "views: [{ id: a, frame: [10, 10, 50, 50] }]", never: []),
    "a view over all of the window": Row(
      layout: "views: [{ id: a }]", never: ["window: its subviews cover it"]),
    "hidden, and what is in it": Row(
      layout: "views: [{ id: a, frame: [0, 0, 9, 9], hidden: true, children: [{ id: b }] }]",
      never: ["b: it is in \"a\", of which is said: it is hidden", "a: it is hidden"]),
    "as good as transparent": Row(
      layout: "views: [{ id: a, frame: [0, 0, 9, 9], alpha: 0.01 }]",
      never: ["a: its alpha is 0.01, and 0.01 or less takes no touches"]),
    "a little more": Row(layout: "views: [{ id: a, frame: [0, 0, 9, 9], alpha: 0.011 }]", never: []),
    "not interactive, by itself and by its type": Row(
      layout:
        "views: [{ id: a, frame: [0, 0, 9, 9], interactive: false }, { id: b, frame: [0, 0, 9, 9], type: label }]",
      never: ["b: it is not interactive", "a: it is not interactive"]),
    "hit: none": Row(
      layout: "views: [{ id: a, frame: [0, 0, 9, 9], hit: none }]", never: ["a: its `hit` is `none`"]),
    "hit: pass_through": Row(
      layout: "views: [{ id: a, frame: [0, 0, 9, 9], hit: pass_through }]",
      never: ["a: its `hit` is `pass_through`: only its subviews are hit"]),
    "what redirects is not hit; what is covered is, through it": Row(
      layout: "views: [{ id: a, frame: [0, 0, 9, 9] }, { id: b, frame: [0, 0, 9, 9], hit_redirect: a }]",
      never: ["b: its touches go to \"a\" (`hit_redirect`)"]),
    "no area": Row(layout: "views: [{ id: a, frame: [0, 0, 0, 9] }]", never: ["a: it has no area"]),
    "no area, but an outset": Row(
      layout: "views: [{ id: a, frame: [20, 20, 0, 9], hit_outset: 4 }]", never: []),
    "an outset that leaves nothing": Row(
      layout: "views: [{ id: a, frame: [20, 20, 9, 9], hit_outset: -5 }]", never: ["a: it has no area"]),
    "outside the screen": Row(
      layout: "views: [{ id: a, frame: [400, 0, 50, 50] }]", never: ["a: it is outside the screen"]),
    "a part of it on the screen": Row(layout: "views: [{ id: a, frame: [399.9, 0, 50, 50] }]", never: []),
    "outside its superview, on the screen": Row(
      layout: "views: [{ id: a, frame: [0, 0, 50, 50], children: [{ id: b, frame: [50, 0, 50, 50] }] }]",
      never: ["b: it is outside \"a\", which takes no touches beyond itself"]),
    "the same, where the superview reaches it": Row(
      layout:
        "views: [{ id: a, frame: [0, 0, 50, 50], reaches_children: true, children: [{ id: b, frame: [50, 0, 50, 50] }] }]",
      never: []),
    "the same, where the superview has an outset": Row(
      layout:
        "views: [{ id: a, frame: [0, 0, 50, 50], hit_outset: 1, children: [{ id: b, frame: [50, 0, 50, 50] }] }]",
      never: []),
    "covered by one": Row(
      layout: "views: [{ id: a, frame: [0, 0, 50, 50] }, { id: b, frame: [0, 0, 60, 60] }]",
      never: ["a: \"b\" covers it"]),
    "covered but for a strip": Row(
      layout: "views: [{ id: a, frame: [0, 0, 50, 50] }, { id: b, frame: [0, 0, 49.9, 60] }]", never: []),
    "a strip narrower than a ten thousandth of a point": Row(
      layout: "views: [{ id: a, frame: [0, 0, 50, 50] }, { id: b, frame: [0, 0, 49.99995, 60] }]",
      never: ["a: \"b\" covers it"]),
    "covered by two, neither of which covers it alone": Row(
      layout:
        "views: [{ id: a, frame: [0, 0, 50, 50] }, { id: b, frame: [0, 0, 30, 60] }, { id: c, frame: [20, 0, 40, 60] }]",
      never: ["a: \"c\" and \"b\" cover it"]),
    "covered by four": Row(
      layout:
        "views: [{ id: a, frame: [0, 0, 40, 40] }, { id: b, frame: [0, 0, 10, 40] }, { id: c, frame: [10, 0, 10, 40] }, { id: d, frame: [20, 0, 10, 40] }, { id: e, frame: [30, 0, 10, 40] }]",
      never: ["a: \"e\", \"d\", \"c\" and others cover it"]),
    "covered by what passes through: it is hit": Row(
      layout:
        "views: [{ id: a, frame: [0, 0, 50, 50] }, { id: b, frame: [0, 0, 60, 60], hit: pass_through }]",
      never: ["b: its `hit` is `pass_through`: only its subviews are hit"]),
    "covered by the outset of another": Row(
      layout: "views: [{ id: a, frame: [0, 0, 20, 20] }, { id: b, frame: [21, 0, 30, 30], hit_outset: 21 }]",
      never: ["a: \"b\" covers it"]),
    "covered by its subviews together": Row(
      layout:
        "views: [{ id: a, frame: [0, 0, 50, 50], children: [{ id: b, frame: [0, 0, 50, 25] }, { id: c, frame: [0, 25, 50, 25] }] }]",
      never: ["a: its subviews cover it"]),
    "covered by a turned view that is large enough": Row(
      layout:
        "views: [{ id: a, frame: [100, 100, 40, 40] }, { id: b, frame: [90, 90, 60, 60], transform: { rotate: 45deg } }]",
      never: ["a: \"b\" covers it"]),
    "corners that look out from under a turned view": Row(
      layout:
        "views: [{ id: a, frame: [100, 100, 40, 40] }, { id: b, frame: [93, 93, 54, 54], transform: { rotate: 45deg } }]",
      never: []),
    "flattened": Row(
      layout:
        "views: [{ id: a, frame: [0, 0, 50, 50], transform: { matrix: [0, 0, 0, 1, 0, 0] }, children: [{ id: b }] }]",
      never: [
        "b: it is in \"a\", of which is said: its transform leaves no area of it",
        "a: its transform leaves no area of it",
      ]),
    "a window under one of a higher level": Row(
      layout: "windows: [{ id: top, level: 1, views: [] }, { id: below, level: 0, views: [] }]",
      never: ["below: \"top\" covers it"]),
    "a hidden window in front": Row(
      layout: "windows: [{ id: below, views: [] }, { id: top, level: 1, hidden: true, views: [] }]",
      never: ["top: it is hidden"]),
    "exclusive touch is a matter of other fingers, not of the place": Row(
      layout: "views: [{ id: a, frame: [0, 0, 50, 50], exclusive_touch: true }]", never: []),
  ]

  @Test("Rows", arguments: rows)
  func row(_ row: Row) throws {
    let text = "version: 1\nscreen: { size: [400, 300] }\n\(row.layout)\n"
    let application = try SampleLayouts.application(of: layout(text))
    let seen = try #require(
      Reachability(of: application.windowsFromFront, on: Rect(x: 0, y: 0, width: 400, height: 300)))
    let never = seen.views.compactMap { view in
      if case .never(let obstacle) = view.reach { "\(view.view.identifier): \(obstacle)" } else { nil }
    }
    #expect(never == row.never)
  }
}
