/// Assembles the raw events of one panel into frames of contacts.
///
/// Nothing is reported before a SYN_REPORT. Values outlive the contact. A slot that the panel never declared swallows
/// what is sent for it, until a valid slot is named. Whatever the device sends, no event traps.
///
/// A lift and a landing in one slot within one frame are two frames with one time: ``changes``, then ``landings``.
public final class FrameAssembler {
  /// The most events of a frame: of 256 slots all axes, four times. The kernel's own buffer holds less.
  package static let longestFrame = 16_384

  /// The result of one event.
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
  /// The slots that the decoder writes.
  let table: SlotTable
  /// Whether the pen is within reach, where the panel is one.
  let reach = PenReach()
  /// The last complete frame.
  var report = FrameReport()
  /// Reasons for which the panel is silent now; empty if it is not.
  public private(set) var silence: Silence = []
  /// End of the silence for a pen that went away; `nil` while a pen is near. No deadline: the next frame is soon
  /// enough, since until then there is no contact to report.
  private var penEnd: Timestamp?
  /// A contact without an event for that long, while the panel reports others, is cancelled; `nil` for never.
  public var stuckAfter: Interval?
  /// Asked in a frame in which a contact lands, or a live one lifts; `nil` where the screen is never dark.
  package var screenCheck: ScreenCheck?
  /// The time of the last SYN_REPORT.
  var frameTime = Timestamp.zero
  /// The number of contacts that were cancelled since they were stuck.
  package private(set) var stuckCount = 0
  private var isDropping = false

  /// An assembler that knows of no contact; ``adopt(_:)`` gives it those that are down already.
  public init(_ touchProtocol: TouchProtocol) {
    self.touchProtocol = touchProtocol
    switch touchProtocol {
    case .slots(let count):
      table = SlotTable(count: min(max(count, 1), TouchProtocol.slotLimit))
      decoder = SlotDecoder(table)
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
    return moves + report.copy(of: .changed)
  }
  /// Contacts that landed in a slot from which another lifted in the same frame.
  public var landings: ContiguousArray<ContactChange> { report.copy(of: .landed) }
  /// Contacts that hovered and do not any more, and those that hover and have moved.
  package var hoverChanges: (ends: ContiguousArray<ContactChange>, others: ContiguousArray<ContactChange>) {
    (report.copy(of: .hoverEnds), report.copy(of: .hovers))
  }
  /// The number of events for a slot that the panel never declared, as far as they were noticed.
  public var undeclaredSlotEvents: Int { (decoder as? SlotDecoder)?.undeclaredEvents ?? 0 }
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
    withUnsafePointer(to: event) { consume(UnsafeBufferPointer(start: $0, count: 1), from: 0).step }
  }

  @inline(__always)
  private func endFrame(_ event: RawEvent) -> Step {
    guard event.code == EventCode.synReport else {
      isDropping = true
      return .pending
    }
    frameTime = event.time
    if let penEnd, frameTime >= penEnd {
      self.penEnd = nil
      silence.remove(.pen)
    }
    report.removeAll()
    guard !isDropping else {
      isDropping = false
      decoder.discardFrame()
      return .dropped
    }
    return makeReport(isSuspending: decoder.endFrame(value: event.value))
  }
}

// What the kernel holds, taken over as a whole: at opening, after lost events, on resume, at removal.
extension FrameAssembler {
  /// Takes over the state of a panel just opened, or awake again after its contacts were cancelled: values are kept,
  /// contacts already down are muted until they lift.
  ///
  /// Of packets, the next frame says which contacts are still down. A known contact stays muted even where BTN_TOUCH is
  /// up: the kernel may have released that key by itself.
  public func adopt(_ state: DeviceState) {
    report.removeAll()
    cancelHovers()
    guard let states = decoder.load(state, isLoss: false) else { return }
    forEachSlot(states) { slot, state in
      slot.load(state)
      slot.occupancy = state.isTouching ? .muted : .none
      slot.endFrame(at: frameTime)
    }
  }

  /// Takes over the state after a SYN_DROPPED and puts what it means into ``changes`` and ``landings``.
  ///
  /// A contact with the same id goes on; one that vanished or was replaced is cancelled, never ended, so that no
  /// tap comes of it; a new one begins.
  public func resynchronize(with state: DeviceState) {
    report.removeAll()
    guard let states = decoder.load(state, isLoss: true) else {
      commitSlots(isSilent: isSilent)
      return
    }
    forEachSlot(states) { slot, state in slot.resynchronize(with: state) }
    let isDark = isScreenDark
    if isDark { cancelContacts() }
    let isSilent = isSilent || isDark
    // No event reported that what hovered left.
    for index in 0..<table.count { commit(&table[index], isSilent: isSilent, hoverEnd: .cancelled) }
  }

  /// Cancels every contact, and what hovers, as at the removal of the panel; those still down stay muted until they
  /// lift.
  public func cancelAll() {
    report.removeAll()
    cancelContacts()
    cancelHovers()
  }

  /// Values of the panel's slots, as far as its events and reads of its state tell. Of packets, the slots are those
  /// that touchd put them into. O(slots).
  package var state: DeviceState {
    DeviceState(slots: (0..<table.count).map { table[$0].current }, currentSlot: decoder.currentSlot)
  }

  /// Values of one slot, as ``state`` has them; those of an empty one for an index that there is not.
  package func state(of slot: Int) -> SlotState {
    slot >= 0 && slot < table.count ? table[slot].current : SlotState()
  }

  /// The slot that events without ABS_MT_SLOT belong to.
  package var currentSlot: Int { decoder.currentSlot }

  /// Calls the body with each slot and what the kernel holds of it. What events have named so far is void.
  private func forEachSlot(_ states: [SlotState], _ body: (inout Slot, SlotState) -> Void) {
    table.drainDirty { _ in }
    for index in 0..<table.count {
      body(&table[index], index < states.count ? states[index] : SlotState())
    }
  }
}

// The report of a complete frame.
extension FrameAssembler {
  /// Reports what became of the panel since the last report.
  ///
  /// - Parameter isSuspending: whether the kernel suspends the device. What is still down then is cancelled, and so is
  ///   what hovers.
  func makeReport(isSuspending: Bool) -> Step {
    if isSuspending { cancelHovers() }
    let hadContacts = isSuspending && decoder.withdrawContacts()
    guard !table.isMoveOnly || stuckAfter != nil else { return commitMoves() }
    let isDark = screenCheck != nil && !table.isMoveOnly && isScreenDark
    if isDark { cancelContacts() }
    let isNamed = commitSlots(isSilent: isSilent || hadContacts || isDark)
    // A stuck contact is cancelled in the frame that reports the others: the panel lost its lift.
    let count = report.more.count
    if isNamed, let stuckAfter { cancelContacts { frameTime - $0.lastEvent >= stuckAfter } }
    stuckCount &+= report.more.count &- count
    return hadContacts ? .suspended : .frame
  }

  /// Reports a frame that says where contacts are, and no more: nearly every one.
  @inline(__always)
  private func commitMoves() -> Step {
    report.moved.reserve(table.count)
    var sawOther = false
    table.drainDirty { index in
      table[index].lastEvent = frameTime
      let (x, y) = (table[index].current.x, table[index].current.y)
      guard x != table[index].reported.x || y != table[index].reported.y else { return }
      table[index].reported.x = x
      table[index].reported.y = y
      if table[index].occupancy == .live {
        report.moved.appendReserved(Int32(truncatingIfNeeded: index))
      } else {
        sawOther = true
      }
    }
    if sawOther { commitHovers() }
    return .frame
  }

  /// Reports what became of each slot that the frame named.
  ///
  /// - Returns: whether it named any.
  @inline(never)
  @discardableResult
  func commitSlots(isSilent: Bool) -> Bool {
    table.drainDirty { commit(&table[$0], isSilent: isSilent) }
  }

  /// Reports what became of one slot since the last report.
  ///
  /// - Parameter hoverEnd: what the end of a hover is, unless it was taken back.
  func commit(_ slot: inout Slot, isSilent: Bool, hoverEnd: TouchPhase = .ended) {
    let wasLive = slot.occupancy == .live
    if wasLive, let change = slot.updateContact() { report.add(.changed, change) }
    if let landing = slot.land(isSilent: isSilent) {
      report.add(wasLive ? .landed : .changed, landing)
    }
    commitHover(&slot, isSilent: isSilent, end: hoverEnd)
    slot.endFrame(at: frameTime)
  }

  /// Reports what became of what hovers: a contact at a distance above the glass, or a pen whose tip is near and up.
  func commitHover(_ slot: inout Slot, isSilent: Bool, end: TouchPhase = .ended) {
    let isHovering = !isSilent && decoder.isHovering(slot)
    let end = slot.endHover(isHovering: isHovering, isSilent ? .cancelled : end)
    if let end { report.add(.hoverEnds, end) }
    if isHovering, let change = slot.updateHover() { report.add(.hovers, change) }
  }

  /// Reports where what hovers is after a frame of moves in which something moved that is no touch. O(slots).
  @inline(never)
  private func commitHovers() {
    for index in 0..<table.count { commitHover(&table[index], isSilent: isSilent) }
  }

  /// Cancels everything that hovers. O(slots).
  func cancelHovers() {
    for index in 0..<table.count {
      if let end = table[index].endHover(isHovering: false, .cancelled) { report.add(.hoverEnds, end) }
    }
  }

  /// Cancels the contacts that are meant; they stay muted until they lift. O(slots).
  func cancelContacts(where isMeant: (Slot) -> Bool = { _ in true }) {
    for index in 0..<table.count where table[index].occupancy == .live && isMeant(table[index]) {
      report.add(.changed, table[index].cancel())
    }
  }
}

// Silences of the panel: its contacts are muted. And a dark screen, for which there is no silence: it is asked for
// where it matters.
extension FrameAssembler {
  /// Whether the screen behind the panel is dark.
  ///
  /// It is called while a frame is made, so it must call no code of views.
  ///
  /// - Parameters:
  ///   - hasLanding: whether a contact lands that would be reported, and not only one lifts.
  ///   - time: that of the frame.
  package typealias ScreenCheck = (_ hasLanding: Bool, _ time: Timestamp) -> Bool

  /// Whether the screen is dark in this frame: what lands is muted then, and what is live is cancelled. `false` where
  /// it does not matter, since nothing lands or lifts. To be asked once a frame, since the check may wake the screen.
  /// O(slots).
  var isScreenDark: Bool {
    @inline(never)
    get {
      guard let screenCheck, !isSilent else { return false }
      var (hasLanding, hasLift) = (false, false)
      for index in 0..<table.count {
        hasLanding = hasLanding || table[index].isLanding
        hasLift = hasLift || table[index].isLifting
      }
      return (hasLanding || hasLift) && screenCheck(hasLanding, frameTime)
    }
  }

  var isSilent: Bool { !silence.isEmpty }

  /// Begins a silence; ``changes`` then holds what it cancels.
  public func begin(_ reason: Silence) {
    if reason.contains(.pen) { penEnd = nil }
    silence.formUnion(reason)
    cancelAll()
  }

  /// Ends a silence: contacts that land from now on are reported, unless another silence goes on.
  public func end(_ reason: Silence) { silence.subtract(reason) }

  /// Ends the silence for a pen at a later time, if there is one that goes on.
  func endPenSilence(at time: Timestamp) {
    if silence.contains(.pen), penEnd == nil { penEnd = time }
  }

  /// The pen was silent for too long: what hovers has left, until the pen sends something.
  func loseReach() {
    report.removeAll()
    reach.lose()
    commitHover(&table[0], isSilent: isSilent)
  }
}

/// Reasons for which a panel is silent: none of its contacts are reported to responders.
///
/// What is down when a silence begins is cancelled; what is down when the last one ends stays muted until it lifts.
public struct Silence: OptionSet, Hashable, Sendable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The panel was switched off.
  public static let disabled = Silence(rawValue: 1)
  /// The screen behind the panel is dark.
  public static let outputOff = Silence(rawValue: 2)
  /// A pen is near, or was a moment ago.
  public static let pen = Silence(rawValue: 4)
}

/// A frame's report of the panel's contacts, in lists that are kept from frame to frame.
///
/// A frame that says no more than where contacts are has ``moved``; any other frame has its moves among what changed.
/// Both may have hovers.
struct FrameReport: ~Copyable {
  /// Part of the report.
  enum Part: BitwiseCopyable {
    /// The ends of hovers. They come before ``moved`` too: a contact that touches down has ended to hover.
    case hoverEnds
    /// Changes of contacts, in ascending order of slots; contacts that were stuck come last.
    case changed
    /// Contacts that landed in a slot from which another lifted in the same frame, which comes first.
    case landed
    /// Contacts that hover and have come near, or moved. They come last: a contact that rises has ended to touch.
    case hovers
  }

  /// The slots whose contacts moved, in ascending order, where the frame said no more than that.
  var moved = Slab<Int32>()
  /// All that is more than moves, as few frames have.
  private(set) var more = Slab<Entry>()

  struct Entry: BitwiseCopyable {
    let part: Part
    let change: ContactChange
  }

  mutating func add(_ part: Part, _ change: ContactChange) { more.append(Entry(part: part, change: change)) }

  @inline(__always)
  mutating func removeAll() {
    moved.removeAll()
    more.removeAll()
  }

  func has(_ part: Part) -> Bool { more.indices.contains { more[$0].part == part } }

  /// A copy of one part. O(changes).
  func copy(of part: Part) -> ContiguousArray<ContactChange> {
    ContiguousArray(more.buffer.lazy.filter { $0.part == part }.map(\.change))
  }
}

/// A change of one contact in one frame, in device units.
@frozen public struct ContactChange: Equatable, Sendable {
  /// The slot of the contact. On a panel without slots, a number that touchd gave it.
  public let slot: Int
  /// `moved` when any value of the contact changed, not its position alone.
  public let phase: TouchPhase
  /// The values of the slot after the frame.
  public let state: SlotState
  /// The properties that events have reported since the contact was first noticed, on the glass or above it.
  public var seen: TouchProperties = []
}
