import TestTables

/// A contact that no event names for too long, while the panel reports others, is cancelled.
@Suite("Stuck contacts") struct StuckRules {
  static let down = "id 1; x 1; y 2; slot 1; id 2; x 3; y 4; @0"
  static let began = "0 began 1,2 | 1 began 3,4"

  @Test(
    "Rows",
    arguments: [
      "A microsecond before the limit nothing happens": AssemblerRow(
        given: down + "\nx 5; @999.999", contacts: began + "\n1 moved 5,4"),
      "At the limit it is cancelled, and dead until it lifts": AssemblerRow(
        given: down + "\nx 5; @1000\nslot 0; x 6; @1001\nid -1; @1002\nid 3; @1003",
        contacts: began + "\n1 moved 5,4 | 0 cancelled 1,2\n\n\n0 began 6,2"),
      "An event counts, though it changes nothing": AssemblerRow(
        given: down + "\nslot 0; x 1; @900\nslot 1; x 5; @1500", contacts: began + "\n\n1 moved 5,4"),
      "So does one of an axis that is not kept, and its own id again": AssemblerRow(
        given: down + "\nslot 0; width 5; @700\nslot 1; x 5; @900\nslot 0; id 1; @1500\nslot 1; x 6; @1800",
        contacts: began + "\n\n1 moved 5,4\n\n1 moved 6,4"),
      "To be named as a slot, and no more, is no event": AssemblerRow(
        given: down + "\nslot 0; slot 1; x 5; @900\nx 6; @1000",
        contacts: began + "\n1 moved 5,4\n1 moved 6,4 | 0 cancelled 1,2"),
      "Its own event comes in time, however late": AssemblerRow(
        given: down + "\nslot 0; x 5; slot 1; x 5; @5000", contacts: began + "\n0 moved 5,2 | 1 moved 5,4"),
      "A frame that names no contact is no report": AssemblerRow(
        given: down + "\ntouch 1; @5000\nabsx 5; @6000", contacts: began + "\n\n"),
      "A contact that is dead reports, too": AssemblerRow(
        given: down + "\ntool 2; @1\nx 9; @1500", contacts: began + "\n1 cancelled 3,4\n0 cancelled 1,2"),
      "A clock that jumps back is no silence": AssemblerRow(
        given: "id 1; x 1; y 2; @5000\nslot 1; id 2; x 3; y 4; @0", contacts: "0 began 1,2\n1 began 3,4"),
    ] as Table<AssemblerRow>)
  func row(_ row: AssemblerRow) {
    var row = row
    row.stuckAfter = .seconds(1)
    row.check()
  }
}
