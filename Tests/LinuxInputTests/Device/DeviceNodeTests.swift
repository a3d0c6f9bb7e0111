import Testing

@testable import LinuxInput

@Suite("Device nodes") struct DeviceNodeTests {
  @Test(
    "are those named eventN alone",
    arguments: [
      ("event0", 0), ("event17", 17), ("event1023", 1023), ("mouse0", nil), ("js0", nil), ("event", nil),
      ("event-1", nil), ("event1a", nil), ("event99999999999999999999", nil), ("eventfd", nil), ("", nil),
    ] as [(String, Int?)])
  func names(sysname: String, number: Int?) { #expect(DeviceNode.number(sysname: sysname) == number) }

  @Test("have what udev says of them")
  func properties() {
    let node = DeviceNode(
      path: "/dev/input/event3", number: 3,
      properties: [
        "ID_INPUT": "1", "ID_INPUT_TOUCHSCREEN": "1", "ID_INPUT_TABLET": "0", "ID_INPUT_KEY": "1",
        "ID_PATH": "pci-0000:00:14.0-usb-0:2:1.0", "ID_SERIAL": "Maker_Panel_42",
      ])
    #expect(node.idPath == "pci-0000:00:14.0-usb-0:2:1.0")
    #expect(node.serial == "Maker_Panel_42")
    #expect(node.sysname == "event3")
    #expect(node.calibration == nil)
  }

  @Test(
    "carry a calibration of six numbers",
    arguments: [
      ("1 0 0 0 1 0", [1, 0, 0, 0, 1, 0]), ("-1.5 0.25 1e-3 0 +1 .5", [-1.5, 0.25, 0.001, 0, 1, 0.5]),
      ("  0 1  0\t-1 0 1 ", [0, 1, 0, -1, 0, 1]),
    ])
  func calibration(text: String, matrix: [Double]) { #expect(node(text).calibration == .success(matrix)) }

  @Test(
    "with a malformed calibration say what is wrong with it",
    arguments: [
      ("", "it has 0 numbers"), ("1 0 0 0 1", "it has 5 numbers"), ("1 0 0 0 1 0 0", "it has 7 numbers"),
      ("1 0 0 0 1 nan", "“nan” is no decimal number"), ("1 0 0 0 1 inf", "“inf”"), ("1,5 0 0 0 1 0", "“1,5”"),
      ("0x1 0 0 0 1 0", "“0x1”"), ("1e999 0 0 0 1 0", "“1e999”"), ("1 0 0 0 1 0;", "“0;”"),
    ])
  func malformed(text: String, reason: String) {
    let problem = #expect(throws: CalibrationProblem.self) { try node(text).calibration?.get() }
    #expect(problem?.description.contains(reason) == true, "\(problem.map(\.description) ?? "")")
    #expect(problem?.description.hasPrefix("LIBINPUT_CALIBRATION_MATRIX is ignored: ") == true)
  }

  private func node(_ matrix: String) -> DeviceNode {
    DeviceNode(path: "/dev/input/event0", number: 0, properties: [CalibrationProblem.property: matrix])
  }

  @Test("of this machine are listed in ascending order, whether it has any or not")
  func enumeration() throws {
    let numbers = try DeviceNode.all().map(\.number)
    #expect(numbers == numbers.sorted())
  }

  @Test("are monitored, and without a change nothing is reported")
  func monitor() throws {
    let monitor = try DeviceMonitor()
    #expect(monitor.fileDescriptor >= 0)
    _ = monitor.receive()
  }
}
