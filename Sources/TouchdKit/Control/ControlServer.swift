package import Dispatcher
internal import Glibc
package import LinuxInput
package import Logging

/// The daemon's control socket: takes requests, one a connection, and sends the answers, all on the run loop.
///
/// Nothing that a client does holds up the loop: nothing waits, and everything has a limit. A socket that cannot be made
/// yet, or was deleted, is made as soon as it can be. Not thread-safe.
package final class ControlServer {
  /// Does what is asked, and replies on the loop, at once or later. The first reply counts; one to a client
  /// that has gone is dropped.
  package typealias Answer = (ControlRequest, _ reply: @escaping (ControlReply) -> Void) -> Void

  /// Where the socket is unless an option names another path.
  package static let standardPath = "/run/touchd/control.sock"
  /// The most clients at once: some terminals, a collector of metrics, and `systemctl reload`.
  static let clientLimit = 8
  /// How long a client may take for its line, and again for its answer. While the daemon works there is no
  /// limit.
  package static let patience = Interval.seconds(10)
  /// The most connections taken in a wake, so that touchscreens get their turn.
  private static let acceptsPerWake = 16
  /// The shortest time between two lines of the log. (O)
  private static let logPause = Interval.seconds(10)
  /// How long it accepts no client after there was no descriptor left. A client that waits would wake the loop again
  /// and again.
  private static let exhaustionPause = Interval.seconds(1)

  /// How long after a socket could not be made it is tried once more.
  private static let repairPause = Interval.seconds(5)
  /// The shortest time between two lines of the log about that. (O)
  private static let repairLogPause = Interval.seconds(600)

  /// How many clients were sent away: because they may not use the socket, or were too many.
  package private(set) var refusedCount = 0

  private let runLoop: RunLoop
  /// Of clients that were sent away: any client that may connect could otherwise fill the journal.
  private let log: LimitedLog
  /// Of the socket's file.
  private let repairs: LimitedLog
  private let mayUse: (LocalSocket.Peer) -> Bool
  private let patience: Interval
  private let answer: Answer
  private let path: String
  /// `nil` while there is no socket, as is the watch.
  private var listener: LocalSocketListener?
  private var watch: RunLoop.Watch?
  private var pause: LoopTimer?
  /// Tells when something happened to the socket's file.
  private var place: FileWatch?
  private var repair: LoopTimer?
  private var clients: [ObjectIdentifier: ControlConnection] = [:]

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
    repairs = LimitedLog(logger, burst: 1, every: Self.repairLogPause)
    self.mayUse = mayUse
    self.patience = patience
    self.answer = answer
    self.path = path
    Self.makeFolder(of: path)
    pause = try LoopTimer(on: runLoop) { [unowned self] in accept(whenever: .readable) }
    repair = try LoopTimer(on: runLoop) { [unowned self] in listenAgain() }
    do throws(SystemError) {
      try listen(waits: true)
    } catch {
      repairs.warning(about: "failed", "`touchd status` and `touchd reload` will not work: \(error)")
      repair?.set(after: Self.repairPause)
    }
    followPlace()
    // The file may have been deleted before it was watched.
    if listener != nil { listenAgain() }
  }

  deinit { close() }

  /// Sends all clients away, and removes the socket if it is still this one.
  package func close() {
    if let watch { runLoop.cancel(watch) }
    (watch, pause, place, repair) = (nil, nil, nil, nil)
    listener?.remove()
    listener = nil
    clients = [:]
  }

  /// systemd makes the folder; without systemd it would be missing. If this fails, listening reports it.
  private static func makeFolder(of path: String) {
    guard let end = path.lastIndex(of: "/") else { return }
    mkdir(String(path[..<end]), 0o755)
  }
}

// MARK: - The socket's file

extension ControlServer {
  private func listen(waits: Bool) throws(SystemError) {
    let listener = try LocalSocketListener(path: path, waits: waits)
    watch = try runLoop.watch(listener.fileDescriptor) { [unowned self] _ in acceptThoseWaiting() }
    self.listener = listener
  }

  private func followPlace() {
    do {
      place = try FileWatch([path], on: runLoop, settle: .milliseconds(50)) { [unowned self] in listenAgain()
      }
    } catch {
      note("if its file is deleted, that will not be noticed: \(error)")
    }
  }

  /// Makes the socket anew, unless it is there: without its file no client can connect. After a failure it tries again.
  private func listenAgain() {
    guard listener?.isInPlace != true else { return }
    // Clients that connected before it was gone.
    acceptThoseWaiting()
    if let watch { runLoop.cancel(watch) }
    (watch, listener) = (nil, nil)
    Self.makeFolder(of: path)
    do {
      try listen(waits: false)
      repairs.notice(about: "made", "control socket: \(path) was not there, and was made")
    } catch {
      repairs.warning(about: "failed", "control socket: \(path) is not there, and cannot be made: \(error)")
      repair?.set(after: Self.repairPause)
    }
  }
}

// MARK: - Clients

extension ControlServer {
  private func acceptThoseWaiting() {
    for _ in 0..<Self.acceptsPerWake {
      do {
        guard let socket = try listener?.accept() else { return }
        try admit(socket)
      } catch {
        note("\(error)")
        accept(whenever: [])
        pause?.set(after: Self.exhaustionPause)
        return
      }
    }
  }

  private func accept(whenever readiness: Readiness) {
    // The descriptor is open for as long as there is a watch.
    if let watch { try? runLoop.update(watch, for: readiness) }
  }

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
