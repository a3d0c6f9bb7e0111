import Dispatcher

/// What an event says of a contact, whatever its panel's protocol calls it.
enum SlotEvent {
  /// Events belong to this slot from now on.
  case slot(Int32)
  /// The contact has this id from now on; −1 for none.
  case contact(Int32)
  /// It has another value of an axis; the index is that of ``SlotLanguage/axes``.
  case axis(Int)
  /// Something of it that nobody keeps.
  case unkept
  /// Where the tool is that holds the contact: a place that nobody needs.
  case tool
  /// Nothing of a contact.
  case other
}

/// The events by which panels with slots, and those with one contact, tell of contacts.
struct SlotLanguage: Sendable {
  /// A value that is not told again while it stays the same.
  struct Axis: Sendable {
    let code: UInt16
    let value: any WritableKeyPath<SlotState, Int32> & Sendable
  }

  /// The first two are x and y.
  let axes: [Axis]
  /// The key that is the contact; `nil` where slots have ids.
  private let button: UInt16?

  init(_ touchProtocol: TouchProtocol) {
    if case .singleTouch(let button) = touchProtocol {
      (self.button, axes) = (button, Self.pointerAxes)
    } else {
      (button, axes) = (nil, Self.slotAxes)
    }
  }

  var hasSlots: Bool { button == nil }

  /// Whether an axis is x or y.
  static func isPlace(_ axis: Int) -> Bool { axis < 2 }

  func meaning(of event: RawEvent) -> SlotEvent {
    if let button {
      if event.type == EventType.key, event.code == button, event.value != 2 {
        return .contact(event.value == 0 ? -1 : 0)
      }
      return event.type == EventType.abs ? axis(event.code) ?? .other : .other
    }
    guard event.type == EventType.abs else { return .other }
    switch event.code {
    case EventCode.absMTSlot: return .slot(event.value)
    case EventCode.absMTTrackingID: return .contact(max(event.value, -1))
    case EventCode.absMTToolX, EventCode.absMTToolY: return .tool
    case EventCode.absMTSlotAxes: return axis(event.code) ?? .unkept
    default: return .other
    }
  }

  private func axis(_ code: UInt16) -> SlotEvent? { axes.firstIndex { $0.code == code }.map(SlotEvent.axis) }

  /// The event by which a contact comes, or goes with −1.
  func contact(_ id: Int32, at time: Timestamp) -> RawEvent {
    guard let button else {
      return RawEvent(time: time, type: EventType.abs, code: EventCode.absMTTrackingID, value: id)
    }
    return RawEvent(time: time, type: EventType.key, code: button, value: id < 0 ? 0 : 1)
  }

  /// The event that gives an axis the value which a slot has.
  func event(_ axis: Int, of slot: SlotState, at time: Timestamp) -> RawEvent {
    RawEvent(time: time, type: EventType.abs, code: axes[axis].code, value: slot[keyPath: axes[axis].value])
  }

  private static let slotAxes = [
    Axis(code: EventCode.absMTPositionX, value: \.x), Axis(code: EventCode.absMTPositionY, value: \.y),
    Axis(code: EventCode.absMTTouchMajor, value: \.major),
    Axis(code: EventCode.absMTTouchMinor, value: \.minor),
    Axis(code: EventCode.absMTOrientation, value: \.orientation),
    Axis(code: EventCode.absMTToolType, value: \.toolType),
    Axis(code: EventCode.absMTPressure, value: \.pressure),
    Axis(code: EventCode.absMTDistance, value: \.distance),
  ]

  private static let pointerAxes = [
    Axis(code: EventCode.absX, value: \.x), Axis(code: EventCode.absY, value: \.y),
    Axis(code: EventCode.absPressure, value: \.pressure), Axis(code: EventCode.absTiltX, value: \.tiltX),
    Axis(code: EventCode.absTiltY, value: \.tiltY),
  ]
}
