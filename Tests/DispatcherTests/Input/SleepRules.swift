import TestTables

/// The kernel puts a device to sleep: it releases the keys, in a frame whose SYN_REPORT has the value 1.
extension FrameAssemblerRules {
  private static let down = "id 1; x 1; y 2; slot 1; id 2; x 3; y 4; touch 1"
  private static let began = "0 began 1,2 | 1 began 3,4"

  static let sleeps: Table<AssemblerRow> = [
    "Slots stay active: their contacts are cancelled, and dead until they lift": AssemblerRow(
      given: down + "\ntouch 0; report 1\nslot 0; x 9\nid -1; slot 1; y 9\nslot 0; id 3",
      kernel: .slots((1, 1, 2), (2, 3, 4)),
      contacts: began + "\nsuspended: 0 cancelled 1,2 | 1 cancelled 3,4\n\n\n0 began 9,2"),
    "A contact that lifted during the sleep is up, by the kernel's state": AssemblerRow(
      given: down + "\ntouch 0; report 1\nslot 0; id 5; x 7\nslot 1; y 5",
      kernel: .slots((-1, 1, 2), (2, 3, 4)),
      contacts: began + "\nsuspended: 0 cancelled 1,2 | 1 cancelled 3,4\n0 began 7,2\n"),
    "A value of 1 alone means nothing": AssemblerRow(
      given: down + "\nreport 1\nx 8; report 1", contacts: began + "\n\n1 moved 8,4"),
    "BTN_TOUCH released and pressed again is no sleep": AssemblerRow(
      given: down + "\ntouch 0; touch 1; report 1\nx 8", contacts: began + "\n\n1 moved 8,4"),
    "Key repeat of BTN_TOUCH has the value 1, too": AssemblerRow(
      given: down + "\ntouch 2; report 1\nx 8", contacts: began + "\n\n1 moved 8,4"),
    "A contact that lifts in the same frame ends, and is not cancelled": AssemblerRow(
      given: down + "\nslot 0; id -1; touch 0; report 1", kernel: .slots((-1, 1, 2), (2, 3, 4)),
      contacts: began + "\nsuspended: 0 ended 1,2 | 1 cancelled 3,4"),
    "Only one contact, which lands in that frame: the panel sleeps, the contact is dead": AssemblerRow(
      given: "touch 1\nid 1; x 1; y 2; touch 0; report 1\nx 9\nid -1\nid 2", kernel: .slots((1, 1, 2)),
      contacts: "\nsuspended: \n\n\n0 began 9,2"),
    "If all lift in that frame, nothing sleeps": AssemblerRow(
      given: down + "\nslot 0; id -1; slot 1; id -1; touch 0; report 1",
      contacts: began + "\n0 ended 1,2 | 1 ended 3,4"),
    "A contact that lands in that frame is dead": AssemblerRow(
      given: "id 1; x 1; y 2; touch 1\nslot 1; id 2; x 3; touch 0; report 1\ny 4",
      kernel: .slots((1, 1, 2), (2, 3, 0)), contacts: "0 began 1,2\nsuspended: 0 cancelled 1,2\n"),
    "With nothing down it means nothing": AssemblerRow(
      given: "touch 0; report 1\nid 1; x 1; y 2", contacts: "\n0 began 1,2"),
    "A single-touch panel: cancelled; the next press begins": AssemblerRow(
      touchProtocol: single, given: "touch 1; absx 5; absy 6\ntouch 0; report 1\nabsx 7\ntouch 1\ntouch 0",
      kernel: .slots((-1, 5, 6)),
      contacts: "0 began 5,6\nsuspended: 0 cancelled 5,6\n\n0 began 7,6\n0 ended 7,6"),
    "A single-touch panel: a value of 1 alone means nothing": AssemblerRow(
      touchProtocol: single, given: "touch 1; absx 5; absy 6\nabsx 7; report 1\ntouch 0",
      contacts: "0 began 5,6\n0 moved 7,6\n0 ended 7,6"),
  ]
}
