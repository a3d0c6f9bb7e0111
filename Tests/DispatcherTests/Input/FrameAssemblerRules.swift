import TestTables

/// What the events of a panel mean, slot by slot.
@Suite("Frames of contacts") struct FrameAssemblerRules {
  static let single = TouchProtocol.singleTouch(button: EventCode.btnTouch)

  static let rows: Table<AssemblerRow> = [
    "Values outlive the contact: what did not change is not sent again": AssemblerRow(
      given: "id 1; x 10; y 20\nid -1\nid 2", contacts: "0 began 10,20\n0 ended 10,20\n0 began 10,20"),
    "No contact is stuck where no time is asked for": AssemblerRow(
      given: StuckRules.down + "\nx 5; @9000000", contacts: StuckRules.began + "\n1 moved 5,4"),
    "A report of the same values is no move": AssemblerRow(
      given: "id 1; x 10; y 20\nx 10; y 20\nx 12; x 10", contacts: "0 began 10,20\n\n"),
    "The same id again, and a lift of an empty slot, mean nothing": AssemblerRow(
      given: "id 1; x 10; y 20\nid 1\nid -1\nid -1", contacts: "0 began 10,20\n\n0 ended 10,20\n"),
    "A contact that appears and vanishes within a frame is not reported": AssemblerRow(
      given: "id 1; x 10; y 20; id -1\nid 2; x 5; y 5", contacts: "\n0 began 5,5"),
    "Lift and landing in one slot in one frame are two frames": AssemblerRow(
      given: "id 3; x 1; y 2; slot 1; id 4; x 5; y 6\nslot 0; id -1; id 9; x 7; y 8; slot 1; x 50",
      contacts: "0 began 1,2 | 1 began 5,6\n0 ended 1,2 | 1 moved 50,6 // 0 began 7,8"),
    "An id that changes without a lift is a lift and a landing": AssemblerRow(
      given: "id 1; x 1; y 2\nid 2; x 3; y 4", contacts: "0 began 1,2\n0 ended 1,2 // 0 began 3,4"),
    "What follows the lift in its frame belongs to the slot, not to the contact": AssemblerRow(
      given: "id 1; x 101; y 201\nid -1; x 0; y 0\nid 2",
      contacts: "0 began 101,201\n0 ended 101,201\n0 began 0,0"),
    "What precedes the lift in its frame is where the contact ended": AssemblerRow(
      given: "id 1; x 1; y 2\nx 7; y 8; id -1", contacts: "0 began 1,2\n0 ended 7,8"),
    "A slot that was never declared swallows its events, also in later frames, until a valid one is named":
      AssemblerRow(
        given: "id 1; x 1; y 2\nslot 16; id 9; x 5; y 5\nx 50\nslot -1; x 60; id 7\nslot 0; x 3",
        contacts: "0 began 1,2\n\n\n\n0 moved 3,2"),
    "BTN_TOUCH and the pointer axes mean nothing on a slot device": AssemblerRow(
      given: "id 1; x 1; y 2\ntouch 0; absx 9; absy 9\n", contacts: "0 began 1,2\n\n"),
    "A palm cancels its contact only, and it stays so until it lifts": AssemblerRow(
      given:
        "id 1; x 1; y 2; slot 1; id 2; x 3; y 4\nslot 0; tool 2\ntool 0; x 9\nslot 1; x 5\nslot 0; id -1\nid 7",
      contacts: "0 began 1,2 | 1 began 3,4\n0 cancelled 1,2\n\n1 moved 5,4\n\n0 began 9,2"),
    "Palm and lift in one frame is cancelled": AssemblerRow(
      given: "id 1; x 1; y 2\ntool 2; id -1", contacts: "0 began 1,2\n0 cancelled 1,2"),
    "The tool type belongs to the slot: a contact that lands as a palm stays ignored": AssemblerRow(
      given: "id 1; x 1; y 2\ntool 2\nid -1\nid 2\ntool 0; x 5\nid -1",
      contacts: "0 began 1,2\n0 cancelled 1,2\n\n\n\n"),
    "Ten fingers come in order of their slots": AssemblerRow(
      given: "slot 2; id 1; x 1; slot 0; id 2; x 2", contacts: "0 began 2,0 | 2 began 1,0"),
    "The last of 256 slots is one like the first": AssemblerRow(
      touchProtocol: .slots(count: 256), given: "slot 255; id 1; x 1; y 2\nx 3\nid -1",
      contacts: "255 began 1,2\n255 moved 3,2\n255 ended 3,2"),
    "A panel of no slots has one all the same": AssemblerRow(
      touchProtocol: .slots(count: 0), given: "id 1; x 1; y 2\nslot 1; x 3", contacts: "0 began 1,2\n"),
    "A single-touch panel: the button is the contact, motion without it none": AssemblerRow(
      touchProtocol: single, given: "absx 5; absy 6\ntouch 1; absx 7\nabsx 8\ntouch 0\nabsx 9\ntouch 1",
      contacts: "\n0 began 7,6\n0 moved 8,6\n0 ended 8,6\n\n0 began 9,6"),
    "A single-touch panel: key repeat is no news; up and down in one frame are two touches": AssemblerRow(
      touchProtocol: single, given: "touch 1; absx 5\ntouch 2\ntouch 0; touch 1",
      contacts: "0 began 5,0\n\n0 ended 5,0 // 0 began 5,0"),
    "Slots mean nothing on a single-touch panel": AssemblerRow(
      touchProtocol: single, given: "touch 1; absx 5\nslot 3; id 4; x 9", contacts: "0 began 5,0\n"),
    "After a SYN_DROPPED: the same ids go on, the vanished and replaced are cancelled, the new begin":
      AssemblerRow(
        given: """
          id 1; x 1; y 1; slot 1; id 2; x 2; y 2; slot 2; id 3; x 3; y 3; slot 3; id 4; x 4; y 4
          x 77; dropped; x 99
          x 51
          """, kernel: .afterLoss,
        contacts: """
          0 began 1,1 | 1 began 2,2 | 2 began 3,3 | 3 began 4,4
          0 moved 10,0 | 1 cancelled 2,2 | 2 cancelled 3,3 | 4 began 50,0 // 1 began 90,0
          4 moved 51,0
          """),
    "Contacts that are down when a panel is opened stay muted until they lift; their values are kept":
      AssemblerRow(
        given: "open\nx 3\nid -1\nid 6; slot 1; id 7", kernel: .slots((5, 1, 2), (-1, 30, 40)),
        contacts: "\n\n\n0 began 3,2 | 1 began 30,40"),
    "The removal of a panel cancels what is down, once": AssemblerRow(
      given: "id 1; x 1; y 2\nremove\nremove", contacts: "0 began 1,2\n0 cancelled 1,2\n"),
  ]

  /// ABS_MT_DISTANCE above 0 is a hover, no touch.
  static let hovers: Table<AssemblerRow> = [
    "What rises off the glass has ended where it was last seen on it": AssemblerRow(
      given: "id 1; x 1; y 2\nx 5; distance 1\nx 6\nid -1", contacts: "0 began 1,2\n0 ended 1,2\n\n"),
    "Down again with the same id it is a new touch": AssemblerRow(
      given: "id 1; x 1; y 2\ndistance 1\ndistance 0; x 4", contacts: "0 began 1,2\n0 ended 1,2\n0 began 4,2"),
    "The distance outlives the contact": AssemblerRow(
      given: "id 1; x 1; y 2; distance 5\nid -1\nid 2\ndistance 0", contacts: "\n\n\n0 began 1,2"),
    "A palm that rises stays a palm until it lifts, also if its tool type changes": AssemblerRow(
      given: "id 1; x 1; y 2; tool 2\ndistance 3\ntool 0\ndistance 0\nid -1\nid 2",
      contacts: "\n\n\n\n\n0 began 1,2"),
    "Opened while it hovers: it begins when it comes down": AssemblerRow(
      given: "open\ndistance 0", kernel: DeviceState(slots: [.hovering]), contacts: "\n0 began 7,8"),
    "Found hovering after lost events, it is cancelled": AssemblerRow(
      given: "id 4; x 1; y 2\ndropped\ndistance 0", kernel: DeviceState(slots: [.hovering]),
      contacts: "0 began 1,2\n0 cancelled 1,2\n0 began 7,8"),
  ]

  @Test("Rows", arguments: rows + hovers + sleeps)
  func row(_ row: AssemblerRow) { row.check() }

  @Test("Nothing is said before the report")
  func withoutReport() {
    let assembler = FrameAssembler(.slots(count: 10))
    var text = FrameText()
    for event in text.events("id 1; x 5").dropLast() { #expect(assembler.consume(event) == .pending) }
    #expect(assembler.changes.isEmpty)
  }

  @Test("The pressure 0 of the lift is not how hard the finger pressed")
  func pressureOfTheLift() {
    let assembler = FrameAssembler(.slots(count: 10))
    var text = FrameText()
    for frame in ["id 1; x 1; pressure 60", "pressure 0; id -1"] {
      for event in text.events(frame) { _ = assembler.consume(event) }
    }
    #expect(assembler.changes.map(\.state.pressure) == [60])
  }
}

extension DeviceState {
  /// Of four contacts that were down before, the first has moved, the second is another, the third has lifted; a fifth
  /// came, and the kernel's current slot is that.
  fileprivate static var afterLoss: DeviceState {
    var state = DeviceState.slots((1, 10, 0), (9, 90, 0), (-1, -10, 0), (4, 4, 4), (5, 50, 0))
    state.currentSlot = 4
    return state
  }
}

extension SlotState {
  fileprivate static var hovering: SlotState {
    var slot = SlotState(trackingID: 4, x: 7, y: 8)
    slot.distance = 5
    return slot
  }
}
