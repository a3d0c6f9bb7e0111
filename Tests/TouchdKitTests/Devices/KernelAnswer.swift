import Dispatcher
import FakePanels
import LinuxInput

extension FakeDevice {
  /// Makes the kernel answer a state.
  func hold(_ state: KernelState, as device: DeviceDescription) {
    if let slots = state.slots {
      for slot in 0...Int(clamping: max(device.axes[EventCode.absMTSlot]?.maximum ?? 0, 0)) {
        setSlot(slot, EventCode.absMTTrackingID, -1)
        for (axis, value) in slots[slot] ?? [:] { setSlot(slot, axis, value) }
      }
    }
    if let slot = state.currentSlot { sendUnseen(.abs(EventCode.absMTSlot, slot)) }
    let button = device.hasKey(EventCode.btnTouch) ? EventCode.btnTouch : EventCode.btnLeft
    if let value = state.button { sendUnseen(.key(button, value)) }
    if let x = state.x { sendUnseen(.abs(EventCode.absX, x)) }
    if let y = state.y { sendUnseen(.abs(EventCode.absY, y)) }
  }
}
