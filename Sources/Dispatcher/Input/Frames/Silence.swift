/// Why a panel is silent: none of its contacts are reported to responders.
///
/// What is down when a silence begins is cancelled; what is down when the last one ends stays muted until it lifts.
public struct Silence: OptionSet, Hashable, Sendable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The panel was switched off.
  public static let disabled = Silence(rawValue: 1)
  /// The screen behind the panel is dark.
  public static let outputOff = Silence(rawValue: 2)
  /// A pen is near, or was a moment ago.
  public static let pen = Silence(rawValue: 4)
}
