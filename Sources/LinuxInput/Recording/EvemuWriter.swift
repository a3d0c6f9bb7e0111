public import Dispatcher

/// Writes a recording as evemu text, which `evemu-play` and this module's reader read.
///
/// Returns text and does no input or output. Times count from the first event, which is at 0.000001 as
/// evemu-record has it; a time before that becomes 0.
public struct EvemuWriter {
  private let description: DeviceDescription
  private let touchProtocol: TouchProtocol
  private let properties: [String: String]
  /// The time that is 0 in the text; `nil` before the first event.
  private var origin: Timestamp?
  private var lastReport: Timestamp?

  /// A writer of one device's recording.
  ///
  /// - Parameter properties: what udev says of the device; of it, the head keeps what decides how the device is read.
  public init(
    _ description: DeviceDescription, _ touchProtocol: TouchProtocol, properties: [String: String] = [:]
  ) {
    self.description = description
    self.properties = properties
    self.touchProtocol = touchProtocol
  }

  /// The head, which describes the device. Comes first, once.
  public func head() -> String { EvemuHeadText(description, properties: properties).text }

  /// The line of one event.
  public mutating func line(_ event: RawEvent) -> String {
    let time = microseconds(at: event.time)
    var line = "E: \(time / 1_000_000).\((time % 1_000_000).padded(6)) "
    line += "\(event.type.hexadecimal()) \(event.code.hexadecimal()) \(event.value.padded(4))"
    line += "\t# \(comment(event))\n"
    if event.isReport { lastReport = event.time }
    return line
  }

  /// The comment line that says that the screen behind the panel went dark, or was lit.
  public mutating func line(screenIsDark isDark: Bool, at time: Timestamp) -> String {
    RecordedScreen(time: Timestamp(microseconds: microseconds(at: time)), isDark: isDark).line
  }

  /// The time in the text.
  private mutating func microseconds(at time: Timestamp) -> Int64 {
    let start = origin ?? Timestamp(microseconds: time.microseconds &- 1)
    origin = start
    return max(0, (time - start).microseconds)
  }

  /// The lines of a first frame that tells the values which the panel's slots had before the recording: the
  /// kernel does not send again what does not change. Empty if all were zero.
  public mutating func initialFrame(_ state: DeviceState, at time: Timestamp) -> String {
    var values = state
    // Contacts that were down before the recording stay unknown to its reader, as they stay muted on the live panel.
    values.release()
    let events = stateEvents(values, after: DeviceState(slots: []), time)
    return events.isEmpty ? "" : lines(events + [.report(at: time)])
  }

  /// The lines of a frame that reports lost events, and of the state which the kernel answered after them.
  public mutating func dropFrame(_ state: DeviceState, at time: Timestamp) -> String {
    lines([.drop(at: time)] + stateEvents(state, after: nil, time) + [.report(at: time)])
  }

  private func stateEvents(
    _ state: DeviceState, after known: DeviceState?, _ time: Timestamp
  ) -> [RawEvent] {
    state.events(
      after: known, touchProtocol, axes: Set(description.axes.keys),
      keys: description.codes[EventType.key] ?? [], at: time)
  }

  private mutating func lines(_ events: [RawEvent]) -> String {
    events.reduce(into: "") { $0 += line($1) }
  }

  /// The comment that evemu-record writes after an event, for people.
  private func comment(_ event: RawEvent) -> String {
    let code = EventName.code(event.code, of: event.type)
    guard event.type == EventType.syn else {
      let padding = String(repeating: " ", count: max(0, 20 - code.utf8.count))
      return "\(EventName.type(event.type)) / \(code)\(padding) \(event.value)"
    }
    let milliseconds = lastReport.map { (event.time - $0).microseconds / 1000 } ?? 0
    return event.isReport
      ? "------------ \(code) (\(event.value)) ---------- +\(milliseconds)ms"
      : "++++++++++++ \(code) (\(event.value)) ++++++++++"
  }
}

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
