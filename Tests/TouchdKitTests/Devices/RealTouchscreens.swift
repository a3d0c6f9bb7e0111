import FakePanels
import Glibc
import LinuxInput
import TestTables
import YAML

@testable import TouchdKit

/// What panels say of themselves: each is taken for a touchscreen and calibrated, or refused for a good reason.
///
/// The descriptions of real panels lie beside a checkout of the project and are not part of it.
@Suite("Descriptions of panels") struct RealTouchscreens {
  /// One panel of a list: its name with its kind, since some names are borne by two devices of one panel.
  typealias Entry = CaseEntry<DeviceDescription>

  static let own = SourceFile.packageRoot + "/Tests/TouchdKitTests/Fixtures/cases/panels.json"
  static let beside = SourceFile.packageRoot + "/../shared/cases/touchscreens.json"
  static let all = entries(of: own) + (access(beside, F_OK) == 0 ? entries(of: beside) : [])

  /// The panels that are refused unless the layout forces them, with a part of the reason.
  static let refused = [
    "Posiflex Inc. USB TOUCH V390, single-touch": mouse,
    "QEMU 0.12.1 QEMU USB Tablet, single-touch": mouse,
    "Elo TouchSystems, Inc. Elo TouchSystems 2700 IntelliTouch(r) USB Touchmonitor Interface, single-touch":
      mouse,
    "ILITEK ILITEK-TP, single-touch": mouse,
    // Its list of keys ends before BTN_TOUCH.
    "Wacom Cintiq 22HDT Pen, pen": "no BTN_TOUCH",
    "Fujitsu Component USB Touch Panel, single-touch": "no BTN_TOUCH",
    "Counter Serial Panel, panel": mouse,
    "Lobby Joystick, panel": "a joystick's",
    "Hall Touchpad, panel": "a touchpad",
    "Shop Ribbon, panel": "ABS_Y is missing",
    "Shop Blind Panel, panel": "the range of ABS_MT_POSITION_Y is empty",
    "Shop Slider, panel": "no absolute position",
    "Shop Odd Panel, panel": "no ABS_MT_TRACKING_ID",
  ]
  /// Pens whose description lacks INPUT_PROP_DIRECT: kernels before 5.0 did not set it for the pens of panels.
  private static let deskTablets = [
    "Atmel Atmel maXTouch Digitizer Pen", "eGalax Inc. USB TouchController Pen",
    "eGalax_eMPIA Technology Inc. PCAP MultiTouch Controller Pen", "eGalax Inc. eGalaxTouch EXC7200-73F4 Pen",
    "Beijing IRTOUCHSYSTEMS Co.,LtD IRTOUCH InfraRed USB TouchScreen Pen", "N-trig DuoSense Pen",
    "Nexio Touch Device(HS) Nexio HID Multi-Touch ATI0460-06  Pen", "Wacom ISDv4 90",
    "ELAN2514:00 04F3:23B9", "NTRG0001:00 1B96:0D03 Pen",
    "WCOM50C1:00 2D1F:5143 Pen", "WCOM50C1:00 2D1F:009D", "WCOM48E2:00 2D1F:4971 Pen",
  ]
  private static let mouse = "write `force: touchscreen` under `touchscreen:` in the layout"

  private static func reason(_ entry: Entry) -> String? {
    refused[entry.name] ?? (deskTablets.contains { entry.name == $0 + ", pen" } ? "lies on a desk" : nil)
  }

  @Test("A panel is calibrated, or refused for a reason", arguments: all)
  func panel(entry: Entry) throws {
    let description = try entry.content.get()
    let fake = FakeDevice(description)
    let device = try fake.open().description
    #expect(Set(device.axes.keys) == Set(description.axes.keys), "libevdev has other axes than the panel")
    let reason = Self.reason(entry)
    do {
      let builder = try PanelBuilder(device, for: Self.screen())
      #expect(reason == nil, "\(entry.name) is accepted, and must not be")
      Self.check(builder)
    } catch {
      #expect(reason.map(error.reason.contains) == true, "\(entry.name) is refused: \(error.reason)")
      guard error.reason.contains("`force: touchscreen`") else { return }
      Self.check(try PanelBuilder(device, for: Self.screen(forced: true)))
    }
  }

  /// The corners of the panel are those of the screen, and what the panel says of its size is no nonsense.
  private static func check(_ builder: PanelBuilder) {
    let panel = builder.makePanel(path: "/dev/input/event7")
    let axes = builder.touchProtocol.axes
    guard let x = builder.description.axes[axes.x], let y = builder.description.axes[axes.y] else {
      Issue.record("\(panel.name) is accepted without a position")
      return
    }
    let first = panel.calibration.location(x: x.minimum, y: y.minimum)
    let last = panel.calibration.location(x: x.maximum, y: y.maximum)
    #expect(first.distance(to: .zero) < 1e-6, "\(panel.name)")
    #expect(last.x < 1920 && last.x > 1900 && last.y < 1080 && last.y > 1070, "\(panel.name): \(last)")
    if let scale = builder.pointsPerMillimetre {
      #expect(scale.x > 0.5 && scale.x < 60 && scale.y > 0.5 && scale.y < 60, "\(panel.name): \(scale)")
    }
  }

  private static func screen(forced: Bool = false) -> ScreenDescription {
    var touchscreen = TouchscreenDescription()
    touchscreen.isForced = forced
    return ScreenDescription(size: Size(width: 1920, height: 1080), touchscreen: touchscreen)
  }

  private static func entries(of path: String) -> [Entry] {
    let root = Document(parsing: Array(SourceFile.contents(of: path).utf8), file: path).root
    return (root?.sequence ?? []).map { node in
      let name = "\(node["name"]?.scalar?.text ?? path), \(node["kind"]?.scalar?.text ?? "panel")"
      let description = Result { try DeviceDescription(case: node) }
      return Entry(name: name, file: path, content: description.mapError { CaseProblem(of: $0) })
    }
  }
}
