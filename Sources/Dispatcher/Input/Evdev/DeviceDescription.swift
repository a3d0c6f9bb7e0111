/// The range of one absolute axis, in device units (EVIOCGABS).
public struct AxisRange: Hashable, Sendable {
  /// The smallest value that the device declares; it may send others.
  public var minimum: Int32
  /// The largest value that the device declares; it may send others.
  public var maximum: Int32
  /// The noise of the axis; the kernel smooths changes of that size.
  public var fuzz: Int32
  /// The width of the centre position of a joystick; no meaning on a touchscreen.
  public var flat: Int32
  /// Units per millimetre; 0 where the panel does not say.
  public var resolution: Int32

  /// A range with these values; they are not checked.
  public init(
    minimum: Int32, maximum: Int32, fuzz: Int32 = 0, flat: Int32 = 0, resolution: Int32 = 0
  ) {
    self.minimum = minimum
    self.maximum = maximum
    self.fuzz = fuzz
    self.flat = flat
    self.resolution = resolution
  }

  /// The number of values that the axis can take, as a real number: ranges may span more than 32 bits.
  public var count: Double { Double(maximum) - Double(minimum) + 1 }
}

/// An input device's description of itself, read from the kernel or from the head of a recording.
public struct DeviceDescription: Equatable, Sendable {
  /// The name that the driver gives the device.
  public var name: String
  /// The BUS_… number of the bus that the device is attached to: 3 for USB.
  public var bus: UInt16 = 0
  /// The vendor's number on that bus.
  public var vendor: UInt16 = 0
  /// The product's number, chosen by the vendor.
  public var product: UInt16 = 0
  /// The version of the product, chosen by the vendor.
  public var version: UInt16 = 0
  /// The physical path, `usb-0000:00:14.0-2/input0`; `nil` where the driver gives none.
  public var phys: String?
  /// The serial number of the device; `nil` where it has none.
  public var serial: String?
  /// INPUT_PROP_… numbers.
  public var properties: Set<UInt16> = []
  /// The event codes that the device can send, by event type.
  public var codes: [UInt16: Set<UInt16>] = [:]
  /// The ranges of the absolute axes, by ABS_… code.
  public var axes: [UInt16: AxisRange] = [:]

  /// A device that declares neither codes nor axes nor properties.
  public init(name: String) { self.name = name }

  /// Whether the device declares an event code of a type.
  public func has(_ type: UInt16, _ code: UInt16) -> Bool { codes[type]?.contains(code) ?? false }

  /// Whether the device declares a KEY_… or BTN_… code.
  public func hasKey(_ code: UInt16) -> Bool { has(EventType.key, code) }

  /// Whether the device declares a range for an ABS_… code.
  public func hasAxis(_ code: UInt16) -> Bool { axes[code] != nil }

  /// Whether the device has an INPUT_PROP_… number.
  public func hasProperty(_ property: UInt16) -> Bool { properties.contains(property) }
}

/// The kernel's values of one slot: the last one of each of its axes, in device units.
///
/// Values outlive the contact, since the kernel does not resend what did not change.
@frozen public struct SlotState: Equatable, Sendable {
  /// ABS_MT_POSITION_X, or ABS_X of a panel without multitouch.
  public var x: Int32 = 0
  /// ABS_MT_POSITION_Y, or ABS_Y of a panel without multitouch.
  public var y: Int32 = 0
  /// ABS_MT_TRACKING_ID; −1 while the slot is empty.
  public var trackingID: Int32 = -1
  /// ABS_MT_PRESSURE, or ABS_PRESSURE of a panel without multitouch.
  public var pressure: Int32 = 0
  /// ABS_MT_TOUCH_MAJOR: the longer axis of the contact.
  public var major: Int32 = 0
  /// ABS_MT_TOUCH_MINOR: the shorter axis of the contact.
  public var minor: Int32 = 0
  /// ABS_MT_ORIENTATION: the direction of the longer axis.
  public var orientation: Int32 = 0
  /// ABS_MT_DISTANCE: how far the contact is above the glass; 0 or less on it.
  public var distance: Int32 = 0
  /// ABS_MT_TOOL_TYPE: a value of ``ToolType``, or another one of the kernel's.
  public var toolType: Int32 = 0
  /// ABS_TILT_X of a pen.
  public var tiltX: Int32 = 0
  /// ABS_TILT_Y of a pen.
  public var tiltY: Int32 = 0
  /// The tools and buttons of a pen that are on.
  public var penKeys: PenKeys = []

  /// An empty slot whose values are 0, as that of a device that was just opened.
  @inlinable public init() {}

  /// A contact at a position in device units.
  @inlinable public init(trackingID: Int32, x: Int32, y: Int32) {
    self.trackingID = trackingID
    self.x = x
    self.y = y
  }

  /// Whether the contact is on the glass. A distance above it is a hover, whatever its tracking id.
  @inlinable public var isTouching: Bool { trackingID >= 0 && distance <= 0 }
  /// Whether the contact, on the glass or above it, is a palm.
  @inlinable var isPalm: Bool { trackingID >= 0 && toolType == ToolType.palm }
  /// Whether a tool of a pen is near the glass, or on it.
  var isPenNear: Bool { !penKeys.isDisjoint(with: .tools) }
  /// Whether there is neither a contact nor a pen.
  var isAway: Bool { trackingID < 0 && !isPenNear }
}

/// The kernel's values of a whole touchscreen, as read at opening, after a SYN_DROPPED and on resume.
///
/// A single-touch panel is one slot, whose tracking id is 0 while its button is down. Of a panel that sends packets
/// the kernel holds no contacts: one slot says whether BTN_TOUCH is down, none that the panel has no such key.
public struct DeviceState: Equatable, Sendable {
  /// The slots that the panel declares, by number.
  public var slots: [SlotState]
  /// The slot that events without ABS_MT_SLOT belong to.
  public var currentSlot: Int

  /// A state as the kernel holds it.
  public init(slots: [SlotState], currentSlot: Int = 0) {
    self.slots = slots
    self.currentSlot = currentSlot
  }

  /// Empties slots; their values stay. O(slots).
  package mutating func release(_ isMeant: (Int) -> Bool = { _ in true }) {
    for index in slots.indices where isMeant(index) { slots[index].trackingID = -1 }
  }
}
