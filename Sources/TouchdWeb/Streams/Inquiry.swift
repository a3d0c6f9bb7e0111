internal import NIOCore

/// Asks once what there is, for the answer to one request. Bound to an event loop.
final class Inquiry {
  /// How long it may take. (O)
  private static let patience = TimeAmount.seconds(20)
  /// The most bytes of a state: 64,000 views have less. (O)
  private static let longest = 16 << 20

  private var upstream: Upstream?
  private var inventory = Inventory()
  private var size = 0
  private var deadline: Scheduled<Void>?
  private let onEnd: (Result<Inventory, Failure>) -> Void

  /// Why there is no answer, in words.
  struct Failure: Error {
    let words: String
  }

  /// Asks.
  ///
  /// - Parameter onEnd: called once, unless it is closed before.
  init(_ source: LineSource, on loop: any EventLoop, onEnd: @escaping (Result<Inventory, Failure>) -> Void) {
    self.onEnd = onEnd
    upstream = Upstream(
      source, on: loop,
      Upstream.Calls(
        lines: { [unowned self] in take($0) },
        end: { [unowned self] in end(.failure(Failure(words: $0 ?? "touchd has ended the connection"))) }))
    _ = upstream?.send(ByteBuffer(string: Subscription(kinds: ["counters"]).line))
    deadline = loop.assumeIsolated().scheduleTask(in: Self.patience) { [weak self] in
      self?.end(.failure(Failure(words: "touchd does not answer")))
    }
  }

  /// Asks no more.
  func close() {
    upstream?.close()
    deadline?.cancel()
    (upstream, deadline) = (nil, nil)
  }

  private func take(_ lines: [ByteBuffer]) {
    guard upstream != nil else { return }
    for line in lines {
      size += line.readableBytes
      inventory.take(line)
    }
    if let refusal = inventory.refusal { return end(.failure(Failure(words: refusal))) }
    if inventory.isComplete { return end(.success(inventory)) }
    if size > Self.longest { return end(.failure(Failure(words: "there is too much to say at once"))) }
    if lines.isEmpty { upstream?.read() }
  }

  private func end(_ result: Result<Inventory, Failure>) {
    guard upstream != nil else { return }
    close()
    onEnd(result)
  }
}
