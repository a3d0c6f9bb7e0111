import LinuxInput
internal import NIOCore
internal import NIOPosix
import TouchdKit

/// A connection to an events socket, for one stream or one question. Bound to an event loop.
///
///     connecting ──► open ──► ended
///
/// It reads a portion when it is asked to, so that lines wait where they have a bound: in touchd.
final class Upstream: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer

  /// Pause between attempts at a replay's socket, and the time for all. (O)
  private static let (pause, patience) = (TimeAmount.milliseconds(20), TimeAmount.seconds(60))

  private let loop: any EventLoop
  private let onLines: ([ByteBuffer]) -> Void
  private let onEnd: (String?) -> Void
  private var channel: (any Channel)?
  private var replay: ReplayProcess?
  private var splitter = LineSplitter()
  /// Requests from before the connection.
  private var unsent: [ByteBuffer] = []
  private var hasEnded = false
  /// Requests that may wait for the connection.
  private static let mostUnsent = 8

  /// Connects, once this has returned: some failures are known at once.
  ///
  /// - Parameters:
  ///   - onLines: called with the lines of a portion, maybe none.
  ///   - onEnd: called once, at its end, with what went wrong; not after ``close()``.
  init(
    _ source: LineSource, on loop: any EventLoop, onLines: @escaping ([ByteBuffer]) -> Void,
    onEnd: @escaping (String?) -> Void
  ) {
    (self.loop, self.onLines, self.onEnd) = (loop, onLines, onEnd)
    loop.execute { [own = NIOLoopBound(self, eventLoop: loop)] in own.value.begin(source) }
  }

  /// Sends a request with its line feed.
  ///
  /// - Returns: whether there was room for it.
  func send(_ line: ByteBuffer) -> Bool {
    guard !hasEnded else { return false }
    guard let channel else {
      guard unsent.count < Self.mostUnsent else { return false }
      unsent.append(line)
      return true
    }
    guard channel.isWritable else { return false }
    channel.writeAndFlush(line, promise: nil)
    return true
  }

  /// Reads the next portion.
  func read() { channel?.read() }

  /// Hangs up.
  func close() {
    hasEnded = true
    channel?.close(promise: nil)
    replay?.close()
  }

  // MARK: - Connecting

  private func begin(_ source: LineSource) {
    guard !hasEnded else { return }
    switch source {
    case .daemon(let path): connect(to: path, until: nil)
    case .recording(let recorded): start(recorded)
    }
  }

  private func start(_ recorded: LineSource.Recorded) {
    let path = "\(recorded.folder)/\(Secret.random().text.prefix(16)).sock"
    do {
      replay = try ReplayProcess(recorded, at: path, on: loop) { [unowned self] failure in
        // What it has said well is still on its way, and the connection ends after it.
        if failure != nil || channel == nil { end(failure ?? "the replay ended before it began") }
      }
      connect(to: path, until: .now() + Self.patience)
    } catch {
      end("\(error)")
    }
  }

  /// - Parameter deadline: until when it is tried again; `nil` for once.
  private func connect(to path: String, until deadline: NIODeadline?) {
    let own = NIOLoopBound(self, eventLoop: loop)
    ClientBootstrap(group: loop)
      .channelOption(.autoRead, value: false)
      .channelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(own.value)
        }
      }
      .connect(unixDomainSocketPath: path)
      .assumeIsolated()
      .whenComplete { result in own.value.take(result, from: path, until: deadline) }
  }

  private func take(_ result: Result<any Channel, any Error>, from path: String, until deadline: NIODeadline?)
  {
    switch result {
    case .success(let channel) where hasEnded: channel.close(promise: nil)
    case .success(let channel):
      self.channel = channel
      for line in unsent { channel.write(line, promise: nil) }
      unsent = []
      channel.flush()
      channel.read()
    case .failure where hasEnded: break
    case .failure(let error):
      if let deadline, deadline > .now() {
        let own = NIOLoopBound(self, eventLoop: loop)
        loop.scheduleTask(in: Self.pause) {
          if !own.value.hasEnded { own.value.connect(to: path, until: deadline) }
        }
      } else {
        let words = (error as? IOError).map { EventsListener.words(for: $0.errnoCode, at: path) }
        end(words ?? "\(path): \(error)")
      }
    }
  }

  // MARK: - What comes

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !hasEnded else { return }
    do {
      onLines(try splitter.add(unwrapInboundIn(data)))
    } catch {
      end("what answered is no touchd")
    }
  }

  func channelReadComplete(context: ChannelHandlerContext) { if !hasEnded { onLines([]) } }

  func channelInactive(context: ChannelHandlerContext) { end(nil) }

  private func end(_ failure: String?) {
    guard !hasEnded else { return }
    close()
    onEnd(failure)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}

/// Takes lines out of bytes as they come.
struct LineSplitter {
  /// Bytes that are not a line of touchd: they have no end.
  struct TooLong: Error {}

  /// The longest line; touchd's own bound is less. (O)
  static let longest = 1 << 20

  private var rest = ByteBuffer()

  /// Adds bytes, and returns the lines that are complete, without their line feeds. O(bytes).
  mutating func add(_ bytes: ByteBuffer) throws(TooLong) -> [ByteBuffer] {
    var bytes = bytes
    if rest.readableBytes > 0 {
      rest.writeBuffer(&bytes)
    } else {
      rest = bytes
    }
    var lines: [ByteBuffer] = []
    while let end = rest.readableBytesView.firstIndex(of: UInt8(ascii: "\n")) {
      guard let line = rest.readSlice(length: end - rest.readerIndex) else { break }
      rest.moveReaderIndex(forwardBy: 1)
      lines.append(line)
    }
    guard rest.readableBytes <= Self.longest else { throw TooLong() }
    rest.discardReadBytes()
    return lines
  }
}

/// Asks once what there is, for the answer to one request. Bound to an event loop.
final class Inquiry {
  /// Longest time for it. (O)
  private static let patience = TimeAmount.seconds(20)
  /// The most bytes of a state: 64,000 views have less. (O)
  private static let longest = 16 << 20

  private var upstream: Upstream?
  private var inventory = Inventory()
  private var size = 0
  private var deadline: Scheduled<Void>?
  private let onEnd: (Result<Inventory, Failure>) -> Void

  /// Reason for which there is no answer, in words.
  struct Failure: Error { let words: String }

  /// Asks.
  ///
  /// - Parameter onEnd: called once, unless it is closed before.
  init(_ source: LineSource, on loop: any EventLoop, onEnd: @escaping (Result<Inventory, Failure>) -> Void) {
    self.onEnd = onEnd
    upstream = Upstream(
      source, on: loop, onLines: { [unowned self] in take($0) },
      onEnd: { [unowned self] in end(.failure(Failure(words: $0 ?? "touchd has ended the connection"))) })
    _ = upstream?.send(ByteBuffer(string: StreamQuery(kinds: ["counters"]).line))
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
