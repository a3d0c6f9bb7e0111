// What a complete frame says of each slot that it named.
extension FrameAssembler {
  func beginFrame() {
    moved.removeAll()
    changed.removeAll()
    landed.removeAll()
    hovered.removeAll()
  }

  /// Says what became of the panel since the last report.
  ///
  /// - Parameters:
  ///   - isReleased: whether the button was released, or a pen's tool.
  ///   - isForced: whether the kernel released it, or a pen's tool, by itself, as it does when it suspends the device.
  ///     What is still down then is cancelled, and so is what hovers.
  func report(isReleased: Bool, isForced: Bool) -> Step {
    if packets != nil { takePackets(isReleased: isReleased && !isForced) }
    let isSuspended = isForced && fallAsleep()
    if isSuspended { silence.insert(.asleep) }
    // A stuck contact is cancelled in the frame that reports the others.
    let isNamed = table.isMoveOnly && stuckAfter == nil ? commitMoves() : table.drainDirty(commit)
    silence.remove(.asleep)
    if isNamed, let stuckAfter { cancelStuck(after: stuckAfter) }
    return isSuspended ? .suspended : .frame
  }

  /// A frame that says where contacts are, and no more: nearly every one.
  @inline(__always)
  private func commitMoves() -> Bool {
    moved.reserve(table.count)
    let isNamed = table.drainDirty { index in
      let slot = table.pointer(at: index)
      slot.pointee.lastEvent = frameTime
      let (x, y) = (slot.pointee.current.x, slot.pointee.current.y)
      guard x != slot.pointee.reported.x || y != slot.pointee.reported.y else { return }
      slot.pointee.reported.x = x
      slot.pointee.reported.y = y
      if slot.pointee.occupancy == .live {
        moved.appendReserved(Int32(truncatingIfNeeded: index))
      } else {
        sawUntold = true
      }
    }
    if sawUntold { commitHovers() }
    return isNamed
  }

  /// Says what became of one slot since the last report.
  @inline(never)
  func commit(_ index: Int) {
    let hadContact = table[index].occupancy == .live
    if hadContact { commitContact(index) }
    if table[index].occupancy == .muted, table[index].wasLifted || !table[index].current.isTouching {
      table[index].occupancy = .none
    }
    if table[index].occupancy == .none, table[index].current.isTouching {
      commitLanding(index, second: hadContact)
    }
    commitHover(index)
    table[index].reported = table[index].current
    if table[index].current.isAway { table[index].seen = [] }
    table[index].lastEvent = frameTime
    if table[index].current.isPalm { table[index].isPalm = true }
    table[index].wasLifted = false
    table[index].isWithdrawn = false
  }

  func commitContact(_ index: Int) {
    let slot = table[index]
    if slot.wasLifted {
      commitLift(index)
    } else if slot.isWithdrawn || slot.current.toolType == ToolType.palm {
      append(.cancelled, index, slot.current)
      table[index].occupancy = .muted
    } else if !slot.current.isTouching {
      // What hovers has left the glass where it was last seen on it.
      append(.ended, index, slot.reported)
      table[index].occupancy = .none
    } else if slot.current != slot.reported {
      append(.moved, index, slot.current)
    }
  }

  private func commitLift(_ index: Int) {
    let slot = table[index]
    let isWithdrawn =
      slot.liftedWithdrawn || slot.lifted.toolType == ToolType.palm
      || (slot.isWithdrawn && slot.current.trackingID < 0)
    var last = slot.lifted
    // A lift reports pressure 0; that is not how hard the finger pressed at its last place.
    if last.pressure == 0 { last.pressure = slot.reported.pressure }
    last.trackingID = slot.reported.trackingID
    append(isWithdrawn ? .cancelled : .ended, index, last, seen: slot.liftedSeen)
    table[index].occupancy = .none
  }

  /// A palm that lands is no touch, until it lifts; nor is what lands while the panel is silent.
  func commitLanding(_ index: Int, second: Bool) {
    let slot = table[index]
    if slot.isWithdrawn || slot.isPalm || slot.current.toolType == ToolType.palm || !silence.isEmpty {
      table[index].occupancy = .muted
      return
    }
    table[index].occupancy = .live
    if second {
      landed.append(ContactChange(slot: index, phase: .began, state: slot.current, seen: slot.seen))
    } else {
      append(.began, index, slot.current)
    }
  }

  func append(_ phase: TouchPhase, _ index: Int, _ state: SlotState, seen: TouchProperties? = nil) {
    changed.append(ContactChange(slot: index, phase: phase, state: state, seen: seen ?? table[index].seen))
  }

  @inline(never)
  private func fallAsleep() -> Bool {
    cancelHovers()
    return withdrawAll()
  }

  /// Marks what the kernel has put to sleep: contacts that are still down, and the one whose button it released.
  ///
  /// - Returns: whether there is one.
  private func withdrawAll() -> Bool {
    var isAny = false
    for index in 0..<table.count {
      let slot = table[index]
      if touchProtocol.isSingleTouch {
        // Where nothing but a pen's tool was released, the pen hovers.
        guard slot.occupancy == .live, slot.current.trackingID < 0 else { continue }
        table[index].liftedWithdrawn = true
      } else if slot.occupancy == .live, !slot.wasLifted {
        table[index].isWithdrawn = true
        table.markDirty(index)
      } else if !slot.current.isTouching || slot.occupancy == .muted && !slot.wasLifted {
        continue
      }
      // What landed in this very frame is down, too; the silence keeps it from beginning.
      isAny = true
    }
    return isAny
  }

  /// Cancels the contacts that no event has named for too long: the panel lost their lift. O(slots).
  @inline(never)
  private func cancelStuck(after limit: Interval) {
    for index in 0..<table.count
    where table[index].occupancy == .live && frameTime - table[index].lastEvent >= limit {
      append(.cancelled, index, table[index].reported)
      table[index].occupancy = .muted
    }
  }
}
