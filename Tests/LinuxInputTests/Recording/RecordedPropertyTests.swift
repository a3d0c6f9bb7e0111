import FakePanels
import LinuxInput
import TestTables

@Suite("What udev said of a recorded device") struct RecordedPropertyTests {
  static let matrix = "LIBINPUT_CALIBRATION_MATRIX"

  @Test("stands in the head, where evemu-record has its comments, and reads back")
  func roundTrip() throws {
    let properties = [
      Self.matrix: "0 1 0 -1 0 1", "LIBINPUT_DEVICE_GROUP": "3/eef/1:usb-2",
      "ID_PATH": "pci-0000:00:14.0-usb-0:2:1.0", "ID_INPUT": "1", "ID_INPUT_TOUCHSCREEN": "1",
    ]
    let others = [
      "ID_SERIAL": "A-0042", "ID_SERIAL_SHORT": "42", "DEVNAME": "/dev/input/event3", "TAGS": ":seat:",
    ]
    let writer = EvemuWriter(
      .panel(), .slots(count: 10), properties: properties.merging(others) { first, _ in first })
    let head = writer.head()
    #expect(
      head.hasPrefix(
        """
        # EVEMU 1.3
        # Input device name: "Lobby Panel"
        # touchd: udev ID_INPUT=1
        # touchd: udev ID_INPUT_TOUCHSCREEN=1
        # touchd: udev ID_PATH=pci-0000:00:14.0-usb-0:2:1.0
        # touchd: udev LIBINPUT_CALIBRATION_MATRIX=0 1 0 -1 0 1
        # touchd: udev LIBINPUT_DEVICE_GROUP=3/eef/1:usb-2
        N: Lobby Panel

        """))
    let device = try Recording.device(head)
    #expect(device.properties == properties)
    #expect(device.node(path: "a").calibration == .success([0, 1, 0, -1, 0, 1]))
  }

  @Test("is left out if it is not plain text, or too long: half of a matrix is useless")
  func hostile() throws {
    for value in ["1\nE: 0.000001 0001 0074 1", "a\r", "\u{1b}[2J", String(repeating: "1 ", count: 300)] {
      let head = EvemuWriter(.panel(), .slots(count: 10), properties: [Self.matrix: value]).head()
      #expect(head == EvemuWriter(.panel(), .slots(count: 10)).head())
    }
    let many = Dictionary(uniqueKeysWithValues: (0..<500).map { ("ID_INPUT_\($0)", "1") })
    let head = EvemuWriter(.panel(), .slots(count: 10), properties: many).head()
    #expect(head.split(separator: "\n").count { $0.hasPrefix("# touchd:") } == 32)
    let lines = many.map { "# touchd: udev \($0.key)=1\n" }.joined()
    #expect(try Recording.device(lines + "N: a\n").properties.count == 32)
  }

  @Test(
    "is passed over where it is another comment",
    arguments: [
      "# touchd: dark", "# touchd: udev ID_SERIAL=1", "# touchd: udev", "# touchd: udev ID_INPUT",
      "# udev LIBINPUT_CALIBRATION_MATRIX=1 0 0 0 1 0", "#touchd: udev ID_INPUT=1", "# touchd: udev =1",
    ])
  func comments(line: String) throws {
    #expect(try Recording.device("# EVEMU 1.3\n\(line)\nN: a\n").properties.isEmpty)
  }

  @Test("is in the YAML of libinput record, too")
  func libinputRecord() throws {
    let text = """
      version: 1
      devices:
      - node: /dev/input/event3
        evdev: {name: a}
        udev:
          properties:
          - ID_INPUT=1
          - ID_INPUT_TOUCHSCREEN=1
          - LIBINPUT_DEVICE_GROUP=3/eef/1:usb-2
          - LIBINPUT_CALIBRATION_MATRIX=1 0 0.25 0 1 0
          - MOUSE_DPI=800@125
          - [no, text]
          - 5
      """
    let device = try Recording.device(text)
    #expect(
      Set(device.properties.keys) == [
        "ID_INPUT", "ID_INPUT_TOUCHSCREEN", "LIBINPUT_DEVICE_GROUP", Self.matrix,
      ])
    #expect(device.node(path: "a").calibration == .success([1, 0, 0.25, 0, 1, 0]))
    #expect(device.node(path: "a").deviceGroup == "3/eef/1:usb-2")
  }
}
