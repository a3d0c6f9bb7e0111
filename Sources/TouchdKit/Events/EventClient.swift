import Dispatcher
internal import Glibc
import LinuxInput

/// A client of the events socket, from its connection to its end.
///
///     listening ──► ending ──► gone
///         │ the rest of its lines is sent, ten seconds at most
///         └──────────────────► gone: it has hung up
///
/// It never waits: what the kernel has no room for waits in the outbox, which has a bound.
final class EventClient {
  enum Phase: Equatable {
    /// It asks, and is sent what it subscribed to.
    case listening
    /// It is sent what is left, and asks nothing more.
    case ending(until: Timestamp)
    case gone
  }

  /// How long a client has for the last lines. (O)
  static let patience = Interval.seconds(10)
  /// How many requests a client may make at once, and how long it takes for one more. What a program asks at its start
  /// is less; a client that sends nonsense costs the loop no more than a thousandth of its time. (O)
  private static let (burst, interval) = (64, Interval.milliseconds(20))
  /// The same for those that are answered with all there is. (O)
  private static let (snapshotBurst, snapshotInterval) = (4, Interval.milliseconds(500))
  /// The bytes that are read in a wake. (O)
  private static let bytesPerWake = 4 << 10
  /// The portions that are sent in a wake. (O)
  private static let portionsPerWake = 4

  let peer: LocalSocket.Peer
  private(set) var phase = Phase.listening
  var subscription = Subscription.none {
    didSet { knowsCounters = false }
  }
  /// Whether it was sent the counters since it subscribed.
  var knowsCounters = false
  /// What it answers for.
  var claims: [Claims.Key: Claimant] = [:]
  private let socket: LocalSocket
  private let runLoop: RunLoop
  private var watch: RunLoop.Watch?
  private var outbox: EventOutbox
  private var requests = RateLimit(burst: burst, every: interval)
  private var snapshots = RateLimit(burst: snapshotBurst, every: snapshotInterval)
  /// What it has sent of lines that are not read yet, and how much of that is known to hold no line's end.
  private var input: [UInt8] = []
  private var scanned = 0
  /// Whether it has more to say than it may now.
  private(set) var isPaused = false
  /// Whether it read too slowly.
  private(set) var wasLost = false
  private var hasEnded = false
  private var readiness = Readiness.readable
  private let onLine: (EventClient, [UInt8]) -> Void
  private let onWait: () -> Void
  private let onEnd: (EventClient) -> Void

  /// - Parameters:
  ///   - keepsAll: whether its lines wait without a bound.
  ///   - onLine: called with each line, without its line feed.
  ///   - onWait: called when it has more to ask than it may, or is to go: ``resume(at:)`` and ``expire(at:)`` are due
  ///     then.
  ///   - onEnd: called once, when it has gone; not by ``close()``.
  init(
    _ socket: LocalSocket, _ peer: LocalSocket.Peer, on runLoop: RunLoop, keepsAll: Bool,
    onLine: @escaping (EventClient, [UInt8]) -> Void, onWait: @escaping () -> Void,
    onEnd: @escaping (EventClient) -> Void
  ) throws(SystemError) {
    (self.socket, self.peer, self.runLoop) = (socket, peer, runLoop)
    (self.onLine, self.onWait, self.onEnd) = (onLine, onWait, onEnd)
    outbox = EventOutbox(limit: keepsAll ? .max : EventOutbox.limit)
    watch = try runLoop.watch(socket.fileDescriptor) { [weak self] in self?.serve($0) }
  }

  deinit { close() }

  /// Closes the connection, with what is left unsent.
  func close() {
    if let watch { runLoop.cancel(watch) }
    (watch, phase) = (nil, .gone)
  }

  /// Whether it is still to be sent something.
  var isSending: Bool { phase != .gone && !outbox.isEmpty }

  /// Whether it hears of an event.
  func wants(_ report: EventFeed.Report) -> Bool {
    guard phase == .listening, subscription.admits(report.kind, about: report.view) else { return false }
    guard let name = subscription.layout, let layout = report.layout else { return true }
    return layout.layout.isCalled(name)
  }

  // MARK: - What it is sent

  /// Sends a line when there is room; a client that is too slow loses what waits, and is closed.
  func send(_ line: EventLine) {
    guard phase == .listening else { return }
    if !outbox.append(line) { lose() }
  }

  /// Sends what there is.
  func send(_ snapshot: Snapshot) {
    guard phase == .listening else { return }
    if !outbox.append(snapshot) { lose() }
  }

  /// Has it go, after what waits.
  func end(at now: Timestamp = MonotonicClock.now) {
    guard phase == .listening else { return }
    phase = .ending(until: now + Self.patience)
    onWait()
    flush()
  }

  private func lose() {
    wasLost = true
    outbox.lose(
      EventLine([
        ("kind", "lost"), ("message", "this client reads too slowly: connect again, and subscribe again"),
      ]))
    end()
  }

  /// Hands the kernel what waits, as far as there is room.
  func flush() {
    guard phase != .gone else { return }
    do {
      for _ in 0..<Self.portionsPerWake {
        let bytes = outbox.next()
        guard !bytes.isEmpty else { break }
        let count = try socket.send(bytes)
        outbox.sent(count)
        if count < bytes.count { break }
      }
      if outbox.isEmpty, phase != .listening || (hasEnded && isIdle) { return finish() }
      wait()
    } catch {
      finish()
    }
  }

  /// Ends a client whose time for the last lines is over.
  func expire(at now: Timestamp) {
    if case .ending(let end) = phase, end <= now { finish() }
  }

  /// Whether it has asked for nothing that goes on.
  private var isIdle: Bool { subscription.kinds.isEmpty && claims.isEmpty && input.isEmpty }

  // MARK: - What it says

  private func serve(_ ready: Readiness) {
    if !ready.isDisjoint(with: [.hangup, .error]) { return finish() }
    if ready.contains(.readable), phase == .listening, !isPaused, !hasEnded { read() }
    flush()
  }

  private func read() {
    do {
      guard let bytes = try socket.receive(atMost: Self.bytesPerWake) else { return }
      if bytes.isEmpty {
        hasEnded = true
        // A last line may lack its line feed.
        if !input.isEmpty { input.append(UInt8(ascii: "\n")) }
      }
      input += bytes
      takeLines(at: MonotonicClock.now)
    } catch {
      finish()
    }
  }

  /// Goes on with what it has said.
  func resume(at now: Timestamp) {
    guard isPaused, phase == .listening else { return }
    isPaused = false
    takeLines(at: now)
    flush()
  }

  private func takeLines(at now: Timestamp) {
    while phase == .listening, let end = input[scanned...].firstIndex(of: UInt8(ascii: "\n")) {
      guard requests.admit(at: now) != nil else {
        isPaused = true
        onWait()
        return
      }
      guard end < EventRequest.longest else { return refuseLength() }
      let line = Array(input[..<end])
      input.removeFirst(end + 1)
      scanned = 0
      onLine(self, line)
    }
    scanned = input.count
    if input.count >= EventRequest.longest { refuseLength() }
  }

  private func refuseLength() {
    send(EventLine.error(nil, "a request is a line of at most \(EventRequest.longest) bytes"))
    input = []
    end()
  }

  /// Whether it may ask for all there is; the last answer to that must be read.
  func mayTakeSnapshot(at now: Timestamp) -> Bool { !outbox.hasSnapshot && snapshots.admit(at: now) != nil }

  private func wait() {
    var wanted: Readiness = []
    if phase == .listening, !isPaused, !hasEnded { wanted.insert(.readable) }
    if !outbox.isEmpty { wanted.insert(.writable) }
    guard wanted != readiness, let watch else { return }
    readiness = wanted
    // The descriptor is open for as long as there is a watch.
    try? runLoop.update(watch, for: wanted)
  }

  private func finish() {
    guard phase != .gone else { return }
    // Closing a socket that has something to read makes the other end's last read fail.
    let rest = try? socket.receive(atMost: EventRequest.longest)
    let lines = phase == .listening ? lastLines(with: rest ?? []) : []
    close()
    for line in lines { onLine(self, line) }
    onEnd(self)
  }

  /// What it asked before it hung up, as many requests as it may make: a program that asks and goes at once, with lines
  /// that it has not read, is heard too late otherwise.
  private func lastLines(with rest: [UInt8]) -> [[UInt8]] {
    let lines = (input + rest).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .dropLast()
    let now = MonotonicClock.now
    return lines.filter { $0.count < EventRequest.longest }.prefix { _ in requests.admit(at: now) != nil }
      .map(Array.init)
  }
}

extension EventLine {
  /// The answer to a request that was done.
  static func ok(_ id: JSON?) -> EventLine { EventLine([("kind", "ok")] + (id.map { [("id", $0)] } ?? [])) }

  /// The answer to a request that was not.
  static func error(_ id: JSON?, _ message: String) -> EventLine {
    EventLine([("kind", "error")] + (id.map { [("id", $0)] } ?? []) + [("message", .string(message))])
  }
}
