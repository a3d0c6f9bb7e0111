public import Dispatcher

/// Reads the frames of a virtual touchscreen as libinput does, and finds what no driver may send.
public struct PageReader {
  /// A contact, as the frames say.
  public struct Contact: Equatable {
    public var id: Int32
    public var x: Int32 = 0
    public var y: Int32 = 0
  }

  /// The contacts that are down, by their slots.
  public private(set) var contacts: [Int32: Contact] = [:]
  /// The keys that are down, BTN_TOUCH apart.
  public private(set) var keys: Set<UInt16> = []
  /// The first thing that was wrong, in words; `nil` if nothing was.
  public private(set) var fault: String?
  /// The time of the last frame.
  public private(set) var time = Timestamp.zero
  /// A hash of all frames, in order.
  public private(set) var digest: UInt64 = 0
  /// How many times a contact came down.
  public private(set) var landings = 0
  private let axes: [UInt16: AxisRange]
  private var slot: Int32 = 0
  /// Of every slot; positions outlive contacts.
  private var values: [Int32: [UInt16: Int32]] = [:]
  /// The slots of the contacts that are down, by age.
  private var ages: [Int32] = []
  private var pointer: [UInt16: Int32] = [:]
  private var isTouched = false

  public init(_ device: DeviceDescription) { axes = device.axes }

  /// Takes a frame in.
  public mutating func read(_ events: UnsafeBufferPointer<RawEvent>) {
    guard events.count > 1, let last = events.last, last.isReport else {
      return report("a frame of \(events.count) events")
    }
    if last.time < time { report("a frame of \(last.time.microseconds) after \(time.microseconds)") }
    time = last.time
    var sum = UInt64(bitPattern: time.microseconds)
    for event in events.dropLast() {
      if event.time != time { report("two times in a frame") }
      read(event)
      // Of a frame the order of its slots means nothing.
      if event.code != EventCode.absMTSlot { sum &+= hash(event) }
    }
    digest = (digest ^ sum) &* 0x0000_0100_0000_01b3
    checkPointer()
  }

  /// Of an event and the slot that it is for.
  private func hash(_ event: RawEvent) -> UInt64 {
    let isOfSlot = event.type == EventType.abs && EventCode.absMTSlotAxes.contains(event.code)
    let place = UInt64(isOfSlot ? slot : 0) << 48 | UInt64(event.code) << 32
    return (place | UInt64(UInt32(bitPattern: event.value))) &* 0x9e37_79b9_7f4a_7c15
  }

  private mutating func read(_ event: RawEvent) {
    if event.type == EventType.key, event.code == EventCode.btnTouch {
      isTouched = event.value == 1
      return
    }
    if event.type == EventType.key {
      let isNews = event.value == 1 ? keys.insert(event.code).inserted : keys.remove(event.code) != nil
      return isNews ? () : report("key \(event.code) is \(event.value) twice")
    }
    guard event.type == EventType.abs else { return report("type \(event.type) in a frame") }
    let isLift = event.code == EventCode.absMTTrackingID && event.value == -1
    guard let range = axes[event.code], isLift || (range.minimum...range.maximum).contains(event.value) else {
      return report("axis \(event.code) is \(event.value)")
    }
    switch event.code {
    case EventCode.absMTSlot: slot = event.value
    case EventCode.absMTTrackingID: follow(event.value)
    case EventCode.absMTSlotAxes: note(event.code, event.value)
    default: pointer[event.code] = event.value
    }
  }

  private mutating func follow(_ id: Int32) {
    if id == -1 {
      if contacts.removeValue(forKey: slot) == nil { report("slot \(slot) lifts twice") }
      ages.removeAll { $0 == slot }
      return
    }
    if contacts[slot] != nil { report("slot \(slot) lands twice") }
    if contacts.values.contains(where: { $0.id == id }) { report("id \(id) twice") }
    if values[slot]?[EventCode.absMTToolType] ?? 0 != 0 { report("slot \(slot) lands as a palm") }
    landings += 1
    contacts[slot] = Contact(id: id)
    ages.append(slot)
  }

  private mutating func note(_ code: UInt16, _ value: Int32) {
    if contacts[slot] == nil, code != EventCode.absMTToolType { report("slot \(slot) moves, and is up") }
    values[slot, default: [:]][code] = value
    if code == EventCode.absMTPositionX { contacts[slot]?.x = value }
    if code == EventCode.absMTPositionY { contacts[slot]?.y = value }
  }

  /// The single touch is the oldest contact.
  private mutating func checkPointer() {
    if isTouched == contacts.isEmpty { report("BTN_TOUCH \(isTouched) with \(contacts.count) contacts") }
    guard let oldest = ages.first.flatMap({ contacts[$0] }) else { return }
    if pointer[EventCode.absX, default: 0] != oldest.x || pointer[EventCode.absY, default: 0] != oldest.y {
      report("ABS_X and ABS_Y are not the oldest contact's")
    }
  }

  private mutating func report(_ words: String) { fault = fault ?? words }
}
