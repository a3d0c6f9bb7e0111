import TestTables

@testable import TouchdKit

@Suite("Keys and values that are wrong")
struct KeyProblemTests {
  static let keys: Table<Mistake> = [
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
    "gestures: [{ edge_pan: {} }]": .inView("6:28: error: `edge_pan` must have `edge` (write `edge: left`)"),
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
    "hit: normal\n    hit_redirect: window": .inView("7:5: error: a view has either `hit` or `hit_redirect`"),
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

  static let values: Table<Mistake> = [
    // Values of another type than expected.
    "children: 5": .inView(
      "6:15: error: `children` must be a list of views, not the number 5 (write `children: [{ id: NAME }]`)"
    ),
    "children:": .inView(
      "6:14: error: `children` must be a list of views, not nothing (its items stand in the lines below it, each with `- `; `[]` is a list of none)"
    ),
    "gestures: {}": .inView(
      "6:15: error: `gestures` must be a list of gestures, not a mapping (write `gestures: [{ tap: { count: 5 } }]`)"
    ),
    "alpha: high": .inView(#"6:12: error: `alpha` must be a number, not the string "high""#),
    "alpha: [1]": .inView("6:12: error: `alpha` must be a number, not a list of 1"),
    "hidden: off": .inView(
      #"6:13: error: `hidden` must be true or false, not the string "off" (did you mean false?)"#),
    "hidden: 0": .inView(
      "6:13: error: `hidden` must be true or false, not the number 0 (did you mean false?)"),
    "hidden: 'true'": .inView(
      #"6:13: error: `hidden` must be true or false, not the string "true" (did you mean true?)"#),
    "hidden: maybe": .inView(#"6:13: error: `hidden` must be true or false, not the string "maybe""#),
    "gestures: [{ tap: {}, to: 5 }]": .inView(
      "6:31: error: `to` must be a responder's name or a list of them, not the number 5"),
    "controller: { id: null }": .inView("6:23: error: `id` must be a string, not nothing"),
    "controller: { id: true }": .inView(
      #"6:23: error: `id` must be a string, not true (in quotes it is one: "true")"#),
    "application: []": .inLayout(
      "4:14: error: `application` must be a mapping with the keys of `application`, not a list of 0 (write `application: { on_touch: { to: NAME } }`)"
    ),
    "responders: [audit]": .inLayout(
      "4:13: error: `responders` must be a mapping, not a list of 1 (write `responders: { NAME: { plugin: log } }`)"
    ),
    "responders: { a: { plugin: exec, run: [] } }": .inLayout(
      "4:39: error: `run` must hold at least one string"),
    "responders: { a: { plugin: exec, run: [''] } }": .inLayout(
      "4:40: error: `run` must begin with a program"),
    "[]": .inFile(
      "1:1: error: the file must be a mapping with the keys of a layout, not a list of 0 (a layout begins with `version: 1` and `screen: { size: [1920, 1080] }`)"
    ),
    "a layout": .inFile(
      #"1:1: error: the file must be a mapping with the keys of a layout, not the string "a layout" (a layout begins with `version: 1` and `screen: { size: [1920, 1080] }`)"#
    ),
    "# nothing\n": .inFile("1:1: error: the file is empty (\(KeyTable.beginning))"),
    // Numbers out of range.
    "alpha: 1.01": .inView("6:12: error: `alpha` must be from 0 to 1, not the number 1.01"),
    "alpha: -0.1": .inView("6:12: error: `alpha` must be from 0 to 1, not the number -0.1"),
    "alpha: .nan": .inView("6:12: error: `alpha` must be from 0 to 1, not the number .nan"),
    "gestures: [{ tap: { count: 0 } }]": .inView(
      "6:32: error: `count` must be from 1 to 100, not the number 0"),
    "gestures: [{ tap: { count: 101 } }]": .inView(
      "6:32: error: `count` must be from 1 to 100, not the number 101"),
    "gestures: [{ tap: { count: 1.5 } }]": .inView(
      "6:32: error: `count` must be a whole number, not the number 1.5"),
    "gestures: [{ tap: { count: 99999999999999999999 } }]": .inView(
      "6:32: error: `count` must be from 1 to 100, not the number 99999999999999999999"),
    "gestures: [{ long_press: { progress: 9ms } }]": .inView(
      #"6:42: error: `progress` must be from 0.01 to 3600 seconds, not the string "9ms""#),
    "output: /dev/dri/card0": .inScreen(
      "2:33: error: `output` must be the name of a connector such as HDMI-A-1, not a path"),
    "backlight: ..": .inScreen(
      "2:36: error: `backlight` must be the name of a backlight such as 10-0045, not a path"),
    "settle: 11s": .inScreen("2:33: error: `settle` must be from 0 to 10 seconds, not the string \"11s\""),
    "size_mm: [0, 1]": .inScreen(
      "2:35: error: an item of `size_mm` must be more than 0 and at most 1000000, not the number 0"),
    "touchscreen: { rotate: 45 }": .inScreen(
      "2:48: error: `rotate` must be 0, 90, 180 or 270, not the number 45"),
    "touchscreen: { range: { x: [0, 4294967296] } }": .inScreen(
      "2:56: error: an item of `x` must be from -2147483648 to 2147483647, not the number 4294967296"),
    "touchscreen: { range: { x: [5, 5] } }": .inScreen(
      "2:52: error: the minimum of `x` must be less than its maximum"),
    "version: 2\nscreen: { size: [1, 1] }\nviews: []": .inFile(
      "1:10: error: version 2 is not read here; this touchd reads version 1"),
    "thresholds: { scroll: { deceleration_rate: 1, rubber_band: 1.1 } }": .inLayout(
      "4:44: error: `deceleration_rate` must be at least 0 and less than 1, not the number 1",
      "4:60: error: `rubber_band` must be from 0 to 1, not the number 1.1"),
    "thresholds: { scroll: { deceleration_rate: 0.999, rubber_band: 1 } }": .inLayout(),
    // Lists of the wrong length.
    "hit_outset: [1, 2]": .inView(
      "6:17: error: `hit_outset` must be 4 lengths, [top, left, bottom, right], not a list of 2"),
    "transform: { translate: 5 }": .inView(
      "6:29: error: `translate` must be 2 numbers, [x, y], not the number 5"),
    "transform: { matrix: [1, 0, 0, 1] }": .inView(
      "6:26: error: `matrix` must be 6 numbers, [a, b, c, d, tx, ty], not a list of 4"),
    "touchscreen: { calibration: [1] }": .inScreen(
      "2:53: error: `calibration` must be 6 numbers, [a, b, c, d, e, f], not a list of 1"),
    "touchscreen: { range: { y: [1] } }": .inScreen(
      "2:52: error: `y` must be 2 whole numbers, [minimum, maximum], not a list of 1"),
    "version: 1\nscreen: { size: [1, 1] }\nwindows: []": .inFile(
      "3:10: error: `windows` must hold at least one window"),
  ]

  @Test("What is said", arguments: keys + values)
  func said(mistake: Mistake) { mistake.check() }
}
