import Testing

@testable import TouchdKit

@Suite("Values that are wrong")
struct TypeProblemTests {
  @Test(
    "values of another type than expected",
    arguments: [
      .view(
        "children: 5",
        "6:15: error: `children` must be a list of views, not the number 5 (write `children: [{ id: NAME }]`)"
      ),
      .view(
        "children:",
        "6:14: error: `children` must be a list of views, not nothing (its items stand in the lines below it, each with `- `; `[]` is a list of none)"
      ),
      .view(
        "gestures: {}",
        "6:15: error: `gestures` must be a list of gestures, not a mapping (write `gestures: [{ tap: { count: 5 } }]`)"
      ),
      .view("alpha: high", #"6:12: error: `alpha` must be a number, not the string "high""#),
      .view("alpha: [1]", "6:12: error: `alpha` must be a number, not a list of 1"),
      .view(
        "hidden: off",
        #"6:13: error: `hidden` must be true or false, not the string "off" (did you mean false?)"#),
      .view(
        "hidden: 0", "6:13: error: `hidden` must be true or false, not the number 0 (did you mean false?)"),
      .view(
        "hidden: 'true'",
        #"6:13: error: `hidden` must be true or false, not the string "true" (did you mean true?)"#),
      .view("hidden: maybe", #"6:13: error: `hidden` must be true or false, not the string "maybe""#),
      .view(
        "gestures: [{ tap: {}, to: 5 }]",
        "6:31: error: `to` must be a responder's name or a list of them, not the number 5"),
      .view(
        "controller: { id: null }",
        "6:23: error: `id` must be a string, not nothing (write a text behind the colon; one that begins with # stands in quotes)"
      ),
      .view(
        "controller: { id: true }",
        #"6:23: error: `id` must be a string, not true (in quotes it is one: "true")"#),
      .layout(
        "application: []",
        "4:14: error: `application` must be a mapping with the keys of `application`, not a list of 0 (write `application: { on_touch: { to: NAME } }`)"
      ),
      .layout(
        "responders: [audit]",
        "4:13: error: `responders` must be a mapping, not a list of 1 (write `responders: { NAME: { plugin: log } }`)"
      ),
      .layout(
        "responders: { a: { plugin: exec, run: [] } }", "4:39: error: `run` must hold at least one string"),
      .layout(
        "responders: { a: { plugin: exec, run: [''] } }", "4:40: error: `run` must begin with a program"),
      Mistake(
        "[]",
        "1:1: error: the file must be a mapping with the keys of a layout, not a list of 0 (a layout begins with `version: 1` and `screen: { size: [1920, 1080] }`)"
      ),
      Mistake(
        "a layout",
        #"1:1: error: the file must be a mapping with the keys of a layout, not the string "a layout" (a layout begins with `version: 1` and `screen: { size: [1920, 1080] }`)"#
      ),
      Mistake("# nothing\n", "1:1: error: the file is empty (\(KeyTable.beginning))"),
    ] as [Mistake])
  func type(mistake: Mistake) { mistake.check() }

  @Test(
    "numbers out of range",
    arguments: [
      .view("alpha: 1.01", "6:12: error: `alpha` must be from 0 to 1, not the number 1.01"),
      .view("alpha: -0.1", "6:12: error: `alpha` must be from 0 to 1, not the number -0.1"),
      .view("alpha: .nan", "6:12: error: `alpha` must be from 0 to 1, not the number .nan"),
      .view(
        "gestures: [{ tap: { count: 0 } }]", "6:32: error: `count` must be from 1 to 100, not the number 0"),
      .view(
        "gestures: [{ tap: { count: 101 } }]",
        "6:32: error: `count` must be from 1 to 100, not the number 101"),
      .view(
        "gestures: [{ tap: { count: 1.5 } }]",
        "6:32: error: `count` must be a whole number, not the number 1.5"),
      .view(
        "gestures: [{ tap: { count: 99999999999999999999 } }]",
        "6:32: error: `count` must be from 1 to 100, not the number 99999999999999999999"),
      .view(
        "gestures: [{ long_press: { progress: 9ms } }]",
        #"6:42: error: `progress` must be from 0.01 to 3600 seconds, not the string "9ms""#),
      .screen(
        "output: /dev/dri/card0",
        "2:33: error: `output` must be the name of a connector such as HDMI-A-1, not a path"),
      .screen(
        "backlight: ..",
        "2:36: error: `backlight` must be the name of a backlight such as 10-0045, not a path"),
      .screen("settle: 11s", "2:33: error: `settle` must be from 0 to 10 seconds, not the string \"11s\""),
      .screen(
        "size_mm: [0, 1]",
        "2:35: error: an item of `size_mm` must be more than 0 and at most 1000000, not the number 0"),
      .screen(
        "touchscreen: { rotate: 45 }", "2:48: error: `rotate` must be 0, 90, 180 or 270, not the number 45"),
      .screen(
        "touchscreen: { range: { x: [0, 4294967296] } }",
        "2:56: error: an item of `x` must be from -2147483648 to 2147483647, not the number 4294967296"),
      .screen(
        "touchscreen: { range: { x: [5, 5] } }",
        "2:52: error: the minimum of `x` must be less than its maximum"),
      Mistake(
        "version: 2\nscreen: { size: [1, 1] }\nviews: []",
        "1:10: error: version 2 is not read here; this touchd reads version 1"),
    ] as [Mistake])
  func range(mistake: Mistake) { mistake.check() }

  @Test(
    "lists of the wrong length",
    arguments: [
      .view(
        "hit_outset: [1, 2]",
        "6:17: error: `hit_outset` must be 4 lengths, [top, left, bottom, right], not a list of 2"),
      .view(
        "transform: { translate: 5 }", "6:29: error: `translate` must be 2 numbers, [x, y], not the number 5"),
      .view(
        "transform: { matrix: [1, 0, 0, 1] }",
        "6:26: error: `matrix` must be 6 numbers, [a, b, c, d, tx, ty], not a list of 4"),
      .screen(
        "touchscreen: { calibration: [1] }",
        "2:53: error: `calibration` must be 6 numbers, [a, b, c, d, e, f], not a list of 1"),
      .screen(
        "touchscreen: { range: { y: [1] } }",
        "2:52: error: `y` must be 2 whole numbers, [minimum, maximum], not a list of 1"),
      Mistake(
        "version: 1\nscreen: { size: [1, 1] }\nwindows: []",
        "3:10: error: `windows` must hold at least one window"),
    ] as [Mistake])
  func length(mistake: Mistake) { mistake.check() }
}
