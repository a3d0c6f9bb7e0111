// Which packet of a frame is which contact: panels without slots leave that to their reader.
extension FrameAssembler {
  /// Puts the packets of a complete frame into the slots of the contacts that they continue.
  ///
  /// Contacts are paired with packets so that the total distance is least; where the panel gives ids, and each once,
  /// these decide. New contacts get the lowest free slot.
  ///
  /// - Parameter isReleased: whether BTN_TOUCH was released: nothing touches any more, whatever the list says. Some
  ///   panels lift only so.
  @inline(never)
  func takePackets(isReleased: Bool) {
    guard var list = packets else { return }
    // One owner at a time: what follows changes the list in place.
    packets = nil
    if list.isListed {
      continueContacts(&list)
      list.removeAll()
      if isReleased { lift(&list) { $0.isTouching } }
    } else if isReleased {
      lift(&list) { _ in true }
      list.isHeld = false
      list.isUncertain = false
    }
    packets = list
  }

  private func continueContacts(_ list: inout PacketList) {
    var unpaired: UInt64 = list.packets.count == 64 ? .max : 1 << UInt64(list.packets.count) - 1
    var missing: UInt64 = 0
    for slot in 0..<table.count where table[slot].current.trackingID >= 0 { missing |= 1 << UInt64(slot) }
    pair(list, missing) { slot, packet in
      missing &= ~(1 << UInt64(slot))
      unpaired &= ~(1 << UInt64(packet))
      list.givenIDs[slot] = list.packets[packet].state.trackingID
      move(slot, to: list.packets[packet])
    }
    for slot in missing.bits { lift(slot, &list) }
    for packet in unpaired.bits where list.packets[packet].hasX && list.packets[packet].hasY {
      land(packet, &list)
    }
    list.isHeld = false
    list.isUncertain = false
  }

  /// Calls the body with each contact that goes on and with its packet.
  private func pair(_ list: PacketList, _ contacts: UInt64, _ body: (Int, Int) -> Void) {
    let (slots, count) = (Array(contacts.bits), list.packets.count)
    guard !slots.isEmpty, count > 0 else { return }
    let cost = PairingCost(list, slots, table)
    func pairIfAllowed(_ contact: Int, _ packet: Int) {
      if cost.isAllowed(contact, packet) { body(slots[contact], packet) }
    }
    if slots.count <= count {
      list.assignment.solve(rows: slots.count, columns: count, cost: cost.callAsFunction, pair: pairIfAllowed)
    } else {
      list.assignment.solve(
        rows: count, columns: slots.count, cost: { cost($1, $0) }, pair: { pairIfAllowed($1, $0) })
    }
  }

  private func move(_ slot: Int, to packet: PacketList.Packet) {
    var state = packet.state
    state.trackingID = table[slot].current.trackingID
    if !packet.hasX { state.x = table[slot].current.x }
    if !packet.hasY { state.y = table[slot].current.y }
    table[slot].current = state
    table[slot].seen.formUnion(packet.seen)
    if state.toolType == ToolType.palm { table[slot].isWithdrawn = true }
    table.markDirty(slot)
  }

  private func lift(_ slot: Int, _ list: inout PacketList) {
    list.givenIDs[slot] = -1
    // A contact that vanished while events were lost was not seen to lift.
    if list.isUncertain { table[slot].isWithdrawn = true }
    setTrackingID(-1, slot: slot)
  }

  private func land(_ index: Int, _ list: inout PacketList) {
    guard let slot = (0..<table.count).first(where: { table[$0].current.trackingID < 0 }) else { return }
    let packet = list.packets[index]
    list.givenIDs[slot] = packet.state.trackingID
    setTrackingID(packet.state.trackingID >= 0 ? packet.state.trackingID : list.makeID(), slot: slot)
    move(slot, to: packet)
    if list.isHeld { table[slot].isWithdrawn = true }
  }

  private func lift(_ list: inout PacketList, where isMeant: (SlotState) -> Bool) {
    for slot in 0..<table.count where table[slot].current.trackingID >= 0 && isMeant(table[slot].current) {
      lift(slot, &list)
    }
  }

  /// The contacts are gone, and their lifts were not seen.
  private func cancelPackets(_ list: inout PacketList) {
    list.isUncertain = true
    lift(&list) { _ in true }
    list.isHeld = false
    list.isUncertain = false
  }
}

// The kernel keeps no contacts of such a panel, only whether BTN_TOUCH is down.
extension FrameAssembler {
  /// At opening: contacts are down if BTN_TOUCH is, and the next frame tells which.
  func adoptPackets(_ state: DeviceState) {
    packets?.removeAll()
    packets?.isHeld = state.slots.first.map { $0.trackingID >= 0 } ?? false
  }

  /// After a SYN_DROPPED: if BTN_TOUCH is down, the next frame says which contacts are still there, and the others are
  /// cancelled. If it is up, or if there is no such key, all are cancelled, and the next frame begins anew: a finger
  /// that stayed down then begins again, which is better than one that lifted unseen and takes the next touch with it.
  func resynchronizePackets(with state: DeviceState) {
    if let button = state.slots.first, button.trackingID >= 0 {
      packets?.isUncertain = true
      return
    }
    guard var list = packets else { return }
    packets = nil
    cancelPackets(&list)
    table.drainDirty(commit)
    packets = list
  }
}

extension UInt64 {
  /// The indices of the bits that are set, in ascending order.
  fileprivate var bits: [Int] { (0..<64).filter { self & (1 << UInt64($0)) != 0 } }
}
