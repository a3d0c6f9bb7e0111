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

  /// What the panel's slots hold, as far as its events and what was read of it tell. Of packets, the slots are those
  /// that touchd put them into. O(slots).
  package var state: DeviceState {
    DeviceState(slots: (0..<table.count).map { table[$0].current }, currentSlot: decoder.currentSlot)
  }

  /// Calls the body with each slot and what the kernel holds of it. What events have named so far is void.
  private func forEachSlot(_ states: [SlotState], _ body: (inout Slot, SlotState) -> Void) {
    table.drainDirty { _ in }
    for index in 0..<table.count {
      body(&table[index], index < states.count ? states[index] : SlotState())
    }
  }
}
