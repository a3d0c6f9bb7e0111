/// What happened to one contact in one frame, in device units.
@frozen public struct ContactChange: Equatable, Sendable {
  public let slot: Int
  /// `moved` when any value of the contact changed, not its position alone.
  public let phase: TouchPhase
  public let state: SlotState
}

/// Turns the raw events of one panel into frames of contacts.
///
/// Nothing is said before a SYN_REPORT. Values outlive the contact. A slot that the panel never declared swallows
/// what is sent for it, until a valid slot is named. Whatever the device sends, no event traps.
///
/// A lift and a landing in one slot within one frame are two frames with one time: ``changes``, then ``landings``.
public final class FrameAssembler {
  /// What one event led to.
  @frozen public enum Step: Sendable {
    case pending
    /// The frame is complete: ``changes`` and ``landings`` hold it until the next event.
    case frame
    /// The kernel dropped events; everything up to this SYN_REPORT was discarded. The caller reads the kernel's
    /// state now and gives it to ``FrameAssembler/resynchronize(with:)``.
    case dropped
  }

  /// The changes of the last complete frame, in ascending order of slots.
  @exclusivity(unchecked) public private(set) var changes: ContiguousArray<ContactChange> = []
  /// Contacts that landed in a slot from which another lifted in the same frame.
  @exclusivity(unchecked) public private(set) var landings: ContiguousArray<ContactChange> = []

  public let touchProtocol: TouchProtocol
  let table: SlotTable
  private let isMultitouch: Bool
  private let button: UInt16
  /// The slot that events belong to; −1 after an invalid one was named.
  @exclusivity(unchecked) private var slot = 0
  @exclusivity(unchecked) private var isDropping = false

  public init(_ touchProtocol: TouchProtocol) {
    self.touchProtocol = touchProtocol
    switch touchProtocol {
    case .slots(let count):
      (isMultitouch, button) = (true, 0)
      table = SlotTable(count: count)
    case .singleTouch(let button):
      (isMultitouch, self.button) = (false, button)
      table = SlotTable(count: 1)
    }
    changes.reserveCapacity(table.count)
    landings.reserveCapacity(table.count)
  }

  deinit { table.deallocate() }

  /// Takes one event in.
  public func consume(_ event: RawEvent) -> Step {
    if event.type == EventType.abs {
      if isMultitouch { multitouchAxis(event) } else { singleTouchAxis(event) }
    } else if event.type == EventType.syn {
      return synchronization(event)
    } else if event.type == EventType.key, !isMultitouch, event.code == button, event.value != 2 {
      setTrackingID(event.value == 0 ? -1 : 0, slot: 0)
    }
    return .pending
  }

  private func synchronization(_ event: RawEvent) -> Step {
    if event.code == EventCode.synDropped {
      isDropping = true
    } else if event.code == EventCode.synReport {
      beginFrame()
      if isDropping {
        isDropping = false
        return .dropped
      }
      table.drainDirty(commit)
      return .frame
    }
    return .pending
  }

  private func multitouchAxis(_ event: RawEvent) {
    if event.code == EventCode.absMTSlot {
      slot = event.value >= 0 && Int(event.value) < table.count ? Int(event.value) : -1
      return
    }
    guard slot >= 0 else { return }
    switch event.code {
    case EventCode.absMTPositionX: table[slot].current.x = event.value
    case EventCode.absMTPositionY: table[slot].current.y = event.value
    case EventCode.absMTTrackingID: return setTrackingID(max(event.value, -1), slot: slot)
    case EventCode.absMTPressure: table[slot].current.pressure = event.value
    case EventCode.absMTTouchMajor: table[slot].current.major = event.value
    case EventCode.absMTTouchMinor: table[slot].current.minor = event.value
    case EventCode.absMTOrientation: table[slot].current.orientation = event.value
    case EventCode.absMTDistance: table[slot].current.distance = event.value
    case EventCode.absMTToolType:
      table[slot].current.toolType = event.value
      if event.value == ToolType.palm { table[slot].sawPalm = true }
    default: return
    }
    table.markDirty(slot)
  }

  private func singleTouchAxis(_ event: RawEvent) {
    switch event.code {
    case EventCode.absX: table[0].current.x = event.value
    case EventCode.absY: table[0].current.y = event.value
    case EventCode.absPressure: table[0].current.pressure = event.value
    default: return
    }
    table.markDirty(0)
  }

  private func setTrackingID(_ id: Int32, slot: Int) {
    let old = table[slot].current.trackingID
    guard id != old else { return }
    table.markDirty(slot)
    if old >= 0, table[slot].occupancy != .none, !table[slot].wasLifted {
      table[slot].wasLifted = true
      table[slot].lifted = table[slot].current
      table[slot].liftedAsPalm = table[slot].sawPalm
    }
    table[slot].current.trackingID = id
    if id >= 0 { table[slot].sawPalm = false }
  }
}

// MARK: - Reports

extension FrameAssembler {
  private func beginFrame() {
    changes.removeAll(keepingCapacity: true)
    landings.removeAll(keepingCapacity: true)
  }

  /// Says what became of one slot since the last report.
  private func commit(_ index: Int) {
    let slot = table[index]
    let isDown = slot.current.trackingID >= 0
    let hadContact = slot.occupancy == .live
    if hadContact { commitContact(index) }
    if slot.occupancy == .muted, slot.wasLifted { table[index].occupancy = .none }
    if isDown, table[index].occupancy == .none { commitLanding(index, second: hadContact) }
    table[index].reported = table[index].current
    table[index].wasLifted = false
    table[index].sawPalm = false
  }

  private func commitContact(_ index: Int) {
    let slot = table[index]
    if slot.wasLifted {
      let isPalm =
        slot.liftedAsPalm || slot.lifted.toolType == ToolType.palm
        || (slot.sawPalm && slot.current.trackingID < 0)
      var last = slot.lifted
      // A lift reports pressure 0; that is not how hard the finger pressed at its last place.
      if last.pressure == 0 { last.pressure = slot.reported.pressure }
      last.trackingID = slot.reported.trackingID
      append(isPalm ? .cancelled : .ended, index, last)
      table[index].occupancy = .none
    } else if slot.sawPalm || slot.current.toolType == ToolType.palm {
      append(.cancelled, index, slot.current)
      table[index].occupancy = .muted
    } else if slot.current != slot.reported {
      append(.moved, index, slot.current)
    }
  }

  /// A palm that lands is no touch, until it lifts.
  private func commitLanding(_ index: Int, second: Bool) {
    let slot = table[index]
    if slot.sawPalm || slot.current.toolType == ToolType.palm {
      table[index].occupancy = .muted
      return
    }
    table[index].occupancy = .live
    if second {
      landings.append(ContactChange(slot: index, phase: .began, state: slot.current))
    } else {
      append(.began, index, slot.current)
    }
  }

  private func append(_ phase: TouchPhase, _ index: Int, _ state: SlotState) {
    changes.append(ContactChange(slot: index, phase: phase, state: state))
  }
}

// MARK: - The kernel's state

extension FrameAssembler {
  /// Takes over the state of a panel just opened: values are kept, contacts already down are muted until they lift.
  public func adopt(_ state: DeviceState) {
    beginFrame()
    load(state) { index, slot in
      table[index].occupancy = slot.trackingID >= 0 ? .muted : .none
    }
  }

  /// Takes over the state after a SYN_DROPPED and puts what it means into ``changes`` and ``landings``.
  ///
  /// A contact with the same id goes on; one that vanished or was replaced is cancelled, never ended, so that no
  /// tap comes of it; a new one begins.
  public func resynchronize(with state: DeviceState) {
    beginFrame()
    load(state) { index, slot in
      let before = table[index]
      let isSame = slot.trackingID == before.reported.trackingID
      if before.occupancy == .live, !isSame {
        append(.cancelled, index, before.reported)
      }
      if !isSame { table[index].occupancy = .none }
      table[index].current = slot
      if table[index].occupancy == .live {
        commitContact(index)
      } else if table[index].occupancy == .none, slot.trackingID >= 0 {
        commitLanding(index, second: before.occupancy == .live)
      }
    }
  }

  /// Cancels every contact, as at the removal of the panel; those still down stay muted until they lift.
  public func cancelAll() {
    beginFrame()
    for index in 0..<table.count where table[index].occupancy == .live {
      append(.cancelled, index, table[index].reported)
      table[index].occupancy = .muted
    }
  }

  private func load(_ state: DeviceState, _ body: (Int, SlotState) -> Void) {
    table.drainDirty { _ in }
    slot = state.currentSlot >= 0 && state.currentSlot < table.count ? state.currentSlot : -1
    for index in 0..<table.count {
      table[index].wasLifted = false
      table[index].sawPalm = false
      let kernel = index < state.slots.count ? state.slots[index] : SlotState()
      body(index, kernel)
      table[index].current = kernel
      table[index].reported = kernel
    }
  }
}
