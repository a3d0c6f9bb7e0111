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
        "children: [a]",
        #"6:16: error: a view must be a mapping with the keys of a view, not the string "a" (write `- id: a`)"#
      ),
      .view(
        "gestures: {}",
        "6:15: error: `gestures` must be a list of gestures, not a mapping (write `gestures: [{ tap: { count: 5 } }]`)"
      ),
      .view("alpha: high", #"6:12: error: `alpha` must be a number, not the string "high""#),
      .view(
        "alpha: '1'", #"6:12: error: `alpha` must be a number, not the string "1" (write 1 without quotes)"#),
      .view("alpha: [1]", "6:12: error: `alpha` must be a number, not a list of 1"),
      .view(
        "hidden: yes",
        #"6:13: error: `hidden` must be true or false, not the string "yes" (did you mean true?)"#),
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
        "controller: main",
        #"6:17: error: `controller` must be a mapping with the keys of a controller, not the string "main" (write `controller: { id: main }`)"#
      ),
      .view(
        "gestures: [{ tap: 5 }]",
        "6:23: error: `tap` must be a mapping with the keys of `tap`, not the number 5 (write `tap: { count: 5 }`)"
      ),
      .view(
        "gestures: [{ tap: {}, to: 5 }]",
        "6:31: error: `to` must be a responder's name or a list of them, not the number 5"),
      .view(
        "controller: { id: 12 }",
        #"6:23: error: `id` must be a string, not the number 12 (in quotes it is one: "12")"#),
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
        "responders: { a: log }",
        #"4:18: error: `a` must be a mapping such as { plugin: log }, not the string "log" (write `a: { plugin: log }`)"#
      ),
      .layout(
        "responders: { a: { plugin: 5 } }",
        #"4:28: error: `plugin` must be a string, not the number 5 (in quotes it is one: "5")"#),
      .layout(
        "responders: { a: { plugin: exec, run: /bin/true } }",
        #"4:39: error: `run` must be a list of strings, not the string "/bin/true" (write `run: [/bin/true]`)"#
      ),
      .layout(
        "responders: { a: { plugin: exec, run: [] } }", "4:39: error: `run` must hold at least one string"),
      .layout(
        "responders: { a: { plugin: exec, run: [''] } }", "4:40: error: `run` must begin with a program"),
      .layout(
        "responders: { a: { plugin: exec, run: [sleep, 5] } }",
        #"4:47: error: an item of `run` must be a string, not the number 5 (in quotes it is one: "5")"#),
      .screen(
        "touchscreen: { pen_arbitration: on }",
        #"2:57: error: `pen_arbitration` must be true or false, not the string "on" (did you mean true?)"#),
      Mistake(
        "[]",
        "1:1: error: the file must be a mapping with the keys of a layout, not a list of 0 (a layout begins with `version: 1` and `screen: { size: [1920, 1080] }`)"
      ),
      Mistake(
        "a layout",
        #"1:1: error: the file must be a mapping with the keys of a layout, not the string "a layout" (a layout begins with `version: 1` and `screen: { size: [1920, 1080] }`)"#
      ),
      Mistake("", "1:1: error: the file is empty (\(KeyTable.beginning))"),
      Mistake("# nothing\n", "1:1: error: the file is empty (\(KeyTable.beginning))"),
    ] as [Mistake])
  func type(mistake: Mistake) { mistake.check() }

  @Test(
    "numbers out of range",
    arguments: [
      .view("alpha: 1.01", "6:12: error: `alpha` must be from 0 to 1, not the number 1.01"),
      .view("alpha: -0.1", "6:12: error: `alpha` must be from 0 to 1, not the number -0.1"),
      .view("alpha: .nan", "6:12: error: `alpha` must be from 0 to 1, not the number .nan"),
      .view("alpha: .inf", "6:12: error: `alpha` must be from 0 to 1, not the number .inf"),
      .view("alpha: 1e999", "6:12: error: `alpha` must be from 0 to 1, not the number 1e999"),
      .view(
        "frame: [0, 0, -1, 1]", "6:19: error: an item of `frame` must be from 0 to 1000000, not the number -1"
      ),
      .view(
        "frame: { height: -1mm }", #"6:22: error: `height` must be from 0 to 1000000, not the string "-1mm""#),
      .view(
        "frame: { left: 1e7 }", "6:20: error: `left` must be from -1000000 to 1000000, not the number 1e7"),
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
        "gestures: [{ tap: { touches: 61 } }]",
        "6:34: error: `touches` must be from 1 to 60, not the number 61"),
      .view(
        "gestures: [{ long_press: { progress: 9ms } }]",
        #"6:42: error: `progress` must be from 0.01 to 3600 seconds, not the string "9ms""#),
      .view(
        "gestures: [{ long_press: { allowable_movement: -1 } }]",
        "6:52: error: `allowable_movement` must be from 0 to 1000000, not the number -1"),
      .screen(
        "output: /dev/dri/card0",
        "2:33: error: `output` must be the name of a connector such as HDMI-A-1, not a path"),
      .screen(
        "backlight: ..",
        "2:36: error: `backlight` must be the name of a backlight such as 10-0045, not a path"),
      .screen(
        "settle: 11s",
        "2:33: error: `settle` must be from 0 to 10 seconds, not the string \"11s\""),
      .screen(
        "size_mm: [0, 1]",
        "2:35: error: an item of `size_mm` must be more than 0 and at most 1000000, not the number 0"),
      .screen(
        "touchscreen: { average_pressure: 0 }",
        "2:58: error: `average_pressure` must be more than 0 and at most 1000000, not the number 0"),
      .screen(
        "touchscreen: { rotate: 45 }", "2:48: error: `rotate` must be 0, 90, 180 or 270, not the number 45"),
      .screen(
        "touchscreen: { range: { x: [0, 4294967296] } }",
        "2:56: error: an item of `x` must be from -2147483648 to 2147483647, not the number 4294967296"),
      .screen(
        "touchscreen: { range: { x: [5, 5] } }",
        "2:52: error: the minimum of `x` must be less than its maximum"),
      .screen(
        "touchscreen: { match: { vendor: 0x10000 } }",
        "2:57: error: `vendor` must be from 0 to 65535, not the number 0x10000"),
      .layout(
        "application: { hit_test_passes: 0 }",
        "4:33: error: `hit_test_passes` must be from 1 to 10, not the number 0"),
      Mistake(
        "version: 2\nscreen: { size: [1, 1] }\nviews: []",
        "1:10: error: version 2 is not read here; this touchd reads version 1"),
    ] as [Mistake])
  func range(mistake: Mistake) { mistake.check() }

  @Test(
    "lists of the wrong length",
    arguments: [
      .view(
        "frame: [0, 0, 1]", "6:12: error: `frame` must be 4 lengths, [x, y, width, height], not a list of 3"),
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
