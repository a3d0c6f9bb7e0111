/// One slot between two reports: what the panel holds in it, and what was reported of its contact.
///
/// Decoders change what it holds. At a report, each function for it makes one step of ``Occupancy``.
struct Slot {
  /// State of a slot as responders see it.
  enum Occupancy {
    /// No contact. One that lands becomes `live`; `muted` if it is a palm, in a silence, and when a panel is opened.
    case none
    /// A contact that began. It becomes `none` when it lifts; `muted` when it is cancelled while it is down.
    case live
    /// A contact that is not reported. It becomes `none` when it lifts.
    case muted
  }

  /// A contact that lifted in this frame, as it was at that moment.
  struct Lift {
    var state: SlotState
    var seen: TouchProperties
    /// Whether the contact had been withdrawn before.
    var isWithdrawn: Bool
  }

  let index: Int
  /// The panel's present values.
  var current = SlotState()
  /// The values of the last frame's report.
  var reported = SlotState()
  /// The last report of the contact above the glass; `nil` if none hovers.
  var hover: SlotState?
  /// The first lift of this frame; what came after it in the frame was never reported.
  var lift: Lift?
  /// The properties that events have reported since the contact in the slot was first noticed; for a pen, since it came
  /// near.
  var seen: TouchProperties = []
  /// Time of the last event that named the slot.
  var lastEvent = Timestamp.zero
  var occupancy = Occupancy.none
  /// Whether the slot's contact has been a palm, touching or not, since it has its id.
  var isPalm = false
  /// Whether this frame takes the contact back, so that it is cancelled: it is a palm, or the panel was put to sleep.
  var isWithdrawn = false

  init(_ index: Int) { self.index = index }

  /// A contact lands, lifts, or is replaced.
  mutating func setTrackingID(_ id: Int32) {
    let old = current.trackingID
    guard id != old else { return }
    if old >= 0, occupancy != .none, lift == nil {
      lift = Lift(state: current, seen: seen, isWithdrawn: isWithdrawn)
    }
    // What was reported of a finger says nothing of the next.
    if old >= 0, !current.isPenNear { seen = [] }
    current.trackingID = id
    isPalm = false
    if id >= 0 { isWithdrawn = false }
  }

  /// Takes over what the kernel holds.
  mutating func load(_ state: SlotState) {
    let isSame = state.trackingID == reported.trackingID
    if !isSame || state.isAway { seen = [] }
    isPalm = state.isPalm || isSame && isPalm
    isWithdrawn = false
    lift = nil
    current = state
  }

  /// Takes over what the kernel holds after lost events. A contact that vanished or was replaced counts as withdrawn.
  mutating func resynchronize(with state: SlotState) {
    let isSame = state.isTouching && state.trackingID == reported.trackingID
    let lost = Lift(state: reported, seen: seen, isWithdrawn: true)
    load(state)
    if occupancy != .none, !isSame { lift = lost }
  }

  // MARK: What a complete frame made of it

  func change(_ phase: TouchPhase, _ state: SlotState) -> ContactChange {
    ContactChange(slot: index, phase: phase, state: state, seen: seen)
  }

  /// The change of the live contact; `nil` if there is none.
  mutating func updateContact() -> ContactChange? {
    if let lift { return end(lift) }
    if isWithdrawn || current.toolType == ToolType.palm {
      occupancy = .muted
      return change(.cancelled, current)
    }
    if !current.isTouching {
      // What hovers has left the glass where it was last seen on it.
      occupancy = .none
      return change(.ended, reported)
    }
    return current == reported ? nil : change(.moved, current)
  }

  private mutating func end(_ lift: Lift) -> ContactChange {
    let isCancelled =
      lift.isWithdrawn || lift.state.toolType == ToolType.palm || isWithdrawn && current.trackingID < 0
    var last = lift.state
    // A lift reports pressure 0; that is not how hard the finger pressed at its last place.
    if last.pressure == 0 { last.pressure = reported.pressure }
    last.trackingID = reported.trackingID
    occupancy = .none
    return ContactChange(slot: index, phase: isCancelled ? .cancelled : .ended, state: last, seen: lift.seen)
  }

  /// Whether a contact lands in this frame that would be reported if nothing silenced the panel.
  var isLanding: Bool {
    guard current.isTouching, occupancy == .none || lift != nil else { return false }
    return !isWithdrawn && !isPalm && current.toolType != ToolType.palm
  }

  /// Whether the live contact is over in this frame.
  var isLifting: Bool { occupancy == .live && (lift != nil || !current.isTouching) }

  /// The contact that landed; `nil` if there is none, or if it is muted, as a palm and a contact in a silence are.
  mutating func land(isSilent: Bool) -> ContactChange? {
    if occupancy == .muted, lift != nil || !current.isTouching { occupancy = .none }
    guard occupancy == .none, current.isTouching else { return nil }
    occupancy = isSilent || isWithdrawn || isPalm || current.toolType == ToolType.palm ? .muted : .live
    return occupancy == .live ? change(.began, current) : nil
  }

  /// Cancels the live contact, which stays down.
  mutating func cancel() -> ContactChange {
    occupancy = .muted
    return change(.cancelled, reported)
  }

  /// The end of the contact that hovered; `nil` if it goes on.
  ///
  /// - Parameter phase: what its end is, unless it was no hover after all.
  mutating func endHover(isHovering: Bool, _ phase: TouchPhase) -> ContactChange? {
    guard let last = hover, !isHovering || current.trackingID != last.trackingID else { return nil }
    hover = nil
    return change(isWithdrawn || isPalm || current.isPalm ? .cancelled : phase, last)
  }

  /// The new place of the contact that hovers; `nil` if it was there before.
  mutating func updateHover() -> ContactChange? {
    let last = hover
    hover = current
    guard let last else { return change(.began, current) }
    return current == last ? nil : change(.moved, current)
  }

  /// The frame is reported.
  mutating func endFrame(at time: Timestamp) {
    reported = current
    if current.isAway { seen = [] }
    if current.isPalm { isPalm = true }
    isWithdrawn = false
    lift = nil
    lastEvent = time
  }
}

/// The slots of one panel, and which of them this frame named.
///
/// Plain memory without bounds of its own: a ``EventDecoder`` checks every index that a device sends.
struct SlotTable {
  let count: Int
  private let slots: UnsafeMutablePointer<Slot>
  /// One bit a slot that an event of this frame named.
  private let dirty: UnsafeMutablePointer<UInt64>
  /// Whether an event of this frame said more of a slot than where its contact is.
  private let news: UnsafeMutablePointer<Bool>
  private let words: Int

  init(count: Int) {
    self.count = count
    words = (count + 63) / 64
    slots = .allocate(capacity: count)
    for index in 0..<count { (slots + index).initialize(to: Slot(index)) }
    dirty = .allocate(capacity: words)
    dirty.initialize(repeating: 0, count: words)
    news = .allocate(capacity: 1)
    news.initialize(to: false)
  }

  func deallocate() {
    slots.deallocate()
    dirty.deallocate()
    news.deallocate()
  }

  /// The slot at an index that the caller has checked.
  @inline(__always)
  subscript(index: Int) -> Slot {
    unsafeAddress { UnsafePointer(slots + index) }
    nonmutating unsafeMutableAddress { slots + index }
  }

  /// The slot that ABS_MT_SLOT names; −1 for one that the panel never declared.
  @inline(__always)
  func slot(named value: Int32) -> Int { value >= 0 && Int(value) < count ? Int(value) : -1 }

  /// Notes that an event of this frame says where the contact of a slot is.
  @inline(__always)
  private func markMoved(_ index: Int) {
    dirty[index >> 6] |= 1 << UInt64(truncatingIfNeeded: index & 63)
  }

  @inline(__always)
  func move(_ index: Int, x: Int32) {
    slots[index].current.x = x
    markMoved(index)
  }

  @inline(__always)
  func move(_ index: Int, y: Int32) {
    slots[index].current.y = y
    markMoved(index)
  }

  /// Notes that an event of this frame says something else of a slot.
  @inline(__always)
  func markDirty(_ index: Int) {
    markMoved(index)
    news.pointee = true
  }

  /// Whether the frame says nothing but where contacts are.
  @inline(__always) var isMoveOnly: Bool { !news.pointee }

  /// Whether a slot is dirty: a frame has begun and is not complete. O(slots / 64).
  var hasDirty: Bool { (0..<words).contains { dirty[$0] != 0 } }

  /// Calls the body with each dirty slot in ascending order and leaves none dirty.
  ///
  /// - Returns: whether there was one.
  @inline(__always)
  @discardableResult
  func drainDirty(_ body: (Int) -> Void) -> Bool {
    var isAny = false
    news.pointee = false
    var word = 0
    while word < words {
      defer { word &+= 1 }
      var bits = dirty[word]
      guard bits != 0 else { continue }
      isAny = true
      dirty[word] = 0
      while bits != 0 {
        body(word &<< 6 | bits.trailingZeroBitCount)
        bits &= bits &- 1
      }
    }
    return isAny
  }
}

/// Decodes multitouch protocol B: each contact has a slot, which ABS_MT_SLOT names, and an id while it is there.
///
/// A slot that the panel never declared swallows the events that are for it, until a declared one is named.
final class SlotDecoder: MultitouchDecoder {
  private var slot = 0
  /// Called at the first event for a slot that was never declared, with the number of the slot.
  var onUndeclared: (Int32) -> Void = { _ in }
  /// The number of such events that were passed over, as far as they were noticed.
  private(set) var undeclaredEvents = 0
  /// The last such slot that was named.
  private var undeclaredSlot: Int32 = -1

  override var currentSlot: Int { slot }

  override func decode(_ events: UnsafeBufferPointer<RawEvent>, from start: Int) -> Int {
    var index = start
    while true {
      let end = decodePositions(events, from: index)
      if slot < 0 { passOver(events[index..<end]) }
      guard end < events.count, !events[end].isReportOrDrop else { return end }
      decode(events[end])
      index = end &+ 1
    }
  }

  /// Decodes which slots are named and where their contacts are: nearly all that a panel sends.
  ///
  /// What is looked at for each event stands in local variables, where no store can have changed it.
  ///
  /// - Returns: the index of the first event of another kind, or the number of events.
  @inline(__always)
  private func decodePositions(_ events: UnsafeBufferPointer<RawEvent>, from start: Int) -> Int {
    let table = table
    var (index, slot) = (start, slot)
    defer { self.slot = slot }
    while index < events.count, events[index].type == EventType.abs {
      let (code, value) = (events[index].code, events[index].value)
      if code == EventCode.absMTSlot {
        slot = table.slot(named: value)
      } else if code == EventCode.absMTPositionX {
        if slot >= 0 { table.move(slot, x: value) }
      } else if code == EventCode.absMTPositionY {
        if slot >= 0 { table.move(slot, y: value) }
      } else {
        break
      }
      index &+= 1
    }
    return index
  }

  /// Decodes an event that is neither a position nor the name of a slot.
  override func decode(_ event: RawEvent) {
    guard event.type == EventType.abs else { return super.decode(event) }
    guard EventCode.absMTSlotAxes.contains(event.code) else { return }
    guard slot >= 0 else { return passOver(1) }
    // An axis that is not kept is news of the slot all the same: its contact is not stuck.
    table.markDirty(slot)
    if event.code == EventCode.absMTTrackingID {
      return table[slot].setTrackingID(max(event.value, -1))
    }
    if let axis = SlotAxis(multitouch: event.code) { table[slot].current[axis] = event.value }
    table[slot].seen.formUnion(.told(by: event.code))
    if event.code == EventCode.absMTToolType, event.value == ToolType.palm {
      table[slot].isWithdrawn = true
      table[slot].isPalm = true
    }
  }

  /// Counts the positions at the end of a run that went to a slot that does not exist.
  ///
  /// Where a slot that does exist is named after them in the same read, this is not called: the positions pass
  /// uncounted, since a look would cost each frame something.
  @inline(never)
  private func passOver(_ run: Slice<UnsafeBufferPointer<RawEvent>>) {
    let name = run.lastIndex { $0.code == EventCode.absMTSlot }
    if let name { undeclaredSlot = run[name].value }
    passOver(run.endIndex - (name.map { $0 + 1 } ?? run.startIndex))
  }

  private func passOver(_ count: Int) {
    guard count > 0 else { return }
    if undeclaredEvents == 0 { onUndeclared(undeclaredSlot) }
    undeclaredEvents &+= count
  }

  override func load(_ state: DeviceState, isLoss: Bool) -> [SlotState]? {
    undeclaredSlot = Int32(clamping: state.currentSlot)
    slot = table.slot(named: undeclaredSlot)
    return state.slots
  }
}
