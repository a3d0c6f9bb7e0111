/// Traits of a virtual touchscreen.
public struct VirtualPanelTraits: Equatable, Sendable, BitwiseCopyable {
  /// The screen, in points.
  public let size: Size
  /// The screen, in millimetres; `nil` where that is not known.
  public let sizeInMillimetres: Size?
  /// The number of contacts that it can have.
  public let slots: Int
  /// Whether it reports how hard fingers press.
  public let hasPressure: Bool
  /// Whether it reports how large contacts are.
  public let hasContactSize: Bool
  /// Units of the device in a point, along each axis.
  private let unitsPerPoint: Size

  /// Both axes end here, whatever the size of the screen, so that another layout needs no other device. (O)
  public static let end: Int32 = 65_535
  /// The largest number of slots: what libinput and the toolkits above it take (O), and what is written for it in one
  /// frame fits the buffer that the kernel gives each reader.
  public static let slotLimit = 60
  /// The end of the pressure axis. (O)
  static let pressureEnd: Int32 = 1023
  /// The last id of a contact. The kernel's drivers count as far (TRKID_MAX in drivers/input/input-mt.c).
  static let trackingIDEnd: Int32 = 0xffff

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
    unitsPerPoint = Size(width: units / size.width, height: units / size.height)
  }

  /// Description from which the kernel makes the device: protocol B, with the axes of a single touch beside it, as its
  /// drivers have them.
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
      EventCode.absMTTrackingID: AxisRange(minimum: 0, maximum: Self.trackingIDEnd),
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
    (Self.clamp(location.x * unitsPerPoint.width), Self.clamp(location.y * unitsPerPoint.height))
  }

  /// The place of the screen where a place in device units is.
  func location(x: Int32, y: Int32) -> Point {
    Point(x: Double(x) / unitsPerPoint.width, y: Double(y) / unitsPerPoint.height)
  }

  /// A place, or the nearest one that is not beyond the edges.
  func onScreen(_ location: Point) -> Point { Rect(origin: .zero, size: size).clamp(location) }

  /// The point of the screen's edge that is nearest to a place.
  func nearestEdge(to location: Point) -> Point {
    let (right, bottom) = (size.width - location.x, size.height - location.y)
    let nearest = min(location.x, location.y, right, bottom)
    if nearest == location.x { return Point(x: 0, y: location.y) }
    if nearest == right { return Point(x: size.width, y: location.y) }
    return Point(x: location.x, y: nearest == bottom ? size.height : 0)
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
  func major(_ radius: Double) -> Int32 { hasContactSize ? Self.clamp(2 * radius * unitsPerPoint.width) : 0 }
}

/// Writes the frames of a virtual touchscreen as the kernel's drivers do: only what differs, by slots, and then the
/// oldest contact once more as a single touch.
struct FrameEncoder: ~Copyable {
  private let traits: VirtualPanelTraits
  private var events = Slab<RawEvent>()
  /// The time of the frame, which is never before that of the frame before it.
  private(set) var time = Timestamp.zero
  /// An event of that time.
  private var template = RawEvent(type: EventType.abs, code: 0, value: 0)
  /// The slot that events are for, as its readers know.
  private var slot: Int32 = 0
  /// The single touch as its readers know it; `isDown` is `nil` if nothing is known.
  private var pointer: (isDown: Bool?, x: Int32, y: Int32, pressure: Int32) = (false, 0, 0, 0)

  init(_ traits: VirtualPanelTraits) { self.traits = traits }

  /// Nothing is known of what the readers of the device have: the next frame says all of it.
  ///
  /// - Parameter last: the time of the last frame, which no other is before.
  mutating func forget(since last: Timestamp = .zero) {
    time = last
    slot = -1
    pointer = (nil, -1, -1, -1)
  }

  /// Begins a frame of at most so many changes.
  ///
  /// - Returns: the time that it carries.
  mutating func begin(at time: Timestamp, changes: Int) -> Timestamp {
    self.time = max(self.time, time)
    template = RawEvent(time: self.time, type: EventType.abs, code: 0, value: 0)
    events.removeAll()
    events.reserve(changes * Self.eventsPerChange + Self.eventsPerPointer)
    return self.time
  }

  /// A slot, an id, a tool, two positions, a pressure and a size.
  private static let eventsPerChange = 7
  /// BTN_TOUCH, three axes and the report.
  private static let eventsPerPointer = 5

  /// Adds a change, and notes in the slot what was sent.
  ///
  /// - Returns: whether there was something to send.
  mutating func encode(_ change: VirtualPanel.Change, _ state: inout VirtualSlot) -> Bool {
    let count = events.count
    switch change.step {
    case .landed:
      select(change.slot)
      add(EventCode.absMTTrackingID, state.trackingID)
      place(change, &state, isLanding: true)
    case .moved, .slid: place(change, &state, isLanding: false)
    case .palmed:
      select(change.slot)
      add(EventCode.absMTToolType, ToolType.palm)
    case .lifted(let end, _):
      select(change.slot)
      // The slot would keep it, and the next finger be taken for a palm.
      if end == .palm { add(EventCode.absMTToolType, 0) }
      add(EventCode.absMTTrackingID, -1)
    }
    return events.count > count
  }

  /// Adds a key.
  mutating func add(key code: UInt16, isDown: Bool) { add(code, isDown ? 1 : 0, type: EventType.key) }

  /// Says where a contact is; at its landing all of it.
  @inline(__always)
  private mutating func place(_ change: VirtualPanel.Change, _ state: inout VirtualSlot, isLanding: Bool) {
    state.location = change.location
    let (x, y) = (change.x, change.y)
    guard isLanding || x != state.x || y != state.y else { return }
    select(change.slot)
    if isLanding || x != state.x { add(EventCode.absMTPositionX, x) }
    if isLanding || y != state.y { add(EventCode.absMTPositionY, y) }
    if traits.hasPressure, isLanding || change.pressure != state.pressure {
      add(EventCode.absMTPressure, change.pressure)
    }
    if traits.hasContactSize, isLanding || change.major != state.major {
      add(EventCode.absMTTouchMajor, change.major)
    }
    (state.x, state.y, state.pressure, state.major) = (x, y, change.pressure, change.major)
  }

  @inline(__always)
  private mutating func select(_ number: Int32) {
    guard number != slot else { return }
    slot = number
    add(EventCode.absMTSlot, number)
  }

  /// Adds the single touch, and hands the frame over if something is in it.
  ///
  /// - Parameter oldest: the contact that has been down for longest.
  mutating func finish(oldest: VirtualSlot?, _ body: (UnsafeBufferPointer<RawEvent>) -> Void) {
    guard !events.isEmpty else { return }
    if pointer.isDown != (oldest != nil) {
      pointer.isDown = oldest != nil
      add(EventCode.btnTouch, oldest != nil ? 1 : 0, type: EventType.key)
    }
    if let oldest {
      if pointer.x != oldest.x { add(EventCode.absX, oldest.x) }
      if pointer.y != oldest.y { add(EventCode.absY, oldest.y) }
      if traits.hasPressure, pointer.pressure != oldest.pressure {
        add(EventCode.absPressure, oldest.pressure)
      }
      (pointer.x, pointer.y, pointer.pressure) = (oldest.x, oldest.y, oldest.pressure)
    }
    add(EventCode.synReport, 0, type: EventType.syn)
    body(events.buffer)
  }

  @inline(__always)
  private mutating func add(_ code: UInt16, _ value: Int32, type: UInt16 = EventType.abs) {
    template.type = type
    template.code = code
    template.value = value
    events.appendReserved(template)
  }
}
