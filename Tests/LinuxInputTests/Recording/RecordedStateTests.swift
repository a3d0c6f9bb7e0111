import FakePanels
import LinuxInput
import TestTables

@Suite("The state that a recording's events add up to") struct RecordedStateTests {
  @Test("is what the kernel held of its slots at that moment")
  func addsUp() throws {
    let events = try Recording(contentsOf: Fixture.path("two-fingers.evemu")).devices[0].events
    var recorded = RecordedState(.slots(count: 2))
    #expect(recorded.state == DeviceState(slots: [SlotState(), SlotState()]))
    for event in events.prefix(10) { recorded.apply(event) }
    #expect(recorded.state == DeviceState(slots: [.slot(7, 1000, 500), .slot(8, 2000, 600)], currentSlot: 1))
    for event in events.dropFirst(10) { recorded.apply(event) }
    #expect(
      recorded.state.slots == [.slot(-1, 1000, 500), .slot(-1, 2010, 600)], "values outlive the contacts")
  }

  @Test("is the kernel's own, event for event")
  func asTheKernel() throws {
    let fake = FakeDevice(.panel(slots: 4))
    let device = try fake.open()
    var recorded = RecordedState(.slots(count: 4))
    var random = SplitMix(seed: 11)
    let codes = [
      EventCode.absMTSlot, EventCode.absMTTrackingID, EventCode.absMTPositionX, EventCode.absMTPositionY,
      EventCode.absMTPressure, EventCode.absMTTouchMajor,
    ]
    for _ in 0..<500 {
      // Sensible or not.
      let events = (0..<3).map { _ in
        RawEvent.abs(codes.randomElement(using: &random) ?? 0, .random(in: -2...5, using: &random))
      }
      events.forEach { recorded.apply($0) }
      fake.sendUnseen(events[0], events[1], events[2])
      #expect(try device.state(of: .slots(count: 4)).slots == recorded.state.slots)
    }
  }

  /// An event that changes nothing.
  static let ignoredEvents: [RawEvent] = [
    .report, .drop, .key(EventCode.btnTouch, 1), .abs(EventCode.absX, 9), .abs(0xffff, 9),
    at(0, 0, 0xffff, 0x35, 9),
  ]

  @Test("does not change by what the kernel keeps elsewhere or nowhere", arguments: ignoredEvents)
  func ignored(event: RawEvent) {
    var recorded = RecordedState(.slots(count: 1))
    recorded.apply(event)
    #expect(recorded.state == DeviceState(slots: [SlotState()]))
  }

  @Test(
    "loses what is sent for a slot that the panel lacks, until a valid one is named",
    arguments: [Int32(2), .max, -1, .min])
  func unknownSlot(slot: Int32) {
    var recorded = RecordedState(.slots(count: 2))
    recorded.apply(.abs(EventCode.absMTSlot, slot))
    recorded.apply(.abs(EventCode.absMTPositionX, 9))
    #expect(recorded.state.slots == [SlotState(), SlotState()])
    recorded.apply(.abs(EventCode.absMTSlot, 1))
    recorded.apply(.abs(EventCode.absMTPositionX, 9))
    #expect(recorded.state.slots == [SlotState(), .slot(-1, 9, 0)])
  }

  @Test("of a single-touch panel is one slot")
  func singleTouch() {
    var recorded = RecordedState(.singleTouch(button: EventCode.btnLeft))
    for event: RawEvent in [
      .key(EventCode.btnLeft, 1), .key(EventCode.btnTouch, 0), .abs(EventCode.absX, 5),
      .abs(EventCode.absY, 6), .abs(EventCode.absPressure, 7), .abs(EventCode.absMTPositionX, 8),
    ] { recorded.apply(event) }
    #expect(recorded.state.slots == [.slot(0, 5, 6, pressure: 7)])
    recorded.apply(.key(EventCode.btnLeft, 0))
    #expect(recorded.state.slots == [.slot(-1, 5, 6, pressure: 7)])
  }
}
