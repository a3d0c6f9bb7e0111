package import Dispatcher
internal import Glibc
package import LinuxInput
package import Logging

/// The daemon's control socket: takes requests, one a connection, and sends the answers, all on the run loop.
///
/// Nothing that a client does holds up the loop: nothing waits, and everything has a limit. A socket that cannot be
/// made yet, or was deleted, is made as soon as it can be. Not thread-safe.
package final class ControlServer {
  /// Does what is asked, and replies on the loop, at once or later. The first reply counts; one to a client
  /// that has gone is dropped.
  package typealias Answer = (ControlRequest, _ reply: @escaping (ControlReply) -> Void) -> Void

  /// Path of the socket unless an option names another.
  package static let standardPath = "/run/touchd/control.sock"
  /// The most clients at once: some terminals, a collector of metrics, and `systemctl reload`.
  static let clientLimit = 8
  /// The time that a client may take for its line, and again for its answer. While the daemon works there is no
  /// limit.
  package static let patience = Interval.seconds(10)
  /// The shortest time between two lines of the log. (O)
  private static let logPause = Interval.seconds(10)

  /// The number of clients that were sent away: because they may not use the socket, or were too many.
  package private(set) var refusedCount = 0

  private let runLoop: RunLoop
  /// Of clients that were sent away: any client that may connect could otherwise fill the journal.
  private let log: LimitedLog
  private let mayUse: (LocalSocket.Peer) -> Bool
  private let patience: Interval
  private let answer: Answer
  private var door: SocketDoor?
  private(set) var clients: [ObjectIdentifier: ControlConnection] = [:]

  /// Begins to listen. Where that fails, the log says why, with what helps, and it is tried again: another touchd that
  /// serves the path may end.
  ///
  /// - Parameters:
  ///   - path: where. A missing folder is made, if it may be.
  ///   - mayUse: whether a client may use the socket; root and the user that the daemon runs as may.
  ///   - patience: how long a client may take for its line, and again for its answer.
  /// - Throws: ``SystemError``: `EMFILE` where there is no descriptor left for its timers.
  package init(
    path: String, on runLoop: RunLoop, logger: Logger,
    mayUse: @escaping (LocalSocket.Peer) -> Bool = { $0.isRootOrOneself }, patience: Interval = patience,
    answer: @escaping Answer
  ) throws(SystemError) {
    self.runLoop = runLoop
    log = LimitedLog(logger, burst: 1, every: Self.logPause)
    self.mayUse = mayUse
    self.patience = patience
    self.answer = answer
    let place = SocketDoor.Place(
      path: path, name: "control socket", loss: "`touchd status` and `touchd reload` will not work")
    door = try SocketDoor(place, on: runLoop, logger) { [unowned self] socket throws(SystemError) in
      try admit(socket)
    }
  }

  deinit { close() }

  /// Sends all clients away, and removes the socket if it is still this one.
  package func close() {
    door?.close()
    door = nil
    clients = [:]
  }
}

// MARK: - Clients

extension ControlServer {
  private func admit(_ socket: LocalSocket) throws(SystemError) {
    let peer = try socket.peer()
    guard mayUse(peer) else {
      note("uid \(peer.uid) (pid \(peer.pid)) may not use it; root and uid \(geteuid()) may")
      return refuse(socket, "uid \(peer.uid) may not use this socket; run it as root")
    }
    guard clients.count < Self.clientLimit else {
      note("\(Self.clientLimit) clients are being served; pid \(peer.pid) was sent away")
      return refuse(socket, "\(Self.clientLimit) clients are being served; try again")
    }
    let client = try ControlConnection(socket, on: runLoop, patience, answer) { [weak self] in
      self?.clients[ObjectIdentifier($0)] = nil
    }
    clients[ObjectIdentifier(client)] = client
  }

  private func refuse(_ socket: LocalSocket, _ reason: String) {
    refusedCount += 1
    ControlConnection.dismiss(socket, with: .refused(reason))
  }

  private func note(_ incident: String) {
    log.warning(about: "clients", "control socket: \(incident)")
  }
}

extension LocalSocket.Peer {
  /// Whether this is root, or the user that this process runs as.
  package var isRootOrOneself: Bool { uid == 0 || uid == geteuid() }
}

/// A client of the control socket, from its connection to the end of its answer.
final class ControlConnection {
  private enum Phase {
    /// The bytes of the line so far.
    case asking([UInt8])
    /// The request is being worked on.
    case waiting
    /// The bytes that are still to be sent.
    case answering(ArraySlice<UInt8>)
    case ended
  }

  private let socket: LocalSocket
  private let runLoop: RunLoop
  private let patience: Interval
  private let answer: ControlServer.Answer
  private let onEnd: (ControlConnection) -> Void
  private var phase = Phase.asking([])
  private var watch: RunLoop.Watch?
  private var timer: LoopTimer?

  /// Waits for a client's request.
  ///
  /// - Parameter onEnd: called once, when the client has its answer or has gone.
  init(
    _ socket: LocalSocket, on runLoop: RunLoop, _ patience: Interval,
    _ answer: @escaping ControlServer.Answer,
    onEnd: @escaping (ControlConnection) -> Void
  ) throws(SystemError) {
    self.socket = socket
    self.runLoop = runLoop
    self.patience = patience
    self.answer = answer
    self.onEnd = onEnd
    timer = try LoopTimer(on: runLoop) { [weak self] in self?.expire() }
    timer?.set(after: patience)
    watch = try runLoop.watch(socket.fileDescriptor) { [weak self] _ in self?.serve() }
  }

  deinit { if let watch { runLoop.cancel(watch) } }

  /// Answers a client that is not served, as far as that works at once.
  static func dismiss(_ socket: LocalSocket, with reply: ControlReply) {
    _ = try? socket.send(reply.bytes[...])
    socket.drain()
  }

  private func serve() {
    do {
      switch phase {
      case .asking(let line): try read(after: line)
      // Asked about nothing else: the client has gone.
      case .waiting: end()
      case .answering(let bytes): try write(bytes)
      case .ended: break
      }
    } catch {
      end()
    }
  }

  private func read(after start: [UInt8]) throws(SystemError) {
    guard let bytes = try socket.receive(atMost: ControlRequest.longest - start.count) else { return }
    let line = start + bytes
    if let end = line.firstIndex(of: UInt8(ascii: "\n")) {
      take(String(decoding: line[..<end], as: UTF8.self))
    } else if bytes.isEmpty {
      end()
    } else if line.count == ControlRequest.longest {
      reply(.refused("a request is a line of at most \(ControlRequest.longest) bytes"))
    } else {
      phase = .asking(line)
    }
  }

  private func take(_ line: String) {
    guard let request = ControlRequest(line: line) else {
      return reply(.refused("there is no request \(quoted(line)); there is \(ControlRequest.words)"))
    }
    phase = .waiting
    timer?.set(nil)
    wait(for: [])
    answer(request) { [weak self] reply in
      guard let self, case .waiting = phase else { return }
      self.reply(reply)
    }
  }

  private func reply(_ reply: ControlReply) {
    timer?.set(after: patience)
    wait(for: .writable)
    do {
      try write(reply.bytes[...])
    } catch {
      end()
    }
  }

  private func write(_ bytes: ArraySlice<UInt8>) throws(SystemError) {
    let rest = bytes.dropFirst(try socket.send(bytes))
    phase = .answering(rest)
    if rest.isEmpty { end() }
  }

  private func expire() {
    if case .asking = phase {
      reply(.refused("no request came within \(words(for: patience.seconds)) s"))
    } else {
      end()
    }
  }

  private func wait(for readiness: Readiness) {
    // The descriptor is open for as long as there is a watch.
    if let watch { try? runLoop.update(watch, for: readiness) }
  }

  private func end() {
    phase = .ended
    if let watch { runLoop.cancel(watch) }
    (watch, timer) = (nil, nil)
    socket.drain()
    onEnd(self)
  }
}

extension LocalSocket {
  /// Takes what a client has sent beyond its line: closing a socket that has something to read makes the
  /// other end's last read fail.
  fileprivate func drain() { _ = try? receive(atMost: 1 << 12) }
}
