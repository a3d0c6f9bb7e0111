import Dispatcher

/// Leaves out what is on sensitive views, of a panel with slots or one with a single contact.
///
/// Keeps what each slot holds beside what a reader of the frames knows of it: an event is shown or not, and at the end of
/// a frame a reader is told what it may know and has missed.
struct SlotRedaction {
  private struct Slot {
    var state = SlotState()
    var known = SlotState()
    /// The id of the contact before the last frame: the one that the panel's touches are of, as far as that is known.
    var toldID: Int32 = -1
    /// Whether its contact is left out, from its landing to its end.
    var isLeftOut = false
  }

  private let language: SlotLanguage
  private var slots: [Slot]
  /// The slot that events belong to, and the one that a reader takes them for.
  private var current = 0
  private var knownCurrent = 0
  /// Whether the slot was named since the last event that was shown.
  private var isNamed = false
  private var shown: [RawEvent] = []
  /// Whether the last frame, and what is down after it, is shown as it is.
  private(set) var isEverythingShown = true

  init(_ touchProtocol: TouchProtocol) {
    language = SlotLanguage(touchProtocol)
    if case .slots(let count) = touchProtocol {
      slots = Array(repeating: Slot(), count: count)
    } else {
      slots = [Slot()]
    }
  }

  // MARK: States

  /// What a reader knows.
  var known: DeviceState { DeviceState(slots: slots.map(\.known), currentSlot: knownCurrent) }

  /// Takes over what the panel holds, and has a reader know as much of it as it may.
  mutating func adopt(_ state: DeviceState, _ places: SensitivePlaces) {
    for index in slots.indices {
      adopt(index < state.slots.count ? state.slots[index] : SlotState(), index, places)
    }
    current = language.hasSlots ? state.currentSlot : 0
    knownCurrent = current
    isNamed = false
  }

  private mutating func adopt(_ state: SlotState, _ index: Int, _ places: SensitivePlaces) {
    let slot = slots[index]
    let isSame = state.trackingID == slot.state.trackingID
    let isLeftOut =
      state.trackingID >= 0
      && (isSame ? slot.isLeftOut || isHeld(index, places) : places.take(state.x, state.y))
    slots[index].isLeftOut = isLeftOut
    slots[index].state = state
    slots[index].known = state
    // Where the last contact of an empty slot was, may be of one that was left out; who needs it, will be told.
    if isLeftOut || state.trackingID < 0 || places.contain(state.x, state.y) {
      (slots[index].known.x, slots[index].known.y) = (slot.known.x, slot.known.y)
    }
    if isLeftOut { slots[index].known.trackingID = -1 }
  }

  /// Whether the touch of a slot's contact belongs to a sensitive view.
  private func isHeld(_ index: Int, _ places: SensitivePlaces) -> Bool {
    slots[index].state.trackingID == slots[index].toldID && places.hold(index)
  }

  // MARK: Frames

  /// What may be shown of a frame.
  ///
  /// - Parameter state: what the panel holds after the frame, where frames before it went by unseen; the reader is then
  ///   told all of it.
  mutating func redacted(
    _ frame: [RawEvent], after state: DeviceState?, _ places: SensitivePlaces
  ) -> [RawEvent] {
    guard let end = frame.last else { return [] }
    shown.removeAll(keepingCapacity: true)
    var parts: [SlotPart]
    if let state {
      adopt(state, places)
      for event in frame.dropLast() { if case .other = language.meaning(of: event) { shown.append(event) } }
      parts = restart()
    } else {
      parts = pass(frame, places)
    }
    for part in parts { tell(part, at: end.time) }
    isEverythingShown = isEverythingShown && !slots.contains(where: \.isLeftOut)
    shown.append(end)
    return shown
  }

  /// Has the reader know nothing of the contacts that are down.
  private mutating func restart() -> [SlotPart] {
    isEverythingShown = false
    return slots.indices.filter { slots[$0].state.trackingID >= 0 }.map { index in
      slots[index].known = SlotState()
      let verdict = slots[index].isLeftOut ? Verdict.leftOut : .shown
      return SlotPart(slot: index, isNew: true, state: slots[index].state, verdict: verdict)
    }
  }

  /// Goes through a frame, but for its end.
  ///
  /// - Returns: the last part of each slot that it tells of.
  private mutating func pass(_ frame: [RawEvent], _ places: SensitivePlaces) -> [SlotPart] {
    for index in slots.indices { slots[index].toldID = slots[index].state.trackingID }
    var parts = SlotParts(frame, language, slots.map(\.state), current: current)
    parts.decide { verdict($0, places) }
    isEverythingShown = parts.parts.allSatisfy { $0.verdict == .shown }
    var latest: [Int: SlotPart] = [:]
    for (index, event) in frame.dropLast().enumerated() {
      guard let number = parts.partOfEvent[index] else {
        passOther(event)
        continue
      }
      let part = parts.parts[number]
      if case .contact(let id) = language.meaning(of: event), id != slots[part.slot].state.trackingID {
        // What a reader missed of a contact comes before its end.
        if let ended = latest[part.slot] { tell(ended, at: event.time) }
      }
      latest[part.slot] = part
      pass(event, isLast: part.isLast(index), part)
    }
    return parts.last
  }

  private func verdict(_ part: SlotPart, _ places: SensitivePlaces) -> Verdict {
    let (slot, state) = (slots[part.slot], part.state)
    let isOver = places.contain(state.x, state.y)
    guard state.trackingID >= 0 else { return isOver ? .withoutPlace : .shown }
    if state.isOnGlass, part.isNew || !slot.state.isOnGlass {
      return places.take(state.x, state.y) ? .leftOut : .shown
    }
    if !part.isNew, slot.isLeftOut || isHeld(part.slot, places) { return .leftOut }
    // What begins to hover there is no landing, and is left out until it lands elsewhere.
    return isOver ? (part.isNew ? .leftOut : .withoutPlace) : .shown
  }

  /// An event that is nothing of a contact, or of one in a slot that does not exist.
  private mutating func passOther(_ event: RawEvent) {
    switch language.meaning(of: event) {
    case .slot(let slot):
      (current, isNamed) = (Int(slot), true)
      guard !slots.indices.contains(current) else { return }
      show(event)
      (knownCurrent, isNamed) = (current, false)
    case .other: show(event)
    // What is sent for a slot that does not exist is nobody's, and may be anywhere.
    case .contact, .axis, .unkept, .tool: break
    }
  }

  private mutating func pass(_ event: RawEvent, isLast: Bool, _ part: SlotPart) {
    switch language.meaning(of: event) {
    case .contact(let id):
      slots[part.slot].state.trackingID = id
      slots[part.slot].isLeftOut = part.verdict == .leftOut
      tellContact(part, at: event.time)
    case .axis(let axis):
      let value = language.axes[axis].value
      slots[part.slot].state[keyPath: value] = event.value
      guard part.verdict != .leftOut else { return }
      if SlotLanguage.isPlace(axis), part.verdict == .withoutPlace || !isLast { return }
      slots[part.slot].known[keyPath: value] = event.value
      show(event, of: part.slot)
    case .unkept: if part.verdict != .leftOut { show(event, of: part.slot) }
    case .tool, .slot, .other: break
    }
  }

  // MARK: What a reader knows

  /// Tells the reader what it may know of a contact and does not.
  private mutating func tell(_ part: SlotPart, at time: Timestamp) {
    let index = part.slot
    slots[index].isLeftOut = part.verdict == .leftOut
    tellContact(part, at: time)
    let isContact = slots[index].state.trackingID >= 0
    guard part.verdict == .shown, isContact || part.hasPlace else { return }
    for axis in language.axes.indices where isContact || SlotLanguage.isPlace(axis) {
      let value = language.axes[axis].value
      guard slots[index].known[keyPath: value] != slots[index].state[keyPath: value] else { continue }
      slots[index].known[keyPath: value] = slots[index].state[keyPath: value]
      show(language.event(axis, of: slots[index].state, at: time), of: index)
    }
  }

  private mutating func tellContact(_ part: SlotPart, at time: Timestamp) {
    let id = part.verdict == .leftOut ? -1 : slots[part.slot].state.trackingID
    guard slots[part.slot].known.trackingID != id else { return }
    slots[part.slot].known.trackingID = id
    show(language.contact(id, at: time), of: part.slot)
  }

  private mutating func show(_ event: RawEvent) { shown.append(event) }

  /// Shows an event of a slot, under its number.
  private mutating func show(_ event: RawEvent, of slot: Int) {
    if language.hasSlots, knownCurrent != slot || (isNamed && current == slot) {
      let number = Int32(clamping: slot)
      show(RawEvent(time: event.time, type: EventType.abs, code: EventCode.absMTSlot, value: number))
      knownCurrent = slot
      isNamed = false
    }
    show(event)
  }
}
