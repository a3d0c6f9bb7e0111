/// The range of one absolute axis, in device units (EVIOCGABS).
public struct AxisRange: Hashable, Sendable {
  public var minimum: Int32
  public var maximum: Int32
  public var fuzz: Int32
  public var flat: Int32
  /// Units per millimetre; 0 where the panel does not say.
  public var resolution: Int32

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
  public var name: String
  public var bus: UInt16 = 0
  public var vendor: UInt16 = 0
  public var product: UInt16 = 0
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

  public init(name: String) { self.name = name }

  public func has(_ type: UInt16, _ code: UInt16) -> Bool { codes[type]?.contains(code) ?? false }

  public func hasKey(_ code: UInt16) -> Bool { has(EventType.key, code) }

  public func hasAxis(_ code: UInt16) -> Bool { axes[code] != nil }

  public func hasProperty(_ property: UInt16) -> Bool { properties.contains(property) }
}
