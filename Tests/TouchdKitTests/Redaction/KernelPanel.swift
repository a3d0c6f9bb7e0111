import Dispatcher

/// The kernel's side of a panel of 1,000 by 1,000 units: says in events what fingers do, and nothing that has not
/// changed.
struct KernelPanel {
  /// What one finger does in a frame: it is somewhere, or it lifts.
  struct Step {
    /// Its slot.
    let finger: Int
    /// `nil` where it lifts.
    let place: (x: Int32, y: Int32)?
  }

  static let slotCount = 5
  static let range = AxisRange(minimum: 0, maximum: 999)

  let touchProtocol: TouchProtocol
  /// What the kernel holds.
  private(set) var state: DeviceState
  private var nextID: Int32 = 1
  private var pointer: (x: Int32, y: Int32) = (0, 0)
  private var isTouched = false

  init(_ touchProtocol: TouchProtocol) {
    self.touchProtocol = touchProtocol
    state = DeviceState(slots: Array(repeating: SlotState(), count: Self.slotCount))
  }

  var description: DeviceDescription {
    var device = DeviceDescription(name: "Till Panel")
    device.codes[EventType.key] = [EventCode.btnTouch]
    device.axes = [EventCode.absX: Self.range, EventCode.absY: Self.range]
    if touchProtocol != .singleTouch(button: EventCode.btnTouch) {
      device.axes[EventCode.absMTPositionX] = Self.range
      device.axes[EventCode.absMTPositionY] = Self.range
      device.axes[EventCode.absMTTrackingID] = AxisRange(minimum: 0, maximum: 65535)
    }
    if case .slots(let count) = touchProtocol {
      device.axes[EventCode.absMTSlot] = AxisRange(minimum: 0, maximum: Int32(count) - 1)
    }
    device.codes[EventType.abs] = Set(device.axes.keys)
    return device
  }

  /// The fingers that are down, by age.
  var down: [Int] {
    state.slots.indices.filter { state.slots[$0].trackingID >= 0 }
      .sorted { state.slots[$0].trackingID < state.slots[$1].trackingID }
  }

  /// Lets the fingers do something whose events are lost.
  mutating func lose(_ steps: [Step]) { _ = frame(steps, at: .zero) }

  /// The events of a frame.
  mutating func frame(_ steps: [Step], at time: Timestamp) -> [RawEvent] {
    var events: [RawEvent] = []
    func send(_ type: UInt16, _ code: UInt16, _ value: Int32) {
      events.append(RawEvent(time: time, type: type, code: code, value: value))
    }
    for step in steps { take(step, send) }
    if touchProtocol == .packets { list(send) }
    point(send)
    send(EventType.syn, EventCode.synReport, 0)
    return events
  }

  private typealias Send = (UInt16, UInt16, Int32) -> Void

  private mutating func take(_ step: Step, _ send: Send) {
    let hasSlots = touchProtocol == .slots(count: Self.slotCount)
    func sendSlot(_ code: UInt16, _ value: Int32, _ current: inout Int) {
      guard hasSlots else { return }
      if current != step.finger { send(EventType.abs, EventCode.absMTSlot, Int32(step.finger)) }
      current = step.finger
      send(EventType.abs, code, value)
    }
    let before = state.slots[step.finger]
    if let place = step.place {
      if before.trackingID < 0 {
        state.slots[step.finger].trackingID = nextID
        sendSlot(EventCode.absMTTrackingID, nextID, &state.currentSlot)
        nextID += 1
      }
      if before.x != place.x { sendSlot(EventCode.absMTPositionX, place.x, &state.currentSlot) }
      if before.y != place.y { sendSlot(EventCode.absMTPositionY, place.y, &state.currentSlot) }
      (state.slots[step.finger].x, state.slots[step.finger].y) = place
    } else if before.trackingID >= 0 {
      state.slots[step.finger].trackingID = -1
      sendSlot(EventCode.absMTTrackingID, -1, &state.currentSlot)
    }
  }

  private func list(_ send: Send) {
    for finger in down {
      send(EventType.abs, EventCode.absMTPositionX, state.slots[finger].x)
      send(EventType.abs, EventCode.absMTPositionY, state.slots[finger].y)
      send(EventType.syn, EventCode.synMTReport, 0)
    }
    if down.isEmpty { send(EventType.syn, EventCode.synMTReport, 0) }
  }

  /// The one pointer, of the oldest finger.
  private mutating func point(_ send: Send) {
    if down.isEmpty == isTouched { send(EventType.key, EventCode.btnTouch, isTouched ? 0 : 1) }
    isTouched = !down.isEmpty
    guard let oldest = down.first.map({ state.slots[$0] }) else { return }
    if oldest.x != pointer.x { send(EventType.abs, EventCode.absX, oldest.x) }
    if oldest.y != pointer.y { send(EventType.abs, EventCode.absY, oldest.y) }
    pointer = (oldest.x, oldest.y)
  }
}

extension KernelPanel {
  /// What the kernel answers when it is asked.
  var answer: DeviceState {
    switch touchProtocol {
    case .slots: return state
    case .packets: return DeviceState(slots: [SlotState(trackingID: down.isEmpty ? -1 : 0, x: 0, y: 0)])
    case .singleTouch:
      return DeviceState(slots: [SlotState(trackingID: isTouched ? 0 : -1, x: pointer.x, y: pointer.y)])
    }
  }
}
