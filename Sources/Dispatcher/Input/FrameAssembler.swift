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
    /// The kernel put the device to sleep with contacts down: they are cancelled. The caller reads the kernel's state
    /// when the device is awake again and gives it to ``FrameAssembler/resume(with:)``.
    case suspended
  }

  /// The changes of the last complete frame, in ascending order of slots.
  @exclusivity(unchecked) public internal(set) var changes: ContiguousArray<ContactChange> = []
  /// Contacts that landed in a slot from which another lifted in the same frame.
  @exclusivity(unchecked) public internal(set) var landings: ContiguousArray<ContactChange> = []
  /// Why nobody is told of the panel's contacts now.
  @exclusivity(unchecked) public internal(set) var silence: Silence = []
  /// When a silence for a pen that went away is over.
  @exclusivity(unchecked) var penSilenceEnd: Timestamp?
  /// A contact without an event for that long, while the panel reports others, is cancelled; `nil` for never.
  @exclusivity(unchecked) public var stuckAfter: Interval?

  public let touchProtocol: TouchProtocol
  let table: SlotTable
  /// The packets of a frame; `nil` on panels with slots and on those with one contact.
  @exclusivity(unchecked) var packets: PacketList?
  private let isMultitouch: Bool
  let button: UInt16
  /// The slot that events belong to; −1 after an invalid one was named.
  @exclusivity(unchecked) var slot = 0
  /// The time of the SYN_REPORT that is being acted on.
  @exclusivity(unchecked) var frameTime = Timestamp.zero
  @exclusivity(unchecked) private var isDropping = false
  /// Whether this frame released the button, BTN_TOUCH on most panels, and left it so.
  @exclusivity(unchecked) private var sawRelease = false

  public init(_ touchProtocol: TouchProtocol) {
    self.touchProtocol = touchProtocol
    switch touchProtocol {
    case .slots(let count):
      (isMultitouch, button) = (true, EventCode.btnTouch)
      table = SlotTable(count: count)
    case .packets:
      (isMultitouch, button) = (true, EventCode.btnTouch)
      packets = PacketList()
      table = SlotTable(count: PacketList.limit)
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
      if packets != nil {
        packets?.axis(event)
      } else if isMultitouch {
        multitouchAxis(event)
      } else {
        singleTouchAxis(event)
      }
    } else if event.type == EventType.syn {
      return synchronization(event)
    } else if event.type == EventType.key {
      key(event)
    }
    return .pending
  }

  private func synchronization(_ event: RawEvent) -> Step {
    if event.code == EventCode.synMTReport {
      packets?.endPacket()
    } else if event.code == EventCode.synDropped {
      isDropping = true
    } else if event.code == EventCode.synReport {
      defer { sawRelease = false }
      frameTime = event.time
      endPenSilence()
      beginFrame()
      if isDropping {
        isDropping = false
        packets?.removeAll()
        return .dropped
      }
      // A value of 1 alone means nothing: key repeat has it, too.
      return report(isReleased: sawRelease, isForced: sawRelease && event.value == 1)
    }
    return .pending
  }

  private func key(_ event: RawEvent) {
    // A value of 2 is key repeat.
    guard event.value != 2 else { return }
    if event.code == button {
      sawRelease = event.value == 0
      if !isMultitouch { setTrackingID(event.value == 0 ? -1 : 0, slot: 0) }
    } else if !isMultitouch {
      table[0].current.penKeys.set(event.code, event.value != 0)
      table.markDirty(0)
    }
  }

  private func multitouchAxis(_ event: RawEvent) {
    if event.code == EventCode.absMTSlot {
      slot = event.value >= 0 && Int(event.value) < table.count ? Int(event.value) : -1
      return
    }
    guard slot >= 0 else { return }
    if event.code == EventCode.absMTTrackingID {
      return setTrackingID(max(event.value, -1), slot: slot)
    }
    // An axis that is not kept is news of the slot all the same: it is not stuck.
    guard table[slot].current.setAxis(event) || EventCode.absMTSlotAxes.contains(event.code) else { return }
    if event.code == EventCode.absMTToolType, event.value == ToolType.palm {
      table[slot].isWithdrawn = true
      table[slot].isPalm = true
    }
    table.markDirty(slot)
  }

  private func singleTouchAxis(_ event: RawEvent) {
    switch event.code {
    case EventCode.absX: table[0].current.x = event.value
    case EventCode.absY: table[0].current.y = event.value
    case EventCode.absPressure: table[0].current.pressure = event.value
    case EventCode.absTiltX: table[0].current.tiltX = event.value
    case EventCode.absTiltY: table[0].current.tiltY = event.value
    default: return
    }
    table.markDirty(0)
  }

  func setTrackingID(_ id: Int32, slot: Int) {
    let old = table[slot].current.trackingID
    table.markDirty(slot)
    guard id != old else { return }
    if old >= 0, table[slot].occupancy != .none, !table[slot].wasLifted {
      table[slot].wasLifted = true
      table[slot].lifted = table[slot].current
      table[slot].liftedWithdrawn = table[slot].isWithdrawn
    }
    table[slot].current.trackingID = id
    table[slot].isPalm = false
    if id >= 0 { table[slot].isWithdrawn = false }
  }
}

extension SlotState {
  /// Keeps the value of a multitouch axis.
  ///
  /// - Returns: whether it is one of those that are kept.
  @inline(__always)
  mutating func setAxis(_ event: RawEvent) -> Bool {
    switch event.code {
    case EventCode.absMTPositionX: x = event.value
    case EventCode.absMTPositionY: y = event.value
    case EventCode.absMTPressure: pressure = event.value
    case EventCode.absMTTouchMajor: major = event.value
    case EventCode.absMTTouchMinor: minor = event.value
    case EventCode.absMTOrientation: orientation = event.value
    case EventCode.absMTDistance: distance = event.value
    case EventCode.absMTToolType: toolType = event.value
    default: return false
    }
    return true
  }
}
