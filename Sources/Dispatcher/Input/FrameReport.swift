// What a complete frame says of each slot that it named.
extension FrameAssembler {
  func beginFrame() {
    changes.removeAll(keepingCapacity: true)
    landings.removeAll(keepingCapacity: true)
  }

  /// Says what became of one slot since the last report.
  func commit(_ index: Int) {
    let slot = table[index]
    let isDown = slot.current.trackingID >= 0
    let hadContact = slot.occupancy == .live
    if hadContact { commitContact(index) }
    if slot.occupancy == .muted, slot.wasLifted { table[index].occupancy = .none }
    if isDown, table[index].occupancy == .none { commitLanding(index, second: hadContact) }
    table[index].reported = table[index].current
    table[index].wasLifted = false
    table[index].sawPalm = false
  }

  func commitContact(_ index: Int) {
    let slot = table[index]
    if slot.wasLifted {
      let isPalm =
        slot.liftedAsPalm || slot.lifted.toolType == ToolType.palm
        || (slot.sawPalm && slot.current.trackingID < 0)
      var last = slot.lifted
      // A lift reports pressure 0; that is not how hard the finger pressed at its last place.
      if last.pressure == 0 { last.pressure = slot.reported.pressure }
      last.trackingID = slot.reported.trackingID
      append(isPalm ? .cancelled : .ended, index, last)
      table[index].occupancy = .none
    } else if slot.sawPalm || slot.current.toolType == ToolType.palm {
      append(.cancelled, index, slot.current)
      table[index].occupancy = .muted
    } else if slot.current != slot.reported {
      append(.moved, index, slot.current)
    }
  }

  /// A palm that lands is no touch, until it lifts.
  func commitLanding(_ index: Int, second: Bool) {
    let slot = table[index]
    if slot.sawPalm || slot.current.toolType == ToolType.palm {
      table[index].occupancy = .muted
      return
    }
    table[index].occupancy = .live
    if second {
      landings.append(ContactChange(slot: index, phase: .began, state: slot.current))
    } else {
      append(.began, index, slot.current)
    }
  }

  func append(_ phase: TouchPhase, _ index: Int, _ state: SlotState) {
    changes.append(ContactChange(slot: index, phase: phase, state: state))
  }
}
