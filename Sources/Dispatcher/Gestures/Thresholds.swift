/// Every number of the event model that an application or a layout may change, with its unit and source.
///
/// Limits are inclusive. Sources: H Apple's published headers and documentation, P open reimplementations,
/// O our own choice.
public struct Thresholds: Equatable, Sendable {
  /// When a down belongs to the touch before it, and raises its tap count.
  public struct Reuse: Equatable, Sendable {
    /// From the previous lift to this down. (P)
    public var interval = Interval.milliseconds(350)
    /// From the previous down, in points. (P)
    public var distance = 30.0
  }

  public struct Tap: Equatable, Sendable {
    /// How long each finger may stay down. (P)
    public var maximumDuration = Interval.milliseconds(750)
    /// From a lift to the next down. (P)
    public var interval = Interval.milliseconds(350)
    /// How far a finger may move from its down, in points. (P)
    public var allowableMovement = 10.0
    /// How far a later tap may land from the previous tap's down, in points. (O)
    public var distance = 30.0
  }

  public struct LongPress: Equatable, Sendable {
    /// How long the fingers must stay down. (H)
    public var minimumDuration = Interval.milliseconds(500)
    /// How far a finger may move before, in points. (H)
    public var allowableMovement = 10.0
  }

  public var reuse = Reuse()
  public var tap = Tap()
  public var longPress = LongPress()

  public init() {}
}
