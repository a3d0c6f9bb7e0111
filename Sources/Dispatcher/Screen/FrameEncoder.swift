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
  /// What its readers know of the single touch; `isDown` is `nil` where nothing is known.
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
      if pointer.pressure != oldest.pressure { add(EventCode.absPressure, oldest.pressure) }
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
