import Glibc
import TestTables

@testable import TouchdKit

/// What is in a picture of a layout: elements, places, words. The screen is 100 × 50, and is drawn four times as large.
@Suite("Picture of a layout") struct PictureRules {
  struct Row: TableRow {
    var what = ""
    let views: String
    var point: Point?
    /// What is in the drawing.
    let has: [String]
    var hasNot: [String] = []
  }

  static let rows: Table<Row> = [
    "a view has its id, its place and its outline": Row(
      views: "[{ id: a, frame: [10, 5, 20, 10] }]",
      has: [
        #"<g class="view" data-view="a" data-reach="reached">"#,
        #"<path class="s0 f0" d="M64 128L64 88L144 88L144 128Z"/>"#, ">a</text>",
        "<title>a; 200 square points hit it</title>", "100 × 50 points; 1 window and 1 view; all can be hit",
      ], hasNot: ["outset s0\" d=\"M64", "Never hit"]),
    "an outset is another outline": Row(
      views: "[{ id: a, frame: [10, 5, 20, 10], hit_outset: 5 }]",
      has: [#"<path class="outset s0" d="M44 148L44 68L164 68L164 148Z"/>"#]),
    "a turned view is drawn turned": Row(
      views: "[{ id: a, frame: [40, 15, 20, 20], transform: { rotate: 45deg } }]",
      has: ["M167.4 168L224 111.4L280.6 168L224 224.6Z", "rotate(45)"]),
    "what is never hit is hatched, and in a list with its reason": Row(
      views:
        "[{ id: a, frame: [10, 5, 20, 10] }, { id: b, frame: [5, 0, 30, 20] }, { id: c, frame: [0, 30, 9, 9], hidden: true }]",
      has: [
        #"<g class="view never" data-view="a" data-reach="never">"#, #"data-list="never""#,
        #">a: &quot;b&quot; covers it</text>"#, #"data-list="wanted""#, ">c: it is hidden</text>",
        "2 never hit, 1 of them by accident",
      ]),
    "the elements of explore by touch have numbers, in the order in which they are read": Row(
      views:
        "[{ id: b, frame: [50, 5, 20, 20], accessible: { label: Pay, traits: button } }, { id: a, frame: [10, 5, 20, 20], accessible: {} }]",
      has: [">1</text>", ">1 a, without a label</text>", ">2 b, Pay, button</text>"]),
    "the window under a page is not hatched": Row(
      views: "[{ id: a }]",
      has: [#"<g class="view idle" data-view="window""#, ">window: its subviews cover it</text>"]),
    "a view outside the screen is beside it": Row(
      views: "[{ id: a, frame: [95, 60, 9, 9] }, { id: b, frame: [105, 0, 5, 5] }]",
      has: [">b: it is outside the screen</text>", "M444 88L444 68L464 68L464 88Z"]),
    "a point shows the hit path, the chain and the gestures": Row(
      views: "[{ id: a, frame: [10, 5, 20, 10], gestures: [{ tap: {}, to: log }] }]",
      point: Point(x: 12, y: 6),
      has: [
        #"<g class="path" data-view="window">"#,
        #"<path class="s1 f1 hit" d="M64 128L64 88L144 88L144 128Z"/>"#,
        ">A finger at 12, 6 hits a: window › a</text>",
        ">Responder chain: 1 a → 2 window → 3 application</text>",
        ">Gestures that see it: a.tap (on a)</text>", #"d="M72 92m-12 0h8m8 0h8m-12 -12v8m0 8v8""#,
      ]),
    "a point that hits no view": Row(
      views: "[]", point: Point(x: -4, y: 6), has: [">A finger at -4, 6 hits window: window</text>"]),
    "an id that would end its attribute or its element": Row(
      views: #"[{ id: "<&\"'>", frame: [10, 5, 60, 10] }]"#,
      has: [#"data-view="&lt;&amp;&quot;&#39;&gt;""#, ">&lt;&amp;&quot;&#39;&gt;</text>"], hasNot: ["<&"]),
    "an id that is too long for its view is cut there, and whole in its explanation": Row(
      views: "[{ id: a-rather-long-name-for-a-button, frame: [10, 5, 20, 10] }]",
      has: [">a-rather-…</text>", "<title>a-rather-long-name-for-a-button;"]),
    "no views": Row(views: "[]", has: ["1 window and 0 views; all can be hit", "</svg>\n"]),
  ]

  @Test("Rows", arguments: rows)
  func row(_ row: Row) throws {
    let text = try Self.picture("views: \(row.views)", point: row.point)
    for words in row.has { #expect(text.contains(words), "no \(words) in:\n\(text)") }
    for words in row.hasNot { #expect(!text.contains(words), "\(words) in:\n\(text)") }
  }

  @Test("A picture needs nothing beside itself")
  func standsAlone() throws {
    let text = try Self.picture("views: [{ id: a, frame: [1, 1, 9, 9] }]", point: .zero)
    for words in ["<script", "<image", "@import", "@font-face", "href", "javascript:", "<foreignObject"] {
      #expect(!text.contains(words), "\(words)")
    }
    #expect(text.contains("prefers-color-scheme: dark"))
    let addresses = text.split(separator: "http").dropFirst().filter {
      !$0.hasPrefix("://www.w3.org/2000/svg\"")
    }
    #expect(addresses.isEmpty, "\(addresses)")
  }

  @Test("The largest layouts make files that a browser opens", arguments: Large.all)
  func large(_ large: Large) throws {
    let text = try Self.picture(large.layout, size: "[4000, 4000]", effort: large.effort)
    #expect(text.utf8.count < LayoutPicture.mostBytes, "\(text.utf8.count) bytes")
    #expect(text.hasSuffix("</svg>\n"))
    for words in large.has { #expect(text.contains(words), "no \(words)") }
  }

  /// A layout with as many parts as there may be, or nearly.
  struct Large: TableRow {
    var what = ""
    let views: @Sendable (Int) -> String
    var count = Large.most
    var effort = Reachability.effort
    let has: [String]

    /// As many as a layout may have, or a tenth of that, which takes a tenth of the time.
    static let most = getenv("PICTURE_PARTS") == nil ? 3_900 : 39_000

    var layout: String { "views: [\((0..<count).map(views).joined(separator: ", "))]" }

    static let all: Table<Large> = [
      "buttons in rows": Large(
        views: { "{ frame: [\($0 % 200 * 20), \($0 / 200 * 20), 18, 18] }" },
        has: ["1 window and \(most) views; all"]),
      "one over the other": Large(
        views: { _ in "{ frame: [1, 1, 3998, 3998] }" },
        has: ["\(most - 1) never hit, \(most - 1) of them by accident", "and \(most - 201) more"]),
      "long names, and gestures that are named after them": Large(
        views: { number in
          let id = "x" + String(repeating: "&", count: 245) + "\(number)"
          let gestures = "[{ tap: {} }, { pan: {} }, { pinch: {} }, { rotation: {} }]"
          return
            "{ id: \(id), frame: [\(number % 80 * 50), \(number / 80 * 40), 40, 30], gestures: \(gestures) }"
        }, count: most / 5, has: ["\(most / 5) views"]),
      "too many turned strips to say what is hit": Large(
        views: { "{ frame: [0, \($0), 4000, 1], transform: { rotate: \($0 % 360 * 3 + 1).\($0 % 10)deg } }" },
        count: 3_000, effort: 200_000, has: ["too many views overlap"]),
    ]
  }

  static func picture(
    _ views: String, size: String = "[100, 50]", point: Point? = nil, effort: Int = Reachability.effort
  ) throws -> String {
    let text =
      "version: 1\nscreen: { size: \(size), name: desk }\nresponders: { log: { plugin: log } }\n\(views)\n"
    let application = try SampleLayouts.application(of: layout(text))
    var picture = LayoutPicture(of: application, title: "desk")
    picture.point = point
    picture.effort = effort
    return picture.text
  }

  @Test(
    "Numbers in a drawing",
    arguments: [
      (0, "0"), (-0.0, "0"), (0.04, "0"), (-0.04, "0"), (-0.06, "-0.1"), (12, "12"), (12.34, "12.3"),
      (-12.36, "-12.4"), (99.96, "100"), (.nan, "999999999"), (.infinity, "999999999"),
      (-1e300, "-999999999"),
    ] as [(Double, String)])
  func number(number: Double, text: String) { #expect(SVG.number(number) == text) }

  struct Text: TableRow {
    var what = ""
    let given: String
    let escaped: String
  }

  static let texts: Table<Text> = [
    "plain": Text(given: "a view, 1.5", escaped: "a view, 1.5"),
    "what ends an element or an attribute": Text(
      given: "<a b='c' d=\"e\">&amp;", escaped: "&lt;a b=&#39;c&#39; d=&quot;e&quot;&gt;&amp;amp;"),
    "controls": Text(given: "a\u{0}\u{1b}[2J\u{7f}\u{85}b", escaped: "a\u{fffd}\u{fffd}[2J\u{fffd}\u{fffd}b"),
    "line feeds, which would come back as blanks": Text(given: "a\r\nb", escaped: "a\u{fffd}\u{fffd}b"),
    "marks of direction": Text(given: "a\u{202e}b", escaped: "a\u{fffd}b"),
    "what is no character": Text(given: "a\u{fffe}\u{1ffff}b", escaped: "a\u{fffd}\u{fffd}b"),
    "other languages": Text(given: "größe 図 🙂", escaped: "größe 図 🙂"),
  ]

  @Test("Foreign text in a drawing", arguments: texts)
  func text(_ row: Text) { #expect(SVG.escaped(row.given) == row.escaped) }
}
