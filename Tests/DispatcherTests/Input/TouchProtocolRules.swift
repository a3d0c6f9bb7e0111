import TestTables

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
  static let pointer = [EventCode.absX, EventCode.absY]

  @Test(
    "Rows",
    arguments: [
      "slots, without ABS_X and without INPUT_PROP_DIRECT": Row(
        axes: multitouch, accepted: .slots(count: 10)),
      "60 slots": Row(axes: multitouch, slots: 59, accepted: .slots(count: 60)),
      "a single-touch panel": Row(
        axes: pointer, keys: [EventCode.btnTouch], accepted: .singleTouch(button: EventCode.btnTouch)),
      "a panel that poses as a mouse, unless the layout says what it is": Row(
        axes: pointer, keys: [EventCode.btnLeft], refused: "force: touchscreen"),
      "the same panel, with force: touchscreen": Row(
        axes: pointer, keys: [EventCode.btnLeft], forced: true,
        accepted: .singleTouch(button: EventCode.btnLeft)),
      "one axis only": Row(
        axes: [EventCode.absMTSlot, EventCode.absMTPositionX, EventCode.absMTTrackingID],
        refused: "ABS_MT_POSITION_Y is missing"),
      "a joystick whose axes overlap the multitouch codes": Row(
        axes: multitouch + [EventCode.absReserved], refused: "joystick"),
      "a touchpad": Row(axes: multitouch, properties: [InputProperty.pointer], refused: "touchpad"),
      "a mouse with a touch surface, whatever slots it has": Row(
        axes: multitouch, slots: 15, keys: [EventCode.btnLeft], relative: [EventCode.relX, EventCode.relY],
        refused: "it is a mouse"),
      "the same mouse, forced and direct": Row(
        axes: multitouch, keys: [EventCode.btnLeft], properties: [InputProperty.direct],
        relative: [EventCode.relX, EventCode.relY], forced: true, refused: "it is a mouse"),
      "slots and a mouse's button, and nothing that says a finger is down": Row(
        axes: multitouch, keys: [EventCode.btnLeft], refused: "force: touchscreen"),
      "the same, forced": Row(
        axes: multitouch, keys: [EventCode.btnLeft], forced: true, accepted: .slots(count: 10)),
      "a panel with a mouse's button and BTN_TOUCH, which also moves a pointer": Row(
        axes: multitouch, keys: [EventCode.btnLeft, EventCode.btnTouch],
        relative: [EventCode.relX, EventCode.relY], accepted: .slots(count: 10)),
      "a pen tablet that lies on a desk": Row(
        axes: pointer, keys: [EventCode.btnTouch, EventCode.btnToolPen], refused: "force: touchscreen"),
      "a pen tablet that knows no more than a pen's button": Row(
        axes: pointer, keys: [EventCode.btnTouch, EventCode.btnStylus], refused: "lies on a desk"),
      "a panel's controller that poses as a mouse and as a pen at once": Row(
        axes: pointer, keys: [EventCode.btnLeft, EventCode.btnTouch, EventCode.btnToolPen],
        accepted: .singleTouch(button: EventCode.btnTouch)),
      "a tablet with a pen and a mouse": Row(
        axes: pointer,
        keys: [EventCode.btnLeft, EventCode.btnTouch, EventCode.btnToolPen, EventCode.btnStylus],
        refused: "lies on a desk"),
      "the same tablet, forced": Row(
        axes: pointer, keys: [EventCode.btnTouch, EventCode.btnToolPen],
        forced: true, accepted: .singleTouch(button: EventCode.btnTouch)),
      "a pen on a screen": Row(
        axes: pointer, keys: [EventCode.btnTouch, EventCode.btnToolPen],
        properties: [InputProperty.direct], accepted: .singleTouch(button: EventCode.btnTouch)),
      "multitouch without slots": Row(
        axes: [EventCode.absMTPositionX, EventCode.absMTPositionY], accepted: .packets),
      "a keyboard": Row(keys: [30], refused: "no absolute position"),
      "a position but no button": Row(axes: pointer, refused: "no BTN_TOUCH"),
      "a negative number of slots": Row(axes: multitouch, slots: -5, refused: "highest slot is -5"),
    ] as Table<Row>)
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
