import Dispatcher
import Testing

/// ABS_MT_DISTANCE above 0 is a hover, no touch.
@Suite("Hover") struct HoverRules {
  @Test(
    "Rows",
    arguments: [
      AssemblerRow(
        what: "What hovers is no touch until it comes down",
        given: "id 1; x 1; y 2; distance 9\nx 3\ndistance 0\nid -1",
        contacts: "\n\n0 began 3,2\n0 ended 3,2"),
      AssemblerRow(
        what: "What rises off the glass has ended where it was last seen on it",
        given: "id 1; x 1; y 2\nx 5; distance 1\nx 6\nid -1", contacts: "0 began 1,2\n0 ended 1,2\n\n"),
      AssemblerRow(
        what: "Down again with the same id it is a new touch",
        given: "id 1; x 1; y 2\ndistance 1\ndistance 0; x 4",
        contacts: "0 began 1,2\n0 ended 1,2\n0 began 4,2"),
      AssemblerRow(
        what: "The distance outlives the contact",
        given: "id 1; x 1; y 2; distance 5\nid -1\nid 2\ndistance 0",
        contacts: "\n\n\n0 began 1,2"),
      AssemblerRow(
        what: "A distance below 0 touches", given: "id 1; x 1; y 2; distance -3", contacts: "0 began 1,2"),
      AssemblerRow(
        what: "A palm that rises stays a palm until it lifts, also if its tool type changes",
        given: "id 1; x 1; y 2; tool 2\ndistance 3\ntool 0\ndistance 0\nid -1\nid 2",
        contacts: "\n\n\n\n\n0 began 1,2"),
      AssemblerRow(
        what: "Opened while it hovers: it begins when it comes down", given: "open\ndistance 0",
        kernel: DeviceState(slots: [.hovering]), contacts: "\n0 began 7,8"),
      AssemblerRow(
        what: "Found hovering after lost events, it is cancelled",
        given: "id 4; x 1; y 2\ndropped\ndistance 0",
        kernel: DeviceState(slots: [.hovering]), contacts: "0 began 1,2\n0 cancelled 1,2\n0 began 7,8"),
    ])
  func row(_ row: AssemblerRow) { row.check() }
}

extension SlotState {
  fileprivate static var hovering: SlotState {
    var slot = SlotState(trackingID: 4, x: 7, y: 8)
    slot.distance = 5
    return slot
  }
}
