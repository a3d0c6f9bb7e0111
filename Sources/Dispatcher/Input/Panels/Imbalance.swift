/// A contact that broke the balance of phases: each begins once, and ends once.
public struct Imbalance: Equatable, Sendable, CustomStringConvertible {
  /// The name of the panel.
  public let panel: String
  /// The slot of the contact.
  public let slot: Int
  /// The phase that was one too many.
  public let phase: TouchPhase

  public var description: String {
    let fault =
      phase == .began
      ? "began again without an end; the first contact was cancelled"
      : "\(phase) without having begun; that was left out"
    return "\"\(panel)\": the contact in slot \(slot) \(fault). This is a bug of touchd: please report it"
  }
}
