import Dispatcher
import Testing

/// Each filter by itself, from both sides of its limit.
@Suite("Filters") struct FilterRules {
  static let locations = [
    FilterRow(
      what:
        "Hysteresis: within the margin it stays, beyond it follows at that distance, and back it stays again",
      filters: [.hysteresis(x: 5, y: 5)], given: "id 1; x 100; y 100\nx 105; y 95\nx 106\nx 97\nx 95\nid -1",
      told: "0 began 100,100\n\n0 moved 101,100\n\n0 moved 100,100\n0 ended 100,100"),
    FilterRow(
      what: "Hysteresis: each axis by itself, each contact from where it lands",
      filters: [.hysteresis(x: 0, y: 10)],
      given: "id 1; x 100; y 100\nx 101; y 110\ny 111\nid -1\nid 2; y 500",
      told: "0 began 100,100\n0 moved 101,100\n0 moved 101,101\n0 ended 101,101\n0 began 101,500"),
    FilterRow(
      what: "Median of three: one outlier is not reported", filters: [.median(3)],
      given: "id 1; x 100; y 100\nx 900\nx 102\nx 103\nx 104\nid -1",
      told: "0 began 100,100\n\n0 moved 102,100\n0 moved 103,100\n\n0 ended 103,100"),
    FilterRow(
      what: "Median of three: the second outlier is reported", filters: [.median(3)],
      given: "id 1; x 100\nx 900\nx 901", told: "0 began 100,0\n\n0 moved 900,0"),
    FilterRow(
      what: "Median of one changes nothing", filters: [.median(1)], given: "id 1; x 100\nx 900",
      told: "0 began 100,0\n0 moved 900,0"),
    FilterRow(
      what: "Skip the first two: the third sample begins it; two are no contact",
      filters: [.skip(first: 2, last: 0)], given: "id 1; x 1\nx 2\nx 3\nx 4\nid -1\nid 2\nx 5\nid -1",
      told: "\n\n0 began 3,0\n0 moved 4,0\n0 ended 4,0\n\n\n"),
    FilterRow(
      what: "Skip the last two: reports are two samples late; two are no contact",
      filters: [.skip(first: 0, last: 2)], given: "id 1; x 1\nx 2\nx 3\nx 4\nid -1\nid 2\nx 5\nid -1",
      told: "\n\n0 began 1,0\n0 moved 2,0\n0 ended 2,0\n\n\n"),
  ]

  static let contacts = [
    FilterRow(
      what: "Debounce: the limit is past at exactly that time", filters: [.debounce(.milliseconds(50))],
      given: "id 1; x 100; y 100; @0\nid -1; @100\nid 2; @149.999\nx 101; @151\nid -1; @152\nid 3; @202",
      told: "0 began 100,100\n0 ended 100,100\n\n\n\n0 began 101,100"),
    FilterRow(
      what: "Debounce: 20 points away is the same place, more is not",
      filters: [.debounce(.milliseconds(50))],
      given: "id 1; x 100; @0\nid -1; @1\nid 2; x 120; @2\nslot 1; id 3; x 141; @3",
      told: "0 began 100,0\n0 ended 100,0\n\n1 began 141,0"),
    FilterRow(
      what: "Pressure: from the limit on it is down, below it is up", filters: [.pressure(30)],
      given:
        "id 1; x 1; pressure 29\npressure 30\nx 2; pressure 29\npressure 31\nid -1\nid 2; pressure 29\nid -1",
      told: "\n0 began 1,0\n0 ended 1,0\n0 began 2,0\n0 ended 2,0\n\n"),
    FilterRow(
      what: "Edge: a contact that lands in the band begins once it leaves it; one that enters it goes on",
      filters: [.edge(inside: Rect(x: 10, y: 10, width: 980, height: 980))],
      given: "id 1; x 9; y 500\nx 10\nx 9\nid -1\nid 2; x 989\nid -1\nid 3; x 990\nid -1",
      told: "\n0 began 10,500\n0 moved 9,500\n0 ended 9,500\n0 began 989,500\n0 ended 989,500\n\n"),
    FilterRow(
      what: "Size: from the limit on it is a palm, until it lifts", filters: [.size(50)],
      given: "id 1; x 1; major 49\nmajor 50\nmajor 10\nid -1\nid 2\nid -1\nid 3; major 50\nmajor 1\nid -1",
      told: "0 began 1,0\n0 cancelled 1,0\n\n\n0 began 1,0\n0 ended 1,0\n\n\n"),
    FilterRow(
      what:
        "Hold duration: it begins after the time, where the finger then is, without a report of the panel",
      filters: [.holdDuration(.milliseconds(100))],
      given: "id 1; x 1; @0\nx 5; @50\nuntil @99\nuntil @100\nx 7; @150\nid -1; @160",
      told: "\n\n\n0 began 5,0\n0 moved 7,0\n0 ended 7,0"),
    FilterRow(
      what: "Hold duration: what lifts earlier, or just then, is no touch",
      filters: [.holdDuration(.milliseconds(100))],
      given: "id 1; x 1; @0\nid -1; @99\nid 2; @200\nid -1; @300\nuntil @999", told: "\n\n\n\n"),
    FilterRow(
      what: "Hold duration: each finger by itself", filters: [.holdDuration(.milliseconds(100))],
      given:
        "id 1; x 1; @0\nslot 1; id 2; x 2; @30\nslot 2; id 3; x 3; @30\nuntil @100\nuntil @130\nslot 0; id -1; @140",
      told: "\n\n\n0 began 1,0\n1 began 2,0 | 2 began 3,0\n0 ended 1,0"),
    FilterRow(
      what: "Hold duration: a silence takes what is held away", filters: [.holdDuration(.milliseconds(100))],
      given: "id 1; x 1; @0\nsilence\nuntil @999", told: "\n\n"),
    FilterRow(
      what: "Hold duration: a report that comes late comes after the beginning",
      filters: [.holdDuration(.milliseconds(100))], given: "id 1; x 1; @0\nx 9; @500",
      told: "\n0 began 1,0 | 0 moved 9,0"),
    FilterRow(
      what: "Ignore repeat: what lands soon after a lift is no touch, wherever it lands",
      filters: [.ignoreRepeat(.milliseconds(300))],
      given: "id 1; x 1; @0\nid -1; @10\nid 2; x 900; @309\nid -1; @320\nid 3; x 1; @400\nid -1; @410",
      told: "0 began 1,0\n0 ended 1,0\n\n\n0 began 1,0\n0 ended 1,0"),
    FilterRow(
      what: "Ignore repeat: what was ignored begins no new interval",
      filters: [.ignoreRepeat(.milliseconds(300))],
      given: "id 1; @0\nid -1; @10\nid 2; @200\nid -1; @300\nid 3; @310",
      told: "0 began 0,0\n0 ended 0,0\n\n\n0 began 0,0"),
    FilterRow(
      what: "Ignore repeat: two fingers that land together are two",
      filters: [.ignoreRepeat(.milliseconds(300))],
      given: "id 1; x 1; slot 1; id 2; x 2; @0\nslot 0; id -1; @50\nslot 0; id 3; x 3; @60",
      told: "0 began 1,0 | 1 began 2,0\n0 ended 1,0\n"),
    FilterRow(
      what: "Size: a palm that lifts in the same report is cancelled", filters: [.size(50)],
      given: "id 1; x 1; major 49\nmajor 50; id -1", told: "0 began 1,0\n0 cancelled 1,0"),
  ]

  @Test("Those that change locations", arguments: locations)
  func location(_ row: FilterRow) { row.check() }

  /// Several filters, and contacts that they keep back: a contact whose began was kept back has no later phase.
  static let chains = [
    FilterRow(
      what: "A palm that was kept back is not cancelled", filters: [.skip(first: 2, last: 0), .size(50)],
      given: "id 1; x 1\nx 2; major 60\nx 3\nx 4; major 1\nid -1", told: "\n\n\n\n"),
    FilterRow(
      what: "What is kept back when it lifts was none",
      filters: [.edge(inside: Rect(x: 10, y: 0, width: 9, height: 9))],
      given: "id 1; x 5\nx 6\nid -1\nid 2; x 12\nid -1", told: "\n\n\n0 began 12,0\n0 ended 12,0"),
    FilterRow(
      what: "A silence does not cancel what was kept back", filters: [.skip(first: 1, last: 0)],
      given: "id 1; x 1\nslot 1; id 2\nslot 0; x 3\nsilence", told: "\n\n0 began 3,0\n0 cancelled 3,0"),
    FilterRow(
      what: "Samples that wait for newer ones go with their contact",
      filters: [.pressure(30), .skip(first: 0, last: 2)],
      given: "id 1; x 1; pressure 40\nx 2\nx 3\npressure 20\npressure 40; x 4\nx 5\nx 6\nid -1",
      told: "\n\n0 began 1,0\n0 ended 1,0\n\n\n0 began 4,0\n0 ended 4,0"),
    FilterRow(
      what: "Two that skip the last samples skip those of both",
      filters: [.skip(first: 0, last: 1), .skip(first: 0, last: 1)],
      given: "id 1; x 1\nx 2\nx 3\nx 4\nid -1", told: "\n\n0 began 1,0\n0 moved 2,0\n0 ended 2,0"),
    FilterRow(
      what: "A palm of the panel's own has not lifted: what lands there is no bounce",
      filters: [.debounce(.milliseconds(50))],
      given: "id 1; x 1; @0\ntool 2; @10\nid -1; tool 0; @20\nid 2; @30",
      told: "0 began 1,0\n0 cancelled 1,0\n\n0 began 1,0"),
    FilterRow(
      what: "Skip at both ends", filters: [.skip(first: 1, last: 1)],
      given: "id 1; x 1\nx 2\nx 3\nx 4\nid -1", told: "\n\n0 began 2,0\n0 moved 3,0\n0 ended 3,0"),
    FilterRow(
      what: "In the order of the layout: the hysteresis holds still what the median lets through",
      filters: [.median(3), .hysteresis(x: 5, y: 5)],
      given: "id 1; x 100\nx 104\nx 105\nx 108\nx 109\nid -1",
      told: "0 began 100,0\n\n\n\n0 moved 103,0\n0 ended 103,0"),
    FilterRow(
      what: "The edge sees the place that filters before it made",
      filters: [.hysteresis(x: 5, y: 5), .edge(inside: Rect(x: 10, y: 0, width: 900, height: 900))],
      given: "id 1; x 5\nx 14\nx 15", told: "\n\n0 began 10,0"),
    FilterRow(
      what: "A palm of the panel's own is cancelled", filters: [.hysteresis(x: 5, y: 5)],
      given: "id 1; x 100\ntool 2; x 200\nid -1", told: "0 began 100,0\n0 cancelled 100,0\n"),
    FilterRow(
      what: "Slots used twice in a frame", filters: [.skip(first: 1, last: 0)],
      given: "id 1; x 1\nx 2\nid -1; id 2; x 3\nx 4\nid -1; id 3\nid -1",
      told: "\n0 began 2,0\n0 ended 2,0\n0 began 4,0\n0 ended 4,0\n"),
    FilterRow(
      what: "A place that was skipped is never reported, whatever filter follows",
      filters: [.skip(first: 1, last: 0), .median(3)],
      given: "id 1; x 500; y 500\nx 20; y 20\nx 21\nx 22\nid -1",
      told: "\n0 began 20,20\n\n0 moved 21,20\n0 ended 21,20"),
    FilterRow(
      what: "Nor one in the band at the edge",
      filters: [.edge(inside: Rect(x: 40, y: 40, width: 920, height: 920)), .median(3)],
      given: "id 1; x 5; y 500\nx 45\nx 46\nx 47\nid -1",
      told: "\n0 began 45,500\n\n0 moved 46,500\n0 ended 46,500"),
  ]

  @Test("Those that say whether there is a contact", arguments: contacts + chains)
  func contact(_ row: FilterRow) { row.check() }
}
