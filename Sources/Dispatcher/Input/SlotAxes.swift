// Which value of a slot each axis is.
extension SlotState {
  /// Keeps the value of a multitouch axis; the tracking id is not one of them.
  ///
  /// - Returns: whether it is one of those that are kept.
  @inline(__always)
  @discardableResult
  public mutating func setAxis(_ code: UInt16, _ value: Int32) -> Bool {
    switch code {
    case EventCode.absMTPositionX: x = value
    case EventCode.absMTPositionY: y = value
    case EventCode.absMTPressure: pressure = value
    case EventCode.absMTTouchMajor: major = value
    case EventCode.absMTTouchMinor: minor = value
    case EventCode.absMTOrientation: orientation = value
    case EventCode.absMTDistance: distance = value
    case EventCode.absMTToolType: toolType = value
    default: return false
    }
    return true
  }

  /// Keeps the value of an axis of the one contact that a single-touch panel or a pen has.
  ///
  /// - Returns: whether it is one of those that are kept.
  @inline(__always)
  @discardableResult
  public mutating func setPointerAxis(_ code: UInt16, _ value: Int32) -> Bool {
    switch code {
    case EventCode.absX: x = value
    case EventCode.absY: y = value
    case EventCode.absPressure: pressure = value
    case EventCode.absTiltX: tiltX = value
    case EventCode.absTiltY: tiltY = value
    default: return false
    }
    return true
  }
}
