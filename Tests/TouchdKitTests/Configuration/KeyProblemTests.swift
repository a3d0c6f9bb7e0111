import TestTables

@testable import TouchdKit

@Suite("Keys that are wrong")
struct KeyProblemTests {
  static let rows: Table<Mistake> = [
    // Unknown keys.
    "thresholds: { hover: {} }": .inLayout(
      #"4:15: error: unknown key "hover" in `thresholds` (`hover` belongs in a gesture)"#),
    "responders: { a: { plugin: log, levle: info } }": .inLayout(
      #"4:33: error: unknown key "levle" in a responder of plugin `log` (did you mean "level"?)"#),
    // A key given twice is an error at the second, which is not read.
    "id: b": .inView(#"6:5: error: duplicate key "id" in a view (it stands in line 5 already)"#),
    "responders: { a: { plugin: log }, a: { plugin: lgo } }": .inLayout(
      #"4:35: error: duplicate key "a" in `responders` (it stands in line 4 already)"#),
    // Keys that are no strings.
    "5: b": .inView("6:5: error: a key must be a string"),
    "true: b": .inView("6:5: error: a key must be a string"),
    "[a, b]: b": .inView("6:5: error: a key must be a string"),
    "transform: { ? { a: b } : c }": .inView("6:20: error: a key must be a string"),
    #"responders: { "": { plugin: log } }"#: .inLayout("4:15: error: a name must not be empty"),
    #"responders: { "a\tb": { plugin: log } }"#: .inLayout(
      "4:15: error: a name must not contain control characters"),
    // Keys that must be there.
    "version: 1\nviews: []": .inFile(
      "1:1: error: a layout must have `screen` (write `screen: { size: [1920, 1080] }`)"),
    "version: 1\nscreen: { name: a }\nviews: []": .inFile(
      "2:9: error: `screen` must have `size` (write `size: [1920, 1080]`)"),
    "version: 1\nscreen: { size: [1, 1] }\nwindows: [{ id: a }]": .inFile(
      "3:11: error: a window must have `views` (write `views: []`)"),
    "on_touch: { forward: true }": .inView("6:15: error: `on_touch` must have `to` (write `to: NAME`)"),
    "gestures: [{ name: a }]": .inView(
      "6:16: error: a gesture must have `tap`, `long_press`, `pan`, `swipe`, `pinch`, `rotation`, `edge_pan`, `hover` or `custom`"
    ),
    "gestures: [{ edge_pan: {} }]": .inView(
      "6:28: error: `edge_pan` must have `edge` (write `edge: left`)"),
    "gestures: [{ edge_pan: }]": .inView("6:28: error: `edge_pan` must have `edge` (write `edge: left`)"),
    "responders: { a: {} }": .inLayout("4:18: error: a responder must have `plugin`"),
    "responders: { a: { plugin: exec } }": .inLayout(
      "4:18: error: a responder of plugin `exec` must have `run`"),
    // A mistyped key is one problem, not also a missing one.
    "verison: 1\nscreen: { size: [1, 1] }\nviews: []": .inFile(
      #"1:1: error: unknown key "verison" in a layout (did you mean "version"?)"#),
    "gestures: [{ tapp: {} }]": .inView(
      #"6:18: error: unknown key "tapp" in a gesture (did you mean "tap"?)"#),
    "responders: { a: { plugni: log } }": .inLayout(
      #"4:20: error: unknown key "plugni" in a responder (did you mean "plugin"?)"#),
    // Keys that exclude each other.
    "windows: [{ views: [] }]": .inLayout(
      "4:1: error: a layout has either `views` or `windows` "
        + "(`views` are those of the one window; put them into a window of `windows`)"),
    "hit: normal\n    hit_redirect: window": .inView(
      "7:5: error: a view has either `hit` or `hit_redirect`"),
    "frame: { left: 1, right: 1, width: 1 }": .inView(
      "6:33: error: a frame takes two of `left`, `width` and `right`, not all three "
        + "(leave one out; it follows from the others)"),
    "frame: { height: 1, top: 1, bottom: 1 }": .inView(
      "6:33: error: a frame takes two of `top`, `height` and `bottom`, not all three "
        + "(leave one out; it follows from the others)"),
    "transform: { matrix: [1, 0, 0, 1, 0, 0], scale: 1 }": .inView(
      "6:46: error: a transform has either a `matrix` or `scale`"),
    "gestures: [{ hover: , name: h, pan: {}, swipe: {} }]": .inView(
      "6:36: error: a gesture is one recognizer; this one is `hover` already "
        + "(begin another item of the list with `- pan:`)",
      "6:45: error: a gesture is one recognizer; this one is `hover` already "
        + "(begin another item of the list with `- swipe:`)"),
  ]

  @Test("What is said", arguments: rows)
  func said(mistake: Mistake) { mistake.check() }
}
