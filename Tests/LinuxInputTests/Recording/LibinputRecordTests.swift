import FakePanels
import LinuxInput
import TestTables

@Suite("YAML of libinput record") struct LibinputRecordTests {
  @Test("describes its devices and holds their events")
  func complete() throws {
    let devices = try Recording(contentsOf: Fixture.path("two-panels.yml")).devices
    try #require(devices.count == 2)
    var panel = DeviceDescription.panel()
    (panel.phys, panel.serial) = (nil, nil)
    #expect(devices[0].description == panel)
    #expect(devices[0].events.count == 8)
    #expect(devices[0].events[1] == at(0, 0, 3, 0x35, 1000))
    #expect(devices[0].events[5] == at(1, 16_600, 3, 0x39, -1))
    #expect(devices[1].description?.name == "Till Panel")
    #expect(devices[1].description?.codes == DeviceDescription.singleTouchPanel().codes)
    #expect(devices[1].events.isEmpty)
    #expect(devices[1].hasAxes)
  }

  /// A file, and the error it is.
  static let malformedFiles: [(String, String)] = [
    ("version: 2\ndevices: []", "a:1:10: error: expected version 1"),
    ("version: 1\n", "a:1:1: error: expected `devices:`"),
    ("version: 1\ndevices: 3", "a:2:10: error: expected the devices, a list"),
    ("version: 1\ndevices: []", "a:2:10: error: expected one device at least"),
    ("devices:\n- node: x", "a:2:3: error: expected `evdev:`"),
    ("devices:\n- evdev: {id: [1, 2]}", "a:2:15: error: expected [bus, vendor, product, version]"),
    ("devices:\n- evdev: {id: [1, 2, 3, 65536]}", "a:2:25: error: expected the device's id"),
    ("devices:\n- evdev: {absinfo: {0: [1, 2]}}", "a:2:24: error: expected [minimum"),
    ("devices:\n- evdev: {codes: {32: []}}", "a:2:19: error: the event type is 32; the kernel's end at 31"),
    ("devices:\n- evdev: {codes: {1: [768]}}", "a:2:23: error: the event code is 768"),
    ("devices:\n- evdev: {absinfo: {64: []}}", "a:2:21: error: the axis is 64"),
    ("devices:\n- evdev: {properties: [32]}", "a:2:24: error: a property is 32"),
    ("devices:\n- evdev: {codes: [1]}", "a:2:18: error: expected the codes, keys and values"),
    ("devices:\n- evdev: {}\n  events:\n  - evdev: [[0, 0, 3, 57]]", "a:4:13: error: expected an event"),
    (
      "devices:\n- evdev: {}\n  events:\n  - evdev: [[0, 0, 3, 57, 3000000000]]",
      "a:4:27: error: expected its value"
    ),
    ("devices:\n- evdev: {}\n  events:\n  - evdev: [[0, 0, 3,", "a:4:"),
    ("devices: [", "a:1:"),
  ]

  @Test("that is malformed or cut off is an error at its place", arguments: malformedFiles)
  func malformed(text: String, message: String) {
    let error = #expect(throws: RecordingError.self) { try Recording(parsing: Array(text.utf8), file: "a") }
    #expect(error?.description.hasPrefix(message) == true, "\(error.map(\.description) ?? "")")
  }

  @Test("is read up to the limit of events over all its devices")
  func limit() throws {
    let bytes = try Fixture.bytes("two-panels.yml")
    #expect(throws: Never.self) {
      try Recording(parsing: bytes, file: "a", limits: RecordingLimits(events: 8))
    }
    #expect(throws: RecordingError.self) {
      try Recording(parsing: bytes, file: "a", limits: RecordingLimits(events: 7))
    }
  }
}
