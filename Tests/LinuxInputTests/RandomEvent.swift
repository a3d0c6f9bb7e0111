import Dispatcher
import FakePanels
import TestSupport

extension SplitMix {
  /// One event of a multitouch panel, sensible or not.
  mutating func touchEvent() -> RawEvent {
    let codes = [
      EventCode.absMTSlot, EventCode.absMTTrackingID, EventCode.absMTPositionX, EventCode.absMTPositionY,
      EventCode.absMTPressure, EventCode.absMTTouchMajor,
    ]
    return .abs(codes.randomElement(using: &self) ?? 0, .random(in: -2...5, using: &self))
  }
}
