import Testing

@testable import TouchdKit

@Suite("Keys that are wrong")
struct KeyProblemTests {
  @Test(
    "unknown keys",
    arguments: [
      .layout(
        "thresholds: { hover: {} }",
        #"4:15: error: unknown key "hover" in `thresholds` (`hover` belongs in a gesture)"#),
      .layout(
        "responders: { a: { plugin: log, levle: info } }",
        #"4:33: error: unknown key "levle" in a responder of plugin `log` (did you mean "level"?)"#),
      .layout(
        "plugins: /usr/lib/touchd",
        """
        4:1: error: unknown key "plugins" in a layout (no plugin is loaded from a file, since one that crashes would take \
        the panel with it: compile it into a program of your own (docs/plugins.md), or run it as a program of its own \
        on the events socket)
        """),
    ] as [Mistake])
  func unknown(mistake: Mistake) { mistake.check() }

  @Test(
    "a key given twice is an error at the second, which is not read",
    arguments: [
      .view("id: b", #"6:5: error: duplicate key "id" in a view (it stands in line 5 already)"#),
      .layout(
        "responders: { a: { plugin: log }, a: { plugin: lgo } }",
        #"4:35: error: duplicate key "a" in `responders` (it stands in line 4 already)"#),
    ] as [Mistake])
  func twice(mistake: Mistake) { mistake.check() }

  @Test(
    "keys that are no strings",
    arguments: [
      .view("5: b", "6:5: error: a key must be a string"),
      .view("true: b", "6:5: error: a key must be a string"),
      .view("[a, b]: b", "6:5: error: a key must be a string"),
      .view("transform: { ? { a: b } : c }", "6:20: error: a key must be a string"),
      .layout(#"responders: { "": { plugin: log } }"#, "4:15: error: a name must not be empty"),
      .layout(
        #"responders: { "a\tb": { plugin: log } }"#, "4:15: error: a name must not contain control characters"
      ),
    ] as [Mistake])
  func noString(mistake: Mistake) { mistake.check() }

  @Test(
    "keys that must be there",
    arguments: [
      Mistake(
        "version: 1\nviews: []",
        "1:1: error: a layout must have `screen` (write `screen: { size: [1920, 1080] }`)"),
      Mistake(
        "version: 1\nscreen: { name: a }\nviews: []",
        "2:9: error: `screen` must have `size` (write `size: [1920, 1080]`)"),
      Mistake(
        "version: 1\nscreen: { size: [1, 1] }\nwindows: [{ id: a }]",
        "3:11: error: a window must have `views` (write `views: []`)"),
      .view("on_touch: { forward: true }", "6:15: error: `on_touch` must have `to` (write `to: NAME`)"),
      .view(
        "gestures: [{ name: a }]",
        "6:16: error: a gesture must have `tap`, `long_press`, `pan`, `swipe`, `pinch`, `rotation`, `edge_pan`, `hover` or `custom`"
      ),
      .view("gestures: [{ edge_pan: {} }]", "6:28: error: `edge_pan` must have `edge` (write `edge: left`)"),
      .view("gestures: [{ edge_pan: }]", "6:28: error: `edge_pan` must have `edge` (write `edge: left`)"),
      .layout("responders: { a: {} }", "4:18: error: a responder must have `plugin`"),
      .layout(
        "responders: { a: { plugin: exec } }", "4:18: error: a responder of plugin `exec` must have `run`"),
    ] as [Mistake])
  func missing(mistake: Mistake) { mistake.check() }

  @Test(
    "a mistyped key is one problem, not also a missing one",
    arguments: [
      Mistake(
        "verison: 1\nscreen: { size: [1, 1] }\nviews: []",
        #"1:1: error: unknown key "verison" in a layout (did you mean "version"?)"#),
      .view(
        "gestures: [{ tapp: {} }]", #"6:18: error: unknown key "tapp" in a gesture (did you mean "tap"?)"#),
      .layout(
        "responders: { a: { plugni: log } }",
        #"4:20: error: unknown key "plugni" in a responder (did you mean "plugin"?)"#),
    ] as [Mistake])
  func onlyOnce(mistake: Mistake) { mistake.check() }

  @Test(
    "keys that exclude each other",
    arguments: [
      .layout(
        "windows: [{ views: [] }]",
        "4:1: error: a layout has either `views` or `windows` "
          + "(`views` are those of the one window; put them into a window of `windows`)"),
      .view("hit: normal\n    hit_redirect: window", "7:5: error: a view has either `hit` or `hit_redirect`"),
      .view(
        "frame: { left: 1, right: 1, width: 1 }",
        "6:33: error: a frame takes two of `left`, `width` and `right`, not all three "
          + "(leave one out; it follows from the others)"),
      .view(
        "frame: { height: 1, top: 1, bottom: 1 }",
        "6:33: error: a frame takes two of `top`, `height` and `bottom`, not all three "
          + "(leave one out; it follows from the others)"),
      .view(
        "transform: { matrix: [1, 0, 0, 1, 0, 0], scale: 1 }",
        "6:46: error: a transform has either a `matrix` or `scale`"),
      .view(
        "gestures: [{ hover: , name: h, pan: {}, swipe: {} }]",
        "6:36: error: a gesture is one recognizer; this one is `hover` already "
          + "(begin another item of the list with `- pan:`)",
        "6:45: error: a gesture is one recognizer; this one is `hover` already "
          + "(begin another item of the list with `- swipe:`)"),
    ] as [Mistake])
  func either(mistake: Mistake) { mistake.check() }
}
