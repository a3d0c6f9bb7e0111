public import Dispatcher

extension DeviceState {
  /// Which part of a state is told.
  public enum Part: Sendable {
    /// Everything, contacts included: what a reader needs that knows nothing any more.
    case everything
    /// The axis values other than zero, without the contacts: what a reader needs that starts from nothing.
    /// Contacts that were down before the recording stay unknown to it, as they stay dead on the live panel.
    case values
  }

  /// The events that bring a reader's slots to this state, without a SYN_REPORT.
  ///
  /// - Parameters:
  ///   - axes: the axes that the device has; no event names another.
  ///   - keys: the keys that the device has; likewise, but for its button.
  ///   - time: the time of all the events.
  public func events(
    of part: Part, _ touchProtocol: TouchProtocol, axes: Set<UInt16>, keys: Set<UInt16> = [],
    at time: Timestamp
  ) -> [RawEvent] {
    switch touchProtocol {
    case .slots(let count): slotEvents(count, part, axes, time)
    case .packets: part == .everything ? [button(EventCode.btnTouch, time)] : []
    case .singleTouch(let button): singleTouchEvents(part, button, axes, keys, time)
    }
  }

  private func slotEvents(_ count: Int, _ part: Part, _ axes: Set<UInt16>, _ time: Timestamp) -> [RawEvent] {
    var events: [RawEvent] = []
    for index in 0..<max(count, slots.count) {
      // A slot that the state does not tell of is empty.
      let slot = index < slots.count ? slots[index] : SlotState()
      let values = slot.events(part, axes, time)
      guard !values.isEmpty else { continue }
      events.append(axis(EventCode.absMTSlot, Int32(clamping: index), time))
      events += values
    }
    // The reader is in slot 0 at the start, and in the last one named after that.
    if !events.isEmpty || part == .everything || currentSlot != 0 {
      events.append(axis(EventCode.absMTSlot, Int32(clamping: currentSlot), time))
    }
    return events
  }

  private func singleTouchEvents(
    _ part: Part, _ button: UInt16, _ axes: Set<UInt16>, _ keys: Set<UInt16>, _ time: Timestamp
  ) -> [RawEvent] {
    let slot = slots.first ?? SlotState()
    let codes = SlotState.singleTouchAxes.filter { code in
      axes.contains(code) && (part == .everything || slot[singleTouchAxis: code] != 0)
    }
    let events = codes.map { axis($0, slot[singleTouchAxis: $0], time) }
    let penEvents: [RawEvent] = PenKeys.codes.compactMap { code in
      let isOn = slot.penKeys.contains(PenKeys(code: code))
      guard keys.contains(code), part == .everything || isOn else { return nil }
      return RawEvent(time: time, type: EventType.key, code: code, value: isOn ? 1 : 0)
    }
    guard part == .everything else { return penEvents + events }
    return [self.button(button, time)] + penEvents + events
  }

  private func button(_ code: UInt16, _ time: Timestamp) -> RawEvent {
    let isDown = slots.first.map { $0.trackingID >= 0 } ?? false
    return RawEvent(time: time, type: EventType.key, code: code, value: isDown ? 1 : 0)
  }
}

extension SlotState {
  fileprivate func events(_ part: DeviceState.Part, _ axes: Set<UInt16>, _ time: Timestamp) -> [RawEvent] {
    let codes = Self.axes.filter { axes.contains($0) && (part == .everything || self[axis: $0] != 0) }
    let values = codes.map { axis($0, self[axis: $0], time) }
    guard part == .everything else { return values }
    return [axis(EventCode.absMTTrackingID, trackingID, time)] + values
  }
}

private func axis(_ code: UInt16, _ value: Int32, _ time: Timestamp) -> RawEvent {
  RawEvent(time: time, type: EventType.abs, code: code, value: value)
}
