// What hovers: a contact at a distance above the glass, or a pen whose tip is near and up. It is no touch.
extension FrameAssembler {
  /// Says what became of the hovering contact of a slot since the last report.
  ///
  /// - Parameter end: what its end is, unless it was taken back.
  func commitHover(_ index: Int, end: TouchPhase = .ended) {
    let isAbove = isAboveGlass(index)
    guard isAbove || table[index].isHovering else { return }
    let slot = table[index]
    if slot.isHovering, !isAbove || slot.current.trackingID != hovers[index].trackingID {
      endHover(index, isTakenBack(slot) ? .cancelled : end)
    }
    guard isAbove else { return }
    if hovers.isEmpty { hovers.fill(table.count, with: SlotState()) }
    if !table[index].isHovering {
      table[index].isHovering = true
      appendHover(.began, index, slot.current)
    } else if slot.current != hovers[index] {
      appendHover(.moved, index, slot.current)
    }
    hovers[index] = slot.current
  }

  /// Says where what hovers is after a frame of moves in which something moved that is no touch. O(slots).
  @inline(never)
  func commitHovers() {
    sawUntold = false
    for index in 0..<table.count { commitHover(index) }
  }

  /// Cancels everything that hovers. O(slots).
  @inline(never)
  func cancelHovers() {
    for index in 0..<table.count where table[index].isHovering { endHover(index, .cancelled) }
  }

  /// The distance of a single-touch panel's contact or pen, which has no slot to keep it in.
  ///
  /// Pens go on reporting a distance while they touch; the touch ignores it.
  func setPointerDistance(_ value: Int32) {
    pointerDistance = value
    takePointerDistance()
    table.markDirty(0)
  }

  /// Takes over the distance if the pen does not touch.
  func takePointerDistance() {
    table[0].current.distance = table[0].current.trackingID < 0 ? pointerDistance : 0
  }

  private func isAboveGlass(_ index: Int) -> Bool {
    guard silence.isEmpty else { return false }
    if !isMultitouch {
      return !isOutOfReach && table[index].current.trackingID < 0
        && !table[index].current.penKeys.isDisjoint(with: .tools)
    }
    return table[index].current.trackingID >= 0 && table[index].current.distance > 0
      && !table[index].isPalm && !table[index].current.isPalm
  }

  /// Whether a hover that is over was no hover after all, or must not count as one.
  private func isTakenBack(_ slot: SlotTable.Slot) -> Bool {
    slot.isWithdrawn || slot.isPalm || slot.current.isPalm || !silence.isEmpty
  }

  private func endHover(_ index: Int, _ phase: TouchPhase) {
    table[index].isHovering = false
    appendHover(phase, index, hovers[index])
  }

  private func appendHover(_ phase: TouchPhase, _ index: Int, _ state: SlotState) {
    hovered.append(ContactChange(slot: index, phase: phase, state: state))
  }
}
