// Which packet of a frame is which contact.
extension PacketDecoder {
  /// Puts the packets of a complete frame into the slots of the contacts that they continue.
  func continueContacts() {
    var unpaired: UInt64 = packets.count == 64 ? .max : 1 << UInt64(packets.count) - 1
    var missing: UInt64 = 0
    for slot in 0..<table.count where table[slot].current.trackingID >= 0 { missing |= 1 << UInt64(slot) }
    pair(missing.bits) { slot, packet in
      missing &= ~(1 << UInt64(slot))
      unpaired &= ~(1 << UInt64(packet))
      move(slot, to: packets[packet])
    }
    for slot in missing.bits { lift(slot) }
    for packet in unpaired.bits where packets[packet].hasX && packets[packet].hasY {
      land(packets[packet])
    }
    expectation = .continuation
  }

  /// Calls the body with the slot of each contact that goes on and with its packet.
  private func pair(_ slots: [Int], _ body: (Int, Int) -> Void) {
    guard !slots.isEmpty, !packets.isEmpty else { return }
    let cost = PairingCost(slots.map { (table[$0].current, givenIDs[$0]) }, packets)
    func pairIfAllowed(_ contact: Int, _ packet: Int) {
      if cost.isAllowed(contact, packet) { body(slots[contact], packet) }
    }
    if slots.count <= packets.count {
      assignment.solve(
        rows: slots.count, columns: packets.count, cost: cost.callAsFunction, pair: pairIfAllowed)
    } else {
      assignment.solve(
        rows: packets.count, columns: slots.count, cost: { cost($1, $0) }, pair: { pairIfAllowed($1, $0) })
    }
  }

  private func move(_ slot: Int, to packet: Packet) {
    givenIDs[slot] = packet.state.trackingID
    var state = packet.state
    state.trackingID = table[slot].current.trackingID
    if !packet.hasX { state.x = table[slot].current.x }
    if !packet.hasY { state.y = table[slot].current.y }
    table[slot].current = state
    table[slot].seen.formUnion(packet.seen)
    if state.toolType == ToolType.palm { table[slot].isWithdrawn = true }
    table.markDirty(slot)
  }

  private func land(_ packet: Packet) {
    guard let slot = (0..<table.count).first(where: { table[$0].current.trackingID < 0 }) else { return }
    if packet.state.trackingID < 0 { lastID = (lastID &+ 1) & .max }
    table[slot].setTrackingID(packet.state.trackingID < 0 ? lastID : packet.state.trackingID)
    move(slot, to: packet)
    if expectation == .held { table[slot].isWithdrawn = true }
  }

  private func lift(_ slot: Int) {
    givenIDs[slot] = -1
    // A contact that vanished while events were lost was not seen to lift.
    if expectation == .loss { table[slot].isWithdrawn = true }
    table[slot].setTrackingID(-1)
    table.markDirty(slot)
  }

  /// Lifts the contacts that are meant, where they were last.
  func liftContacts(where isMeant: (SlotState) -> Bool = { _ in true }) {
    for slot in 0..<table.count where table[slot].current.trackingID >= 0 && isMeant(table[slot].current) {
      lift(slot)
    }
  }
}

extension UInt64 {
  /// The indices of the bits that are set, in ascending order.
  fileprivate var bits: [Int] { (0..<64).filter { self & (1 << UInt64($0)) != 0 } }
}
