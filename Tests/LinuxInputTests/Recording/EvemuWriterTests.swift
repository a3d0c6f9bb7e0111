import FakePanels
import LinuxInput
import TestTables

@Suite("A recording that is written as evemu text") struct EvemuWriterTests {
  @Test("reads back as it was, with the first event at 0.000001")
  func roundTrip() throws {
    let original = try Recording(contentsOf: Fixture.path("two-fingers.evemu")).devices[0]
    let panel = try #require(original.description)
    var writer = EvemuWriter(panel, .slots(count: 10))
    // Recorded an hour after the machine started.
    let hour = Interval.seconds(3600)
    let live = original.events.map {
      RawEvent(time: $0.time + hour, type: $0.type, code: $0.code, value: $0.value)
    }
    let text = live.reduce(writer.head()) { $0 + writer.line($1) }
    #expect(try Recording.device(text) == original)
  }

  @Test("looks as evemu-record writes it")
  func lines() throws {
    var writer = EvemuWriter(.panel(), .slots(count: 10))
    let text = [
      at(100, 500_000, 3, 0x39, 7), at(100, 500_000, 1, 0x14a, 1), at(100, 500_000, 0, 0, 0),
      at(101, 750_001, 3, 0x39, -1), at(101, 750_001, 0, 0, 0), at(101, 750_001, 0, 3, 0),
      at(101, 750_001, 4, 4, 12345), at(101, 750_001, 0x1a, 0x2b, 0),
    ].map { writer.line($0) }.joined()
    #expect(
      text == """
        E: 0.000001 0003 0039 0007\t# EV_ABS / ABS_MT_TRACKING_ID   7
        E: 0.000001 0001 014a 0001\t# EV_KEY / BTN_TOUCH            1
        E: 0.000001 0000 0000 0000\t# ------------ SYN_REPORT (0) ---------- +0ms
        E: 1.250002 0003 0039 -001\t# EV_ABS / ABS_MT_TRACKING_ID   -1
        E: 1.250002 0000 0000 0000\t# ------------ SYN_REPORT (0) ---------- +1250ms
        E: 1.250002 0000 0003 0000\t# ++++++++++++ SYN_DROPPED (0) ++++++++++
        E: 1.250002 0004 0004 12345\t# EV_MSC / MSC_SCAN             12345
        E: 1.250002 001a 002b 0000\t# 0x1a / 0x2b                 0

        """)
  }

  @Test(
    "stays one device's, however hostile the name that the device gives itself",
    arguments: [
      ("Panel\nE: 1.000000 0001 0074 1", "Panel E: 1.000000 0001 0074 1"), ("a\r\nN: b", "a  N: b"),
      ("\u{1b}[2J\u{7}x\u{7f}\u{85}\u{2028}y\u{202e}", "[2J x   y"), ("", ""),
      ("# Panel \"1\"", "# Panel \"1\""),
      ("Système Ω", "Système Ω"), (String(repeating: "é", count: 300), String(repeating: "é", count: 127)),
    ])
  func hostileName(name: String, read expected: String) throws {
    var panel = DeviceDescription.panel()
    panel.name = name
    let head = EvemuWriter(panel, .slots(count: 10)).head()
    #expect(head.split(separator: "\n").allSatisfy { "#NIPBA".contains($0.first ?? " ") })
    #expect(try Recording.device(head).description?.name == expected)
  }

  @Test(
    "takes any event and any time",
    arguments: [
      [at(.max, .max, 0xffff, 0xffff, .min), at(.min, .min, 0, 0, 0)],
      [at(0, 0, 3, 0x35, .min), at(.max, 0, 3, 0x35, .max)],
      [at(5, 0, 3, 0x35, 1), at(4, 0, 3, 0x35, 2)],
    ])
  func anyEvent(events: [RawEvent]) throws {
    var writer = EvemuWriter(.panel(), .slots(count: 10))
    let text = events.reduce(writer.head()) { $0 + writer.line($1) }
    let read = try Recording.device(text).events
    #expect(read.map(\.value) == events.map(\.value))
    #expect(read.map(\.code) == events.map(\.code))
  }
}
