import TestTables
import YAML

@testable import TouchdKit

@Suite("Filters of a layout")
struct FilterTests {
  private func read(_ items: String) throws -> [FilterDescription] {
    let layout = try layout(layoutOfScreen("touchscreen: { filters: [\(items)] }"))
    return layout.screen.touchscreen.filters.map(\.value)
  }

  @Test(
    "each value's words and edges",
    arguments: [
      ("hysteresis: fuzz", .hysteresis(nil)), ("size: max", .size(nil)),
      ("median: 3", .median(3)), ("median: 15", .median(15)), ("median: 5.0", .median(5)),
      ("smooth: {}", .smooth(cutoff: 1, beta: 0.01)),
      ("smooth: { cutoff: 0.5 }", .smooth(cutoff: 0.5, beta: 0.01)),
      ("smooth: { beta: 0 }", .smooth(cutoff: 1, beta: 0)),
      ("smooth: { beta: 1000, cutoff: 1000 }", .smooth(cutoff: 1000, beta: 1000)),
      ("debounce: 1ms", .debounce(.milliseconds(1))), ("debounce: 1s", .debounce(.seconds(1))),
      ("hold_duration: 0.1s", .holdDuration(.milliseconds(100))),
      ("hold_duration: 10s", .holdDuration(.seconds(10))),
      ("ignore_repeat: 0.3s", .ignoreRepeat(.milliseconds(300))),
      ("skip: { first: 20 }", .skip(first: 20, last: 0)), ("skip: { last: 1 }", .skip(first: 0, last: 1)),
      ("pressure: 0.5", .pressure(0.5)), ("pressure: 1000000", .pressure(1_000_000)),
    ] as [(String, FilterDescription)])
  func value(text: String, filter: FilterDescription) throws { #expect(try read("{ \(text) }") == [filter]) }

  @Test(
    "lengths in points along each axis",
    arguments: [
      ("hysteresis: 2", 2, 2), ("hysteresis: 0.5mm", 2, 1), ("edge: 1.5", 1.5, 1.5), ("edge: 1mm", 4, 2),
      ("size: 100", 100, 100), ("size: 40mm", 160, 80),
    ])
  func length(text: String, x: Double, y: Double) throws {
    let length = try #require(try read("{ \(text) }").first?.length)
    let points = try length.pointsPerAxis(pointsPerMillimetre: (4, 2))
    #expect(points.x == x && points.y == y)
  }

  @Test("the order is the file's, and the list may be empty")
  func order() throws {
    let filters = try read("{ size: max }, { median: 3 }, { hysteresis: fuzz }")
    #expect(filters == [.size(nil), .median(3), .hysteresis(nil)])
    #expect(try read("") == [])
  }

  static let rows: Table<Mistake> = [
    // Values that are no lists of filters.
    "touchscreen: { filters: }": .inScreen(
      "2:49: error: `filters` must be a list of filters, not nothing (its items stand in the lines below it, each with `- `; `[]` is a list of none)"
    ),
    "touchscreen: { filters: [median] }": .inScreen(
      #"2:50: error: a filter must be a mapping with the keys of a filter, not the string "median" (write `- debounce: 40ms`)"#
    ),
    // An item has one key, which is a filter's.
    "": .inFilter(
      "2:50: error: a filter must have `hysteresis`, `median`, `smooth`, `debounce`, `skip`, `pressure`, "
        + "`edge`, `size`, `hold_duration` or `ignore_repeat`"),
    "lowpass: 3": .inFilter(
      #"2:52: error: unknown key "lowpass" in a filter "#
        + "(the keys of a filter are hysteresis, median, smooth, debounce, skip, pressure, edge, size, "
        + "hold_duration, ignore_repeat)"),
    "first: 3": .inFilter(#"2:52: error: unknown key "first" in a filter (`first` belongs in `skip`)"#),
    "median: 3, debounce: 40ms": .inFilter(
      "2:63: error: an item of `filters` is one filter; this one is `median` already "
        + "(begin another item of the list with `- debounce:`)"),
    // A filter given twice is an error at the second, which is not read.
    "median: 3 }, { edge: 1 }, { median: 4": .inFilter(
      #"2:80: error: duplicate filter "median" (it stands in line 2 already)"#),
    "skip: { first: 1 } }, { skip: { last: 1 } }, { skip: {}": .inFilter(
      #"2:76: error: duplicate filter "skip" (it stands in line 2 already)"#,
      #"2:99: error: duplicate filter "skip" (it stands in line 2 already)"#),
    // Lengths.
    "edge: 5%": .inFilter(#"2:58: error: `edge` must be a length such as 12 or 12mm, not the string "5%""#),
    "edge: max": .inFilter(#"2:58: error: `edge` must be a length such as 12 or 12mm, not the string "max""#),
    "hysteresis: fuz": .inFilter(
      #"2:64: error: `hysteresis` must be fuzz or a length such as 12 or 12mm, not the string "fuz" (did you mean "fuzz"?)"#
    ),
    "size: [1]": .inFilter(
      "2:58: error: `size` must be max or a length such as 12 or 12mm, not a list of 1"),
    // Smooth.
    "smooth: 1": .inFilter(
      "2:60: error: `smooth` must be a mapping with the keys of `smooth`, not the number 1 (write `smooth: { cutoff: 1 }`)"
    ),
    "smooth: { cutoff: 1000.5, beta: .nan }": .inFilter(
      "2:70: error: `cutoff` must be more than 0 and at most 1000, not the number 1000.5",
      "2:84: error: `beta` must be from 0 to 1000, not the number .nan"),
    "smooth: { cutoff: 1Hz }": .inFilter(
      #"2:70: error: `cutoff` must be a number, not the string "1Hz" (write 1 without a unit)"#),
    // Pressure and skip.
    "skip: 1": .inFilter(
      "2:58: error: `skip` must be a mapping with the keys of `skip`, not the number 1 (write `skip: { first: 1 }`)"
    ),
    "skip: { first: 0, last: 0 }": .inFilter(
      "2:58: error: `skip` must leave out something (give `first` or `last` a number from 1 to 20)"),
  ]

  @Test("What is said", arguments: rows)
  func said(mistake: Mistake) { mistake.check() }

  @Test(
    "a median of another number than an odd one from 3 to 15",
    arguments: [
      ("4", "the number 4"), ("1", "the number 1"), ("-3", "the number -3"), ("17", "the number 17"),
      ("3.5", "the number 3.5"), ("1e99", "the number 1e99"), (".nan", "the number .nan"),
      ("'3'", #"the string "3""#), ("[3]", "a list of 1"), ("null", "nothing"),
    ])
  func median(text: String, found: String) {
    check(
      "median: \(text)", .inFilter("2:60: error: `median` must be an odd number from 3 to 15, not \(found)"))
  }
}
