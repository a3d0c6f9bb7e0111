import Dispatcher
import Testing

/// The filter `smooth` with a cutoff at which a report counts for a half after 10 ms, and for 3/4 after 30 ms.
@Suite("Smooth") struct SmoothRules {
  /// 1 ÷ (2π · 10 ms), in hertz.
  private static let filters = [ContactFilter.smooth(cutoff: 50 / Double.pi, beta: 0)]

  static let rows = [
    FilterRow(
      what: "It lands where it is, then goes half of the way; it lifts where it was last", filters: filters,
      given: "id 1; x 100; y 100; @0\nx 201; y 51; @10\nx 202; @20\nx 900; id -1; @30",
      told: "0 began 100,100\n0 moved 150,75\n0 moved 176,63\n0 ended 176,63"),
    FilterRow(
      what: "A contact knows nothing of the one before it in its slot", filters: filters,
      given: "id 1; x 100; @0\nx 201; @10\nid -1; @20\nid 2; x 500; @30\nx 601; @40",
      told: "0 began 100,0\n0 moved 150,0\n0 ended 150,0\n0 began 500,0\n0 moved 550,0"),
    FilterRow(
      what: "A palm is cancelled where it was last, and not followed", filters: filters,
      given: "id 1; x 100; @0\nx 201; @10\ntool 2; x 900; @20\nx 100; @30\nid -1; @40",
      told: "0 began 100,0\n0 moved 150,0\n0 cancelled 150,0\n\n"),
    FilterRow(
      what: "While no time passes it stays", filters: filters,
      given: "id 1; x 100; @10\nx 201; @10\nx 203; @20", told: "0 began 100,0\n\n0 moved 151,0"),
    FilterRow(
      what: "A clock that goes backwards is one that stands still, and goes on from there", filters: filters,
      given: "id 1; x 100; @5000\nx 201; @10\nx 203; @20", told: "0 began 100,0\n\n0 moved 151,0"),
    FilterRow(
      what: "After a long pause the finger is where it is", filters: filters,
      given: "id 1; x 100; @0\nx 201; @10\nx 300; @9000000000000",
      told: "0 began 100,0\n0 moved 150,0\n0 moved 299,0"),
    FilterRow(
      what: "A finger that rests, while another moves, stays behind; its next report counts for all the time",
      filters: filters,
      given: "id 1; x 100; @0\nx 201; @10\nslot 1; id 2; x 500; @20\nx 601; @30\nslot 0; x 203; @40",
      told: "0 began 100,0\n0 moved 150,0\n1 began 500,0\n1 moved 550,0\n0 moved 189,0"),
    FilterRow(
      what: "A report of something else than the place moves it on", filters: filters,
      given: "id 1; x 100; pressure 5; @0\nx 201; @10\npressure 6; @20",
      told: "0 began 100,0\n0 moved 150,0\n0 moved 175,0"),
    FilterRow(
      what: "Behind the median one wild place is not followed, two are", filters: [.median(3)] + filters,
      given: "id 1; x 100; @0\nx 901; @10\nx 100; @20\nx 901; @30\nx 903; @40",
      told: "0 began 100,0\n\n\n0 moved 500,0\n0 moved 700,0"),
    FilterRow(
      what: "Behind a pressure that is too low it begins anew", filters: [.pressure(30)] + filters,
      given: "id 1; x 100; pressure 40; @0\nx 201; @10\npressure 20; @20\nx 500; pressure 40; @30",
      told: "0 began 100,0\n0 moved 150,0\n0 ended 150,0\n0 began 500,0"),
  ]

  @Test("Rows", arguments: rows)
  func row(_ row: FilterRow) { row.check() }
}
