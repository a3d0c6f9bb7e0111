import CFakeEvdev
import FakePanels
import Glibc
import LinuxInput
import TestTables

@Suite("An evdev node, read through the real libevdev") struct InputDeviceTests {
  private let fake = FakeDevice(.panel())
  private let device: InputDevice

  init() throws { device = try fake.open() }

  /// The second has no path and no serial.
  @Test("has the driver's description", arguments: [DeviceDescription.panel(), .singleTouchPanel()])
  func description(panel: DeviceDescription) throws {
    #expect(try FakeDevice(panel).open().description == panel)
  }

  @Test("has its clock set to the monotonic one before it can be read")
  func monotonicClock() {
    #expect(device.isMonotonic)
    #expect(fakeevdev_clock(device.fileDescriptor) == CLOCK_MONOTONIC)
  }

  @Test("is used all the same where the clock cannot be set")
  func clockRefused() throws {
    let fake = FakeDevice(.panel())
    fakeevdev_set_clock_error(fake.pointer, ENOENT)
    let device = try fake.open()
    #expect(!device.isMonotonic)
    #expect(device.description.name == "Lobby Panel")
  }

  @Test("gives its events exactly as the kernel wrote them")
  func events() throws {
    // Out of range and replaced without a lift: libevdev's own reader would rewrite both.
    let events: [RawEvent] = [
      .abs(EventCode.absMTSlot, 77), .abs(EventCode.absMTTrackingID, 5), .abs(EventCode.absMTTrackingID, 6),
    ]
    fake.send(events[0], events[1], events[2])
    #expect(try device.readAll() == events + [.report])
    #expect(try device.readAll() == [], "nothing waits any more")
  }

  @Test("fills a small buffer and keeps the rest for the next read")
  func smallBuffer() throws {
    fake.send(.abs(EventCode.absMTTrackingID, 5), .abs(EventCode.absMTPositionX, 100))
    let buffer = UnsafeMutableBufferPointer<RawEvent>.allocate(capacity: 2)
    defer { buffer.deallocate() }
    #expect(try device.read(into: buffer) == 2)
    #expect(buffer[1] == .abs(EventCode.absMTPositionX, 100))
    #expect(try device.readAll() == [.report])
  }

  @Test("is drained of everything before its state is asked for")
  func discard() throws {
    for value in 0..<1000 { fake.send(.abs(EventCode.absMTPositionX, Int32(value))) }
    #expect(try device.discardPending() == 2000)
    #expect(try device.readAll() == [])
    #expect(try device.state(of: .slots(count: 10)).slots[0].x == 999)
  }

  @Test("draining ends, however much is sent")
  func discardIsBounded() throws {
    for value in 0..<10_000 { fake.send(.abs(EventCode.absMTPositionX, Int32(value))) }
    #expect(try device.discardPending() == 64 * 256)
    #expect(try device.discardPending() == 20_000 - 64 * 256)
  }

  @Test("can be grabbed by one program only, and says so to the other")
  func grab() throws {
    let theirs = try fake.open()
    // The kernel would refuse the second.
    try theirs.grab()
    try theirs.grab()
    #expect(theirs.isGrabbed)

    expectRefusal(EBUSY, "another program has grabbed the panel") { try device.grab() }
    #expect(!device.isGrabbed)

    fake.send(.abs(EventCode.absMTPositionX, 5))
    #expect(try device.readAll() == [], "the grabber alone receives events")
    try theirs.ungrab()
    try device.grab()
  }

  @Test("lets go of its grab when it is closed")
  func closeUngrabs() throws {
    let fake = FakeDevice(.panel())
    do {
      let device = try fake.open()
      try device.grab()
    }
    try fake.open().grab()
  }
}
