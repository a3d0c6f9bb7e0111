import FakePanels
import LinuxInput
import TestTables

@Suite("A recording's frames that tell the kernel's state") struct StateFrameTests {
  private let protocolB = TouchProtocol.slots(count: 3)
  private let time = Timestamp(microseconds: 50_000_000)

  @Test("the first one tells the values before the recording, and no contact")
  func initialFrame() throws {
    let state = DeviceState(
      slots: [.slot(4, 10, 20, pressure: 5), SlotState(), .slot(-1, 30, 0, major: 6)], currentSlot: 2)
    let recorded = try replay { $0.initialFrame(state, at: time) }
    #expect(
      recorded.state.slots == [.slot(-1, 10, 20, pressure: 5), SlotState(), .slot(-1, 30, 0, major: 6)])
    #expect(recorded.state.currentSlot == 2)
  }

  @Test("there is no first one where every value is zero")
  func nothingToTell() throws {
    var writer = EvemuWriter(.panel(), protocolB)
    let state = DeviceState(slots: [SlotState(), .slot(9, 0, 0), SlotState()])
    #expect(writer.initialFrame(state, at: time) == "")
  }

  @Test("the current slot is written even if nothing else is")
  func currentSlotAlone() throws {
    let state = DeviceState(slots: [SlotState(), SlotState(), SlotState()], currentSlot: 1)
    let recorded = try replay { $0.initialFrame(state, at: time) }
    #expect(recorded.state == state)
  }

  @Test("one after lost events tells everything, whatever the reader knew before")
  func dropFrame() throws {
    let state = DeviceState(slots: [.slot(-1, 1, 0), .slot(12, 0, 2), SlotState()], currentSlot: 1)
    let recorded = try replay { writer in
      let before = [
        RawEvent.abs(EventCode.absMTTrackingID, 3), .abs(EventCode.absMTPositionY, 77),
        .abs(EventCode.absMTSlot, 2), .abs(EventCode.absMTTrackingID, 4), .report,
      ]
      return before.map { writer.line($0) }.joined() + writer.dropFrame(state, at: time)
    }
    #expect(recorded.state == state)
  }

  @Test("one after lost events begins with SYN_DROPPED and ends with one SYN_REPORT")
  func dropFrameEnds() throws {
    var writer = EvemuWriter(.panel(), protocolB)
    let text = writer.dropFrame(DeviceState(slots: [.slot(1, 2, 3)]), at: time)
    let events = try Recording.device(text).events
    #expect(events.first.map { [$0.type, $0.code] } == [EventType.syn, EventCode.synDropped])
    #expect(events.last.map { [$0.type, $0.code] } == [EventType.syn, EventCode.synReport])
    #expect(events.filter { $0.type == EventType.syn }.count == 2)
    #expect(Set(events.map(\.time)).count == 1)
  }

  @Test("slots that the state lacks are empty")
  func fewerSlots() throws {
    let recorded = try replay {
      $0.line(.abs(EventCode.absMTTrackingID, 3)) + $0.line(.report)
        + $0.dropFrame(DeviceState(slots: []), at: time)
    }
    #expect(recorded.state == DeviceState(slots: [SlotState(), SlotState(), SlotState()]))
  }

  @Test("name no axis that the panel lacks")
  func axes() {
    let state = DeviceState(slots: [.slot(1, 2, 3, pressure: 4, major: 5)])
    let events = state.events(after: nil, .slots(count: 1), axes: [EventCode.absMTPositionX], at: time)
    #expect(
      events.map(\.code) == [
        EventCode.absMTSlot, EventCode.absMTTrackingID, EventCode.absMTPositionX, EventCode.absMTSlot,
      ])
  }

  @Test(
    "of a single-touch panel tell its button and position",
    arguments: [EventCode.btnTouch, EventCode.btnLeft])
  func singleTouch(button: UInt16) throws {
    let panel = DeviceDescription.singleTouchPanel(button: button)
    let state = DeviceState(slots: [.slot(0, 5, 6, pressure: 7)])
    let dropped = try replay(panel, .singleTouch(button: button)) { $0.dropFrame(state, at: time) }
    #expect(dropped.state == state)
    let first = try replay(panel, .singleTouch(button: button)) { $0.initialFrame(state, at: time) }
    #expect(first.state.slots == [.slot(-1, 5, 6, pressure: 7)])
  }

  /// What a reader holds after it has read what was written.
  private func replay(
    _ panel: DeviceDescription = .panel(), _ touchProtocol: TouchProtocol = .slots(count: 3),
    writing: (inout EvemuWriter) -> String
  ) throws -> RecordedState {
    var writer = EvemuWriter(panel, touchProtocol)
    let text = writer.head() + writing(&writer)
    var recorded = RecordedState(touchProtocol)
    for event in try Recording.device(text).events { recorded.apply(event) }
    return recorded
  }
}
