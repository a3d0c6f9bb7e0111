/// What happened to one contact in one frame, in device units.
@frozen public struct ContactChange: Equatable, Sendable {
  /// The slot of the contact. On a panel without slots, a number that touchd gave it.
  public let slot: Int
  /// `moved` when any value of the contact changed, not its position alone.
  public let phase: TouchPhase
  /// The values of the slot after the frame.
  public let state: SlotState
  /// The properties that events have reported since the contact was first noticed, on the glass or above it.
  public var seen: TouchProperties = []
}
