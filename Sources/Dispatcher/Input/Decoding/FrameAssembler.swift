/// Turns the raw events of one panel into frames of contacts.
///
/// Nothing is said before a SYN_REPORT. Values outlive the contact. A slot that the panel never declared swallows
/// what is sent for it, until a valid slot is named. Whatever the device sends, no event traps.
///
/// A lift and a landing in one slot within one frame are two frames with one time: ``changes``, then ``landings``.
public final class FrameAssembler {
  /// What one event led to.
  @frozen public enum Step: Sendable {
    /// The frame is not complete; there is nothing to deliver.
    case pending
    /// The frame is complete: ``changes`` and ``landings`` hold it until the next event.
    case frame
    /// The kernel dropped events; everything up to this SYN_REPORT was discarded. The caller reads the kernel's
    /// state now and gives it to ``FrameAssembler/resynchronize(with:)``.
    case dropped
    /// The kernel put the device to sleep with contacts down: they are cancelled. The caller reads the kernel's state
    /// when the device is awake again and gives it to ``FrameAssembler/adopt(_:)``.
    case suspended
  }

  /// The slots whose contacts moved, in ascending order, where the last complete frame said no more than that.
  @exclusivity(unchecked) var moved = Slab<Int32>()
  /// The changes of the last complete frame otherwise, in ascending order of slots; those of lost contacts come last.
  @exclusivity(unchecked) var changed = Slab<ContactChange>()
  /// Contacts that landed in a slot from which another lifted in the same frame.
  @exclusivity(unchecked) var landed = Slab<ContactChange>()
  /// What became of contacts that hover, in the last complete frame: at most an end and a beginning for each slot.
  @exclusivity(unchecked) var hovered = Slab<ContactChange>()
  /// What was last reported of the slots' hovering contacts. No memory until something hovers.
  @exclusivity(unchecked) var hovers = Slab<SlotState>()
  /// Whether a frame of moves says where something is that is not a touch.
  @exclusivity(unchecked) var sawUntold = false
  /// The last ABS_DISTANCE of a single-touch panel or a pen, in device units.
  @exclusivity(unchecked) var pointerDistance: Int32 = 0
  /// Whether a pen was silent for too long, and sent nothing since.
  @exclusivity(unchecked) var isOutOfReach = false
  /// Why the panel is silent now; empty if it is not.
  @exclusivity(unchecked) public internal(set) var silence: Silence = []
  /// When a silence for a pen that went away is over.
  @exclusivity(unchecked) var penSilenceEnd: Timestamp?
  /// A contact without an event for that long, while the panel reports others, is cancelled; `nil` for never.
  @exclusivity(unchecked) public var stuckAfter: Interval?

  /// The protocol that the panel's events are read by.
  public let touchProtocol: TouchProtocol
  let table: SlotTable
  /// The packets of a frame; `nil` on panels with slots and on those with one contact.
  @exclusivity(unchecked) var packets: PacketList?
  /// Whether events belong to the slot that was named last.
  let hasSlots: Bool
  let isMultitouch: Bool
  let button: UInt16
  /// The slot that events belong to; −1 after one was named that the panel never declared.
  @exclusivity(unchecked) var slot = 0
  /// Called at the first event for a slot that the panel never declared, with the number of the slot.
  @exclusivity(unchecked) var onUndeclaredSlot: (Int32) -> Void = { _ in }
  /// The last such slot that was named.
  @exclusivity(unchecked) private(set) var undeclaredSlot: Int32 = -1
  /// How many events were for a slot that the panel never declared, as far as they were noticed.
  @exclusivity(unchecked) public private(set) var undeclaredSlotEvents = 0
  /// The time of the SYN_REPORT that is being acted on.
  @exclusivity(unchecked) var frameTime = Timestamp.zero
  @exclusivity(unchecked) private var isDropping = false
  /// Whether this frame released the button, BTN_TOUCH on most panels, and left it so, or a pen's tool.
  @exclusivity(unchecked) var sawRelease = false

  /// An assembler that knows of no contact; ``adopt(_:)`` gives it those that are down already.
  public init(_ touchProtocol: TouchProtocol) {
    self.touchProtocol = touchProtocol
    switch touchProtocol {
    case .slots(let count):
      (hasSlots, isMultitouch, button) = (true, true, EventCode.btnTouch)
      table = SlotTable(count: count)
    case .packets:
      (hasSlots, isMultitouch, button) = (false, true, EventCode.btnTouch)
      packets = PacketList()
      table = SlotTable(count: PacketList.limit)
    case .singleTouch(let button):
      (hasSlots, isMultitouch, self.button) = (false, false, button)
      table = SlotTable(count: 1)
    }
  }

  deinit { table.deallocate() }

  /// The changes of the last complete frame, in ascending order of slots; those of lost contacts come last.
  public var changes: ContiguousArray<ContactChange> {
    ContiguousArray(
      moved.copy.map {
        let slot = table[Int($0)]
        return ContactChange(slot: Int($0), phase: .moved, state: slot.reported, seen: slot.seen)
      })
      + changed.copy
  }
  /// Contacts that landed in a slot from which another lifted in the same frame.
  public var landings: ContiguousArray<ContactChange> { landed.copy }

  /// Events were lost, as if the kernel had said so: all up to the next SYN_REPORT is discarded.
  func lose() { isDropping = true }

  /// Takes events in, up to the one that completes a frame.
  ///
  /// - Returns: what that led to, or `pending` if none does, and where to go on.
  func consume(_ events: UnsafeBufferPointer<RawEvent>, from start: Int) -> (step: Step, end: Int) {
    var index = start
    while index < events.count {
      if hasSlots { index = consumePositions(events, from: index) }
      guard index < events.count else { break }
      if slot < 0 { passOver(events, before: index) }
      let step = consume(events[index])
      index &+= 1
      if step != .pending { return (step, index) }
    }
    return (.pending, index)
  }

  /// Takes one event in.
  public func consume(_ event: RawEvent) -> Step {
    if event.type == EventType.abs {
      if hasSlots {
        setSlotAxis(event)
      } else if isMultitouch {
        packets?.axis(event)
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

  /// Takes in which slot events belong to from now on.
  func name(slot value: Int32) {
    slot = table.slot(named: value)
    if slot < 0 { undeclaredSlot = value }
  }

  /// Positions just before an event were passed over, if there are any behind the name of the slot that does not exist.
  /// Not called, since that would cost each frame something, where a slot that does exist is named after them.
  @inline(never)
  func passOver(_ events: UnsafeBufferPointer<RawEvent>, before end: Int) {
    let positions = events[..<end].reversed().prefix(while: \.isSlotPosition).count
    let name = end - positions - 1
    if name >= 0, events[name].type == EventType.abs, events[name].code == EventCode.absMTSlot {
      undeclaredSlot = events[name].value
    }
    passOver(positions)
  }

  /// Events are passed over, since the slot that was named last does not exist.
  @inline(never)
  func passOver(_ count: Int) {
    guard count > 0 else { return }
    if undeclaredSlotEvents == 0 { onUndeclaredSlot(undeclaredSlot) }
    undeclaredSlotEvents &+= count
  }

  @inline(__always)
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
}

extension RawEvent {
  fileprivate var isSlotPosition: Bool {
    type == EventType.abs && (code == EventCode.absMTPositionX || code == EventCode.absMTPositionY)
  }
}
