/// Properties of a touch whose values may be estimates.
@frozen public struct TouchProperties: OptionSet, Hashable, Sendable {
  public let rawValue: UInt8

  @inlinable public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// How hard the finger or the pen presses.
  public static let force = TouchProperties(rawValue: 1)
  /// Where a pen points.
  public static let azimuth = TouchProperties(rawValue: 2)
  /// How flat a pen is held.
  public static let altitude = TouchProperties(rawValue: 4)
  /// Where the touch is: an estimate in predicted touches only.
  public static let location = TouchProperties(rawValue: 8)

  /// The properties that an axis of a panel's contacts reports.
  static func told(by axis: UInt16) -> TouchProperties {
    switch axis {
    case EventCode.absMTPressure, EventCode.absPressure: .force
    // A device that reports its tilt leaves out the axis that did not change.
    case EventCode.absTiltX, EventCode.absTiltY: [.azimuth, .altitude]
    default: []
    }
  }
}
