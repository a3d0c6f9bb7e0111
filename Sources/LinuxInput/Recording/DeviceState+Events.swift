public import Dispatcher

extension DeviceState {
  /// The events that bring a reader to this state, without a SYN_REPORT.
  ///
  /// - Parameters:
  ///   - known: what the reader holds; a slot that is missing there is empty and zero, as all are for a reader that
  ///     starts. `nil` for one that has lost what it knew: it gets everything, contacts included.
  ///   - axes: the axes that the device has; no event names another. `nil` for all.
  ///   - keys: the keys that the device has, likewise, but for its button.
  ///   - time: the time of all the events.
  /// - Complexity: O(slots).
  public func events(
    after known: DeviceState?, _ touchProtocol: TouchProtocol, axes: Set<UInt16>? = nil,
    keys: Set<UInt16>? = nil, at time: Timestamp
  ) -> [RawEvent] {
    let writer = StateWriter(axes: axes, keys: keys, time: time)
    switch touchProtocol {
    case .slots(let count): return slotEvents(count, after: known, writer)
    // The kernel holds no contacts of such a panel, only its button.
    case .packets: return writer.button(EventCode.btnTouch, slots.first ?? SlotState(), after: known?.slot(0))
    case .singleTouch(let button):
      let (slot, known) = (slot(0), known?.slot(0))
      return writer.button(button, slot, after: known) + writer.penKeys(slot, after: known)
        + writer.values(slot, SlotAxis.pointer, after: known)
    }
  }

  private func slot(_ index: Int) -> SlotState { slots.indices.contains(index) ? slots[index] : SlotState() }

  private func slotEvents(_ count: Int, after known: DeviceState?, _ writer: StateWriter) -> [RawEvent] {
    var events: [RawEvent] = []
    var named = known?.currentSlot
    for index in 0..<max(count, slots.count) {
      let (slot, known) = (slot(index), known?.slot(index))
      var changes = writer.values(slot, SlotAxis.multitouch, after: known)
      if slot.trackingID != known?.trackingID {
        changes.insert(writer.axis(EventCode.absMTTrackingID, slot.trackingID), at: 0)
      }
      guard !changes.isEmpty else { continue }
      if named != index { events.append(writer.slot(index)) }
      named = index
      events += changes
    }
    if known == nil || named != currentSlot { events.append(writer.slot(currentSlot)) }
    return events
  }
}

/// Makes the events of a state, all of one time.
private struct StateWriter {
  let axes: Set<UInt16>?
  let keys: Set<UInt16>?
  let time: Timestamp

  func axis(_ code: UInt16, _ value: Int32) -> RawEvent {
    RawEvent(time: time, type: EventType.abs, code: code, value: value)
  }

  func slot(_ index: Int) -> RawEvent { axis(EventCode.absMTSlot, Int32(clamping: index)) }

  /// The values that a slot has and its reader does not know.
  func values(
    _ slot: SlotState, _ table: [(code: UInt16, axis: SlotAxis)], after known: SlotState?
  ) -> [RawEvent] {
    table.compactMap { code, axis in
      guard axes?.contains(code) ?? true, slot[axis] != known?[axis] else { return nil }
      return self.axis(code, slot[axis])
    }
  }

  func button(_ code: UInt16, _ slot: SlotState, after known: SlotState?) -> [RawEvent] {
    guard slot.trackingID != known?.trackingID else { return [] }
    return [RawEvent(time: time, type: EventType.key, code: code, value: slot.trackingID >= 0 ? 1 : 0)]
  }

  func penKeys(_ slot: SlotState, after known: SlotState?) -> [RawEvent] {
    PenKeys.codes.compactMap { code in
      let key = PenKeys(code: code)
      let isOn = slot.penKeys.contains(key)
      guard keys?.contains(code) ?? true, isOn != known?.penKeys.contains(key) else { return nil }
      return RawEvent(time: time, type: EventType.key, code: code, value: isOn ? 1 : 0)
    }
  }
}
