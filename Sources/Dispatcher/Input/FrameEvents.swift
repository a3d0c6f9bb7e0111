// What one event says of a slot, until the report that completes its frame.
extension FrameAssembler {
  /// The button that is the contact, or something of a pen.
  func key(_ event: RawEvent) {
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

  /// Takes in which slots are named and where their contacts are: nearly all that a panel sends.
  ///
  /// What is looked at for each event stands in local variables, where no store can have changed it.
  ///
  /// - Returns: the index of the first event of another kind, or the number of events.
  @inline(__always)
  func consumePositions(_ events: UnsafeBufferPointer<RawEvent>, from start: Int) -> Int {
    let table = table
    var (index, slot) = (start, slot)
    // The slot that was named in an earlier frame, if this one goes on with it.
    if slot >= 0, index < events.count, events[index].isPosition { table.markMoved(slot) }
    var target = slot >= 0 ? table.pointer(at: slot) : nil
    while index < events.count, events[index].type == EventType.abs {
      let value = events[index].value
      switch events[index].code {
      case EventCode.absMTPositionX: target?.pointee.current.x = value
      case EventCode.absMTPositionY: target?.pointee.current.y = value
      case EventCode.absMTSlot:
        slot = table.slot(named: value)
        target = slot >= 0 ? table.pointer(at: slot) : nil
        if slot >= 0 { table.markMoved(slot) }
      default:
        self.slot = slot
        return index
      }
      index &+= 1
    }
    self.slot = slot
    return index
  }

  /// The slot that what follows belongs to, or a value of it.
  func setSlotAxis(_ event: RawEvent) {
    if event.code == EventCode.absMTSlot {
      slot = table.slot(named: event.value)
      return
    }
    guard slot >= 0 else { return }
    if event.code == EventCode.absMTTrackingID {
      return setTrackingID(max(event.value, -1), slot: slot)
    }
    // An axis that is not kept is news of the slot all the same: it is not stuck.
    let isKept = table[slot].current.setAxis(event.code, event.value)
    if event.isPosition { return table.markMoved(slot) }
    guard isKept || EventCode.absMTSlotAxes.contains(event.code) else { return }
    if event.code == EventCode.absMTToolType, event.value == ToolType.palm {
      table[slot].isWithdrawn = true
      table[slot].isPalm = true
    }
    table.markDirty(slot)
  }

  /// A value of the one contact.
  func singleTouchAxis(_ event: RawEvent) {
    if table[0].current.setPointerAxis(event.code, event.value) { table.markDirty(0) }
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
    }
    table[slot].current.trackingID = id
    table[slot].isPalm = false
    if id >= 0 { table[slot].isWithdrawn = false }
  }
}

extension RawEvent {
  /// Whether it says where a contact of a multitouch panel is.
  fileprivate var isPosition: Bool {
    type == EventType.abs && (code == EventCode.absMTPositionX || code == EventCode.absMTPositionY)
  }
}
