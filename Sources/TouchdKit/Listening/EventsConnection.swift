package import Dispatcher
internal import Glibc
import LinuxInput

/// One connection of a program to the events socket, on a run loop.
///
/// It is made and begins to ask at once; how it goes on, it says by lines. Not thread-safe.
final class EventsConnection {
  enum End: Error, CustomStringConvertible {
    case failed(SystemError)
    case closed
    /// Bytes arrived that are not a line of touchd.
    case nonsense

    var description: String {
      switch self {
      case .failed(let error): "\(error)"
      case .closed: "touchd has ended the connection"
      case .nonsense: "what answered is no touchd"
      }
    }
  }

  /// Time that a daemon may take to let a program in. (O)
  static let patience = Interval.seconds(10)
  /// Longer than the daemon takes to answer anything; a person who waits at a terminal has given up by then. (O)
  static let longPatience = Interval.seconds(30)
  /// The bytes that are read in a wake. (O)
  private static let portion = 64 << 10
  /// The longest line; touchd's own bound is less. (O)
  private static let longestLine = 1 << 20

  private let socket: LocalSocket
  private let runLoop: RunLoop
  private var watch: RunLoop.Watch?
  /// Bytes of a line that has no end yet.
  private var rest: [UInt8] = []
  private let onLines: ([HeardLine]) -> Void
  private let onEnd: (End) -> Void

  /// Connects, and asks.
  ///
  /// - Parameters:
  ///   - request: what is asked for, without a line feed.
  ///   - remedy: what helps against an errno.
  ///   - onLines: called with what has come; half a line at the end is left out.
  ///   - onEnd: called once, after the last lines.
  /// - Throws: ``SystemError`` with a remedy: `ENOENT` and `ECONNREFUSED` if no daemon is there, `EACCES` without the
  ///   right to listen.
  init(
    to path: String, asking request: JSON, on runLoop: RunLoop, within patience: Interval = patience,
    remedy: (Int32) -> String? = remedy, onLines: @escaping ([HeardLine]) -> Void,
    onEnd: @escaping (End) -> Void
  ) throws(SystemError) {
    (self.runLoop, self.onLines, self.onEnd) = (runLoop, onLines, onEnd)
    let deadline = MonotonicClock.now + patience
    socket = try LocalSocket(connectingTo: path, until: deadline, remedy: remedy)
    var unsent = Array((request.text + "\n").utf8)[...]
    while !unsent.isEmpty {
      guard socket.wait(for: .writable, until: deadline)
      else { throw SystemError(call: "send", on: path, code: ETIMEDOUT, remedy: remedy(ETIMEDOUT)) }
      do {
        unsent = unsent.dropFirst(try socket.send(unsent))
      } catch {
        // It sent this program away, and has said why: that is still to be read.
        guard error.code == EPIPE else { throw error }
        break
      }
    }
    watch = try runLoop.watch(socket.fileDescriptor) { [weak self] _ in self?.read() }
  }

  deinit { close() }

  /// Asks for one thing, and waits for the answer: an `ok` or an `error`.
  ///
  /// - Throws: ``SystemError`` with a remedy: beside those of a connection, `ETIMEDOUT` if no answer comes in time,
  ///   `ECONNRESET` if touchd ends before, `EPROTO` if what answers is no touchd.
  static func answer(
    to request: JSON, at path: String, within patience: Interval = longPatience,
    remedy: (Int32) -> String? = remedy
  ) throws(SystemError) -> HeardLine {
    let (runLoop, deadline) = (try RunLoop(servesMainQueue: false), MonotonicClock.now + patience)
    var (answer, end): (HeardLine?, End?)
    let connection = try EventsConnection(
      to: path, asking: request, on: runLoop, within: patience, remedy: remedy,
      onLines: { answer = answer ?? $0.first { ["ok", "error"].contains($0["kind"]) } },
      onEnd: { end = $0 })
    defer { connection.close() }
    while true {
      if let answer { return answer }
      let left = deadline - MonotonicClock.now
      let code: Int32
      switch end {
      case nil where left.microseconds > 0:
        try runLoop.runOnce(timeout: left)
        continue
      case nil: code = ETIMEDOUT
      case .closed?: code = ECONNRESET
      case .nonsense?: code = EPROTO
      case .failed(let error)?: throw error
      }
      throw SystemError(call: "recv", on: path, code: code, remedy: remedy(code))
    }
  }

  func close() {
    if let watch { runLoop.cancel(watch) }
    watch = nil
  }

  /// Asks for something more. What there is no room for at once is not sent: a daemon that reads nothing is of no use
  /// later either.
  ///
  /// - Returns: whether it was sent; the connection ends if only a part was.
  func ask(_ request: JSON) -> Bool {
    guard watch != nil else { return false }
    let bytes = Array((request.text + "\n").utf8)
    guard let count = try? socket.send(bytes[...]), count > 0 else { return false }
    guard count == bytes.count else {
      end(.closed)
      return false
    }
    return true
  }

  private func read() {
    do throws(SystemError) {
      guard let bytes = try socket.receive(atMost: Self.portion) else { return }
      if bytes.isEmpty { return end(.closed) }
      take(bytes)
    } catch {
      end(error.code == ECONNRESET ? .closed : .failed(error))
    }
  }

  private func take(_ bytes: [UInt8]) {
    var parts = (rest + bytes).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    rest = Array(parts.removeLast())
    let heard = parts.map { HeardLine(Array($0)) }
    let lines = heard.prefix { $0 != nil }.compactMap(\.self)
    if !lines.isEmpty { onLines(lines) }
    if lines.count < heard.count || rest.count > Self.longestLine { end(.nonsense) }
  }

  private func end(_ reason: End) {
    // The lines before it may have closed it.
    guard watch != nil else { return }
    close()
    onEnd(reason)
  }

  static func remedy(_ code: Int32) -> String? {
    switch code {
    case ENOENT, ECONNREFUSED:
      "no touchd runs that could be listened to there: start it (`systemctl start touchd`), or name its events socket "
        + "by an option or $\(EventsListener.pathVariable)"
    case EACCES, EPERM:
      "only members of the group \(EventsServer.group) may listen: `sudo usermod -aG \(EventsServer.group) $USER`, then log "
        + "in again"
    case ETIMEDOUT: "touchd is there and does not answer; `systemctl status touchd` may say why"
    default: nil
    }
  }
}

/// The pauses between connections: longer after each failure, and never the same for two programs.
package struct BackOff: Sendable {
  private let (shortest, longest, good): (Interval, Interval, Interval)
  private var pause: Interval

  /// Pauses as of a broker: one that comes back has a whole fleet within two minutes, and not at once.
  ///
  /// - Parameters:
  ///   - shortest: between the first two tries. (O)
  ///   - longest: what it doubles up to. (O)
  ///   - good: a connection that lasted so long was a good one. A server that accepts and then closes is no better than
  ///     one that is offline. (O)
  package init(
    from shortest: Interval = .seconds(1), to longest: Interval = .seconds(120), good: Interval = .seconds(30)
  ) {
    (self.shortest, self.longest, self.good, pause) = (shortest, longest, good, shortest)
  }

  /// The pause before the next try: between half of what is due and all of it.
  ///
  /// - Parameter random: a number of a range, each as likely.
  package mutating func next(_ random: (ClosedRange<Int64>) -> Int64 = { .random(in: $0) }) -> Interval {
    let due = pause.microseconds
    pause = min(longest, Interval(microseconds: 2 * due))
    return Interval(microseconds: random(due / 2...due))
  }

  /// A connection has ended after so long.
  package mutating func connectionEnded(after duration: Interval) { if duration >= good { pause = shortest } }
}
