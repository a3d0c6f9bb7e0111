import Dispatcher
import TestTables
import Testing

/// Which devices are touchscreens, and why the others are refused.
@Suite("Touchscreen or not") struct TouchProtocolRules {
  struct Row: TableRow {
    var what = ""
    var axes: [UInt16] = []
    var slots: Int32 = 9
    var keys: [UInt16] = []
    var properties: [UInt16] = []
    var relative: [UInt16] = []
    var forced = false
    var accepted: TouchProtocol?
    /// What the reason must say.
    var refused: String?
  }

  static let multitouch = [
    EventCode.absMTSlot, EventCode.absMTPositionX, EventCode.absMTPositionY, EventCode.absMTTrackingID,
  ]

  @Test(
    "Rows",
    arguments: [
      Row(
        what: "slots, without ABS_X and without INPUT_PROP_DIRECT", axes: multitouch,
        accepted: .slots(count: 10)),
      Row(what: "60 slots", axes: multitouch, slots: 59, accepted: .slots(count: 60)),
      Row(
        what: "a single-touch panel", axes: [EventCode.absX, EventCode.absY], keys: [EventCode.btnTouch],
        accepted: .singleTouch(button: EventCode.btnTouch)),
      Row(
        what: "a panel that poses as a mouse, unless the layout says what it is",
        axes: [EventCode.absX, EventCode.absY], keys: [EventCode.btnLeft], refused: "force: touchscreen"),
      Row(
        what: "the same panel, with force: touchscreen", axes: [EventCode.absX, EventCode.absY],
        keys: [EventCode.btnLeft], forced: true, accepted: .singleTouch(button: EventCode.btnLeft)),
      Row(
        what: "one axis only",
        axes: [EventCode.absMTSlot, EventCode.absMTPositionX, EventCode.absMTTrackingID],
        refused: "ABS_MT_POSITION_Y is missing"),
      Row(
        what: "a joystick whose axes overlap the multitouch codes",
        axes: multitouch + [EventCode.absReserved], refused: "joystick"),
      Row(what: "a touchpad", axes: multitouch, properties: [InputProperty.pointer], refused: "touchpad"),
      Row(
        what: "a mouse with a touch surface, whatever slots it has", axes: multitouch, slots: 15,
        keys: [EventCode.btnLeft], relative: [EventCode.relX, EventCode.relY], refused: "it is a mouse"),
      Row(
        what: "the same mouse, forced and direct", axes: multitouch, keys: [EventCode.btnLeft],
        properties: [InputProperty.direct], relative: [EventCode.relX, EventCode.relY], forced: true,
        refused: "it is a mouse"),
      Row(
        what: "slots and a mouse's button, and nothing that says a finger is down", axes: multitouch,
        keys: [EventCode.btnLeft], refused: "force: touchscreen"),
      Row(
        what: "the same, forced", axes: multitouch, keys: [EventCode.btnLeft], forced: true,
        accepted: .slots(count: 10)),
      Row(
        what: "a panel with a mouse's button and BTN_TOUCH, which also moves a pointer", axes: multitouch,
        keys: [EventCode.btnLeft, EventCode.btnTouch], relative: [EventCode.relX, EventCode.relY],
        accepted: .slots(count: 10)),
      Row(
        what: "a pen tablet that lies on a desk", axes: [EventCode.absX, EventCode.absY],
        keys: [EventCode.btnTouch, EventCode.btnToolPen], refused: "force: touchscreen"),
      Row(
        what: "a pen tablet that knows no more than a pen's button", axes: [EventCode.absX, EventCode.absY],
        keys: [EventCode.btnTouch, EventCode.btnStylus], refused: "lies on a desk"),
      Row(
        what: "a panel's controller that poses as a mouse and as a pen at once",
        axes: [EventCode.absX, EventCode.absY],
        keys: [EventCode.btnLeft, EventCode.btnTouch, EventCode.btnToolPen],
        accepted: .singleTouch(button: EventCode.btnTouch)),
      Row(
        what: "a tablet with a pen and a mouse", axes: [EventCode.absX, EventCode.absY],
        keys: [EventCode.btnLeft, EventCode.btnTouch, EventCode.btnToolPen, EventCode.btnStylus],
        refused: "lies on a desk"),
      Row(
        what: "the same tablet, forced", axes: [EventCode.absX, EventCode.absY],
        keys: [EventCode.btnTouch, EventCode.btnToolPen], forced: true,
        accepted: .singleTouch(button: EventCode.btnTouch)),
      Row(
        what: "a pen on a screen", axes: [EventCode.absX, EventCode.absY],
        keys: [EventCode.btnTouch, EventCode.btnToolPen], properties: [InputProperty.direct],
        accepted: .singleTouch(button: EventCode.btnTouch)),
      Row(
        what: "multitouch without slots", axes: [EventCode.absMTPositionX, EventCode.absMTPositionY],
        accepted: .packets),
      Row(what: "a keyboard", keys: [30], refused: "no absolute position"),
      Row(what: "a position but no button", axes: [EventCode.absX, EventCode.absY], refused: "no BTN_TOUCH"),
      Row(what: "a negative number of slots", axes: multitouch, slots: -5, refused: "highest slot is -5"),
    ])
  func row(_ row: Row) {
    var device = DeviceDescription(name: row.what)
    device.properties = Set(row.properties)
    device.codes[EventType.key] = Set(row.keys)
    device.codes[EventType.rel] = Set(row.relative)
    for code in row.axes { device.axes[code] = AxisRange(minimum: 0, maximum: 4095) }
    if row.axes.contains(EventCode.absMTSlot) {
      device.axes[EventCode.absMTSlot] = AxisRange(minimum: 0, maximum: row.slots)
    }
    do {
      #expect(try TouchProtocol(of: device, forced: row.forced) == row.accepted)
    } catch {
      #expect(error.reason.contains(row.refused ?? "(accepted)"), "\(error)")
    }
  }

  @Test("An empty range is refused, with what to do")
  func emptyRange() {
    var device = DeviceDescription(name: "flat")
    for code in Self.multitouch { device.axes[code] = AxisRange(minimum: 5, maximum: 5) }
    #expect(throws: Refusal.self) { try TouchProtocol(of: device) }
  }
}
