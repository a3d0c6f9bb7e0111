internal import Dispatcher

extension SlotState {
  /// The multitouch axes that a slot keeps, but for its tracking id, in the kernel's order.
  static let axes: [UInt16] = [
    EventCode.absMTTouchMajor, EventCode.absMTTouchMinor, EventCode.absMTOrientation,
    EventCode.absMTPositionX, EventCode.absMTPositionY, EventCode.absMTToolType,
    EventCode.absMTPressure, EventCode.absMTDistance,
  ]

  /// The axes that the one contact of a single-touch panel keeps.
  static let singleTouchAxes: [UInt16] = [
    EventCode.absX, EventCode.absY, EventCode.absPressure, EventCode.absTiltX, EventCode.absTiltY,
  ]

  /// The value of an axis of a single-touch panel; of one that is not kept, 0.
  subscript(singleTouchAxis code: UInt16) -> Int32 {
    switch code {
    case EventCode.absX: x
    case EventCode.absY: y
    case EventCode.absPressure: pressure
    case EventCode.absTiltX: tiltX
    case EventCode.absTiltY: tiltY
    default: 0
    }
  }

  /// The value of a multitouch axis; of one that is not kept, 0.
  subscript(axis code: UInt16) -> Int32 {
    switch code {
    case EventCode.absMTTouchMajor: major
    case EventCode.absMTTouchMinor: minor
    case EventCode.absMTOrientation: orientation
    case EventCode.absMTPositionX: x
    case EventCode.absMTPositionY: y
    case EventCode.absMTToolType: toolType
    case EventCode.absMTPressure: pressure
    case EventCode.absMTDistance: distance
    default: 0
    }
  }
}
