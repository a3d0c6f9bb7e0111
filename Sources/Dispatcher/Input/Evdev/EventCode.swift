/// Event types of the kernel's input protocol (linux/input-event-codes.h).
public enum EventType {
  /// EV_SYN: the end of a report, or a loss of events.
  public static let syn: UInt16 = 0x00
  /// EV_KEY: a key or a button.
  public static let key: UInt16 = 0x01
  /// EV_REL: a relative axis.
  public static let rel: UInt16 = 0x02
  /// EV_ABS: an absolute axis.
  public static let abs: UInt16 = 0x03
  /// EV_MSC: events that fit no other type.
  public static let msc: UInt16 = 0x04
}

/// The event codes that touchd acts on (linux/input-event-codes.h), by the kernel's names.
public enum EventCode {
  // EV_SYN
  /// SYN_REPORT: the report is complete.
  public static let synReport: UInt16 = 0
  /// SYN_MT_REPORT: the packet of one contact is complete (protocol A).
  public static let synMTReport: UInt16 = 2
  /// SYN_DROPPED: the kernel's buffer was full, and events are lost up to the next SYN_REPORT.
  public static let synDropped: UInt16 = 3

  // EV_KEY
  /// KEY_WAKEUP: lights the screen, and has no other meaning.
  public static let keyWakeUp: UInt16 = 143
  /// KEY_UNKNOWN: a key without a meaning. Compositors count it as activity; browsers pass no such key on to pages.
  package static let keyUnknown: UInt16 = 240
  /// BTN_LEFT: the left button of a mouse.
  public static let btnLeft: UInt16 = 0x110
  /// BTN_TOOL_PEN: the tip of a pen is near the glass.
  public static let btnToolPen: UInt16 = 0x140
  /// BTN_TOOL_RUBBER: the eraser of a pen is near the glass.
  public static let btnToolRubber: UInt16 = 0x141
  /// BTN_TOOL_AIRBRUSH: the last of the tools that are pens.
  public static let btnToolAirbrush: UInt16 = 0x144
  /// BTN_TOOL_FINGER: a finger, on a touchpad.
  public static let btnToolFinger: UInt16 = 0x145
  /// BTN_STYLUS3: the third button of a pen's barrel.
  public static let btnStylus3: UInt16 = 0x149
  /// BTN_TOUCH: something touches the glass.
  public static let btnTouch: UInt16 = 0x14a
  /// BTN_STYLUS: the first button of a pen's barrel.
  public static let btnStylus: UInt16 = 0x14b
  /// BTN_STYLUS2: the second button of a pen's barrel.
  public static let btnStylus2: UInt16 = 0x14c

  // EV_REL
  /// REL_X: movement along x.
  public static let relX: UInt16 = 0x00
  /// REL_Y: movement along y.
  public static let relY: UInt16 = 0x01

  // EV_MSC
  /// MSC_TIMESTAMP: the device's own clock, in microseconds.
  public static let mscTimestamp: UInt16 = 0x05

  // EV_ABS
  /// ABS_X: the position of the pointer along x.
  public static let absX: UInt16 = 0x00
  /// ABS_Y: the position of the pointer along y.
  public static let absY: UInt16 = 0x01
  /// ABS_PRESSURE: the pressure of the pointer, or of a pen.
  public static let absPressure: UInt16 = 0x18
  /// ABS_DISTANCE: how far the pointer, or a pen, is above the glass.
  public static let absDistance: UInt16 = 0x19
  /// ABS_TILT_X: the tilt of a pen along x.
  public static let absTiltX: UInt16 = 0x1a
  /// ABS_TILT_Y: the tilt of a pen along y.
  public static let absTiltY: UInt16 = 0x1b
  /// The code before ABS_MT_SLOT, which no touchscreen has: a device with it has joystick axes.
  public static let absReserved: UInt16 = 0x2e
  /// ABS_MT_SLOT: the slot that the following events belong to (protocol B).
  public static let absMTSlot: UInt16 = 0x2f
  /// ABS_MT_TOUCH_MAJOR: the longer axis of the contact.
  public static let absMTTouchMajor: UInt16 = 0x30
  /// ABS_MT_TOUCH_MINOR: the shorter axis of the contact.
  public static let absMTTouchMinor: UInt16 = 0x31
  /// ABS_MT_WIDTH_MAJOR: the longer axis of the tool that approaches or touches.
  public static let absMTWidthMajor: UInt16 = 0x32
  /// ABS_MT_WIDTH_MINOR: the shorter axis of the tool that approaches or touches.
  public static let absMTWidthMinor: UInt16 = 0x33
  /// ABS_MT_ORIENTATION: the direction of the longer axis.
  public static let absMTOrientation: UInt16 = 0x34
  /// ABS_MT_POSITION_X: the centre of the contact along x.
  public static let absMTPositionX: UInt16 = 0x35
  /// ABS_MT_POSITION_Y: the centre of the contact along y.
  public static let absMTPositionY: UInt16 = 0x36
  /// ABS_MT_TOOL_TYPE: what touches (see ``ToolType``).
  public static let absMTToolType: UInt16 = 0x37
  /// ABS_MT_TRACKING_ID: the id of the contact in the slot; −1 when it lifts.
  public static let absMTTrackingID: UInt16 = 0x39
  /// ABS_MT_PRESSURE: the pressure of the contact.
  public static let absMTPressure: UInt16 = 0x3a
  /// ABS_MT_DISTANCE: how far the contact is above the glass.
  public static let absMTDistance: UInt16 = 0x3b
  /// ABS_MT_TOOL_X: the centre of the tool along x.
  public static let absMTToolX: UInt16 = 0x3c
  /// ABS_MT_TOOL_Y: the centre of the tool along y.
  public static let absMTToolY: UInt16 = 0x3d
  /// From ABS_MT_TOUCH_MAJOR to ABS_MT_TOOL_Y: what the kernel keeps of each slot.
  public static let absMTSlotAxes: ClosedRange<UInt16> = 0x30...0x3d
}

/// Input properties of a device (EVIOCGPROP).
public enum InputProperty {
  /// INPUT_PROP_POINTER: the device moves a pointer, as a touchpad does.
  public static let pointer: UInt16 = 0x00
  /// INPUT_PROP_DIRECT: positions are those of the screen under the device, as on a touchscreen.
  public static let direct: UInt16 = 0x01
}

/// Values of ABS_MT_TOOL_TYPE.
public enum ToolType {
  /// MT_TOOL_PEN: a pen.
  public static let pen: Int32 = 1
  /// MT_TOOL_PALM: a palm, as the panel judges.
  public static let palm: Int32 = 2
}
