/// One message for the broker. All are sent with QoS 1: the broker says that it has it.
struct Message: Equatable, Sendable {
  /// What a message is to those that come after it.
  enum Kind: Equatable, Sendable {
    /// How something is now. The broker retains it, and of several that wait for a topic only the last is sent.
    case state
    /// As ``state``, but each is sent: those that hear it must hear every step.
    case step
    /// What happened. It is retained nowhere, and not sent when it is stale.
    case event
  }

  let topic: String
  let payload: String
  let kind: Kind

  /// Whether the broker keeps it for those that subscribe later.
  var isRetained: Bool { kind != .event }
}
