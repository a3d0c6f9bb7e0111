import CFakeEvdev
import FakePanels
import LinuxInput
import TestTables

@Suite("The kernel's state of a panel") struct DeviceStateTests {
  @Test("has changes whose events were not read, and keeps the values of lifted contacts")
  func hiddenEvents() throws {
    let fake = FakeDevice(.panel(slots: 3))
    let device = try fake.open()
    fake.send(
      .abs(EventCode.absMTTrackingID, 5), .abs(EventCode.absMTPositionX, 100),
      .abs(EventCode.absMTPositionY, 200), .abs(EventCode.absMTPressure, 30))
    fake.sendUnseen(
      .abs(EventCode.absMTTrackingID, -1), .abs(EventCode.absMTSlot, 2), .abs(EventCode.absMTTrackingID, 6),
      .abs(EventCode.absMTPositionX, 700), .abs(EventCode.absMTTouchMajor, 9))
    fake.sendDrop()
    try device.discardPending()

    let state = try device.state(of: .slots(count: 3))
    #expect(state.slots == [.slot(-1, 100, 200, pressure: 30), SlotState(), .slot(6, 700, 0, major: 9)])
    #expect(state.currentSlot == 2)
  }

  @Test("has every slot of the largest supported panel")
  func manySlots() throws {
    let fake = FakeDevice(.panel(slots: 256))
    let device = try fake.open()
    for slot in Int32(0)..<256 {
      fake.sendUnseen(.abs(EventCode.absMTSlot, slot), .abs(EventCode.absMTTrackingID, slot + 1000))
    }
    let state = try device.state(of: .slots(count: 256))
    #expect(state.slots.map(\.trackingID) == Array(1000..<1256))
    #expect(state.currentSlot == 255)
  }

  @Test("of fewer slots than were asked for has as many as the panel")
  func fewerSlots() throws {
    let fake = FakeDevice(.panel(slots: 2))
    let device = try fake.open()
    #expect(try device.state(of: .slots(count: 10)).slots.count == 2)
  }

  @Test(
    "of a single-touch panel is one slot, down while its button is",
    arguments: [EventCode.btnTouch, EventCode.btnLeft])
  func singleTouch(button: UInt16) throws {
    let fake = FakeDevice(.singleTouchPanel(button: button))
    let device = try fake.open()
    #expect(try device.state(of: .singleTouch(button: button)).slots == [SlotState()])

    fake.sendUnseen(
      .key(button, 1), .abs(EventCode.absX, 300), .abs(EventCode.absY, 400), .abs(EventCode.absPressure, 50))
    #expect(try device.state(of: .singleTouch(button: button)).slots == [.slot(0, 300, 400, pressure: 50)])

    fake.sendUnseen(.key(button, 0), .abs(EventCode.absPressure, 0))
    #expect(try device.state(of: .singleTouch(button: button)).slots == [.slot(-1, 300, 400)])
  }
}
