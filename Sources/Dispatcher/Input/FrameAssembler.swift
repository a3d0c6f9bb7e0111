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
  @exclusivity(unchecked) public internal(set) var changes: ContiguousArray<ContactChange> = []
  /// Contacts that landed in a slot from which another lifted in the same frame.
  @exclusivity(unchecked) public internal(set) var landings: ContiguousArray<ContactChange> = []

  public let touchProtocol: TouchProtocol
  let table: SlotTable
  private let isMultitouch: Bool
  private let button: UInt16
  /// The slot that events belong to; −1 after an invalid one was named.
  @exclusivity(unchecked) var slot = 0
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
