import TestTables

@testable import TouchdKit

@Suite("Units and words that are wrong")
struct UnitProblemTests {
  static let rows: Table<Mistake> = [
    "gestures: [{ tap: { within:  } }]": .inView(
      "6:34: error: `within` must be a duration such as 250ms or 3s, not nothing"),
    // Durations with a range of their own.
    "touchscreen: { stuck_after: 999ms }": .inScreen(
      #"2:53: error: `stuck_after` must be from 1 to 3600 seconds, not the string "999ms""#),
    "touchscreen: { stuck_after: 3601s }": .inScreen(
      #"2:53: error: `stuck_after` must be from 1 to 3600 seconds, not the string "3601s""#),
    "touchscreen: { stuck_after: 1s }": .inScreen(),
    "touchscreen: { stuck_after: 3600s }": .inScreen(),
    "debounce: 0.0004ms": .inFilter(
      #"2:62: error: `debounce` must be more than 0 and at most 1 second, not the string "0.0004ms""#),
    "hold_duration: 11s": .inFilter(
      #"2:67: error: `hold_duration` must be more than 0 and at most 10 seconds, not the string "11s""#),
    "ignore_repeat: 0s": .inFilter(
      #"2:67: error: `ignore_repeat` must be more than 0 and at most 10 seconds, not the string "0s""#),
    // There is no superview to take a percent of.
    "hit_outset: 5%": .inView(
      #"6:17: error: `hit_outset` must be a length such as 12 or 12mm, not the string "5%""#),
    // Words that are not among the choices.
    "hit: passthrough": .inView(
      #"6:10: error: `hit` must be normal, pass_through or none, not the string "passthrough" (did you mean "pass_through"?)"#
    ),
    "hit: 5": .inView("6:10: error: `hit` must be normal, pass_through or none, not the number 5"),
    "delivery: all": .inScreen(#"2:35: error: `delivery` must be observe or filter, not the string "all""#),
    "touchscreen: { force: touchscren }": .inScreen(
      #"2:47: error: `force` must be touchscreen, not the string "touchscren" (did you mean "touchscreen"?)"#
    ),
    "touchscreen: { flip: [z] }": .inScreen(
      #"2:47: error: an item of `flip` must be x or y, not the string "z""#),
    "touchscreen: { flip: [x, x] }": .inScreen("2:50: error: x is flipped twice"),
    "touchscreen: { flip: x }": .inScreen(
      #"2:46: error: `flip` must be a list of x and y, not the string "x" (write `flip: [x]`)"#),
    "responders: { a: { plugin: log, level: warn } }": .inLayout(
      #"4:40: error: `level` must be trace, debug, info, notice, warning, error or critical, not the string "warn""#
    ),
    "responders: { a: { plugin: exec, run: [a], states: recognized } }": .inLayout(
      #"4:52: error: `states` must be possible, began, changed, ended, cancelled or failed, not the string "recognized""#
    ),
    "responders: { a: { plugin: exec, run: [a], states: [begin, ended, ended] } }": .inLayout(
      #"4:53: error: an item of `states` must be possible, began, changed, ended, cancelled or failed, not the string "begin" (did you mean "began"?)"#,
      "4:67: error: ended is given twice"),
    "responders: { a: { plugin: exec, run: [a], states: [] } }": .inLayout(
      "4:52: error: `states` must have at least one of possible, began, changed, ended, cancelled or failed"
    ),
  ]

  @Test("What is said", arguments: rows)
  func said(mistake: Mistake) { mistake.check() }

  /// Values in the place of `@` in the line of a view, and what is found instead of what is wanted.
  private static func values(
    _ line: String, _ wanted: String, _ found: KeyValuePairs<String, String>
  ) -> [Mistake] {
    found.map { Mistake(layoutOfView(line.replacing("@", with: $0.key)), "\(wanted), not \($0.value)") }
  }

  static let forms: [[Mistake]] = [
    values(
      "gestures: [{ tap: { within: @ } }]", "6:33: error: `within` must be a duration such as 250ms or 3s",
      [
        "3": "the number 3 (write 3s or 3ms)", "3m": #"the string "3m" (write 3min)"#,
        "3 s": #"the string "3 s" (write 3s)"#, "s": #"the string "s""#, "1e3ms": #"the string "1e3ms""#,
        "5.s": #"the string "5.s" (write 5s)"#, ".5s": #"the string ".5s" (write 0.5s)"#,
        "1..5s": #"the string "1..5s""#, "--5s": #"the string "--5s""#, "٣s": #"the string "٣s""#,
        "3S": #"the string "3S" (write 3s)"#, "[3s]": "a list of 1",
      ]),
    values(
      "gestures: [{ tap: { within: @ } }]",
      "6:33: error: `within` must be more than 0 and at most 3600 seconds",
      [
        "0s": #"the string "0s""#, "0ms": #"the string "0ms""#, "-1s": #"the string "-1s""#,
        "3601s": #"the string "3601s""#, "3600001ms": #"the string "3600001ms""#,
        "99999999999999999999s": #"the string "99999999999999999999s""#,
      ]),
    values(
      "transform: { rotate: @ }", "6:26: error: `rotate` must be an angle such as 30deg or 0.5rad",
      [
        "30": "the number 30 (write 30deg or 30rad)", "30°": #"the string "30°" (write 30deg)"#,
        "deg": #"the string "deg""#, "30 deg": #"the string "30 deg" (write 30deg)"#,
      ]),
    values(
      "frame: [@, 0, 1, 1]", "6:13: error: an item of `frame` must be a length such as 12, 12mm or 50%",
      [
        "12 mm": #"the string "12 mm" (write 12mm)"#, "mm": #"the string "mm""#,
        "'12'": #"the string "12" (write 12 without quotes)"#, "true": "true", "{}": "a mapping",
        "50%%": #"the string "50%%""#, "12MM": #"the string "12MM" (write 12mm)"#,
      ]),
    values(
      "frame: @",
      "6:12: error: `frame` must be `full`, [x, y, width, height] or edges such as "
        + "{ top: 0, left: 0, width: 96, height: 96 }",
      ["half": #"the string "half""#, "5": "the number 5", "true": "true"]),
  ]

  @Test("Values of no form that there is", arguments: forms.flatMap(\.self))
  func form(mistake: Mistake) { mistake.check() }

  @Test(
    "durations that are right",
    arguments: [
      ("250ms", 250_000), ("3s", 3_000_000), ("0.5s", 500_000), ("+1.25ms", 1250), ("3min", 180_000_000),
      ("0.5min", 30_000_000),
    ])
  func goodDuration(text: String, microseconds: Int64) throws {
    let layout = try layout(layoutOfView("gestures: [{ tap: { within: \(text) } }]"))
    guard case .tap(let tap) = layout.allViews[0].gestures[0].kind else {
      return #expect(Bool(false), "a tap")
    }
    #expect(tap.within?.microseconds == microseconds)
  }

  @Test(
    "vendors and products",
    arguments: [
      ("0x0eef", 0x0eef), ("'0eef'", 0x0eef), ("0eef", 0x0eef), ("'1234'", 0x1234), ("\"0x12\"", 0x12),
      ("0", 0),
    ])
  func vendor(text: String, id: UInt16) throws {
    let (layout, _) = LayoutReader().read(
      Array(layoutOfScreen("touchscreen: { match: { vendor: \(text) } }").utf8), file: "f")
    #expect(try #require(layout).screen.touchscreen.match.vendor == id)
  }

  @Test(
    "vendors and products that are wrong",
    arguments: [
      ("eGalax", #"`vendor` must be a number such as 0x0eef, not the string "eGalax""#),
      ("'0x10000'", #"`vendor` must be a number such as 0x0eef, not the string "0x10000""#),
      ("'+12'", #"`vendor` must be a number such as 0x0eef, not the string "+12""#),
      ("''", #"`vendor` must be a number such as 0x0eef, not the string """#),
      ("-1", "`vendor` must be from 0 to 65535, not the number -1"),
      ("1.5", "`vendor` must be a whole number, not the number 1.5"),
    ])
  func badVendor(text: String, problem: String) {
    check("touchscreen: { match: { vendor: \(text) } }", .inScreen("2:57: error: \(problem)"))
  }
}
