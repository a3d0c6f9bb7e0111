/// A value that a slot keeps of its contact. This is the one table of what the kernel's axes are to touchd.
public enum SlotAxis: Sendable {
  case x, y, pressure, major, minor, orientation, distance, toolType, tiltX, tiltY

  /// The axis of a contact in a slot or in a packet; `nil` for those that are not kept. The tracking id is not one of
  /// them.
  @inlinable public init?(multitouch code: UInt16) {
    switch code {
    case EventCode.absMTPositionX: self = .x
    case EventCode.absMTPositionY: self = .y
    case EventCode.absMTPressure: self = .pressure
    case EventCode.absMTTouchMajor: self = .major
    case EventCode.absMTTouchMinor: self = .minor
    case EventCode.absMTOrientation: self = .orientation
    case EventCode.absMTDistance: self = .distance
    case EventCode.absMTToolType: self = .toolType
    default: return nil
    }
  }

  /// The axis of the one contact that a single-touch panel or a pen has; `nil` for those that are not kept.
  /// ABS_DISTANCE is not one of them: it means nothing while a pen touches.
  @inlinable public init?(pointer code: UInt16) {
    switch code {
    case EventCode.absX: self = .x
    case EventCode.absY: self = .y
    case EventCode.absPressure: self = .pressure
    case EventCode.absTiltX: self = .tiltX
    case EventCode.absTiltY: self = .tiltY
    default: return nil
    }
  }

  /// The axes that a slot keeps with their codes, in the kernel's order.
  public static let multitouch = table(EventCode.absMTSlotAxes, SlotAxis.init(multitouch:))
  /// The axes that the one contact of a single-touch panel keeps with their codes, in the kernel's order.
  public static let pointer = table(EventCode.absX...EventCode.absReserved, SlotAxis.init(pointer:))

  private static func table(
    _ codes: ClosedRange<UInt16>, _ axis: (UInt16) -> SlotAxis?
  ) -> [(code: UInt16, axis: SlotAxis)] {
    codes.compactMap { code in axis(code).map { (code, $0) } }
  }
}

extension SlotState {
  /// The value of an axis, in device units.
  @inlinable public subscript(axis: SlotAxis) -> Int32 {
    @inline(__always) get {
      switch axis {
      case .x: x
      case .y: y
      case .pressure: pressure
      case .major: major
      case .minor: minor
      case .orientation: orientation
      case .distance: distance
      case .toolType: toolType
      case .tiltX: tiltX
      case .tiltY: tiltY
      }
    }
    @inline(__always) set {
      switch axis {
      case .x: x = newValue
      case .y: y = newValue
      case .pressure: pressure = newValue
      case .major: major = newValue
      case .minor: minor = newValue
      case .orientation: orientation = newValue
      case .distance: distance = newValue
      case .toolType: toolType = newValue
      case .tiltX: tiltX = newValue
      case .tiltY: tiltY = newValue
      }
    }
  }
}
