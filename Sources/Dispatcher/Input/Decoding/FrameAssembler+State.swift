// What the kernel holds, taken over as a whole: at opening, after lost events, on resume, at removal.
extension FrameAssembler {
  /// Takes over the state of a panel just opened, or awake again after its contacts were cancelled: values are kept,
  /// contacts already down are muted until they lift.
  ///
  /// Of packets, the next frame says which contacts are still down. A known contact stays muted even where BTN_TOUCH is
  /// up: the kernel may have released that key by itself.
  public func adopt(_ state: DeviceState) {
    beginFrame()
    cancelHovers()
    if packets != nil { return adoptPackets(state) }
    load(state) { index, slot in
      table[index].occupancy = slot.isTouching ? .muted : .none
    }
  }

  /// Takes over the state after a SYN_DROPPED and puts what it means into ``changes`` and ``landings``.
  ///
  /// A contact with the same id goes on; one that vanished or was replaced is cancelled, never ended, so that no
  /// tap comes of it; a new one begins.
  public func resynchronize(with state: DeviceState) {
    beginFrame()
    if packets != nil { return resynchronizePackets(with: state) }
    load(state) { index, slot in
      let before = table[index]
      let isSame = slot.trackingID == before.reported.trackingID && slot.isTouching
      if before.occupancy == .live, !isSame {
        append(.cancelled, index, before.reported, seen: before.liftedSeen)
      }
      if !isSame { table[index].occupancy = .none }
      table[index].current = slot
      if table[index].occupancy == .live {
        commitContact(index)
      } else if table[index].occupancy == .none, slot.isTouching {
        commitLanding(index, second: before.occupancy == .live)
      }
      // No event reported that it left.
      commitHover(index, end: .cancelled)
    }
  }

  /// Cancels every contact, and what hovers, as at the removal of the panel; those still down stay muted until they
  /// lift.
  public func cancelAll() {
    beginFrame()
    for index in 0..<table.count where table[index].occupancy == .live {
      append(.cancelled, index, table[index].reported)
      table[index].occupancy = .muted
    }
    cancelHovers()
  }

  /// What the panel's slots hold, as far as its events and what was read of it tell. Of packets, the slots are those that
  /// touchd put them into. O(slots).
  package var state: DeviceState {
    DeviceState(
      slots: (0..<table.count).map { table[$0].current }, currentSlot: slot)
  }

  /// Whether a frame has begun of which the rest has not come yet. O(slots / 64).
  package var isWithinFrame: Bool { table.hasDirty }

  /// Whether a contact is down that is not muted. O(slots).
  public var hasLive: Bool { table.hasLive }

  /// Whether a muted contact is down in a slot: a palm, or one that was down before the panel was opened.
  public func isMuted(_ slot: Int) -> Bool {
    slot >= 0 && slot < table.count && table[slot].occupancy == .muted
  }

  private func load(_ state: DeviceState, _ body: (Int, SlotState) -> Void) {
    table.drainDirty { _ in }
    name(slot: Int32(clamping: state.currentSlot))
    for index in 0..<table.count {
      table[index].wasLifted = false
      table[index].isWithdrawn = false
      table[index].liftedWithdrawn = false
      var kernel = index < state.slots.count ? state.slots[index] : SlotState()
      if !isMultitouch, kernel.trackingID < 0 { kernel.distance = pointerDistance }
      let isSameID = kernel.trackingID == table[index].reported.trackingID
      table[index].liftedSeen = table[index].seen
      if !isSameID || kernel.isAway { table[index].seen = [] }
      table[index].isPalm = kernel.isPalm || isSameID && table[index].isPalm
      body(index, kernel)
      table[index].current = kernel
      table[index].reported = kernel
      table[index].lastEvent = frameTime
    }
  }
}
