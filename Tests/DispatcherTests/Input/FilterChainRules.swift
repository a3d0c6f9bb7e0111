import Dispatcher
import Testing

/// Several filters, and contacts that they keep back: a contact whose began was kept back has no later phase.
@Suite("Filters together") struct FilterChainRules {
  @Test(
    "Rows",
    arguments: [
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
        given: "id 1; x 1\nx 2\nx 3\nx 4\nid -1",
        told: "\n\n0 began 2,0\n0 moved 3,0\n0 ended 3,0"),
      FilterRow(
        what: "In the order of the layout: the hysteresis holds still what the median lets through",
        filters: [.median(3), .hysteresis(x: 5, y: 5)],
        given: "id 1; x 100\nx 104\nx 105\nx 108\nx 109\nid -1",
        told: "0 began 100,0\n\n\n\n0 moved 103,0\n0 ended 103,0"),
      FilterRow(
        what: "The edge sees the place that filters before it made",
        filters: [
          .hysteresis(x: 5, y: 5), .edge(inside: Rect(x: 10, y: 0, width: 900, height: 900)),
        ], given: "id 1; x 5\nx 14\nx 15", told: "\n\n0 began 10,0"),
      FilterRow(
        what: "A palm of the panel's own is cancelled", filters: [.hysteresis(x: 5, y: 5)],
        given: "id 1; x 100\ntool 2; x 200\nid -1", told: "0 began 100,0\n0 cancelled 100,0\n"),
      FilterRow(
        what: "Slots used twice in a frame", filters: [.skip(first: 1, last: 0)],
        given: "id 1; x 1\nx 2\nid -1; id 2; x 3\nx 4\nid -1; id 3\nid -1",
        told: "\n0 began 2,0\n0 ended 2,0\n0 began 4,0\n0 ended 4,0\n"),
    ])
  func row(_ row: FilterRow) { row.check() }
}
