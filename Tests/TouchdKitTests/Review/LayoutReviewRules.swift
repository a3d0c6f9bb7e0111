import TestTables

@testable import TouchdKit

/// What `touchd check` says of gestures, responders, programs, fingers and lengths that cannot do what they seem to.
@Suite("Review: what cannot work") struct LayoutReviewRules {
  struct Row: TableRow {
    var what = ""
    /// In `screen`, behind the size of 400 × 300.
    var screen = ""
    /// From the third line of the layout on.
    let layout: String
    /// What the daemon's file grants; `nil` where the layout is checked by itself.
    var grants: Grants?
    var lacks: [String: ProgramLack] = [:]
    var lackedUnits: Set<String> = []
    /// The panels that are plugged in and match, by how many fingers they report.
    var panels: [Int?] = []
    /// The connectors of the machine.
    var outputs: [String] = []
    var said: [String] = []
  }

  private static let mute =
    "it has no `to` (write `to: NAME` with a name of `responders`; or give it a `name`, if a program on the events socket hears it)"
  private static let unused =
    "(name it in the `to` of a gesture or of an `on_touch`, or leave it out)"
  private static let exec =
    "responders: { a: { plugin: exec, run: [bin/play, --loud] } }\nviews: [{ on_touch: { to: a } }]"
  private static let keys =
    "responders: { a: { plugin: keys, press: KEY_A } }\nviews: [{ on_touch: { to: a } }]"
  private static func gesture(_ gesture: String) -> String {
    "views: [{ id: v, gestures: [{ \(gesture), to: a }] }]\nresponders: { a: { plugin: log } }"
  }

  static let uses: Table<Row> = [
    "a gesture without `to`": Row(
      layout: "views: [{ id: v, gestures: [{ tap: {} }] }]",
      said: ["3:31: warning: nothing hears the gesture \"v.tap\": \(mute)"]),
    "one of a window": Row(
      layout: "windows: [{ id: w, views: [], gestures: [{ pan: }] }]",
      said: ["3:44: warning: nothing hears the gesture \"w.pan\": \(mute)"]),
    "a name is for programs on the events socket": Row(
      layout: "views: [{ gestures: [{ tap: {}, name: press }] }]"),
    "a flag is for the view, or for the page": Row(
      layout: "views: [{ gestures: [{ tap: {}, delays_began: true }, { pinch: {}, cancels_touches: true }] }]"
    ),
    "another gesture waits for its failure": Row(
      layout:
        "views: [{ id: v, gestures: [{ tap: { count: 2 } }, { tap: {}, to: a, requires_failure_of: v.tap }] }]\nresponders: { a: { plugin: log } }"
    ),
    "a recognizer of the program's own may tell others": Row(
      layout: "views: [{ gestures: [{ custom: { recognizer: corners } }] }]"),
    "a responder that nothing names": Row(
      layout: "views: []\nresponders: { a: { plugin: log } }",
      said: ["4:15: warning: nothing uses the responder \"a\" \(unused)"]),
    "responders that something names": Row(
      layout: """
        responders: { a: { plugin: log }, b: { plugin: log }, c: { plugin: log }, d: { plugin: log }, e: { plugin: log } }
        views: [{ type: control, frame: [0, 0, 9, 9], control: { events: { touch_down: a } } }, { frame: [9, 9, 9, 9], controller: { on_touch: { to: b } } }]
        wake: { to: c }
        idle: [{ after: 1s, name: i, to: d }]
        application: { delegate: { on_touch: { to: e } } }
        """),
    "a plugin of the program's own may act by itself": Row(
      layout: "views: []\nresponders: { a: { plugin: counter } }"),
  ]

  static let actions: Table<Row> = [
    "a program that is there": Row(layout: exec),
    "one that is not there": Row(
      layout: exec, lacks: ["bin/play": .absent],
      said: [
        "3:39: warning: there is no program \"bin/play\" on this machine (check the path; a relative one starts at the folder that touchd runs in)"
      ]),
    "one by name that is not there": Row(
      layout: exec.replacing("bin/play", with: "play"), lacks: ["play": .absent],
      said: [
        "3:39: warning: there is no program \"play\" on this machine (write its whole path, or install it)"
      ]),
    "one that is not executable": Row(
      layout: exec, lacks: ["bin/play": .notExecutable],
      said: ["3:39: warning: \"bin/play\" is not executable (make it executable, as with `chmod +x`)"]),
    "a folder": Row(
      layout: exec, lacks: ["bin/play": .folder],
      said: ["3:39: warning: \"bin/play\" is a folder, not a program (name the program in it)"]),
    "a daemon's file that does not let layouts start programs": Row(
      layout: exec, grants: Grants.none,
      said: [
        "3:28: warning: \"a\" does nothing: the daemon starts no programs with touchd.yaml (write `exec: true` into that file, which only root may write then)"
      ]),
    "one that does": Row(layout: exec, grants: Grants(exec: true)),
    "a unit that is not there": Row(
      layout:
        "responders: { a: { plugin: unit, start: kiosc.service }, b: { plugin: unit, stop: kiosk.service } }\nviews: [{ on_touch: { to: a } }, { frame: [0, 0, 9, 9], on_touch: { to: b } }]",
      lackedUnits: ["kiosc.service"],
      said: [
        "3:41: warning: there is no unit \"kiosc.service\" on this machine (check the name: `systemctl list-unit-files` shows those of the system)"
      ]),
    "the same of keys": Row(
      layout: keys, grants: Grants(exec: true),
      said: [
        "3:28: warning: \"a\" does nothing: the daemon presses no keys with touchd.yaml (write `keys: true` into that file, which only root may write then)"
      ]),
    "and where they may be pressed": Row(layout: keys, grants: Grants(keys: true)),
  ]

  static let fingers: Table<Row> = [
    "two fingers on a panel that reports one": Row(
      layout: gesture("tap: { touches: 2 }"), panels: [1],
      said: [
        "3:31: warning: \"v.tap\" needs 2 fingers, and the panel \"panel 0\" (/dev/input/event0) reports one (use a gesture of one finger, such as several taps or a long press)"
      ]),
    "a pinch has two": Row(
      layout: gesture("pinch: {}"), panels: [1],
      said: [
        "3:31: warning: \"v.pinch\" needs 2 fingers, and the panel \"panel 0\" (/dev/input/event0) reports one (use a gesture of one finger, such as several taps or a long press)"
      ]),
    "five fingers on a panel with two slots": Row(
      layout: gesture("long_press: { touches: 5 }"), panels: [2],
      said: [
        "3:31: warning: \"v.long_press\" needs 5 fingers, and the panel \"panel 0\" (/dev/input/event0) reports at most 2 (use a gesture of fewer fingers, such as several taps or a long press)"
      ]),
    "as many as there are": Row(layout: gesture("swipe: { touches: 2 }"), panels: [2]),
    "the larger of two panels may be meant": Row(layout: gesture("pan: { min_touches: 2 }"), panels: [1, 5]),
    "a panel that does not say how many": Row(layout: gesture("rotation: {}"), panels: [1, nil]),
    "no panel is plugged in": Row(layout: gesture("rotation: {}")),
  ]

  private static let inPoints = "(a number without unit is points; millimetres are written as 0.5mm)"
  private static func filter(_ filter: String, size: String = "[80, 60]") -> String {
    "size_mm: \(size), touchscreen: { filters: [{ \(filter) }] }"
  }

  static let lengths: Table<Row> = [
    "a size in centimetres": Row(
      screen: "size_mm: [8, 6]", layout: "views: []",
      said: [
        "2:38: warning: a screen of 400 × 300 points is larger than 8 × 6 mm (`size_mm` is in millimetres: a centimetre has 10, an inch 25.4)"
      ]),
    "a telephone": Row(screen: "size_mm: [12, 9]", layout: "views: []"),
    "a band at the edge that leaves nothing": Row(
      screen: filter("edge: 30mm"), layout: "views: []",
      said: [
        "2:75: warning: with this filter no finger lands anywhere: the band covers the whole screen \(inPoints)"
      ]),
    "one that leaves the middle": Row(screen: filter("edge: 29mm"), layout: "views: []"),
    "a hysteresis of more than a tenth": Row(
      screen: filter("hysteresis: 31"), layout: "views: []",
      said: [
        "2:75: warning: with this filter a finger moves more than a tenth of the screen before anything follows it \(inPoints)"
      ]),
    "one of a tenth": Row(screen: filter("hysteresis: 30"), layout: "views: []"),
    "palms as wide as fingertips: points were not meant": Row(
      screen: filter("size: 39"), layout: "views: []",
      said: [
        "2:75: warning: with this filter fingers count as palms: it is 7.8 mm (a palm is wider than a fingertip, such as 40mm; a number without unit is points)"
      ]),
    "palms": Row(screen: filter("size: 40mm"), layout: "views: []"),
    "on a screen without a size, points may be right": Row(
      screen: "touchscreen: { filters: [{ size: 39 }] }", layout: "views: []"),
    "a press that may move further than the screen": Row(
      layout: gesture("long_press: { allowable_movement: 401 }"),
      said: [
        "3:31: warning: a finger may move 401 points during \"v.long_press\", and the screen has 400 × 300 (`allowable_movement` is in points; 10 is usual)"
      ]),
  ]

  private static func corner(_ more: String) -> String {
    """
    responders: { a: { plugin: log }, b: { plugin: exec, run: [play] }, c: { plugin: socket } }
    views: [{ id: page, \(more), children: [{ id: v, gestures: [{ tap: { count: 5 }, delays_began: true, to: [a, b, c] }] }] }]
    """
  }
  private static func pad(_ key: String, _ plugin: String = "log") -> String {
    """
    responders: { a: { plugin: \(plugin) } }
    views: [{ id: pin, frame: [0, 0, 90, 90], sensitive: true, children: [{ children: [{ id: k1, \(key) }] }] }, { frame: [90, 0, 9, 9], on_touch: { to: a } }]
    """
  }
  private static let unheld =
    "\"v.tap\" holds nothing back: with `delivery: observe` the page gets each touch itself (write `delivery: filter` in `screen`, or leave `delays_began` out)"
  private static let unlogged =
    "\"a\" logs nothing of \"k1\": which view in the sensitive \"pin\" is touched stays in the process (a plugin of your own, or a program that answers for `plugin: socket`, is sent it)"
  private static let shown =
    "what \"a\" does shows that \"k1\" was touched, in the sensitive \"pin\" (bind the views in it to a plugin of your own, or to `plugin: socket`)"

  static let secrets: Table<Row> = [
    "a secret gesture where the page gets each touch": Row(
      layout: corner("hidden: false"), said: ["4:69: warning: \(unheld)"]),
    "a log only writes down what is held back": Row(
      layout: corner("on_touch: { to: a, forward: true }"), said: ["4:90: warning: \(unheld)"]),
    "a view that acts on touches may wait for it": Row(layout: corner("on_touch: { to: c, forward: true }")),
    "with `filter`, the page waits": Row(
      screen: "delivery: filter", layout: corner("hidden: false"), said: []),
    "a log of gestures in a sensitive view": Row(
      layout: pad("gestures: [{ tap: {}, to: a }]"), said: ["4:120: warning: \(unlogged)"]),
    "of its touches": Row(layout: pad("on_touch: { to: a }"), said: ["4:110: warning: \(unlogged)"]),
    "of what a person does who explores it": Row(
      layout: pad("accessible: { label: One, on: { magic: a } }"), said: ["4:133: warning: \(unlogged)"]),
    "a program that is started for them": Row(
      layout: pad("on_touch: { to: a }", "exec, run: [play]"), said: ["4:110: warning: \(shown)"]),
    "one that answers for them": Row(layout: pad("on_touch: { to: a }", "socket")),
    "a gesture beside it that waits for one in it": Row(
      layout: """
        responders: { a: { plugin: socket } }
        views: [{ frame: [0, 0, 90, 90], sensitive: true, children: [{ gestures: [{ tap: {}, name: one, to: a }] }] }, { frame: [90, 0, 9, 9], gestures: [{ tap: {}, name: two, to: a, requires_failure_of: [one] }] }]
        """,
      said: [
        "4:198: warning: \"two\" shows what comes of \"one\", in a sensitive view (let it wait for a gesture of the sensitive view itself)"
      ]),
    "a name that no program hears": Row(
      layout: pad("gestures: [{ tap: {}, name: one }]"),
      said: [
        "4:122: warning: nothing hears \"one\": what happens in the sensitive \"pin\" stays in the process (write `to: NAME` with a name of `responders`)"
      ]),
  ]

  private static func output(_ name: String, _ here: [String] = [], says: String? = nil) -> Row {
    Row(
      what: "an output called \(name), of \(here)", screen: "output: \(name)", layout: "views: []",
      outputs: here,
      said: says.map { ["2:37: warning: no connector is called \"\(name)\" (\($0))"] } ?? [])
  }
  static let outputs = [
    output("HDMI-A-1"), output("eDP-1", ["HDMI-A-1"]), output("DSI-2"), output("Virtual-1"),
    output("X-1", ["X-1"]),
    output("HDMI-2", ["HDMI-A-1", "HDMI-A-2"], says: "did you mean \"HDMI-A-2\"?"),
    output("HDMI3", ["DP-1", "HDMI-A-1"], says: "did you mean \"HDMI-A-1\"?"),
    output("HDNI-A-1", ["HDMI-A-1"], says: "did you mean \"HDMI-A-1\"?"),
    output(
      "monitor",
      says: "the folders in /sys/class/drm have their names behind the card: HDMI-A-1, DP-1, eDP-1, DSI-1"),
  ]

  private static let exploring = "delivery: filter, size_mm: [400, 300], height_mm: 1000"
  private static func explored(_ accessible: String, _ frame: String, more: String = "") -> String {
    "explore: { headphones: true }\nviews: [{ id: v, frame: [\(frame)], accessible: { \(accessible) } }\(more)]"
  }

  static let elements: Table<Row> = [
    "an element that a person finds": Row(
      screen: exploring, layout: explored("label: Pay", "0, 100, 50, 50")),
    "one without a label": Row(
      screen: exploring, layout: explored("", "0, 100, 50, 50"),
      said: [
        "4:15: warning: a person who explores hears no name of \"v\" (write `label` in `accessible`)"
      ]),
    "one under another view": Row(
      screen: exploring,
      layout: explored("label: Pay", "0, 100, 50, 50", more: ", { id: top, frame: [20, 120, 20, 20] }"),
      said: [
        "4:25: warning: to activate \"v\" touches \"top\", not it (write a `point` in `accessible` at which nothing is in front of it)"
      ]),
    "one whose point is beside that": Row(
      screen: exploring,
      layout: explored(
        "label: Pay, point: [5, 105]", "0, 100, 50, 50", more: ", { id: top, frame: [20, 120, 20, 20] }")),
    "one under what a program hides": Row(
      screen: exploring,
      layout: "socket: { commands: [show] }\n" + explored("label: Pay", "0, 100, 50, 50", more: ", {}")),
    "one that comes into sight when its scroll view is scrolled": Row(
      screen: exploring,
      layout:
        "explore: { headphones: true }\nviews: [{ type: scroll, frame: [0, 100, 90, 90], children: [{ id: v, frame: [0, 200, 50, 50], accessible: { label: Pay } }] }]"
    ),
    "one that is smaller than a fingertip": Row(
      screen: exploring, layout: explored("label: Pay", "0, 100, 8, 50"),
      said: [
        "4:25: warning: \"v\" is smaller than 9 mm, so a finger that explores misses it (make it larger, or give it a `hit_outset`)"
      ]),
    "one whose outset makes it as large": Row(
      screen: exploring, layout: explored("label: Pay", "20, 100, 8, 50], hit_outset: [0, 1, 0, 0")),
    "one as wide as that, but for rounding, where a millimetre has fewer points across than down": Row(
      screen: "delivery: filter, size_mm: [420, 300], height_mm: 1000",
      layout: explored("label: Pay", "2mm, 100, 9mm, 50")),
    "one that is too high": Row(
      screen: exploring, layout: explored("label: Pay", "0, 0, 50, 50"),
      said: [
        "4:25: warning: \"v\" is higher than 1220 mm, which not everyone reaches (write `reach: true` in `explore`, or move it down)"
      ]),
    "nothing turns it on": Row(
      screen: exploring, layout: "explore: { language: en }\nviews: []",
      said: [
        "3:10: warning: nothing turns `explore` on (write `headphones: true`, or a responder `{ plugin: explore, mode: toggle }` for a gesture)"
      ]),
    "what makes it louder does not turn it on": Row(
      screen: exploring,
      layout:
        "explore: {}\nresponders: { a: { plugin: explore, volume: up } }\nviews: [{ gestures: [{ tap: {}, to: a }] }]",
      said: [
        "3:10: warning: nothing turns `explore` on (write `headphones: true`, or a responder `{ plugin: explore, mode: toggle }` for a gesture)"
      ]),
    "there is nothing to turn on": Row(
      layout:
        "responders: { a: { plugin: explore, mode: on } }\nviews: [{ gestures: [{ tap: {}, to: a }] }]",
      said: [
        "3:28: warning: \"a\" does nothing: the layout has no `explore` (write `explore: {}` beside `screen`)"
      ]),
  ]

  @Test("Rows", arguments: uses + actions + fingers + lengths + secrets + outputs + elements)
  func row(_ row: Row) throws {
    let text = "version: 1\nscreen: { size: [400, 300], \(row.screen) }\n\(row.layout)\n"
    let panels = row.panels.enumerated().map { index, fingers in
      ReviewedMachine.KnownPanel(name: "panel \(index)", path: "/dev/input/event\(index)", fingers: fingers)
    }
    let machine = ReviewRig.machine(
      lacks: row.lacks, lackedUnits: row.lackedUnits, panels: panels, outputs: row.outputs)
    #expect(try ReviewRig.said(of: text, grants: row.grants, on: machine) == row.said)
  }

  @Test("Devices are not opened for gestures of one finger")
  func devicesLeftAlone() throws {
    let text = "version: 1\nscreen: { size: [400, 300] }\n\(Self.gesture("tap: { count: 5 }"))\n"
    let layout = try #require(SampleLayouts.reader.read(Array(text.utf8), file: "f").layout)
    let machine = ReviewedMachine(
      programLack: { _ in nil }, lacksUnit: { _ in false }, serviceObstacle: { _, _ in nil },
      panels: { _ in
        Issue.record("devices are opened")
        return []
      })
    LayoutReview(layout, nil, on: machine, Findings(file: "f", bytes: [])).run()
  }

  @Test("Of thousands of elements, each is looked at once", .timeLimit(.minutes(1)))
  func manyElements() throws {
    let element = "{ frame: [0, 0, 99, 99], on_touch: { to: s }, accessible: { label: a } }"
    let count = 6_000
    let elements = Array(repeating: element, count: count).joined(separator: ",\n  ")
    let responders = (0..<count).map { "r\($0): { plugin: log }" }.joined(separator: ", ")
    let said = try ReviewRig.said(
      of: """
        version: 1
        screen: { size: [400, 300], delivery: filter }
        explore: { headphones: true }
        responders: { s: { plugin: socket }, \(responders) }
        views: [\(elements)]
        """)
    #expect(said.count == Findings.limit + 1)
  }
}
