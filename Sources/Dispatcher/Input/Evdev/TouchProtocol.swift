/// The way in which a panel reports that a finger is down.
public enum TouchProtocol: Equatable, Sendable {
  /// Multitouch protocol B: one slot a contact, named by ABS_MT_SLOT. Of any count, 1 to 256 are followed.
  case slots(count: Int)
  /// Multitouch protocol A: each frame lists its contacts as packets, without slots.
  case packets
  /// One contact, down while a button is: BTN_TOUCH, or BTN_LEFT on panels that pose as a mouse.
  case singleTouch(button: UInt16)

  package var isSingleTouch: Bool {
    if case .singleTouch = self { true } else { false }
  }

  /// The most slots that touchd follows on one panel; real ones have 2 to 60, the kernel's own limit is 1024.
  static let slotLimit = 256

  /// Reads the protocol off a device's description.
  ///
  /// - Parameter forced: the layout's `force: touchscreen`: BTN_LEFT is the contact where there is no BTN_TOUCH, and
  ///   what looks like a tablet on a desk, or like a touchpad for one finger, is the screen's.
  /// - Throws: ``Refusal`` naming what the device lacks to be a touchscreen.
  public init(of device: DeviceDescription, forced: Bool = false) throws(Refusal) {
    if device.hasAxis(EventCode.absMTPositionX) || device.hasAxis(EventCode.absMTPositionY) {
      self = try .multitouch(device, forced: forced)
    } else {
      self = try .singleTouch(device, forced: forced)
    }
  }

  private static func multitouch(_ device: DeviceDescription, forced: Bool) throws(Refusal) -> TouchProtocol {
    if device.hasAxis(EventCode.absReserved) {
      throw Refusal(
        reason: "its multitouch axes are a joystick's: it also has axis 0x2e, which no touchscreen has")
    }
    try check(EventCode.absMTPositionX, "ABS_MT_POSITION_X", of: device)
    try check(EventCode.absMTPositionY, "ABS_MT_POSITION_Y", of: device)
    try refuseMice(device, forced: forced)
    try refusePointers(device)
    guard let slots = device.axes[EventCode.absMTSlot] else { return .packets }
    guard device.hasAxis(EventCode.absMTTrackingID) else {
      throw Refusal(reason: "it has slots but no ABS_MT_TRACKING_ID, so a lift cannot be seen")
    }
    guard slots.maximum >= 0 else {
      throw Refusal(reason: "its highest slot is \(slots.maximum)")
    }
    return .slots(count: min(Int(slots.maximum) + 1, slotLimit))
  }

  private static func singleTouch(_ device: DeviceDescription, forced: Bool) throws(Refusal) -> TouchProtocol
  {
    guard device.hasAxis(EventCode.absX) || device.hasAxis(EventCode.absY) else {
      throw Refusal(reason: "it has no absolute position (neither ABS_X, ABS_Y nor ABS_MT_POSITION_X, _Y)")
    }
    try check(EventCode.absX, "ABS_X", of: device)
    try check(EventCode.absY, "ABS_Y", of: device)
    if device.hasKey(EventCode.btnTouch) {
      if !forced {
        try refusePointers(device)
        try refuseDeskTablets(device)
      }
      return .singleTouch(button: EventCode.btnTouch)
    }
    guard device.hasKey(EventCode.btnLeft) else {
      throw Refusal(reason: "it has a position but no BTN_TOUCH that would say when a finger is down")
    }
    guard forced else {
      throw Refusal(reason: "it poses as a mouse (BTN_LEFT, no BTN_TOUCH); \(howToForce)")
    }
    return .singleTouch(button: EventCode.btnLeft)
  }

  private static let howToForce =
    "if it is a touchscreen, write `force: touchscreen` under `touchscreen:` in the layout"

  private static func check(
    _ code: UInt16, _ name: String, of device: DeviceDescription
  ) throws(Refusal) {
    guard let range = device.axes[code] else {
      throw Refusal(reason: "it has one axis only: \(name) is missing")
    }
    guard range.maximum > range.minimum else {
      throw Refusal(
        reason: "the range of \(name) is empty (\(range.minimum) to \(range.maximum)); "
          + "if it is a touchscreen, state `range:` under `touchscreen:` in the layout")
    }
  }

  private static func refusePointers(_ device: DeviceDescription) throws(Refusal) {
    guard !device.hasProperty(InputProperty.direct) else { return }
    if device.hasProperty(InputProperty.pointer) || device.hasKey(EventCode.btnToolFinger) {
      throw Refusal(reason: "it is a touchpad (INPUT_PROP_POINTER or BTN_TOOL_FINGER), not a screen")
    }
  }

  /// Fingers on a mouse move a pointer, whatever slots it tells them apart by: an Apple Magic Mouse has sixteen.
  private static func refuseMice(_ device: DeviceDescription, forced: Bool) throws(Refusal) {
    guard device.hasKey(EventCode.btnLeft), !device.hasKey(EventCode.btnTouch) else { return }
    if device.has(EventType.rel, EventCode.relX) || device.has(EventType.rel, EventCode.relY) {
      throw Refusal(
        reason: "it is a mouse with a touch surface (REL_X, BTN_LEFT, no BTN_TOUCH), not a screen")
    }
    guard !forced, !device.hasProperty(InputProperty.direct) else { return }
    throw Refusal(reason: "it poses as a mouse (BTN_LEFT, no BTN_TOUCH); \(howToForce)")
  }

  private static func refuseDeskTablets(_ device: DeviceDescription) throws(Refusal) {
    guard device.hasPenKeys, !device.hasProperty(InputProperty.direct), !device.posesAsEverything else {
      return
    }
    throw Refusal(reason: "it is a pen tablet that lies on a desk (no INPUT_PROP_DIRECT); \(howToForce)")
  }
}

/// Reason for which a device is not driven as a touchscreen, in words for the person who expected that it would be.
public struct Refusal: Error, Equatable, Sendable, CustomStringConvertible {
  /// The device's lack, or its other nature, and a remedy.
  public let reason: String

  /// A refusal with this reason.
  public init(reason: String) { self.reason = reason }

  public var description: String { reason }
}

extension DeviceDescription {
  /// Whether the device has a key for an end of a pen or for a pen's button.
  package var hasPenKeys: Bool { PenKeys.codes.contains(where: hasKey) }

  /// Whether the device poses as a mouse and as a pen at once, with nothing to hold: controllers of resistive panels do
  /// (eGalax). A pen has a button or an eraser.
  fileprivate var posesAsEverything: Bool {
    hasKey(EventCode.btnLeft) && hasKey(EventCode.btnTouch)
      && PenKeys.codes.allSatisfy { $0 == EventCode.btnToolPen || !hasKey($0) }
  }
}

/// Events that only a broken kernel sends: for a slot that the panel never declared.
public struct KernelFault: Equatable, Sendable, CustomStringConvertible {
  /// The name of the panel.
  public let panel: String
  /// The number that the events named.
  public let slot: Int
  /// The number of slots.
  public let slots: Int

  public var description: String {
    "\"\(panel)\": slot \(slot) of \(slots); what it sends there is passed over until it names another slot"
  }
}
