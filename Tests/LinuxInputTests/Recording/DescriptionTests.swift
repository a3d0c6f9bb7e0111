import FakePanels
import LinuxInput
import TestTables

@Suite("A description for a recording that has none") struct DescriptionTests {
  private let index = Fixture.path("panels.json")

  @Test(
    "comes from evemu text, or any recording with a head",
    arguments: [
      ("till.desc", "Till Panel"), ("two-fingers.evemu", "Lobby Panel"),
      ("two-fingers.evemu.gz", "Lobby Panel"), ("two-panels.yml", "Lobby Panel"),
    ])
  func head(file: String, name: String) throws {
    #expect(try DeviceDescription(contentsOf: Fixture.path(file), forRecording: "x.events").name == name)
  }

  @Test(
    "comes from a list, by the longest end of the recording's path, or else by its file name",
    arguments: [
      ("till.events", "Till Panel"), ("/var/lib/till.events", "Till Panel"), ("./till.events", "Till Panel"),
      ("/srv/lobby/till.events", "Other Till"), ("lobby/./till.events", "Other Till"),
      ("/srv/bobby/till.events", "Till Panel"),
    ])
  func list(recording: String, name: String) throws {
    #expect(try DeviceDescription(contentsOf: index, forRecording: recording).name == name)
  }

  @Test("has the axes, properties and keys that the list names")
  func entry() throws {
    let description = try DeviceDescription(contentsOf: index, forRecording: "till.events")
    #expect(description.axes[EventCode.absX] == AxisRange(minimum: 0, maximum: 1023, resolution: 4))
    #expect(description.axes[EventCode.absY] == AxisRange(minimum: 0, maximum: 767))
    #expect(description.properties == [InputProperty.direct])
    #expect(description.codes[EventType.key] == [EventCode.btnTouch, EventCode.btnLeft])
    #expect(description.codes[EventType.abs] == [EventCode.absX, EventCode.absY])
  }

  @Test(
    "is not guessed where the list has none, or several",
    arguments: [
      ("other.events", "no entry's"), ("", "no entry's"), ("twice.events", "more than one entry's"),
    ])
  func unknown(recording: String, message: String) {
    let error = #expect(throws: RecordingError.self) {
      try DeviceDescription(contentsOf: index, forRecording: recording)
    }
    #expect(error?.message.contains(message) == true, "\(error.map(\.message) ?? "")")
  }

  @Test("is an error where the file describes no device")
  func none() {
    let error = #expect(throws: RecordingError.self) {
      try DeviceDescription(contentsOf: Fixture.path("till.events"), forRecording: "x")
    }
    #expect(error?.message.contains("describes no device") == true)
  }

  @Test("replaces that of a recording of one device, and completes one of several")
  func describe() throws {
    var one = try Recording(contentsOf: Fixture.path("till.events"))
    one.describe(as: .singleTouchPanel())
    #expect(one.devices[0].hasAxes)
    one.describe(as: .panel())
    #expect(one.devices[0].description == .panel())

    var two = Recording(devices: [RecordedDevice(description: .panel()), RecordedDevice()])
    two.describe(as: .singleTouchPanel())
    #expect(two.devices.map { $0.description?.name } == ["Lobby Panel", "Till Panel"])
  }

  @Test(
    "lacks the axes that the positions need",
    arguments: [
      ("E: 1.0 3 35 0", [EventCode.absMTPositionX, EventCode.absMTPositionY]),
      ("E: 1.0 3 0 0", [EventCode.absX, EventCode.absY]),
      ("A: 00 0 9 0 0\nA: 01 0 9 0 0", []),
      ("A: 00 0 9 0 0\nE: 1.0 3 0 0", [EventCode.absY]),
      ("A: 00 0 9 0 0\nA: 01 0 9 0 0\nE: 1.0 3 35 0", [EventCode.absMTPositionX, EventCode.absMTPositionY]),
      ("A: 35 0 9 0 0", [EventCode.absMTPositionY]),
    ] as [(String, [UInt16])])
  func missingAxes(text: String, axes: [UInt16]) throws {
    #expect(try Recording.device(text).missingAxes == axes)
  }
}
