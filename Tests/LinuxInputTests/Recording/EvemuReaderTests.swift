import FakePanels
import LinuxInput
import TestTables

@Suite("Evemu text") struct EvemuReaderTests {
  @Test(
    "with a head describes the device and holds its events, whatever the line ends",
    arguments: ["\n", "\r\n"])
  func complete(lineEnd: String) throws {
    let text = String(decoding: try Fixture.bytes("two-fingers.evemu"), as: UTF8.self)
    let bytes = Array(text.split(separator: "\n").joined(separator: lineEnd).utf8)
    let device = try #require(try Recording(parsing: bytes, file: "a").devices.first)

    var panel = DeviceDescription.panel()
    (panel.phys, panel.serial) = (nil, nil)
    #expect(device.description == panel)
    #expect(device.hasAxes)
    #expect(device.events.count == 18)
    #expect(device.events[1] == at(0, 1, 3, 0x35, 1000))
    #expect(device.events[12] == at(1, 16_600, 3, 0x39, -1))
    #expect(device.events[15].time == Timestamp(microseconds: 1_024_900))
  }

  @Test("of old versions has no resolution")
  func oldVersion() throws {
    let device = try #require(try Recording(contentsOf: Fixture.path("till.desc")).devices.first)
    #expect(device.events.isEmpty)
    #expect(device.description?.name == "Till Panel")
    #expect(
      device.description?.axes[EventCode.absPressure] == AxisRange(minimum: 0, maximum: 63, fuzz: 2, flat: 1))
    #expect(device.description?.hasKey(EventCode.btnTouch) == true)
  }

  @Test("may be events alone; then the axes are missing")
  func eventsAlone() throws {
    let device = try #require(try Recording(contentsOf: Fixture.path("till.events")).devices.first)
    #expect(device.description == nil)
    #expect(device.events.count == 7)
    #expect(device.events[0] == at(1_352_020_794, 138_597, 1, 0x14a, 1))
    #expect(!device.hasAxes)
    #expect(device.missingAxes == [EventCode.absX, EventCode.absY])
  }

  /// A line, and what event it is.
  static let lines: [(String, RawEvent)] = [
    ("E: 0.000001 0003 0039 0000", at(0, 1, 3, 0x39, 0)),
    ("E: 0.050000 0003 0035 -001", at(0, 50_000, 3, 0x35, -1)),
    ("E: 0.50000 3 35 7", at(0, 50_000, 3, 0x35, 7)),
    ("E:\t12.5  0003\t0035 0007\t# EV_ABS / ABS_MT_POSITION_X 7", at(12, 5, 3, 0x35, 7)),
    ("  E: 1.000000 FFFF ffff 2147483647 ", at(1, 0, 0xffff, 0xffff, .max)),
    ("E: 1.000000 0003 0035 -2147483648", at(1, 0, 3, 0x35, .min)),
    ("E: 9223372036854775807.999999 0 0 0", at(.max, 999_999, 0, 0, 0)),
    ("\u{feff}E: 1.0 0 0 0", at(1, 0, 0, 0, 0)),
  ]

  @Test("an event is read as evemu reads it", arguments: lines)
  func event(line: String, event: RawEvent) throws {
    #expect(try Recording(parsing: Array(line.utf8), file: "a").devices == [RecordedDevice(events: [event])])
  }

  /// What stands on the second line, and what is said about it.
  static let malformedLines: [(String, String)] = [
    ("E: 1.0 0003 0035", "expected its value, a decimal number"),
    ("E: 1.0 0003 0035 ", "expected its value"),
    ("E: 1.0 0003 0035 x", "expected its value"),
    ("E: 1.0 0003 0035 1x", "expected the end of the line"),
    ("E: 1.0 0003 0035 1 2", "expected the end of the line"),
    ("E: 1.0 0003 0035 2147483648", "its value: the number does not fit 32 bits"),
    ("E: 1.0 0003 0035 -2147483649", "its value: the number does not fit 32 bits"),
    ("E: 1.0 0003 10000 0", "its code: the number does not fit 16 bits"),
    ("E: 1.0 0x03 0035 0", "expected its code"),
    ("E: 1.0 g 0035 0", "expected the event's type, a hexadecimal number"),
    ("E: 1 0003 0035 0", "expected a time like"),
    ("E: -1.0 0003 0035 0", "expected a time like"),
    ("E: 1.-5 0003 0035 0", "six digits"),
    ("E: 1.1000000 0003 0035 0", "six digits"),
    ("E: 99999999999999999999.0 0003 0035 0", "the seconds: the number does not fit 64 bits"),
    ("E:", "expected the seconds"),
    ("N: Second", "belongs before the first event"),
    ("A: 00 0 1 0 0", "belongs before the first event"),
    ("hello", "no line of evemu's"),
    ("Q: 1", "no line of evemu's"),
    ("\0\0\0", "no line of evemu's"),
  ]

  @Test("a malformed line is an error there, which says what was expected", arguments: malformedLines)
  func malformed(line: String, message: String) {
    expectError("E: 1.0 0 0 0\n\(line)\nE: 2.0 0 0 0\n", message)
  }

  /// A head's second line, and what is said about it.
  static let malformedHeads: [(String, String)] = [
    ("N: Again", "a second `N:`"),
    ("I: 1 2 3", "expected the version"),
    ("I: 1 2 3 4 5", "expected the end"),
    ("I: 10000 2 3 4", "the bus: the number does not fit 16 bits"),
    ("P: 02 zz", "expected a byte"),
    ("P:", "expected a byte"),
    ("P: 100", "the number does not fit 8 bits"),
    ("B: 20 00", "event type 32 is unknown"),
    ("B: 01" + String(repeating: " ff", count: 97), "longer than 96 bytes"),
    ("A: 40 0 1 0 0 0", "axis 64 is unknown"),
    ("A: 00 0 1 0", "expected the flat"),
    ("A: 00 0 1 0 0 0 0", "expected the end"),
    ("A: 00 0 2147483648 0 0", "the maximum: the number does not fit 32 bits"),
  ]

  @Test("a malformed head is an error at its line", arguments: malformedHeads)
  func malformedHead(line: String, message: String) { expectError("N: Panel\n\(line)\n", message) }

  /// Expects an error at the second line.
  private func expectError(_ text: String, _ message: String) {
    let error = #expect(throws: RecordingError.self) {
      try Recording(parsing: Array(text.utf8), file: "a.evemu")
    }
    #expect(error?.description.hasPrefix("a.evemu:2: error: ") == true)
    #expect(error?.message.contains(message) == true, "\(error.map(\.message) ?? "")")
  }

  @Test("masks span several lines, and the types' mask may come last")
  func masks() throws {
    let text = """
      N: Panel
      P: 02 00 00 00 00 00 00 00
      P: 01 00
      B: 03 03 00
      B: 03 00 80
      B: 00 0b 00 20
      L: 00 1
      S: 01 0
      """
    let device = try #require(try Recording(parsing: Array(text.utf8), file: "a").devices.first?.description)
    #expect(device.properties == [1, 64])
    #expect(device.codes == [1: [], 3: [0, 1, 31], 0x15: []])
  }
}

func at(_ seconds: Int, _ microseconds: Int, _ type: UInt16, _ code: UInt16, _ value: Int32) -> RawEvent {
  var event = RawEvent(type: type, code: code, value: value)
  (event.seconds, event.microseconds) = (seconds, microseconds)
  return event
}
