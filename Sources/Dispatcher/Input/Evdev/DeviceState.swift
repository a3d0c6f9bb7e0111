/// What the kernel holds of one slot: the last value of each of its axes, in device units.
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
}

extension SlotState {
  /// Whether the contact is on the glass. A distance above it is a hover, whatever its tracking id.
  @inlinable public var isTouching: Bool { trackingID >= 0 && distance <= 0 }
  /// Whether the contact, on the glass or above it, is a palm.
  @inlinable var isPalm: Bool { trackingID >= 0 && toolType == ToolType.palm }
  /// Whether a tool of a pen is near the glass, or on it.
  var isPenNear: Bool { !penKeys.isDisjoint(with: .tools) }
  /// Whether there is neither a contact nor a pen.
  var isAway: Bool { trackingID < 0 && !isPenNear }
}

/// What the kernel holds of a whole touchscreen, as read at opening, after a SYN_DROPPED and on resume.
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
