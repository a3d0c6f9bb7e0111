import Testing

@testable import TouchdKit

@Suite("Keys that are wrong")
struct KeyProblemTests {
  @Test(
    "unknown keys",
    arguments: [
      .view("frmae: full", #"6:5: error: unknown key "frmae" in a view (did you mean "frame"?)"#),
      .view(
        "gestures: [{ tap: {}, count: 5 }]",
        #"6:27: error: unknown key "count" in a gesture (`count` belongs in `tap`)"#),
      .view(
        "gestures: [{ pan: {}, numberOfTapsRequired: 2 }]",
        #"6:27: error: unknown key "numberOfTapsRequired" in a gesture (`count` belongs in `tap`)"#),
      .view(
        "gestures: [{ long_press: { numberOfTapsRequired: 2 } }]",
        #"6:32: error: unknown key "numberOfTapsRequired" in `long_press` (did you mean "taps"?)"#),
      .view(
        "gestures: [{ tap: {}, require(toFail:): [b] }]",
        #"6:27: error: unknown key "require(toFail:)" in a gesture (did you mean "requires_failure_of"?)"#),
      .view(
        "gestures: [{ UIScreenEdgePanGestureRecognizer: { edges: left } }]",
        #"6:18: error: unknown key "UIScreenEdgePanGestureRecognizer" in a gesture (did you mean "edge_pan"?)"#
      ),
      .view(
        "gestures: [{ pinch: { scale: 2 } }]",
        #"6:27: error: unknown key "scale" in `pinch` (`scale` belongs in a transform)"#),
      .view(
        "gestures: [{ pinch: { colour: 2 } }]",
        #"6:27: error: unknown key "colour" in `pinch` (`pinch` has no keys)"#),
      .view(
        "contentSize: [1, 1]",
        #"6:5: error: unknown key "contentSize" in a view (`content_size` belongs in `scroll`)"#),
      .view(
        "type: control\n    control: { events: { touchUpInside: audit } }",
        #"7:26: error: unknown key "touchUpInside" in `events` (did you mean "touch_up_inside"?)"#),
      .layout(
        "thresholds: { hover: {} }",
        #"4:15: error: unknown key "hover" in `thresholds` (`hover` belongs in a gesture)"#),
      .view(
        "on_touch: { to: audit, before: true }",
        #"6:28: error: unknown key "before" in `on_touch` (`before` belongs in a window's `on_touch`)"#),
      .view(
        "controller: { identifier: c }",
        #"6:19: error: unknown key "identifier" in a controller (the keys of a controller are id, presenting, on_touch, custom)"#
      ),
      .screen("sice: 1", #"2:25: error: unknown key "sice" in `screen` (did you mean "size"?)"#),
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
        "version: 7", #"4:1: error: duplicate key "version" in a layout (it stands in line 1 already)"#),
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
        "screen: { size: [1, 1] }\nviews: []", "1:1: error: a layout must have `version` (write `version: 1`)"
      ),
      Mistake(
        "version: 1\nviews: []",
        "1:1: error: a layout must have `screen` (write `screen: { size: [1920, 1080] }`)"),
      Mistake(
        "version: 1\nscreen: { name: a }\nviews: []",
        "2:9: error: `screen` must have `size` (write `size: [1920, 1080]`)"),
      Mistake(
        "version: 1\nscreen: { size: [1, 1] }",
        "1:1: error: a layout must have `views` or `windows` (write `views:`, and below it `- id: NAME` for each view; `views: []` is a screen without views)"
      ),
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
      Mistake(
        "version: 1\nscreen: { size: [1, 1] }\nview: []",
        #"3:1: error: unknown key "view" in a layout (did you mean "views"?)"#),
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
      .view(
        "hit: normal\n    hit_redirect: window", "7:5: error: a view has either `hit` or `hit_redirect`"),
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
        "gestures: [{ long_press: {}, tap: {} }]",
        "6:34: error: a gesture is one recognizer; this one is `long_press` already "
          + "(begin another item of the list with `- tap:`)"),
      .view(
        "gestures: [{ hover: , name: h, pan: {}, swipe: {} }]",
        "6:36: error: a gesture is one recognizer; this one is `hover` already "
          + "(begin another item of the list with `- pan:`)",
        "6:45: error: a gesture is one recognizer; this one is `hover` already "
          + "(begin another item of the list with `- swipe:`)"),
    ] as [Mistake])
  func either(mistake: Mistake) { mistake.check() }
}
