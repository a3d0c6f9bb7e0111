// A responder's chain as a whole.
extension Responder {
  /// More responders than this in a chain are a cycle made by an override of ``next``.
  static let chainLimit = 1024

  /// This responder and those after it, nearest first. Ends after 1,024, where ``next`` goes round in a circle.
  public final var responderChain: [Responder] {
    var chain: [Responder] = []
    var responder: Responder? = self
    while let current = responder, chain.count < Self.chainLimit {
      chain.append(current)
      responder = current.next ?? chain.responderAfterLast
    }
    return chain
  }

  /// The chain as one line: `A --> B --> C`.
  public final var responderChainDescription: String {
    responderChain.map(\.identifier).joined(separator: " --> ")
  }

  /// Prints the chain on standard output, for debugging.
  public final func printResponderChain() { print(responderChainDescription) }

  /// The window that the chain leads to.
  final var chainWindow: Window? {
    responderChain.lazy.compactMap { $0 as? Window }.first
  }
}

extension [Responder] {
  /// What the application of a chain puts after its last responder.
  fileprivate var responderAfterLast: Responder? {
    last.flatMap { end in lazy.compactMap { ($0 as? any TreeHost)?.responder(afterLast: end) }.first }
  }
}
