import Dispatcher
import TestTables
import Testing

/// What the events of a panel mean, slot by slot.
@Suite("Frames of contacts") struct FrameAssemblerRules {
  struct Row: TableRow {
    let what: String
    var touchProtocol = TouchProtocol.slots(count: 10)
    /// Frames, one a line: `slot 1; id 5; x 10; y 20; tool 2; touch 1; packet; dropped`.
    let frames: String
    /// What comes of each frame, one a line: `0 began 10,20 | 1 ended 3,4`; landings after `//`.
    let contacts: String
  }

  static let single = TouchProtocol.singleTouch(button: EventCode.btnTouch)

  static let rows = [
    Row(
      what: "A contact begins, moves and ends", frames: "id 1; x 10; y 20\nx 11\nid -1",
      contacts: "0 began 10,20\n0 moved 11,20\n0 ended 11,20"),
    Row(
      what: "Values outlive the contact: what did not change is not sent again",
      frames: "id 1; x 10; y 20\nid -1\nid 2", contacts: "0 began 10,20\n0 ended 10,20\n0 began 10,20"),
    Row(
      what: "A report of the same values is no move", frames: "id 1; x 10; y 20\nx 10; y 20\nx 12; x 10",
      contacts: "0 began 10,20\n\n"),
    Row(
      what: "The same id again, and a lift of an empty slot, mean nothing",
      frames: "id 1; x 10; y 20\nid 1\nid -1\nid -1", contacts: "0 began 10,20\n\n0 ended 10,20\n"),
    Row(
      what: "A contact that appears and vanishes within a frame is not reported",
      frames: "id 1; x 10; y 20; id -1\nid 2; x 5; y 5", contacts: "\n0 began 5,5"),
    Row(
      what: "Lift and landing in one slot in one frame are two frames",
      frames: "id 3; x 1; y 2; slot 1; id 4; x 5; y 6\nslot 0; id -1; id 9; x 7; y 8; slot 1; x 50",
      contacts: "0 began 1,2 | 1 began 5,6\n0 ended 1,2 | 1 moved 50,6 // 0 began 7,8"),
    Row(
      what: "An id that changes without a lift is a lift and a landing",
      frames: "id 1; x 1; y 2\nid 2; x 3; y 4", contacts: "0 began 1,2\n0 ended 1,2 // 0 began 3,4"),
    Row(
      what: "What follows the lift in its frame belongs to the slot, not to the contact",
      frames: "id 1; x 101; y 201\nid -1; x 0; y 0\nid 2",
      contacts: "0 began 101,201\n0 ended 101,201\n0 began 0,0"),
    Row(
      what: "What precedes the lift in its frame is where the contact ended",
      frames: "id 1; x 1; y 2\nx 7; y 8; id -1", contacts: "0 began 1,2\n0 ended 7,8"),
    Row(
      what:
        "A slot that was never declared swallows its events, also in later frames, until a valid one is named",
      frames: "id 1; x 1; y 2\nslot 16; id 9; x 5; y 5\nx 50\nslot -1; x 60; id 7\nslot 0; x 3",
      contacts: "0 began 1,2\n\n\n\n0 moved 3,2"),
    Row(
      what: "BTN_TOUCH and the pointer axes mean nothing on a slot device",
      frames: "id 1; x 1; y 2\ntouch 0; absx 9; absy 9\n", contacts: "0 began 1,2\n\n"),
    Row(
      what: "A palm cancels its contact only, and it stays so until it lifts",
      frames:
        "id 1; x 1; y 2; slot 1; id 2; x 3; y 4\nslot 0; tool 2\ntool 0; x 9\nslot 1; x 5\nslot 0; id -1\nid 7",
      contacts: "0 began 1,2 | 1 began 3,4\n0 cancelled 1,2\n\n1 moved 5,4\n\n0 began 9,2"),
    Row(
      what: "Palm and lift in one frame is cancelled", frames: "id 1; x 1; y 2\ntool 2; id -1",
      contacts: "0 began 1,2\n0 cancelled 1,2"),
    Row(
      what: "The tool type belongs to the slot: a contact that lands as a palm stays ignored",
      frames: "id 1; x 1; y 2\ntool 2\nid -1\nid 2\ntool 0; x 5\nid -1",
      contacts: "0 began 1,2\n0 cancelled 1,2\n\n\n\n"),
    Row(
      what: "Ten fingers come in order of their slots", frames: "slot 2; id 1; x 1; slot 0; id 2; x 2",
      contacts: "0 began 2,0 | 2 began 1,0"),
    Row(
      what: "A single-touch panel: the button is the contact, motion without it none", touchProtocol: single,
      frames: "absx 5; absy 6\ntouch 1; absx 7\nabsx 8\ntouch 0\nabsx 9\ntouch 1",
      contacts: "\n0 began 7,6\n0 moved 8,6\n0 ended 8,6\n\n0 began 9,6"),
    Row(
      what: "A single-touch panel: key repeat is no news; up and down in one frame are two touches",
      touchProtocol: single, frames: "touch 1; absx 5\ntouch 2\ntouch 0; touch 1",
      contacts: "0 began 5,0\n\n0 ended 5,0 // 0 began 5,0"),
    Row(
      what: "Packets: a frame has all contacts; a frame with nothing but a key lifts none",
      touchProtocol: .packets,
      frames: "x 1; y 2; packet; x 8; y 9; packet\ntouch 1\nx 7; y 9; packet\npacket",
      contacts: "0 began 1,2 | 1 began 8,9\n\n0 ended 1,2 | 1 moved 7,9\n1 ended 7,9"),
    Row(
      what: "Packets: BTN_TOUCH 0 without any lifts all",
      touchProtocol: .packets,
      frames: "x 1; y 2; packet; touch 1\ntouch 0\nx 3; y 4; packet; touch 1",
      contacts: "0 began 1,2\n0 ended 1,2\n0 began 3,4"),
    Row(
      what: "Slots mean nothing on a single-touch panel", touchProtocol: single,
      frames: "touch 1; absx 5\nslot 3; id 4; x 9", contacts: "0 began 5,0\n"),
  ]

  @Test("Rows", arguments: rows)
  func row(_ row: Row) {
    let assembler = FrameAssembler(row.touchProtocol)
    var lines: [String] = []
    for frame in row.frames.split(separator: "\n", omittingEmptySubsequences: false) {
      feed(String(frame), to: assembler)
      lines.append(description(of: assembler))
    }
    #expect(lines == row.contacts.split(separator: "\n", omittingEmptySubsequences: false).map(String.init))
  }

  @Test("Nothing is said before the report")
  func withoutReport() {
    let assembler = FrameAssembler(.slots(count: 10))
    for (code, value) in [(EventCode.absMTTrackingID, 1), (EventCode.absMTPositionX, 5)] as [(UInt16, Int32)]
    {
      #expect(assembler.consume(RawEvent(type: EventType.abs, code: code, value: value)) == .pending)
    }
    #expect(assembler.changes.isEmpty)
  }

  @Test("The pressure 0 of the lift is not how hard the finger pressed")
  func pressureOfTheLift() {
    let assembler = FrameAssembler(.slots(count: 10))
    feed("id 1; x 1; pressure 60", to: assembler)
    feed("pressure 0; id -1", to: assembler)
    #expect(assembler.changes.map(\.state.pressure) == [60])
  }

  @Test("After a SYN_DROPPED: the same ids go on, the vanished and replaced are cancelled, the new begin")
  func resynchronization() {
    let assembler = FrameAssembler(.slots(count: 10))
    feed(
      "id 1; x 1; y 1; slot 1; id 2; x 2; y 2; slot 2; id 3; x 3; y 3; slot 3; id 4; x 4; y 4", to: assembler)
    #expect(feed("x 77; dropped; x 99", to: assembler) == .dropped)
    #expect(assembler.changes.isEmpty)
    var state = DeviceState(slots: [1, 9, -1, 4, 5].map { SlotState(trackingID: $0, x: $0 * 10, y: 0) })
    state.slots[3] = SlotState(trackingID: 4, x: 4, y: 4)
    state.currentSlot = 4
    assembler.resynchronize(with: state)
    #expect(
      description(of: assembler)
        == "0 moved 10,0 | 1 cancelled 2,2 | 2 cancelled 3,3 | 4 began 50,0 // 1 began 90,0")
    // Events without ABS_MT_SLOT belong to the kernel's current slot.
    feed("x 51", to: assembler)
    #expect(description(of: assembler) == "4 moved 51,0")
  }

  @Test("Contacts that are down when a panel is opened stay muted until they lift; their values are kept")
  func adoption() {
    let assembler = FrameAssembler(.slots(count: 10))
    assembler.adopt(
      DeviceState(slots: [SlotState(trackingID: 5, x: 1, y: 2), SlotState(trackingID: -1, x: 30, y: 40)]))
    for frame in ["x 3", "id -1"] {
      feed(frame, to: assembler)
      #expect(description(of: assembler) == "")
    }
    feed("id 6; slot 1; id 7", to: assembler)
    #expect(description(of: assembler) == "0 began 3,2 | 1 began 30,40")
  }

  @Test("Packets that are down when a panel is opened are muted until they lift, however that is said")
  func adoptionOfPackets() {
    for lift in ["touch 0", "packet; touch 0"] {
      let assembler = FrameAssembler(.packets)
      assembler.adopt(DeviceState(slots: [SlotState(trackingID: 0, x: 0, y: 0)]))
      feed(lift, to: assembler)
      feed("x 3; y 4; packet; touch 1", to: assembler)
      #expect(description(of: assembler) == "0 began 3,4")
    }
  }

  @Test("The removal of a panel cancels what is down, once")
  func removal() {
    let assembler = FrameAssembler(.slots(count: 10))
    feed("id 1; x 1; y 2", to: assembler)
    assembler.cancelAll()
    #expect(description(of: assembler) == "0 cancelled 1,2")
    assembler.cancelAll()
    #expect(description(of: assembler) == "")
  }

  @discardableResult
  func feed(_ frame: String, to assembler: FrameAssembler) -> FrameAssembler.Step {
    for item in frame.split(separator: ";") {
      let words = item.split(separator: " ").map(String.init)
      let value = words.count > 1 ? Int32(words[1]) ?? 0 : 0
      _ = assembler.consume(event(words[0], value))
    }
    return assembler.consume(RawEvent(type: EventType.syn, code: EventCode.synReport, value: 0))
  }

  func event(_ word: String, _ value: Int32) -> RawEvent {
    let abs: [String: UInt16] = [
      "slot": EventCode.absMTSlot, "id": EventCode.absMTTrackingID, "x": EventCode.absMTPositionX,
      "y": EventCode.absMTPositionY, "tool": EventCode.absMTToolType, "pressure": EventCode.absMTPressure,
      "absx": EventCode.absX, "absy": EventCode.absY,
    ]
    if let code = abs[word] { return RawEvent(type: EventType.abs, code: code, value: value) }
    if word == "packet" { return RawEvent(type: EventType.syn, code: EventCode.synMTReport, value: 0) }
    if word == "touch" { return RawEvent(type: EventType.key, code: EventCode.btnTouch, value: value) }
    return RawEvent(type: EventType.syn, code: EventCode.synDropped, value: 0)
  }

  func description(of assembler: FrameAssembler) -> String {
    func text(_ changes: ContiguousArray<ContactChange>) -> String {
      changes.map { "\($0.slot) \($0.phase) \($0.state.x),\($0.state.y)" }.joined(separator: " | ")
    }
    let landings = text(assembler.landings)
    return text(assembler.changes) + (landings.isEmpty ? "" : " // " + landings)
  }
}
