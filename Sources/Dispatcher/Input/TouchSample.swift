/// One contact for its whole life, unique over all panels while the program runs.
public typealias ContactID = Int

/// What one frame says of one contact, calibrated to the screen: the value that goes through the event queue.
@frozen public struct TouchSample: Equatable, Sendable {
  public let contact: ContactID
  /// `moved` when any value of the contact changed, not its location alone.
  public let phase: TouchPhase
  public let type: TouchType
  /// The index of the panel among those that were attached.
  public let panel: Int32
  public let slot: Int32
  /// The position in device units, as the panel sent it.
  public let rawX: Int32
  public let rawY: Int32
  /// The position in points of the screen; neither clamped nor rounded.
  public let location: Point
  /// Pressure ÷ average pressure; 0 where the panel has none.
  public let force: Double
  /// Half of the contact's longer axis, in points; 0 where the panel does not say.
  public let majorRadius: Double
}
