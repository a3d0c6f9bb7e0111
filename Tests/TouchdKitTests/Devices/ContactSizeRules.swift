import FakePanels
import LinuxInput
import TestTables
import YAML

@testable import TouchdKit

/// How large contacts are by the resolutions that a panel states, by the layout, and by neither (DEVICES 9).
///
/// A contact of 100 units lands on a panel of 1,000 by 1,000 units and a screen of 2,000 by 2,000 points.
@Suite("Sizes of contacts") struct ContactSizeRules {
  struct Row: TableRow {
    var what = ""
    /// Units a millimetre, of the positions and of ABS_MT_TOUCH_MAJOR; 0 where the panel does not say.
    let positions: Int32
    let major: Int32
    /// The layout's `size_mm`, the same for both axes.
    var screen: Double?
    /// In points.
    let radius: Double
  }

  @Test(
    "A radius goes by the resolution of its own axis",
    arguments: [
      "the same as the positions': a unit is two points": Row(positions: 10, major: 10, radius: 100),
      "twice as many units a millimetre: half as large": Row(positions: 10, major: 20, radius: 50),
      "fewer: larger": Row(positions: 10, major: 5, radius: 200),
      "none of its own: that of the positions": Row(positions: 10, major: 0, radius: 100),
      "none at all: a unit of the positions": Row(positions: 0, major: 0, radius: 100),
      "none of the positions, and nothing tells how large the screen is": Row(
        positions: 0, major: 20, radius: 100),
      "none of the positions, and the layout says how large the screen is: 5 mm of 20 points": Row(
        positions: 0, major: 20, screen: 100, radius: 50),
      "the panel's own resolutions decide before the layout's size": Row(
        positions: 10, major: 20, screen: 400, radius: 50),
    ] as Table<Row>)
  func radius(_ row: Row) throws {
    let radius = try Self.began(Self.panel(row.positions, row.major), Self.screen(row.screen), major: 100)?
      .majorRadius
    let size = try #require(radius)
    #expect(abs(size - row.radius) < 0.2, "\(size)")
  }

  struct Palm: TableRow {
    var what = ""
    let positions: Int32
    let major: Int32
    /// The filter `size` of the layout; `nil` for `max`.
    let limit: Length?
    /// The smallest contact that is a palm, in units.
    let units: Int32
  }

  @Test(
    "A palm is measured in the axis' own units",
    arguments: [
      "20 mm of 4 units": Palm(positions: 10, major: 4, limit: mm(20), units: 80),
      "20 mm of 66 units": Palm(positions: 37, major: 66, limit: mm(20), units: 1320),
      "20 mm, which nothing but this axis knows": Palm(positions: 0, major: 4, limit: mm(20), units: 80),
      "100 points are 50 units of the positions, and 25 of the axis": Palm(
        positions: 10, major: 5, limit: pt(100), units: 25),
      "the most that the axis can say": Palm(positions: 10, major: 5, limit: nil, units: 5000),
    ] as Table<Palm>)
  func palm(_ row: Palm) throws {
    var screen = Self.screen(nil)
    screen.touchscreen.filters = [Located(.size(row.limit), at: .start)]
    let panel = Self.panel(row.positions, row.major)
    #expect(try Self.began(panel, screen, major: row.units - 1) != nil)
    #expect(try Self.began(panel, screen, major: row.units) == nil)
  }

  @Test(
    "What a panel declares may be no sizes",
    arguments: [
      (100, 0, 255, true), (40, 0, 40, true), (10, 100, 255, true), (10, 85, 255, false), (10, 0, 255, false),
      (0, 0, 5, false), (10, 1, 255, false),
    ] as [(Int32, Int32, Int32, Bool)])
  func declared(positions: Int32, major: Int32, maximum: Int32, isDoubtful: Bool) throws {
    var panel = Self.panel(positions, major)
    panel.axes[EventCode.absMTTouchMajor]?.maximum = maximum
    let notes = try PanelBuilder(panel, for: Self.screen(nil)).notes
    #expect(notes.contains { $0.contains("no sizes") } == isDoubtful, "\(notes)")
  }

  private static func mm(_ value: Double) -> Length { Length(value: value, unit: .millimetres, mark: .start) }

  private static func pt(_ value: Double) -> Length { Length(value: value, unit: .points, mark: .start) }

  private static func panel(_ positions: Int32, _ major: Int32) -> DeviceDescription {
    var panel = DeviceDescription.panel()
    for code in [EventCode.absMTPositionX, EventCode.absMTPositionY] {
      panel.axes[code] = AxisRange(minimum: 0, maximum: 999, resolution: positions)
    }
    panel.axes[EventCode.absMTTouchMajor] = AxisRange(minimum: 0, maximum: 5000, resolution: major)
    return panel
  }

  private static func screen(_ millimetres: Double?) -> ScreenDescription {
    var screen = ScreenDescription(
      size: Size(width: 2000, height: 2000), touchscreen: TouchscreenDescription())
    screen.sizeInMillimetres = millimetres.map { Size(width: $0, height: $0) }
    return screen
  }

  /// The sample with which a contact of that size begins; `nil` if it does not.
  private static func began(
    _ device: DeviceDescription, _ screen: ScreenDescription, major: Int32
  ) throws -> TouchSample? {
    let application = Application()
    let log = SampleLog()
    application.observer = log
    let pipeline = Pipeline(application: application)
    let panel = try PanelBuilder(device, for: screen).makePanel(path: "panel")
    pipeline.attach(panel, state: DeviceState(slots: []))
    let events: [RawEvent] = [
      .abs(EventCode.absMTTrackingID, 1), .abs(EventCode.absMTPositionX, 500),
      .abs(EventCode.absMTPositionY, 500),
      .abs(EventCode.absMTTouchMajor, major), .report,
    ]
    _ = events.withUnsafeBufferPointer { pipeline.receive($0, from: panel) { _ in nil } }
    pipeline.dispatch()
    return log.samples.first { $0.phase == .began }
  }
}
