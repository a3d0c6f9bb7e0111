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
    get {
      switch code {
      case EventCode.absX: x
      case EventCode.absY: y
      case EventCode.absPressure: pressure
      case EventCode.absTiltX: tiltX
      case EventCode.absTiltY: tiltY
      default: 0
      }
    }
    set {
      switch code {
      case EventCode.absX: x = newValue
      case EventCode.absY: y = newValue
      case EventCode.absPressure: pressure = newValue
      case EventCode.absTiltX: tiltX = newValue
      case EventCode.absTiltY: tiltY = newValue
      default: break
      }
    }
  }

  /// The value of a multitouch axis; of one that is not kept, 0.
  subscript(axis code: UInt16) -> Int32 {
    get {
      switch code {
      case EventCode.absMTTouchMajor: major
      case EventCode.absMTTouchMinor: minor
      case EventCode.absMTOrientation: orientation
      case EventCode.absMTPositionX: x
      case EventCode.absMTPositionY: y
      case EventCode.absMTToolType: toolType
      case EventCode.absMTTrackingID: trackingID
      case EventCode.absMTPressure: pressure
      case EventCode.absMTDistance: distance
      default: 0
      }
    }
    set {
      switch code {
      case EventCode.absMTTouchMajor: major = newValue
      case EventCode.absMTTouchMinor: minor = newValue
      case EventCode.absMTOrientation: orientation = newValue
      case EventCode.absMTPositionX: x = newValue
      case EventCode.absMTPositionY: y = newValue
      case EventCode.absMTToolType: toolType = newValue
      case EventCode.absMTTrackingID: trackingID = newValue
      case EventCode.absMTPressure: pressure = newValue
      case EventCode.absMTDistance: distance = newValue
      default: break
      }
    }
  }
}
