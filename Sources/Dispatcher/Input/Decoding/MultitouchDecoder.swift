/// What the decoders of both multitouch protocols have in common.
class MultitouchDecoder: EventDecoder {
  override func decode(_ event: RawEvent) {
    guard event.isKeyChange else { return }
    if event.code == EventCode.btnTouch { sawRelease = event.value == 0 } else { note(event) }
  }

  /// The kernel leaves the contacts of a multitouch panel down when it suspends the device.
  override func withdrawContacts() -> Bool {
    var isAny = false
    for index in 0..<table.count {
      let slot = table[index]
      if slot.occupancy == .live, slot.lift == nil {
        table[index].isWithdrawn = true
        table.markDirty(index)
        isAny = true
      } else if slot.current.isTouching, slot.occupancy != .muted || slot.lift != nil {
        // A contact that landed in this very frame is down, too; it will be muted.
        isAny = true
      }
    }
    return isAny
  }

  override func isHovering(_ slot: Slot) -> Bool {
    slot.current.trackingID >= 0 && slot.current.distance > 0 && !slot.isPalm && !slot.current.isPalm
  }
}
