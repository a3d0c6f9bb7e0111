import Dispatcher
import TestTables
import Testing

/// Every two filters in both orders: each sees only what the one before it let through.
@Suite("Pairs of filters") struct FilterPairRules {
  struct Row: TableRow {
    let what: String
    let filters: (ContactFilter, ContactFilter)
    /// A frame a line (see ``FrameText``).
    let given: String
    /// What is reported at each line with the filters in this order, and in the other one.
    let told: String
    let swapped: String
  }

  private static let hysteresis = ContactFilter.hysteresis(x: 5, y: 5)
  private static let median = ContactFilter.median(3)
  /// A report counts for a half after 10 ms.
  private static let smooth = ContactFilter.smooth(cutoff: 50 / Double.pi, beta: 0)
  private static let debounce = ContactFilter.debounce(.milliseconds(50))
  private static let skip = ContactFilter.skip(first: 1, last: 0)
  private static let skipLast = ContactFilter.skip(first: 0, last: 1)
  private static let pressure = ContactFilter.pressure(30)
  private static let edge = ContactFilter.edge(inside: Rect(x: 10, y: 0, width: 900, height: 900))
  private static let size = ContactFilter.size(50)

  static let places = [
    Row(
      what: "Hysteresis and median: a wild sample drags the hysteresis along, unless the median took it out",
      filters: (hysteresis, median), given: "id 1; x 100\nx 900\nx 102\nid -1",
      told: "0 began 100,0\n\n0 moved 107,0\n0 ended 107,0", swapped: "0 began 100,0\n\n\n0 ended 100,0"),
    Row(
      what: "Hysteresis and debounce: a finger lifts where the filter before held it",
      filters: (hysteresis, debounce), given: "id 1; x 100; @0\nx 104; @10\nid -1; @20\nid 2; x 122; @30",
      told: "0 began 100,0\n\n0 ended 100,0\n0 began 122,0", swapped: "0 began 100,0\n\n0 ended 100,0\n"),
    Row(
      what: "Hysteresis and skip: the margin lies around the first sample that reaches it",
      filters: (hysteresis, skip), given: "id 1; x 100\nx 104\nx 108\nid -1",
      told: "\n0 began 100,0\n0 moved 103,0\n0 ended 103,0", swapped: "\n0 began 104,0\n\n0 ended 104,0"),
    Row(
      what: "Hysteresis and skip of the last", filters: (hysteresis, skipLast),
      given: "id 1; x 100\nx 108\nx 100\nid -1", told: "\n0 began 100,0\n0 moved 103,0\n0 ended 103,0",
      swapped: "\n0 began 100,0\n0 moved 103,0\n0 ended 103,0"),
    Row(
      what: "Hysteresis and pressure", filters: (hysteresis, pressure),
      given: "id 1; x 100; pressure 20\nx 104; pressure 40\nx 108\nid -1",
      told: "\n0 began 100,0\n0 moved 103,0\n0 ended 103,0", swapped: "\n0 began 104,0\n\n0 ended 104,0"),
    Row(
      what: "Hysteresis and edge: the band is left by the place that reaches it", filters: (hysteresis, edge),
      given: "id 1; x 5\nx 14\nx 15\nid -1", told: "\n\n0 began 10,0\n0 ended 10,0",
      swapped: "\n0 began 14,0\n\n0 ended 14,0"),
    Row(
      what: "Hysteresis and size", filters: (hysteresis, size),
      given: "id 1; x 100; major 10\nx 108\nmajor 60\nid -1",
      told: "0 began 100,0\n0 moved 103,0\n0 cancelled 103,0\n",
      swapped: "0 began 100,0\n0 moved 103,0\n0 cancelled 103,0\n"),
    Row(
      what: "Median and debounce", filters: (median, debounce),
      given: "id 1; x 100; @0\nx 110; @10\nid -1; @20\nid 2; x 122; @30",
      told: "0 began 100,0\n\n0 ended 100,0\n0 began 122,0", swapped: "0 began 100,0\n\n0 ended 100,0\n"),
    Row(
      what: "Median and skip: what is skipped before counts for no median", filters: (median, skip),
      given: "id 1; x 100\nx 900\nx 900; y 1\nid -1", told: "\n0 began 100,0\n0 moved 900,0\n0 ended 900,0",
      swapped: "\n0 began 900,0\n\n0 ended 900,0"),
    Row(
      what: "Median and skip of the last", filters: (median, skipLast),
      given: "id 1; x 100\nx 200\nx 201\nid -1", told: "\n0 began 100,0\n\n0 ended 100,0",
      swapped: "\n0 began 100,0\n\n0 ended 100,0"),
    Row(
      what: "Median and pressure", filters: (median, pressure),
      given: "id 1; x 100; pressure 20\nx 200; pressure 40\nx 201\nid -1",
      told: "\n0 began 100,0\n0 moved 200,0\n0 ended 200,0", swapped: "\n0 began 200,0\n\n0 ended 200,0"),
    Row(
      what: "Median and edge: a touch never begins inside the band", filters: (median, edge),
      given: "id 1; x 5\nx 50\nx 60\nx 70\nid -1", told: "\n\n0 began 50,0\n0 moved 60,0\n0 ended 60,0",
      swapped: "\n0 began 50,0\n\n0 moved 60,0\n0 ended 60,0"),
    Row(
      what: "Median and size", filters: (median, size),
      given: "id 1; x 100; major 10\nx 200\nx 201; major 60\nid -1",
      told: "0 began 100,0\n\n0 cancelled 100,0\n", swapped: "0 began 100,0\n\n0 cancelled 100,0\n"),
  ]

  static let smoothed = [
    Row(
      what: "Hysteresis and smooth: the margin holds the finger, or what follows it",
      filters: (hysteresis, smooth), given: "id 1; x 100; @0\nx 105; @10\nx 114; @20\nid -1; @30",
      told: "0 began 100,0\n\n0 moved 104,0\n0 ended 104,0",
      swapped: "0 began 100,0\n\n0 moved 103,0\n0 ended 103,0"),
    Row(
      what: "Median and smooth: a wild sample is smeared, unless the median took it out",
      filters: (median, smooth), given: "id 1; x 100; @0\nx 901; @10\nx 103; @20\nid -1; @30",
      told: "0 began 100,0\n\n0 moved 101,0\n0 ended 101,0",
      swapped: "0 began 100,0\n\n0 moved 301,0\n0 ended 301,0"),
    Row(
      what: "Smooth and debounce: a finger lifts where the filter before had it", filters: (smooth, debounce),
      given: "id 1; x 100; @0\nx 141; @10\nid -1; @20\nid 2; x 141; @30",
      told: "0 began 100,0\n0 moved 120,0\n0 ended 120,0\n0 began 141,0",
      swapped: "0 began 100,0\n0 moved 120,0\n0 ended 120,0\n"),
    Row(
      what: "Smooth and skip", filters: (smooth, skip),
      given: "id 1; x 100; @0\nx 201; @10\nx 204; @20\nid -1; @30",
      told: "\n0 began 150,0\n0 moved 177,0\n0 ended 177,0",
      swapped: "\n0 began 201,0\n0 moved 202,0\n0 ended 202,0"),
    Row(
      what: "Smooth and skip of the last: what waited has the time at which it goes on",
      filters: (smooth, skipLast), given: "id 1; x 100; @0\nx 201; @10\nx 204; @20\nid -1; @30",
      told: "\n0 began 100,0\n0 moved 150,0\n0 ended 150,0",
      swapped: "\n0 began 100,0\n0 moved 150,0\n0 ended 150,0"),
    Row(
      what: "Smooth and pressure", filters: (smooth, pressure),
      given: "id 1; x 100; pressure 20; @0\nx 201; pressure 40; @10\nx 204; @20\nid -1; @30",
      told: "\n0 began 150,0\n0 moved 177,0\n0 ended 177,0",
      swapped: "\n0 began 201,0\n0 moved 202,0\n0 ended 202,0"),
    Row(
      what: "Smooth and edge", filters: (smooth, edge),
      given: "id 1; x 5; @0\nx 14; @10\nx 17; @20\nid -1; @30",
      told: "\n\n0 began 13,0\n0 ended 13,0", swapped: "\n0 began 14,0\n0 moved 15,0\n0 ended 15,0"),
    Row(
      what: "Smooth and size", filters: (smooth, size),
      given: "id 1; x 100; major 10; @0\nx 201; @10\nx 204; major 60; @20\nid -1; @30",
      told: "0 began 100,0\n0 moved 150,0\n0 cancelled 150,0\n",
      swapped: "0 began 100,0\n0 moved 150,0\n0 cancelled 150,0\n"),
  ]

  static let contacts = [
    Row(
      what: "Debounce and skip: what never began has not lifted", filters: (debounce, skip),
      given: "id 1; x 1; @0\nid -1; @10\nid 2; x 1; @20\nx 2; @30\nid -1; @40", told: "\n\n\n\n",
      swapped: "\n\n\n0 began 2,0\n0 ended 2,0"),
    Row(
      what: "Debounce and skip of the last: a finger lifts at its last sample that counts",
      filters: (debounce, skipLast),
      given: "id 1; x 100; @0\nx 110; @10\nid -1; @20\nid 2; x 122; @30\nx 123; @31",
      told: "\n0 began 100,0\n0 ended 100,0\n\n", swapped: "\n0 began 100,0\n0 ended 100,0\n\n0 began 122,0"),
    Row(
      what: "Debounce and pressure: a finger that is pressed softly for a moment has lifted for those behind",
      filters: (debounce, pressure),
      given: "id 1; x 1; pressure 40; @0\npressure 20; @10\npressure 40; @20\nid -1; @30",
      told: "0 began 1,0\n0 ended 1,0\n0 began 1,0\n0 ended 1,0", swapped: "0 began 1,0\n0 ended 1,0\n\n"),
    Row(
      what: "Debounce and edge", filters: (debounce, edge),
      given: "id 1; x 5; @0\nid -1; @10\nid 2; x 12; @20\nid -1; @30", told: "\n\n\n",
      swapped: "\n\n0 began 12,0\n0 ended 12,0"),
    Row(
      what: "Debounce and size: a palm that was none has not lifted", filters: (debounce, size),
      given: "id 1; x 1; major 60; @0\nid -1; @10\nid 2; x 1; major 5; @20\nid -1; @30", told: "\n\n\n",
      swapped: "\n\n0 began 1,0\n0 ended 1,0"),
    Row(
      what: "Skip and skip of the last", filters: (skip, skipLast), given: "id 1; x 1\nx 2\nx 3\nid -1",
      told: "\n\n0 began 2,0\n0 ended 2,0", swapped: "\n\n0 began 2,0\n0 ended 2,0"),
    Row(
      what: "Skip and pressure: the first sample is the first that is pressed hard enough",
      filters: (skip, pressure), given: "id 1; x 1; pressure 20\nx 2; pressure 40\nx 3\nid -1",
      told: "\n0 began 2,0\n0 moved 3,0\n0 ended 3,0", swapped: "\n\n0 began 3,0\n0 ended 3,0"),
    Row(
      what: "Skip of the last and pressure: samples that wait are judged when their turn comes",
      filters: (skipLast, pressure),
      given: "id 1; x 1; pressure 40\nx 2; pressure 20\nx 3; pressure 40\nx 4\nid -1",
      told: "\n0 began 1,0\n0 ended 1,0\n0 began 3,0\n0 ended 3,0", swapped: "\n\n\n0 began 3,0\n0 ended 3,0"),
    Row(
      what: "Skip and edge", filters: (skip, edge), given: "id 1; x 5\nx 12\nx 13\nid -1",
      told: "\n0 began 12,0\n0 moved 13,0\n0 ended 13,0", swapped: "\n\n0 began 13,0\n0 ended 13,0"),
    Row(
      what: "Skip of the last and edge", filters: (skipLast, edge), given: "id 1; x 5\nx 12\nx 13\nid -1",
      told: "\n\n0 began 12,0\n0 ended 12,0", swapped: "\n\n0 began 12,0\n0 ended 12,0"),
    Row(
      what: "Skip and size: a palm that is skipped is not seen", filters: (skip, size),
      given: "id 1; x 1; major 60\nx 2; major 5\nx 3\nid -1",
      told: "\n0 began 2,0\n0 moved 3,0\n0 ended 3,0", swapped: "\n\n\n"),
    Row(
      what: "Skip of the last and size", filters: (skipLast, size),
      given: "id 1; x 1; major 5\nx 2\nx 3; major 60\nid -1",
      told: "\n0 began 1,0\n0 moved 2,0\n0 ended 2,0", swapped: "\n0 began 1,0\n0 cancelled 1,0\n"),
    Row(
      what: "Pressure and edge: what comes out of the band while it is pressed softly has left it",
      filters: (pressure, edge), given: "id 1; x 12; pressure 20\nx 5; pressure 40\nx 12\nid -1",
      told: "\n\n0 began 12,0\n0 ended 12,0", swapped: "\n0 began 5,0\n0 moved 12,0\n0 ended 12,0"),
    Row(
      what: "Pressure and size", filters: (pressure, size),
      given: "id 1; x 1; pressure 20; major 60\nx 2; pressure 40; major 5\nid -1",
      told: "\n0 began 2,0\n0 ended 2,0", swapped: "\n\n"),
    Row(
      what: "Edge and size", filters: (edge, size), given: "id 1; x 5; major 60\nx 12; major 5\nid -1",
      told: "\n0 began 12,0\n0 ended 12,0", swapped: "\n\n"),
  ]

  @Test("Those that change locations", arguments: places + smoothed)
  func place(_ row: Row) { check(row) }

  @Test("Those that say whether there is a contact", arguments: contacts)
  func contact(_ row: Row) { check(row) }

  private func check(_ row: Row) {
    let (first, second) = row.filters
    FilterRow(what: row.what, filters: [first, second], given: row.given, told: row.told).check()
    FilterRow(what: row.what + ", swapped", filters: [second, first], given: row.given, told: row.swapped)
      .check()
  }

  @Test("A place that was skipped, or lies in the band, is never reported, whatever filter follows")
  func reported() {
    FilterRow(
      what: "Skip, then a median of three", filters: [.skip(first: 1, last: 0), .median(3)],
      given: "id 1; x 500; y 500\nx 20; y 20\nx 21\nx 22\nid -1",
      told: "\n0 began 20,20\n\n0 moved 21,20\n0 ended 21,20"
    ).check()
    FilterRow(
      what: "Edge, then a median of three",
      filters: [.edge(inside: Rect(x: 40, y: 40, width: 920, height: 920)), .median(3)],
      given: "id 1; x 5; y 500\nx 45\nx 46\nx 47\nid -1",
      told: "\n0 began 45,500\n\n0 moved 46,500\n0 ended 46,500"
    ).check()
  }
}
