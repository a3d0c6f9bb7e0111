/// What a panel sent that only a broken kernel does: events for a slot that it never declared.
public struct KernelFault: Equatable, Sendable, CustomStringConvertible {
  /// The name of the panel.
  public let panel: String
  /// The number that the events named.
  public let slot: Int
  /// How many slots there are.
  public let slots: Int

  public var description: String {
    "\"\(panel)\": slot \(slot) of \(slots); what it sends there is passed over until it names another slot"
  }
}
