/// Event types of the kernel's input protocol (linux/input-event-codes.h).
public enum EventType {
  public static let syn: UInt16 = 0x00
  public static let key: UInt16 = 0x01
  public static let rel: UInt16 = 0x02
  public static let abs: UInt16 = 0x03
  public static let msc: UInt16 = 0x04
}

/// The event codes that touchd acts on (linux/input-event-codes.h), by the kernel's names.
public enum EventCode {
  // EV_SYN
  public static let synReport: UInt16 = 0
  public static let synMTReport: UInt16 = 2
  public static let synDropped: UInt16 = 3

  // EV_KEY
  public static let btnLeft: UInt16 = 0x110
  public static let btnToolPen: UInt16 = 0x140
  public static let btnToolRubber: UInt16 = 0x141
  public static let btnToolAirbrush: UInt16 = 0x144
  public static let btnToolFinger: UInt16 = 0x145
  public static let btnStylus3: UInt16 = 0x149
  public static let btnTouch: UInt16 = 0x14a
  public static let btnStylus: UInt16 = 0x14b
  public static let btnStylus2: UInt16 = 0x14c

  // EV_REL
  public static let relX: UInt16 = 0x00
  public static let relY: UInt16 = 0x01

  // EV_MSC
  public static let mscTimestamp: UInt16 = 0x05

  // EV_ABS
  public static let absX: UInt16 = 0x00
  public static let absY: UInt16 = 0x01
  public static let absPressure: UInt16 = 0x18
  public static let absDistance: UInt16 = 0x19
  public static let absTiltX: UInt16 = 0x1a
  public static let absTiltY: UInt16 = 0x1b
  public static let absReserved: UInt16 = 0x2e
  public static let absMTSlot: UInt16 = 0x2f
  public static let absMTTouchMajor: UInt16 = 0x30
  public static let absMTTouchMinor: UInt16 = 0x31
  public static let absMTWidthMajor: UInt16 = 0x32
  public static let absMTWidthMinor: UInt16 = 0x33
  public static let absMTOrientation: UInt16 = 0x34
  public static let absMTPositionX: UInt16 = 0x35
  public static let absMTPositionY: UInt16 = 0x36
  public static let absMTToolType: UInt16 = 0x37
  public static let absMTTrackingID: UInt16 = 0x39
  public static let absMTPressure: UInt16 = 0x3a
  public static let absMTDistance: UInt16 = 0x3b
  public static let absMTToolX: UInt16 = 0x3c
  public static let absMTToolY: UInt16 = 0x3d
  /// From ABS_MT_TOUCH_MAJOR to ABS_MT_TOOL_Y: what the kernel keeps of each slot.
  public static let absMTSlotAxes: ClosedRange<UInt16> = 0x30...0x3d
}

/// Input properties of a device (EVIOCGPROP).
public enum InputProperty {
  public static let pointer: UInt16 = 0x00
  public static let direct: UInt16 = 0x01
}

/// Values of ABS_MT_TOOL_TYPE.
public enum ToolType {
  public static let pen: Int32 = 1
  public static let palm: Int32 = 2
}
