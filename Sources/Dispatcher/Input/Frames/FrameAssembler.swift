/// Assembles the raw events of one panel into frames of contacts.
///
/// Nothing is reported before a SYN_REPORT. Values outlive the contact. A slot that the panel never declared swallows
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

  /// The protocol that the panel's events are read by.
  public let touchProtocol: TouchProtocol
  let decoder: EventDecoder
  /// What the decoder writes into.
  let table: SlotTable
  let undeclared = UndeclaredSlots()
  /// Whether the pen is within reach, where the panel is one.
  let reach = PenReach()
  /// The last complete frame.
  @exclusivity(unchecked) var report = FrameReport()
  @exclusivity(unchecked) var silences = PanelSilences()
  /// A contact without an event for that long, while the panel reports others, is cancelled; `nil` for never.
  @exclusivity(unchecked) public var stuckAfter: Interval?
  /// Asked in a frame in which a contact lands, or a live one lifts; `nil` where the screen is never dark.
  @exclusivity(unchecked) package var screenCheck: ScreenCheck?
  /// The time of the last SYN_REPORT.
  @exclusivity(unchecked) var frameTime = Timestamp.zero
  @exclusivity(unchecked) private var isDropping = false

  /// An assembler that knows of no contact; ``adopt(_:)`` gives it those that are down already.
  public init(_ touchProtocol: TouchProtocol) {
    self.touchProtocol = touchProtocol
    switch touchProtocol {
    case .slots(let count):
      table = SlotTable(count: count)
      decoder = SlotDecoder(table, undeclared: undeclared)
    case .packets:
      table = SlotTable(count: PacketDecoder.limit)
      decoder = PacketDecoder(table)
    case .singleTouch(let button):
      table = SlotTable(count: 1)
      decoder = PointerDecoder(table, button: button, reach: reach)
    }
  }

  deinit { table.deallocate() }

  /// The changes of the last complete frame, in ascending order of slots; those of stuck contacts come last.
  public var changes: ContiguousArray<ContactChange> {
    let moves = report.moved.copy.map { slot in table[Int(slot)].change(.moved, table[Int(slot)].reported) }
    return moves + report.changed.copy
  }
  /// Contacts that landed in a slot from which another lifted in the same frame.
  public var landings: ContiguousArray<ContactChange> { report.landed.copy }
  /// How many events were for a slot that the panel never declared, as far as they were noticed.
  public var undeclaredSlotEvents: Int { undeclared.events }
  /// Whether a contact is down that is not muted. O(slots).
  public var hasLive: Bool { (0..<table.count).contains { table[$0].occupancy == .live } }
  /// Whether a frame has begun of which the rest has not come yet. O(slots / 64).
  package var isWithinFrame: Bool { table.hasDirty }

  /// Whether a muted contact is down in a slot: a palm, or one that was down before the panel was opened.
  public func isMuted(_ slot: Int) -> Bool {
    slot >= 0 && slot < table.count && table[slot].occupancy == .muted
  }

  /// Events were lost, as if the kernel had said so: all up to the next SYN_REPORT is discarded.
  func lose() { isDropping = true }

  /// Takes events in, up to the one that completes a frame.
  ///
  /// - Returns: what that led to, or `pending` if none does, and where to go on.
  func consume(_ events: UnsafeBufferPointer<RawEvent>, from start: Int) -> (step: Step, end: Int) {
    var index = start
    while true {
      index = decoder.decode(events, from: index)
      guard index < events.count else { return (.pending, index) }
      let step = endFrame(events[index])
      index &+= 1
      if step != .pending { return (step, index) }
    }
  }

  /// Takes one event in.
  public func consume(_ event: RawEvent) -> Step {
    if event.isReportOrDrop { return endFrame(event) }
    decoder.decode(event)
    return .pending
  }

  @inline(__always)
  private func endFrame(_ event: RawEvent) -> Step {
    guard event.code == EventCode.synReport else {
      isDropping = true
      return .pending
    }
    frameTime = event.time
    silences.expire(at: frameTime)
    report.removeAll()
    guard !isDropping else {
      isDropping = false
      decoder.discardFrame()
      return .dropped
    }
    return makeReport(isSuspending: decoder.endFrame(value: event.value))
  }
}
