/// Decodes a panel or a pen with one contact, in slot 0: down while its button is.
final class PointerDecoder: EventDecoder {
  /// BTN_TOUCH, or BTN_LEFT on panels that pose as a mouse.
  private let button: UInt16
  /// A pen that sends anything is within reach.
  private let reach: PenReach
  /// The last ABS_DISTANCE, in device units. Pens go on reporting one while they touch; the touch ignores it.
  private var distance: Int32 = 0

  init(_ table: SlotTable, button: UInt16, reach: PenReach) {
    self.button = button
    self.reach = reach
    super.init(table)
  }

  override func decode(_ event: RawEvent) {
    if event.type == EventType.abs {
      decodeAxis(event)
    } else if event.isKeyChange {
      decodeKey(event)
    }
  }

  private func decodeAxis(_ event: RawEvent) {
    reach.hear()
    if event.code == EventCode.absDistance {
      distance = event.value
      updateDistance()
    } else if let axis = SlotAxis(pointer: event.code) {
      table[0].current[axis] = event.value
      table[0].seen.formUnion(.told(by: event.code))
    } else {
      return
    }
    table.markDirty(0)
  }

  private func decodeKey(_ event: RawEvent) {
    reach.hear()
    if event.code == button {
      sawRelease = event.value == 0
      table[0].setTrackingID(sawRelease ? -1 : 0)
      updateDistance()
    } else if passedKeys.contains(event.code) {
      note(event)
      return
    } else {
      if event.value == 0, !PenKeys(code: event.code).isDisjoint(with: .tools) { sawRelease = true }
      table[0].current.penKeys.set(event.code, event.value != 0)
    }
    table.markDirty(0)
  }

  private func updateDistance() { table[0].current.distance = table[0].current.trackingID < 0 ? distance : 0 }

  /// The contact whose button the kernel released. Where it released nothing but a pen's tool, the pen hovers.
  override func withdrawContacts() -> Bool {
    guard table[0].occupancy == .live, table[0].current.trackingID < 0 else { return false }
    table[0].lift?.isWithdrawn = true
    return true
  }

  override func load(_ state: DeviceState, isLoss: Bool) -> [SlotState]? {
    var slot = state.slots.first ?? SlotState()
    if slot.trackingID < 0 { slot.distance = distance }
    return [slot]
  }

  override func isHovering(_ slot: Slot) -> Bool {
    !reach.isLost && slot.current.trackingID < 0 && slot.current.isPenNear
  }
}
