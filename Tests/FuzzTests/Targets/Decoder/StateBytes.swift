import Dispatcher

extension ByteReader {
  /// What the next bytes say that the kernel holds of a panel; `nil` for no answer.
  ///
  /// The first byte says how many slots follow, up to 15; its bit 6 that the one slot which follows stands for
  /// 32, its bit 7 that values are of 32 bits.
  mutating func state() -> DeviceState? {
    let byte = byte()
    guard byte & 0x4f != 0 else { return nil }
    let isWide = byte & 0x80 != 0
    var slots: [SlotState] = []
    if byte & 0x40 != 0 {
      slots = Array(repeating: slot(isWide), count: 32)
      for (index, slot) in slots.enumerated() where slot.trackingID >= 0 {
        slots[index].trackingID &+= Int32(index)
      }
    } else {
      for _ in 0..<byte & 15 { slots.append(slot(isWide)) }
    }
    return DeviceState(slots: slots, currentSlot: Int(operand(isWide)))
  }

  private mutating func slot(_ isWide: Bool) -> SlotState {
    var slot = SlotState(
      trackingID: operand(isWide), x: operand(isWide, unit: 16), y: operand(isWide, unit: 16))
    slot.toolType = operand(isWide)
    return slot
  }
}
