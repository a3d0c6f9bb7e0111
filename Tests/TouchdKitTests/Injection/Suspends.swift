import Dispatcher

extension Disturbance {
  /// The kernel puts the device to sleep, and says so: it releases the keys in a frame whose SYN_REPORT has the value
  /// 1.
  static let suspend = Disturbance(name: "suspend") { rig, baseline, boundary in
    let recording = rig.recording
    guard recording.isPressed(before: boundary) else { return nil }
    let time = recording.time(before: boundary)
    let keys = recording.keys[boundary].sorted()
    let released = keys.map { RawEvent(time: time, type: EventType.key, code: $0, value: 0) }
    let report = RawEvent(time: time, type: EventType.syn, code: EventCode.synReport, value: 1)
    let kernel = recording.suspendedState(before: boundary)
    rig.feed((released + [report])[...], kernel)
    // After resume, the driver reports the tools in proximity with its next frame.
    let tools = keys.filter { $0 != EventCode.btnTouch }
    rig.feed(tools.map { RawEvent(time: time, type: EventType.key, code: $0, value: 1) }[...])
    return Aftermath(next: boundary, dead: baseline.contacts(before: boundary), kernel: kernel)
  }
}

extension PanelRecording {
  /// What the kernel holds once it has released the keys: slots keep their contacts.
  fileprivate func suspendedState(before frame: Int) -> DeviceState {
    var state = states[frame]
    if case .slots = touchProtocol { return state }
    for index in state.slots.indices {
      state.slots[index].trackingID = -1
      state.slots[index].penKeys = []
    }
    return state
  }
}
