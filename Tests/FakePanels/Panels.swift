public import Dispatcher

/// Touchscreens for tests, invented.
extension DeviceDescription {
  /// A multitouch panel of so many slots.
  public static func panel(slots: Int32 = 10) -> DeviceDescription {
    var panel = DeviceDescription(name: "Lobby Panel")
    (panel.bus, panel.vendor, panel.product, panel.version) = (0x18, 0x1234, 0x5678, 0x0111)
    panel.phys = "usb-0000:00:14.0-2/input0"
    panel.serial = "A-0042"
    panel.properties = [InputProperty.direct]
    panel.codes[EventType.key] = [EventCode.btnTouch]
    panel.axes = [
      EventCode.absX: AxisRange(minimum: 0, maximum: 4095, resolution: 16),
      EventCode.absY: AxisRange(minimum: 0, maximum: 2047, resolution: 16),
      EventCode.absMTSlot: AxisRange(minimum: 0, maximum: slots - 1),
      EventCode.absMTTouchMajor: AxisRange(minimum: 0, maximum: 255),
      EventCode.absMTPositionX: AxisRange(minimum: -10, maximum: 4095, fuzz: 4, flat: 1, resolution: 16),
      EventCode.absMTPositionY: AxisRange(minimum: 0, maximum: 2047, fuzz: 4, resolution: 16),
      EventCode.absMTTrackingID: AxisRange(minimum: 0, maximum: 65535),
      EventCode.absMTPressure: AxisRange(minimum: 0, maximum: 255),
    ]
    panel.codes[EventType.abs] = Set(panel.axes.keys)
    return panel
  }

  /// A panel of one contact, which says by a button that it is touched.
  public static func singleTouchPanel(button: UInt16 = EventCode.btnTouch) -> DeviceDescription {
    var panel = DeviceDescription(name: "Till Panel")
    panel.codes[EventType.key] = [button]
    panel.axes = [
      EventCode.absX: AxisRange(minimum: 0, maximum: 1023),
      EventCode.absY: AxisRange(minimum: 0, maximum: 767),
      EventCode.absPressure: AxisRange(minimum: 0, maximum: 63),
    ]
    panel.codes[EventType.abs] = Set(panel.axes.keys)
    return panel
  }

  /// A pen, by default that of the multitouch panel.
  public static func pen(phys: String = "usb-0000:00:14.0-2/input1", vendor: UInt16 = 0x1234)
    -> DeviceDescription
  {
    var pen = DeviceDescription(name: "Lobby Panel Pen")
    (pen.bus, pen.vendor, pen.product) = (0x18, vendor, 0x5678)
    pen.phys = phys
    pen.properties = [InputProperty.direct]
    pen.codes[EventType.key] = [EventCode.btnTouch, EventCode.btnToolPen, EventCode.btnStylus]
    pen.axes = [
      EventCode.absX: AxisRange(minimum: 0, maximum: 9999),
      EventCode.absY: AxisRange(minimum: 0, maximum: 4999),
    ]
    pen.codes[EventType.abs] = Set(pen.axes.keys)
    return pen
  }

  /// Something with keys that repeat, and no axes.
  public static let keyboard: DeviceDescription = {
    var keyboard = DeviceDescription(name: "Keyboard")
    keyboard.codes = [EventType.key: [1, 30, 143], 0x14: [0, 1]]
    return keyboard
  }()

  /// Something with axes that say how far it was moved.
  public static let mouse: DeviceDescription = {
    var mouse = DeviceDescription(name: "Mouse")
    mouse.properties = [InputProperty.pointer]
    mouse.codes = [EventType.key: [EventCode.btnLeft], EventType.rel: [0, 1], EventType.msc: [4]]
    return mouse
  }()

  /// The same, with another physical path and serial number.
  public func plugged(at phys: String, serial: String? = nil) -> DeviceDescription {
    var panel = self
    panel.phys = phys
    panel.serial = serial
    return panel
  }
}

extension SlotState {
  /// A contact, or what is left of one.
  public static func slot(_ trackingID: Int32, _ x: Int32, _ y: Int32, pressure: Int32 = 0, major: Int32 = 0)
    -> SlotState
  {
    var slot = SlotState(trackingID: trackingID, x: x, y: y)
    slot.pressure = pressure
    slot.major = major
    return slot
  }
}
