// What one event says of a slot, until the report that completes its frame.
extension FrameAssembler {
  /// The button that is the contact, or something of a pen.
  func key(_ event: RawEvent) {
    // A value of 2 is key repeat.
    guard event.value != 2 else { return }
    if !isMultitouch { isOutOfReach = false }
    if event.code == button {
      sawRelease = event.value == 0
      if !isMultitouch { setButton(isDown: event.value != 0) }
    } else if !isMultitouch {
      if event.value == 0, !PenKeys(code: event.code).isDisjoint(with: .tools) { sawRelease = true }
      table[0].current.penKeys.set(event.code, event.value != 0)
      table.markDirty(0)
    }
  }

  private func setButton(isDown: Bool) {
    setTrackingID(isDown ? 0 : -1, slot: 0)
    takePointerDistance()
  }

  /// Takes in which slots are named and where their contacts are: nearly all that a panel sends.
  ///
  /// What is looked at for each event stands in local variables, where no store can have changed it.
  ///
  /// - Returns: the index of the first event of another kind, or the number of events.
  @inline(__always)
  func consumePositions(_ events: UnsafeBufferPointer<RawEvent>, from start: Int) -> Int {
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

  /// The slot that what follows belongs to, or a value of it.
  func setSlotAxis(_ event: RawEvent) {
    if event.code == EventCode.absMTSlot { return name(slot: event.value) }
    guard slot >= 0 else {
      if EventCode.absMTSlotAxes.contains(event.code) { passOver(1) }
      return
    }
    if event.code == EventCode.absMTTrackingID {
      return setTrackingID(max(event.value, -1), slot: slot)
    }
    if event.code == EventCode.absMTPositionX { return table.move(slot, x: event.value) }
    if event.code == EventCode.absMTPositionY { return table.move(slot, y: event.value) }
    // An axis that is not kept is news of the slot all the same: it is not stuck.
    guard EventCode.absMTSlotAxes.contains(event.code) else { return }
    if let axis = SlotAxis(multitouch: event.code) { table[slot].current[axis] = event.value }
    table[slot].seen.formUnion(.told(by: event.code))
    if event.code == EventCode.absMTToolType, event.value == ToolType.palm {
      table[slot].isWithdrawn = true
      table[slot].isPalm = true
    }
    table.markDirty(slot)
  }

  /// A value of the one contact.
  func singleTouchAxis(_ event: RawEvent) {
    isOutOfReach = false
    if event.code == EventCode.absDistance { return setPointerDistance(event.value) }
    guard let axis = SlotAxis(pointer: event.code) else { return }
    table[0].current[axis] = event.value
    table[0].seen.formUnion(.told(by: event.code))
    table.markDirty(0)
  }

  /// A contact lands in a slot, lifts, or is replaced. What it was at its first lift of the frame is kept.
  func setTrackingID(_ id: Int32, slot: Int) {
    let old = table[slot].current.trackingID
    table.markDirty(slot)
    guard id != old else { return }
    if old >= 0, table[slot].occupancy != .none, !table[slot].wasLifted {
      table[slot].wasLifted = true
      table[slot].lifted = table[slot].current
      table[slot].liftedWithdrawn = table[slot].isWithdrawn
      table[slot].liftedSeen = table[slot].seen
    }
    // What was reported of a finger says nothing of the next.
    if old >= 0, !table[slot].current.isPenNear { table[slot].seen = [] }
    table[slot].current.trackingID = id
    table[slot].isPalm = false
    if id >= 0 { table[slot].isWithdrawn = false }
  }
}
