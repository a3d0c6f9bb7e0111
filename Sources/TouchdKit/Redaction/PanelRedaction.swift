import Dispatcher

/// What is left out of the frames of one panel, by its protocol.
final class PanelRedaction {
  private(set) weak var panel: Panel?
  /// Whether nothing is known yet of what the panel holds.
  private var isNew = true
  private var contacts: Contacts
  private var pointer = PointerRedaction()

  private enum Contacts {
    case slots(SlotRedaction)
    case packets(PacketRedaction)
  }

  init(_ panel: Panel) {
    self.panel = panel
    let touchProtocol = panel.assembler.touchProtocol
    if case .packets = touchProtocol {
      contacts = .packets(PacketRedaction())
    } else {
      contacts = .slots(SlotRedaction(touchProtocol))
    }
  }

  /// What may be shown of a frame.
  func redacted(_ whole: [RawEvent], _ places: SensitivePlaces) -> [RawEvent] {
    guard let panel else { return [] }
    let frame = whole.filter { $0.isKnown(to: panel.assembler.touchProtocol) }
    // What comes before lost events, and up to their end, is nothing that a reader goes by.
    if frame.contains(where: \.isDrop) { return frame.filter { $0.type != EventType.abs } }
    switch contacts {
    case .slots(var slots):
      let rest = slots.redacted(frame, after: isNew ? panel.assembler.state : nil, places)
      contacts = .slots(slots)
      isNew = false
      if case .singleTouch = panel.assembler.touchProtocol { return rest }
      return pointer.redacted(rest, slots.isEverythingShown, places)
    case .packets(var packets):
      let rest = packets.redacted(frame, after: panel.assembler.state, places)
      contacts = .packets(packets)
      return pointer.redacted(rest, packets.isEverythingShown, places)
    }
  }

  /// What may be shown of a state; the panel holds it from now on.
  func redacted(_ state: DeviceState, _ places: SensitivePlaces) -> DeviceState {
    isNew = false
    guard case .slots(var slots) = contacts else { return state }
    slots.adopt(state, places)
    contacts = .slots(slots)
    return slots.known
  }
}

extension RawEvent {
  fileprivate var isDrop: Bool { type == EventType.syn && code == EventCode.synDropped }
}
