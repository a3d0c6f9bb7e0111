public import Dispatcher

/// What the kernel held of a panel at a moment of its recording: the events before that moment, added up.
///
/// Answers the question that a replay cannot put to the kernel after a SYN_DROPPED. ``EvemuWriter`` records
/// the answer that the kernel gave, as events between the SYN_DROPPED and its SYN_REPORT; other recorders do
/// not, and their recordings then go on with what was known before.
public struct RecordedState: Equatable, Sendable {
  /// The state after the events so far. Slots start empty and zero, as they do for the kernel.
  public private(set) var state: DeviceState
  private let touchProtocol: TouchProtocol

  /// The state before the first event.
  public init(_ touchProtocol: TouchProtocol) {
    self.touchProtocol = touchProtocol
    switch touchProtocol {
    case .slots(let count): state = DeviceState(slots: Array(repeating: SlotState(), count: max(count, 0)))
    // Whether there is a BTN_TOUCH shows when it is pressed.
    case .packets: state = DeviceState(slots: [])
    case .singleTouch: state = DeviceState(slots: [SlotState()])
    }
  }

  /// Takes one event in. What the kernel would not keep has no effect: other types, unknown codes, a slot
  /// that the panel does not have.
  public mutating func apply(_ event: RawEvent) {
    switch touchProtocol {
    case .slots: applyMultitouch(event)
    case .packets: applyPackets(event)
    case .singleTouch(let button): applySingleTouch(event, button)
    }
  }

  private mutating func applyMultitouch(_ event: RawEvent) {
    guard event.type == EventType.abs else { return }
    if event.code == EventCode.absMTSlot {
      state.currentSlot = Int(event.value)
    } else if state.slots.indices.contains(state.currentSlot) {
      if event.code == EventCode.absMTTrackingID { state.slots[state.currentSlot].trackingID = event.value }
      if let axis = SlotAxis(multitouch: event.code) { state.slots[state.currentSlot][axis] = event.value }
    }
  }

  private mutating func applyPackets(_ event: RawEvent) {
    guard event.type == EventType.key, event.code == EventCode.btnTouch else { return }
    state.slots = [SlotState(trackingID: event.value == 0 ? -1 : 0, x: 0, y: 0)]
  }

  private mutating func applySingleTouch(_ event: RawEvent, _ button: UInt16) {
    if event.type == EventType.abs {
      if let axis = SlotAxis(pointer: event.code) { state.slots[0][axis] = event.value }
    } else if event.type == EventType.key, event.code == button {
      state.slots[0].trackingID = event.value == 0 ? -1 : 0
    } else if event.type == EventType.key {
      state.slots[0].penKeys.set(event.code, event.value != 0)
    }
  }
}
