/// Where a touch is between landing and lifting.
@frozen public enum TouchPhase: UInt8, Hashable, Sendable, CaseIterable {
  /// The finger came down in this event.
  case began
  /// Down, and its location or its force changed in this event.
  case moved
  /// Down, and neither its location nor its force changed in this event.
  case stationary
  /// The finger lifted in this event.
  case ended
  /// Ended by something other than a lift: a palm, an unplugged panel, a gesture that took the touch.
  case cancelled
}

/// What touches the screen.
@frozen public enum TouchType: UInt8, Hashable, Sendable, CaseIterable {
  /// A finger on the screen.
  case direct
  /// A finger on a surface other than the screen, as UIKit has it. touchd reports none.
  case indirect
  /// A pen.
  case stylus
}
