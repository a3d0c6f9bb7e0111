/// What a virtual touchscreen is made with.
public struct VirtualPanelTraits: Equatable, Sendable, BitwiseCopyable {
  /// The screen, in points.
  public let size: Size
  /// The screen, in millimetres; `nil` where that is not known.
  public let sizeInMillimetres: Size?
  /// How many contacts it can have.
  public let slots: Int
  /// Whether it reports how hard fingers press.
  public let hasPressure: Bool
  /// Whether it reports how large contacts are.
  public let hasContactSize: Bool
  /// Units of the device in a point, along each axis.
  private let unitsPerPoint: (x: Double, y: Double)

  /// Both axes end here, whatever the size of the screen, so that another layout needs no other device. (O)
  public static let end: Int32 = 65_535
  /// The largest number of slots: what libinput and the toolkits above it take (O), and what is written for it in one
  /// frame fits the buffer that the kernel gives each reader.
  public static let slotLimit = 60
  /// The end of the pressure axis. (O)
  static let pressureEnd: Int32 = 1023

  /// - Parameter panelSlots: of the real panel; held calls and contacts that rest need as many again.
  public init(
    size: Size, sizeInMillimetres: Size? = nil, panelSlots: Int, hasPressure: Bool = false,
    hasContactSize: Bool = false
  ) {
    self.size = size
    self.sizeInMillimetres = sizeInMillimetres
    slots = min(max(panelSlots, 1), Self.slotLimit / 2) * 2
    self.hasPressure = hasPressure
    self.hasContactSize = hasContactSize
    // Readers divide by the number of units, 65,536.
    let units = Double(Self.end) + 1
    unitsPerPoint = (units / size.width, units / size.height)
  }

  public static func == (a: Self, b: Self) -> Bool {
    a.size == b.size && a.sizeInMillimetres == b.sizeInMillimetres && a.slots == b.slots
      && a.hasPressure == b.hasPressure && a.hasContactSize == b.hasContactSize
  }

  /// What the kernel makes the device of: protocol B, with the axes of a single touch beside it, as its own drivers
  /// have them.
  ///
  /// - Parameters:
  ///   - identity: gives the name, the vendor and the like.
  ///   - keys: the keys that it has besides, by their KEY_… codes.
  public func description(
    _ identity: DeviceDescription, keys: Set<UInt16> = []
  ) -> DeviceDescription {
    var device = identity
    device.properties = [InputProperty.direct]
    let (x, y) = (range(sizeInMillimetres?.width), range(sizeInMillimetres?.height))
    device.axes = [
      EventCode.absX: x, EventCode.absY: y, EventCode.absMTPositionX: x, EventCode.absMTPositionY: y,
      EventCode.absMTSlot: AxisRange(minimum: 0, maximum: Int32(slots - 1)),
      EventCode.absMTTrackingID: AxisRange(minimum: 0, maximum: TrackingIDs.last),
      EventCode.absMTToolType: AxisRange(minimum: 0, maximum: ToolType.palm),
    ]
    if hasPressure {
      let pressure = AxisRange(minimum: 0, maximum: Self.pressureEnd)
      device.axes[EventCode.absPressure] = pressure
      device.axes[EventCode.absMTPressure] = pressure
    }
    if hasContactSize { device.axes[EventCode.absMTTouchMajor] = x }
    device.codes = [EventType.abs: Set(device.axes.keys), EventType.key: keys.union([EventCode.btnTouch])]
    return device
  }

  private func range(_ millimetres: Double?) -> AxisRange {
    let resolution = millimetres.map { (Double(Self.end) / $0).rounded() } ?? 0
    return AxisRange(minimum: 0, maximum: Self.end, resolution: Int32(clamping: Int(min(resolution, 1e6))))
  }

  /// A place of the screen in device units, not beyond the edges.
  @inline(__always)
  package func units(_ location: Point) -> (x: Int32, y: Int32) {
    (Self.clamp(location.x * unitsPerPoint.x), Self.clamp(location.y * unitsPerPoint.y))
  }

  /// The place of the screen where a place in device units is.
  func location(x: Int32, y: Int32) -> Point {
    Point(x: Double(x) / unitsPerPoint.x, y: Double(y) / unitsPerPoint.y)
  }

  /// The nearest unit: a sum that has no room for bits behind the point rounds, and takes neither libm nor a check.
  @inline(__always)
  private static func clamp(_ units: Double) -> Int32 {
    guard units > 0 else { return 0 }
    return units < Double(end) ? Int32(truncatingIfNeeded: (units + 0x1p52).bitPattern) : end
  }

  /// The axis of a pressure that is a part of the largest.
  @inline(__always)
  func pressure(_ part: Double) -> Int32 {
    // 0 is what a finger has that hovers.
    hasPressure ? max(Int32((min(max(part, 0), 1) * Double(Self.pressureEnd)).rounded()), 1) : 0
  }

  /// The longer axis of a contact, by its radius in points.
  @inline(__always)
  func major(_ radius: Double) -> Int32 { hasContactSize ? Self.clamp(2 * radius * unitsPerPoint.x) : 0 }
}

/// The ids that contacts of a virtual touchscreen get, one after the other.
struct TrackingIDs {
  /// The kernel's drivers count as far (TRKID_MAX in drivers/input/input-mt.c).
  static let last: Int32 = 0xffff

  private var previous: Int32 = -1

  /// The next id that no contact has.
  mutating func next(isUsed: (Int32) -> Bool) -> Int32 {
    repeat { previous = (previous &+ 1) & Self.last } while isUsed(previous)
    return previous
  }
}
