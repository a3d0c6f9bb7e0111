import Dispatcher

/// Leaves out what is on sensitive views, of a panel without slots: each frame lists its contacts as packets.
///
/// Which packet is which contact, the panel's assembler has found out; a packet is the contact whose place it tells. A
/// contact that passes over a sensitive view stays for the reader where it last was.
struct PacketRedaction {
  private struct Contact {
    let id: Int32
    var isLeftOut: Bool
    /// Where a reader last saw it.
    var known: (x: Int32, y: Int32)?
  }

  /// One contact of a frame: the events up to its SYN_MT_REPORT.
  fileprivate struct Packet {
    var events: [RawEvent] = []
    var x: Int32?
    var y: Int32?
  }

  private var contacts: [Int: Contact] = [:]
  private(set) var isEverythingShown = true

  /// What may be shown of a frame.
  ///
  /// - Parameter state: the contacts after the frame.
  mutating func redacted(
    _ frame: [RawEvent], after state: DeviceState, _ places: SensitivePlaces
  ) -> [RawEvent] {
    isEverythingShown = !contacts.values.contains(where: \.isLeftOut)
    follow(state, places)
    if contacts.values.contains(where: \.isLeftOut) { isEverythingShown = false }
    var (shown, packet) = ([RawEvent](), Packet())
    var listed: RawEvent?
    var isAnyShown = false
    for event in frame {
      packet.take(event)
      if event.isReport, packet.isPlaced {
        // Without its end it was no contact.
        packet = Packet()
      }
      if event.isPacketEnd {
        listed = listed ?? event
        if let events = show(packet, state, places) {
          shown += events + [event]
          isAnyShown = true
        }
        packet = Packet()
      } else if !event.isOfPacket {
        // A list that is empty says that nothing is down; none at all says nothing.
        if event.isReport, let listed, !isAnyShown { shown.append(listed) }
        shown.append(event)
      }
    }
    return shown
  }

  private mutating func follow(_ state: DeviceState, _ places: SensitivePlaces) {
    for (index, slot) in state.slots.enumerated() {
      guard slot.trackingID >= 0 else {
        contacts[index] = nil
        continue
      }
      if let contact = contacts[index], contact.id == slot.trackingID {
        contacts[index]?.isLeftOut = contact.isLeftOut || places.hold(index)
      } else {
        contacts[index] = Contact(id: slot.trackingID, isLeftOut: places.take(slot.x, slot.y))
      }
    }
  }

  /// The events of a packet that may be shown; `nil` if it is left out.
  private mutating func show(
    _ packet: Packet, _ state: DeviceState, _ places: SensitivePlaces
  ) -> [RawEvent]? {
    guard packet.isPlaced else { return packet.events }
    // Where two contacts are in one place, what holds for one holds for both.
    let slots = contacts.keys.filter { packet.isAt(state.slots[$0]) }.sorted()
    guard let slot = slots.first, !slots.contains(where: { contacts[$0]?.isLeftOut ?? true }) else {
      isEverythingShown = false
      return nil
    }
    let place = (x: state.slots[slot].x, y: state.slots[slot].y)
    if !places.contain(place.x, place.y) {
      contacts[slot]?.known = place
      return packet.moved(to: place)
    }
    isEverythingShown = false
    return contacts[slot]?.known.map { packet.moved(to: $0) }
  }
}

extension PacketRedaction.Packet {
  var isPlaced: Bool { x != nil || y != nil }

  func isAt(_ slot: SlotState) -> Bool { (x ?? slot.x) == slot.x && (y ?? slot.y) == slot.y }

  /// Takes an event in if it is part of a contact.
  mutating func take(_ event: RawEvent) {
    guard event.isOfPacket else { return }
    if event.code == EventCode.absMTPositionX { x = event.value }
    if event.code == EventCode.absMTPositionY { y = event.value }
    if event.code != EventCode.absMTToolX, event.code != EventCode.absMTToolY { events.append(event) }
  }

  /// The events, with this place, whole: a reader who takes half of it for that of another contact would see one that
  /// is nowhere.
  func moved(to place: (x: Int32, y: Int32)) -> [RawEvent] {
    let moved = events.map { event in
      var event = event
      if event.code == EventCode.absMTPositionX { event.value = place.x }
      if event.code == EventCode.absMTPositionY { event.value = place.y }
      return event
    }
    guard let time = events.last?.time else { return [] }
    let missing = [(EventCode.absMTPositionX, x, place.x), (EventCode.absMTPositionY, y, place.y)]
      .filter { $0.1 == nil }
    return moved + missing.map { RawEvent(time: time, type: EventType.abs, code: $0.0, value: $0.2) }
  }
}

extension RawEvent {
  fileprivate var isOfPacket: Bool { type == EventType.abs && EventCode.absMTSlotAxes.contains(code) }

  fileprivate var isPacketEnd: Bool { type == EventType.syn && code == EventCode.synMTReport }

  fileprivate var isReport: Bool { type == EventType.syn && code == EventCode.synReport }
}
