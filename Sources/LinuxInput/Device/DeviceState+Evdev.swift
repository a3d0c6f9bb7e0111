internal import CEvdev
internal import Dispatcher

extension DeviceState {
  /// What the kernel holds of a panel now: its slots, the one contact of a single-touch panel, or whether BTN_TOUCH is
  /// down on one that sends packets.
  init(_ device: borrowing EvdevHandle, _ touchProtocol: TouchProtocol) {
    switch touchProtocol {
    case .slots(let count):
      // libevdev may count fewer: it takes some devices that have ABS_MT_SLOT for ones without slots.
      let known = max(0, Int(libevdev_get_num_slots(device.pointer)))
      var slots: [SlotState] = []
      for slot in 0..<min(count, known) { slots.append(SlotState(device, slot: slot)) }
      self.init(slots: slots, currentSlot: Int(libevdev_get_current_slot(device.pointer)))
    case .packets:
      let hasButton = device.has(EventType.key, EventCode.btnTouch)
      self.init(slots: hasButton ? [SlotState(device, button: EventCode.btnTouch)] : [])
    case .singleTouch(let button):
      self.init(slots: [SlotState(device, button: button)])
    }
  }
}

extension SlotState {
  fileprivate init(_ device: borrowing EvdevHandle, slot: Int) {
    self.init()
    trackingID = device.value(EventCode.absMTTrackingID, inSlot: slot)
    for (code, axis) in SlotAxis.multitouch { self[axis] = device.value(code, inSlot: slot) }
  }

  fileprivate init(_ device: borrowing EvdevHandle, button: UInt16) {
    self.init()
    trackingID = device.value(EventType.key, button) == 0 ? -1 : 0
    for (code, axis) in SlotAxis.pointer { self[axis] = device.value(EventType.abs, code) }
    for code in PenKeys.codes { penKeys.set(code, device.value(EventType.key, code) != 0) }
  }
}
