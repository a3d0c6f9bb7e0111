// What a complete frame made of a slot.
extension Slot {
  func change(_ phase: TouchPhase, _ state: SlotState) -> ContactChange {
    ContactChange(slot: index, phase: phase, state: state, seen: seen)
  }

  /// What became of the live contact; `nil` if nothing.
  mutating func updateContact() -> ContactChange? {
    if let lift { return end(lift) }
    if isWithdrawn || current.toolType == ToolType.palm {
      occupancy = .muted
      return change(.cancelled, current)
    }
    if !current.isTouching {
      // What hovers has left the glass where it was last seen on it.
      occupancy = .none
      return change(.ended, reported)
    }
    return current == reported ? nil : change(.moved, current)
  }

  private mutating func end(_ lift: Lift) -> ContactChange {
    let isCancelled =
      lift.isWithdrawn || lift.state.toolType == ToolType.palm || isWithdrawn && current.trackingID < 0
    var last = lift.state
    // A lift reports pressure 0; that is not how hard the finger pressed at its last place.
    if last.pressure == 0 { last.pressure = reported.pressure }
    last.trackingID = reported.trackingID
    occupancy = .none
    return ContactChange(slot: index, phase: isCancelled ? .cancelled : .ended, state: last, seen: lift.seen)
  }

  /// Whether a contact lands in this frame that would be reported if nothing silenced the panel.
  var isLanding: Bool {
    guard current.isTouching, occupancy == .none || lift != nil else { return false }
    return !isWithdrawn && !isPalm && current.toolType != ToolType.palm
  }

  /// Whether the live contact is over in this frame.
  var isLifting: Bool { occupancy == .live && (lift != nil || !current.isTouching) }

  /// The contact that landed; `nil` if there is none, or if it is muted, as a palm and a contact in a silence are.
  mutating func land(isSilent: Bool) -> ContactChange? {
    if occupancy == .muted, lift != nil || !current.isTouching { occupancy = .none }
    guard occupancy == .none, current.isTouching else { return nil }
    occupancy = isSilent || isWithdrawn || isPalm || current.toolType == ToolType.palm ? .muted : .live
    return occupancy == .live ? change(.began, current) : nil
  }

  /// Cancels the live contact, which stays down.
  mutating func cancel() -> ContactChange {
    occupancy = .muted
    return change(.cancelled, reported)
  }

  /// The end of the contact that hovered; `nil` if it goes on.
  ///
  /// - Parameter phase: what its end is, unless it was no hover after all.
  mutating func endHover(isHovering: Bool, _ phase: TouchPhase) -> ContactChange? {
    guard let last = hover, !isHovering || current.trackingID != last.trackingID else { return nil }
    hover = nil
    return change(isWithdrawn || isPalm || current.isPalm ? .cancelled : phase, last)
  }

  /// Where the contact that hovers is; `nil` if it was there before.
  mutating func updateHover() -> ContactChange? {
    let last = hover
    hover = current
    guard let last else { return change(.began, current) }
    return current == last ? nil : change(.moved, current)
  }

  /// The frame is reported.
  mutating func endFrame(at time: Timestamp) {
    reported = current
    if current.isAway { seen = [] }
    if current.isPalm { isPalm = true }
    isWithdrawn = false
    lift = nil
    lastEvent = time
  }
}
