import Dispatcher

/// What a frame says of one contact in one slot: a slot may hold two in a frame, one after the other.
struct SlotPart {
  let slot: Int
  /// Whether the contact came in this frame.
  let isNew: Bool
  /// What the slot holds at the end of the part.
  var state: SlotState
  /// The last event of the part that says x, and y; what came before it in the frame was nowhere.
  var lastPlaces: (x: Int?, y: Int?) = (nil, nil)
  var verdict = Verdict.shown

  var hasPlace: Bool { lastPlaces.x != nil || lastPlaces.y != nil }

  func isLast(_ event: Int) -> Bool { event == lastPlaces.x || event == lastPlaces.y }
}

extension SlotState {
  /// Whether a contact is on the glass, and not above it.
  var isOnGlass: Bool { trackingID >= 0 && distance <= 0 }
}

/// The parts of a frame, and which of its events belong to which.
struct SlotParts {
  private(set) var parts: [SlotPart] = []
  /// For each event of the frame its part; `nil` for an event of no contact.
  private(set) var partOfEvent: [Int?] = []
  private var open: [Int: Int] = [:]

  /// - Parameters:
  ///   - states: what the slots held before the frame.
  ///   - current: the slot that events belong to at its start.
  init(_ frame: [RawEvent], _ language: SlotLanguage, _ states: [SlotState], current: Int) {
    var current = current
    for (index, event) in frame.enumerated() {
      let meaning = language.meaning(of: event)
      if case .slot(let slot) = meaning { current = Int(slot) }
      partOfEvent.append(
        states.indices.contains(current) ? take(index, event, meaning, language, current, states) : nil)
    }
  }

  private mutating func take(
    _ index: Int, _ event: RawEvent, _ meaning: SlotEvent, _ language: SlotLanguage, _ slot: Int,
    _ states: [SlotState]
  ) -> Int? {
    switch meaning {
    case .slot, .other: return nil
    case .contact(let id):
      let part = part(of: slot, states)
      if parts[part].state.trackingID != id { begin(slot, id, after: parts[part].state) }
      return open[slot]
    case .axis(let axis):
      let part = part(of: slot, states)
      parts[part].state[keyPath: language.axes[axis].value] = event.value
      if axis == 0 { parts[part].lastPlaces.x = index }
      if axis == 1 { parts[part].lastPlaces.y = index }
      return part
    case .unkept, .tool: return part(of: slot, states)
    }
  }

  private mutating func begin(_ slot: Int, _ id: Int32, after state: SlotState) {
    open[slot] = parts.count
    parts.append(SlotPart(slot: slot, isNew: true, state: state))
    parts[parts.count - 1].state.trackingID = id
  }

  private mutating func part(of slot: Int, _ states: [SlotState]) -> Int {
    if let part = open[slot] { return part }
    open[slot] = parts.count
    parts.append(SlotPart(slot: slot, isNew: false, state: states[slot]))
    return parts.count - 1
  }

  /// Decides about each part.
  mutating func decide(_ verdict: (SlotPart) -> Verdict) {
    for index in parts.indices { parts[index].verdict = verdict(parts[index]) }
  }

  /// The last part of each slot that the frame tells of.
  var last: [SlotPart] { open.values.sorted().map { parts[$0] } }
}
