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

  /// How many values the axis can take, as a real number: ranges may span more than 32 bits.
  public var count: Double { Double(maximum) - Double(minimum) + 1 }
}

/// What an input device says of itself, read from the kernel or from the head of a recording.
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
