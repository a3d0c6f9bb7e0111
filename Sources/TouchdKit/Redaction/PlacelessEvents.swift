import Dispatcher

extension RawEvent {
  /// Whether an event may be shown where views are sensitive, by what is known of its code: it tells of no place, or of
  /// one that is taken out where it must be.
  ///
  /// Whatever else a device sends may mirror the position of a contact, as ABS_Z, ABS_RX, ABS_HAT0X, REL_X and
  /// MSC_SERIAL do on some, and is left out, wherever the contact is: nothing that reads touches needs it.
  ///
  /// - Parameter touchProtocol: the panel's: axes of another one say nothing that is known.
  func isKnown(to touchProtocol: TouchProtocol) -> Bool {
    switch type {
    case EventType.syn, EventType.key: true
    case EventType.msc: code == EventCode.mscTimestamp
    case EventType.abs: Self.pointerAxes.contains(code) || !touchProtocol.isSingleTouch && isOfSlot
    default: false
    }
  }

  private var isOfSlot: Bool { code == EventCode.absMTSlot || EventCode.absMTSlotAxes.contains(code) }

  /// The place of the pointer and its pressure are taken out where they must be; a height and a tilt are no places.
  private static let pointerAxes = [
    EventCode.absX, EventCode.absY, EventCode.absPressure, EventCode.absDistance, EventCode.absTiltX,
    EventCode.absTiltY,
  ]
}
