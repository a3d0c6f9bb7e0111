import CEvdev
import LinuxInput
import TestTables

@Suite("Event codes") struct EventCodeTests {
  /// The constant, the kernel header's value, the kernel's name.
  static let table: [(UInt16, Int32, type: UInt16, name: String)] = [
    (EventCode.synReport, SYN_REPORT, EventType.syn, "SYN_REPORT"),
    (EventCode.synDropped, SYN_DROPPED, EventType.syn, "SYN_DROPPED"),
    (EventCode.keyWakeUp, KEY_WAKEUP, EventType.key, "KEY_WAKEUP"),
    (EventCode.keyUnknown, KEY_UNKNOWN, EventType.key, "KEY_UNKNOWN"),
    (EventCode.btnLeft, BTN_LEFT, EventType.key, "BTN_LEFT"),
    (EventCode.btnToolPen, BTN_TOOL_PEN, EventType.key, "BTN_TOOL_PEN"),
    (EventCode.btnToolFinger, BTN_TOOL_FINGER, EventType.key, "BTN_TOOL_FINGER"),
    (EventCode.btnTouch, BTN_TOUCH, EventType.key, "BTN_TOUCH"),
    (EventCode.btnStylus, BTN_STYLUS, EventType.key, "BTN_STYLUS"),
    (EventCode.absX, ABS_X, EventType.abs, "ABS_X"),
    (EventCode.absY, ABS_Y, EventType.abs, "ABS_Y"),
    (EventCode.absPressure, ABS_PRESSURE, EventType.abs, "ABS_PRESSURE"),
    (EventCode.absMTSlot, ABS_MT_SLOT, EventType.abs, "ABS_MT_SLOT"),
    (EventCode.absMTTouchMajor, ABS_MT_TOUCH_MAJOR, EventType.abs, "ABS_MT_TOUCH_MAJOR"),
    (EventCode.absMTTouchMinor, ABS_MT_TOUCH_MINOR, EventType.abs, "ABS_MT_TOUCH_MINOR"),
    (EventCode.absMTOrientation, ABS_MT_ORIENTATION, EventType.abs, "ABS_MT_ORIENTATION"),
    (EventCode.absMTPositionX, ABS_MT_POSITION_X, EventType.abs, "ABS_MT_POSITION_X"),
    (EventCode.absMTPositionY, ABS_MT_POSITION_Y, EventType.abs, "ABS_MT_POSITION_Y"),
    (EventCode.absMTToolType, ABS_MT_TOOL_TYPE, EventType.abs, "ABS_MT_TOOL_TYPE"),
    (EventCode.absMTTrackingID, ABS_MT_TRACKING_ID, EventType.abs, "ABS_MT_TRACKING_ID"),
    (EventCode.absMTPressure, ABS_MT_PRESSURE, EventType.abs, "ABS_MT_PRESSURE"),
    (EventCode.absMTDistance, ABS_MT_DISTANCE, EventType.abs, "ABS_MT_DISTANCE"),
  ]

  @Test("are those of linux/input-event-codes.h, by value and by name", arguments: table)
  func constants(ours: UInt16, kernel: Int32, type: UInt16, name: String) {
    #expect(Int32(ours) == kernel)
    #expect(EventName.code(ours, of: type) == name)
    #expect(EventName.code(named: name, of: type) == ours)
  }

  @Test(
    "of types, properties and tools are the kernel's too",
    arguments: [
      (Int32(EventType.syn), EV_SYN), (Int32(EventType.key), EV_KEY), (Int32(EventType.abs), EV_ABS),
      (Int32(InputProperty.pointer), INPUT_PROP_POINTER), (Int32(InputProperty.direct), INPUT_PROP_DIRECT),
      (ToolType.palm, MT_TOOL_PALM), (Int32(EventCode.absReserved), ABS_MT_SLOT - 1),
    ])
  func others(ours: Int32, kernel: Int32) { #expect(ours == kernel) }

  @Test("an event has the size and alignment of the kernel's")
  func layout() {
    #expect(MemoryLayout<RawEvent>.size == MemoryLayout<input_event>.size)
    #expect(MemoryLayout<RawEvent>.stride == MemoryLayout<input_event>.stride)
    #expect(MemoryLayout<RawEvent>.alignment == MemoryLayout<input_event>.alignment)
  }

  @Test("that libevdev does not know are named by their number")
  func unknown() {
    #expect(EventName.type(0x1a) == "0x1a")
    #expect(EventName.code(0xffff, of: EventType.abs) == "0xffff")
    #expect(EventName.code(1, of: 0x1a) == "0x1")
    #expect(EventName.property(0x1e) == "0x1e")
    #expect(EventName.code(named: "0x3e", of: EventType.abs) == 0x3e)
    #expect(EventName.property(named: "0x1e") == 0x1e)
    #expect(EventName.code(named: "0x40", of: EventType.abs) == nil, "beyond the kernel's")
    #expect(EventName.property(named: "0x20") == nil, "beyond the kernel's")
    #expect(EventName.code(named: "0x", of: EventType.abs) == nil)
    #expect(EventName.code(named: "ABS_NOTHING", of: EventType.abs) == nil)
    #expect(EventName.property(named: "") == nil)
  }
}
