import FakePanels
import LinuxInput
import TestTables

@testable import TouchdKit

/// What `touchd devices` says of a device beside its protocol and its ranges.
@Suite("Reports of devices") struct DeviceReportRules {
  let machine = Machine()

  private func reports() -> [DeviceReport] {
    DeviceReport.reports(
      of: machine.nodes.values.sorted { $0.number < $1.number }.map { DeviceReport($0, open: machine.open) })
  }

  private func text(_ number: Int) -> String { reports()[number - 1].text }

  @Test("The pens that mute a panel are named, those of others are not")
  func pens() {
    machine.plug(.panel(), 1)
    machine.plug(.pen(), 2)
    machine.plug(.pen(phys: "usb-0000:00:14.0-9/input0"), 3)
    #expect(text(1).contains("  muted by the pen \"Lobby Panel Pen\" while it is near\n"))
    #expect(text(1).split(separator: "\n").count { $0.contains("muted") } == 1)
    #expect(!text(2).contains("muted") && !text(3).contains("muted"))
    #expect(reports()[0].json.text.contains(#""pens":["Lobby Panel Pen"],"muted_by":[]"#))
    machine.frame(2, at: 0, "pen 1")
    #expect(text(1).contains("  muted by the pen \"Lobby Panel Pen\" now\n"))
    #expect(reports()[0].json.text.contains(#""muted_by":["Lobby Panel Pen"]"#))
  }

  @Test("Of a page's touchscreen: whose it is, and the lines that put it on its output")
  func page() {
    let request = PageRequest(
      VirtualPanelTraits(size: Size(width: 800, height: 480), panelSlots: 10), cancel: .edge, for: .panel(),
      name: nil,
      layout: "/etc/touchd/lobby.yaml", output: "HDMI-A-1")
    machine.plug(request.description, 1)
    #expect(
      text(1) == """
        /dev/input/event1  touchd Lobby Panel
          the touchscreen of a page: made by touchd for the layout lobby
          on the output HDMI-A-1
            sway    input "4660:22136:touchd_Lobby_Panel" map_to_output HDMI-A-1
            labwc   <touch deviceName="touchd Lobby Panel" mapToOutput="HDMI-A-1" mouseEmulation="no"/>
            cage    nothing: udev's WL_OUTPUT is HDMI-A-1
            weston  nothing: udev's WL_OUTPUT is HDMI-A-1
            X11     xinput map-to-output "touchd Lobby Panel" HDMI-A-1

        """)
    #expect(reports()[0].json.text.contains(#""page":true"#))
  }

  @Test(
    "A match has neither the bus nor the place of a panel on I²C, which the next kernel counts anew",
    arguments: [
      ("10-0038 generic ft5x06 (79)", "*generic ft5x06*"), ("6-0038 generic ft5x06 (00)", "*generic ft5x06*"),
      ("11-005d Goodix Capacitive TouchScreen", "*Goodix Capacitive TouchScreen"),
      ("11-0041 ili_v3", "*ili_v3"),
      ("10-003 generic", nil), ("x-0038 generic", nil), ("10-0038 (79)", nil), ("Lobby Panel (79)", nil),
    ] as [(String, String?)])
  func bus(name: String, pattern: String?) {
    var panel = DeviceDescription.panel()
    panel.name = name
    machine.plug(panel, 1, ["ID_PATH": "platform-fe205000.i2c"])
    #expect(text(1).contains("match: { name: \(JSON.string(pattern ?? name).text), "))
    #expect(text(1).contains("path: ") == (pattern == nil))
  }

  @Test("Each axis of sizes is shown in millimetres, by its own resolution or that of the positions")
  func sizes() {
    var panel = DeviceDescription.panel()
    panel.axes[EventCode.absMTTouchMajor] = AxisRange(minimum: 0, maximum: 255, resolution: 10)
    panel.axes[EventCode.absMTTouchMinor] = AxisRange(minimum: 0, maximum: 160)
    panel.axes[EventCode.absMTWidthMajor] = AxisRange(minimum: 0, maximum: 320)
    panel.codes[EventType.abs] = Set(panel.axes.keys)
    machine.plug(panel, 1)
    #expect(
      text(1).contains(
        "  sizes: touch_major 0…25.5 mm (10 per mm), touch_minor 0…10 mm (by the positions), "
          + "width_major 0…20 mm (by the positions)\n"))
    #expect(
      reports()[0].json.text.contains(
        #""sizes":{"touch_major":{"range":[0,255],"resolution":10,"mm":[0,25.5]},"#))
    #expect(!text(1).contains("warning"))
    panel.axes[EventCode.absMTTouchMajor]?.resolution = 200
    machine.plug(panel, 2)
    #expect(text(2).contains("  warning: its contacts can be no larger than 1.275 mm"))
  }

  @Test("udev's matrix is shown, and for a malformed one why it is not used")
  func matrix() {
    machine.plug(.panel(), 1, ["LIBINPUT_CALIBRATION_MATRIX": "0 1 0 -1 0 1"])
    machine.plug(.panel(), 2, ["LIBINPUT_CALIBRATION_MATRIX": "0 1 0"])
    #expect(text(1).contains("  udev's calibration matrix: 0 1 0 -1 0 1 (LIBINPUT_CALIBRATION_MATRIX)\n"))
    #expect(text(2).contains("  LIBINPUT_CALIBRATION_MATRIX is ignored: it has 3 numbers"))
  }

  @Test("A layout that turns what udev's matrix turns already is warned of")
  func both() throws {
    var screen = ScreenDescription(size: Size(width: 100, height: 100), touchscreen: TouchscreenDescription())
    func doubts(_ matrix: String?) throws -> [String] {
      let properties = matrix.map { ["LIBINPUT_CALIBRATION_MATRIX": $0] } ?? [:]
      return try PanelBuilder(.panel(), for: screen)
        .doubts(about: DeviceNode(path: "a", number: 0, properties: properties))
    }
    let turn = "0 1 0 -1 0 1"
    #expect(try doubts(turn).isEmpty && doubts(nil).isEmpty)
    screen.touchscreen.position.rotation = .half
    #expect(try doubts(nil).isEmpty && doubts("1 0 0 0 1 0").isEmpty)
    #expect(try doubts(turn).first?.contains("`rotate` and udev's matrix 0 1 0 -1 0 1 both apply") == true)
    #expect(try doubts(turn).first?.contains("and add up") == true)
    screen.touchscreen.position.rotation = .quarter
    #expect(try doubts(turn).first?.contains("and cancel each other out") == true)
    screen.touchscreen.position.flipsY = true
    #expect(try doubts(turn).first?.contains("`rotate` and `flip` and udev's matrix") == true)
    screen.touchscreen.position.matrix = [1, 0, 0, 0, 1, 0]
    #expect(try doubts(turn).first?.contains("stands in the place of udev's matrix") == true)
  }
}
