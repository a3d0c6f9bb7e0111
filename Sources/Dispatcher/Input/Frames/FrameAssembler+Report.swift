// The report of a complete frame.
extension FrameAssembler {
  /// Reports what became of the panel since the last report.
  ///
  /// - Parameter isSuspending: whether the kernel suspends the device. What is still down then is cancelled, and so is
  ///   what hovers.
  func makeReport(isSuspending: Bool) -> Step {
    if isSuspending { cancelHovers() }
    let hadContacts = isSuspending && decoder.withdrawContacts()
    guard !table.isMoveOnly || stuckAfter != nil else { return commitMoves() }
    let isDark = screenCheck != nil && !table.isMoveOnly && isScreenDark
    if isDark { cancelContacts() }
    let isNamed = commitSlots(isSilent: isSilent || hadContacts || isDark)
    // A stuck contact is cancelled in the frame that reports the others: the panel lost its lift.
    if isNamed, let stuckAfter { cancelContacts { frameTime - $0.lastEvent >= stuckAfter } }
    return hadContacts ? .suspended : .frame
  }

  /// Reports a frame that says where contacts are, and no more: nearly every one.
  @inline(__always)
  private func commitMoves() -> Step {
    report.moved.reserve(table.count)
    var sawOther = false
    table.drainDirty { index in
      table[index].lastEvent = frameTime
      let (x, y) = (table[index].current.x, table[index].current.y)
      guard x != table[index].reported.x || y != table[index].reported.y else { return }
      table[index].reported.x = x
      table[index].reported.y = y
      if table[index].occupancy == .live {
        report.moved.appendReserved(Int32(truncatingIfNeeded: index))
      } else {
        sawOther = true
      }
    }
    if sawOther { commitHovers() }
    return .frame
  }

  /// Reports what became of each slot that the frame named.
  ///
  /// - Returns: whether it named any.
  @inline(never)
  @discardableResult
  func commitSlots(isSilent: Bool) -> Bool {
    table.drainDirty { commit(&table[$0], isSilent: isSilent) }
  }

  /// Reports what became of one slot since the last report.
  ///
  /// - Parameter hoverEnd: what the end of a hover is, unless it was taken back.
  func commit(_ slot: inout Slot, isSilent: Bool, hoverEnd: TouchPhase = .ended) {
    let wasLive = slot.occupancy == .live
    if wasLive, let change = slot.updateContact() { report.change(change) }
    if let landing = slot.land(isSilent: isSilent) {
      if wasLive { report.land(landing) } else { report.change(landing) }
    }
    commitHover(&slot, isSilent: isSilent, end: hoverEnd)
    slot.endFrame(at: frameTime)
  }

  /// Reports what became of what hovers: a contact at a distance above the glass, or a pen whose tip is near and up.
  func commitHover(_ slot: inout Slot, isSilent: Bool, end: TouchPhase = .ended) {
    let isHovering = !isSilent && decoder.isHovering(slot)
    let end = slot.endHover(isHovering: isHovering, isSilent ? .cancelled : end)
    if let end { report.endHover(end) }
    if isHovering, let change = slot.updateHover() { report.hover(change) }
  }

  /// Reports where what hovers is after a frame of moves in which something moved that is no touch. O(slots).
  @inline(never)
  private func commitHovers() {
    for index in 0..<table.count { commitHover(&table[index], isSilent: isSilent) }
  }

  /// Cancels everything that hovers. O(slots).
  func cancelHovers() {
    for index in 0..<table.count {
      if let end = table[index].endHover(isHovering: false, .cancelled) { report.endHover(end) }
    }
  }

  /// Cancels the contacts that are meant; they stay muted until they lift. O(slots).
  func cancelContacts(where isMeant: (Slot) -> Bool = { _ in true }) {
    for index in 0..<table.count where table[index].occupancy == .live && isMeant(table[index]) {
      report.change(table[index].cancel())
    }
  }
}
