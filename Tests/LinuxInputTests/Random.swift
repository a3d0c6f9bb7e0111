import Dispatcher

/// Numbers that are the same in every run for one seed (SplitMix64).
struct Random: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }

  /// One event of a multitouch panel, sensible or not.
  mutating func touchEvent() -> RawEvent {
    let codes = [
      EventCode.absMTSlot, EventCode.absMTTrackingID, EventCode.absMTPositionX, EventCode.absMTPositionY,
      EventCode.absMTPressure, EventCode.absMTTouchMajor,
    ]
    return .abs(codes.randomElement(using: &self) ?? 0, .random(in: -2...5, using: &self))
  }
}
