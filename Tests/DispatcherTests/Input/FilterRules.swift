import TestTables

/// Contacts that ``FilterProperties`` does not have, which has the limits of every filter: in frames of several slots,
/// along both axes, in silences, and in time without frames.
@Suite("Filters") struct FilterRules {
  static let rows: Table<FilterRow> = [
    "Hysteresis: each axis by itself, each contact from where it lands": FilterRow(
      filters: [.hysteresis(x: 0, y: 10)],
      given: "id 1; x 100; y 100\nx 101; y 110\ny 111\nid -1\nid 2; y 500",
      told: "0 began 100,100\n0 moved 101,100\n0 moved 101,101\n0 ended 101,101\n0 began 101,500"),
    "Hold duration: it begins after the time, where the finger then is, without a report of the panel":
      FilterRow(
        filters: [.holdDuration(.milliseconds(100))],
        given: "id 1; x 1; @0\nx 5; @50\nuntil @99\nuntil @100\nx 7; @150\nid -1; @160",
        told: "\n\n\n0 began 5,0\n0 moved 7,0\n0 ended 7,0"),
    "Hold duration: each finger by itself": FilterRow(
      filters: [.holdDuration(.milliseconds(100))],
      given:
        "id 1; x 1; @0\nslot 1; id 2; x 2; @30\nslot 2; id 3; x 3; @30\nuntil @100\nuntil @130\nslot 0; id -1; @140",
      told: "\n\n\n0 began 1,0\n1 began 2,0 | 2 began 3,0\n0 ended 1,0"),
    "Hold duration: a silence takes what is held away": FilterRow(
      filters: [.holdDuration(.milliseconds(100))], given: "id 1; x 1; @0\nsilence\nuntil @999", told: "\n\n"),
    "Ignore repeat: two fingers that land together are two": FilterRow(
      filters: [.ignoreRepeat(.milliseconds(300))],
      given: "id 1; x 1; slot 1; id 2; x 2; @0\nslot 0; id -1; @50\nslot 0; id 3; x 3; @60",
      told: "0 began 1,0 | 1 began 2,0\n0 ended 1,0\n"),
    "Size: a palm that lifts in the same report is cancelled": FilterRow(
      filters: [.size(50)], given: "id 1; x 1; major 49\nmajor 50; id -1",
      told: "0 began 1,0\n0 cancelled 1,0"),
  ]

  /// Several filters, and contacts that they keep back: a contact whose began was kept back has no later phase.
  static let chains: Table<FilterRow> = [
    "A silence does not cancel what was kept back": FilterRow(
      filters: [.skip(first: 1, last: 0)], given: "id 1; x 1\nslot 1; id 2\nslot 0; x 3\nsilence",
      told: "\n\n0 began 3,0\n0 cancelled 3,0"),
    "A palm of the panel's own is cancelled": FilterRow(
      filters: [.hysteresis(x: 5, y: 5)], given: "id 1; x 100\ntool 2; x 200\nid -1",
      told: "0 began 100,0\n0 cancelled 100,0\n"),
    "Slots used twice in a frame": FilterRow(
      filters: [.skip(first: 1, last: 0)], given: "id 1; x 1\nx 2\nid -1; id 2; x 3\nx 4\nid -1; id 3\nid -1",
      told: "\n0 began 2,0\n0 ended 2,0\n0 began 4,0\n0 ended 4,0\n"),
  ]

  @Test("Rows", arguments: rows + chains)
  func row(_ row: FilterRow) { row.check() }
}
