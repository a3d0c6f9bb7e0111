/// Decodes multitouch protocol B: each contact has a slot, which ABS_MT_SLOT names, and an id while it is there.
///
/// A slot that the panel never declared swallows the events that are for it, until a declared one is named.
final class SlotDecoder: MultitouchDecoder {
  @exclusivity(unchecked) private var slot = 0
  private let undeclared: UndeclaredSlots

  init(_ table: SlotTable, undeclared: UndeclaredSlots) {
    self.undeclared = undeclared
    super.init(table)
  }

  override var currentSlot: Int { slot }

  override func decode(_ events: UnsafeBufferPointer<RawEvent>, from start: Int) -> Int {
    var index = start
    while true {
      index = decodePositions(events, from: index)
      guard index < events.count else { return index }
      if slot < 0 { passOver(events, before: index) }
      if events[index].isReportOrDrop { return index }
      decode(events[index])
      index &+= 1
    }
  }

  /// Decodes which slots are named and where their contacts are: nearly all that a panel sends.
  ///
  /// What is looked at for each event stands in local variables, where no store can have changed it.
  ///
  /// - Returns: the index of the first event of another kind, or the number of events.
  @inline(__always)
  private func decodePositions(_ events: UnsafeBufferPointer<RawEvent>, from start: Int) -> Int {
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

  override func decode(_ event: RawEvent) {
    if event.type == EventType.abs { decodeAxis(event) } else { super.decode(event) }
  }

  private func decodeAxis(_ event: RawEvent) {
    if event.code == EventCode.absMTSlot { return name(event.value) }
    guard EventCode.absMTSlotAxes.contains(event.code) else { return }
    guard slot >= 0 else { return undeclared.passOver(1) }
    if event.code == EventCode.absMTPositionX { return table.move(slot, x: event.value) }
    if event.code == EventCode.absMTPositionY { return table.move(slot, y: event.value) }
    // An axis that is not kept is news of the slot all the same: its contact is not stuck.
    table.markDirty(slot)
    if event.code == EventCode.absMTTrackingID {
      return table[slot].setTrackingID(max(event.value, -1))
    }
    if let axis = SlotAxis(multitouch: event.code) { table[slot].current[axis] = event.value }
    table[slot].seen.formUnion(.told(by: event.code))
    if event.code == EventCode.absMTToolType, event.value == ToolType.palm {
      table[slot].isWithdrawn = true
      table[slot].isPalm = true
    }
  }

  private func name(_ value: Int32) {
    slot = table.slot(named: value)
    if slot < 0 { undeclared.slot = value }
  }

  /// Counts the positions just before an event that went to a slot that does not exist.
  ///
  /// Where a slot that does exist is named after them, this is not called: the positions pass uncounted, since a look
  /// would cost each frame something.
  @inline(never)
  private func passOver(_ events: UnsafeBufferPointer<RawEvent>, before end: Int) {
    let positions = events[..<end].reversed().prefix(while: \.isSlotPosition).count
    let name = end - positions - 1
    if name >= 0, events[name].type == EventType.abs, events[name].code == EventCode.absMTSlot {
      undeclared.slot = events[name].value
    }
    undeclared.passOver(positions)
  }

  override func load(_ state: DeviceState, isLoss: Bool) -> [SlotState]? {
    name(Int32(clamping: state.currentSlot))
    return state.slots
  }
}

extension RawEvent {
  fileprivate var isSlotPosition: Bool {
    type == EventType.abs && (code == EventCode.absMTPositionX || code == EventCode.absMTPositionY)
  }
}
