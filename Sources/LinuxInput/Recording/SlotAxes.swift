internal import Dispatcher

extension SlotState {
  /// The multitouch axes that a slot keeps, but for its tracking id, in the kernel's order.
  static let axes: [UInt16] = [
    EventCode.absMTTouchMajor, EventCode.absMTTouchMinor, EventCode.absMTOrientation,
    EventCode.absMTPositionX, EventCode.absMTPositionY, EventCode.absMTToolType,
    EventCode.absMTPressure, EventCode.absMTDistance,
  ]

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
