/// What happened to one contact in one frame, in device units.
@frozen public struct ContactChange: Equatable, Sendable {
  public let slot: Int
  /// `moved` when any value of the contact changed, not its position alone.
  public let phase: TouchPhase
  public let state: SlotState
  /// The properties that events have told of since the contact was first noticed, on the glass or above it.
  public var seen: TouchProperties = []
}
