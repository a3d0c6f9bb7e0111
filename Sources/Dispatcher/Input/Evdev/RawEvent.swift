/// One event as the kernel wrote it: the layout of `struct input_event`, so that a `read(2)` fills an array of these.
@frozen public struct RawEvent: Equatable, Sendable {
  /// The whole seconds of the event's time, on the clock that the reader chose (EVIOCSCLOCKID).
  public var seconds: Int
  /// The microseconds of the event's time; 0 to 999,999 from the kernel.
  public var microseconds: Int
  /// The EV_… number (see ``EventType``).
  public var type: UInt16
  /// The number within the type (see ``EventCode``).
  public var code: UInt16
  /// The value: of an axis in device units; of a key 1 for down, 0 for up, 2 for a repetition.
  public var value: Int32

  /// An event as the kernel would write it.
  @inlinable public init(time: Timestamp = .zero, type: UInt16, code: UInt16, value: Int32) {
    seconds = Int(time.microseconds / 1_000_000)
    microseconds = Int(time.microseconds % 1_000_000)
    self.type = type
    self.code = code
    self.value = value
  }

  /// The kernel's time of the event. Wraps instead of trapping, whatever the device sends.
  @inlinable public var time: Timestamp {
    Timestamp(microseconds: Int64(seconds) &* 1_000_000 &+ Int64(microseconds))
  }

  /// SYN_REPORT, the end of a frame.
  public static func report(at time: Timestamp) -> RawEvent {
    RawEvent(time: time, type: EventType.syn, code: EventCode.synReport, value: 0)
  }

  /// SYN_DROPPED: the kernel lost events, and what follows up to the next SYN_REPORT means nothing.
  public static func drop(at time: Timestamp) -> RawEvent {
    RawEvent(time: time, type: EventType.syn, code: EventCode.synDropped, value: 0)
  }

  /// Whether it is the end of a frame.
  @inlinable public var isReport: Bool { type == EventType.syn && code == EventCode.synReport }

  /// Whether it says that events were lost.
  @inlinable public var isDrop: Bool { type == EventType.syn && code == EventCode.synDropped }

  /// Whether it is the end of a packet, one contact of a panel without slots.
  @inlinable public var isPacketEnd: Bool { type == EventType.syn && code == EventCode.synMTReport }

  /// Whether it is the end of a frame, or says that events were lost.
  @inline(__always) var isReportOrDrop: Bool {
    type == EventType.syn && (code == EventCode.synReport || code == EventCode.synDropped)
  }

  /// Whether a key was pressed or released; a value of 2 is key repeat.
  var isKeyChange: Bool { type == EventType.key && value != 2 }
}

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
  // Notches of wheels to the right and away from the user, and 120ths of them.
  static let (relHWheel, relWheel): (UInt16, UInt16) = (0x06, 0x08)
  static let (relWheelHiRes, relHWheelHiRes): (UInt16, UInt16) = (0x0b, 0x0c)

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

/// A value that a slot keeps of its contact. This is the one table of what the kernel's axes are to touchd.
public enum SlotAxis: Sendable {
  case x, y, pressure, major, minor, orientation, distance, toolType, tiltX, tiltY

  /// The axis of a contact in a slot or in a packet; `nil` for those that are not kept. The tracking id is not one of
  /// them.
  @inlinable public init?(multitouch code: UInt16) {
    switch code {
    case EventCode.absMTPositionX: self = .x
    case EventCode.absMTPositionY: self = .y
    case EventCode.absMTPressure: self = .pressure
    case EventCode.absMTTouchMajor: self = .major
    case EventCode.absMTTouchMinor: self = .minor
    case EventCode.absMTOrientation: self = .orientation
    case EventCode.absMTDistance: self = .distance
    case EventCode.absMTToolType: self = .toolType
    default: return nil
    }
  }

  /// The axis of the one contact that a single-touch panel or a pen has; `nil` for those that are not kept.
  /// ABS_DISTANCE is not one of them: it means nothing while a pen touches.
  @inlinable public init?(pointer code: UInt16) {
    switch code {
    case EventCode.absX: self = .x
    case EventCode.absY: self = .y
    case EventCode.absPressure: self = .pressure
    case EventCode.absTiltX: self = .tiltX
    case EventCode.absTiltY: self = .tiltY
    default: return nil
    }
  }

  /// The axes that a slot keeps with their codes, in the kernel's order.
  public static let multitouch = table(EventCode.absMTSlotAxes, SlotAxis.init(multitouch:))
  /// The axes that the one contact of a single-touch panel keeps with their codes, in the kernel's order.
  public static let pointer = table(EventCode.absX...EventCode.absReserved, SlotAxis.init(pointer:))

  private static func table(
    _ codes: ClosedRange<UInt16>, _ axis: (UInt16) -> SlotAxis?
  ) -> [(code: UInt16, axis: SlotAxis)] {
    codes.compactMap { code in axis(code).map { (code, $0) } }
  }
}

extension SlotState {
  /// The value of an axis, in device units.
  @inlinable public subscript(axis: SlotAxis) -> Int32 {
    @inline(__always) get {
      switch axis {
      case .x: x
      case .y: y
      case .pressure: pressure
      case .major: major
      case .minor: minor
      case .orientation: orientation
      case .distance: distance
      case .toolType: toolType
      case .tiltX: tiltX
      case .tiltY: tiltY
      }
    }
    @inline(__always) set {
      switch axis {
      case .x: x = newValue
      case .y: y = newValue
      case .pressure: pressure = newValue
      case .major: major = newValue
      case .minor: minor = newValue
      case .orientation: orientation = newValue
      case .distance: distance = newValue
      case .toolType: toolType = newValue
      case .tiltX: tiltX = newValue
      case .tiltY: tiltY = newValue
      }
    }
  }
}

/// Which tools of a pen are near the glass, and which of its buttons are pressed: the keys 0x140 to 0x14f.
@frozen public struct PenKeys: OptionSet, Hashable, Sendable {
  public let rawValue: UInt16

  @inlinable public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// The tip, BTN_TOOL_PEN.
  public static let pen = PenKeys(code: EventCode.btnToolPen)
  /// The other end, BTN_TOOL_RUBBER.
  public static let eraser = PenKeys(code: EventCode.btnToolRubber)
  /// The first button of the barrel, BTN_STYLUS.
  public static let stylus = PenKeys(code: EventCode.btnStylus)
  /// The second button of the barrel, BTN_STYLUS2.
  public static let stylus2 = PenKeys(code: EventCode.btnStylus2)
  /// The third button of the barrel, BTN_STYLUS3.
  public static let stylus3 = PenKeys(code: EventCode.btnStylus3)

  /// Everything that is a tool, from BTN_TOOL_PEN to BTN_TOOL_AIRBRUSH: one of them is on while a pen is near.
  public static let tools = PenKeys(rawValue: 0x1f)
  /// The buttons of the barrel.
  public static let buttons: PenKeys = [.stylus, .stylus2, .stylus3]
  private static let known: PenKeys = [.tools, .buttons]

  /// The event codes of all keys of a pen.
  public static let codes: [UInt16] = (0..<16).map { EventCode.btnToolPen + $0 }
    .filter { !PenKeys(code: $0).isDisjoint(with: known) }

  /// The key of an event code; none for a code that is no key of a pen.
  public init(code: UInt16) {
    let bit = Int(code) - Int(EventCode.btnToolPen)
    rawValue = 0..<16 ~= bit ? 1 << UInt16(bit) : 0
  }

  /// Takes in that a key was pressed or released. Codes that are no keys of a pen have no effect.
  public mutating func set(_ code: UInt16, _ isOn: Bool) {
    let key = PenKeys(code: code).intersection(Self.known)
    if isOn { formUnion(key) } else { subtract(key) }
  }
}
