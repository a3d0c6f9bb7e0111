package import Dispatcher
internal import Glibc
package import LinuxInput

/// Asks the running daemon, through its control socket, and waits for the answer.
package struct ControlClient {
  /// Longer than the daemon takes for anything; a person who waits at a terminal has given up by then. (O)
  package static let patience = Interval.seconds(30)

  private let path: String

  /// - Parameter path: the daemon's control socket.
  package init(path: String) { self.path = path }

  /// The daemon's answer.
  ///
  /// - Throws: ``SystemError`` with a remedy: `ENOENT` and `ECONNREFUSED` if no daemon is there, `EACCES` without the
  ///   right to ask it, `ETIMEDOUT` if it does not answer in time, `ECONNRESET` if it ends before, `EPROTO` if what
  ///   answers is no touchd.
  package func ask(
    _ request: ControlRequest, within patience: Interval = patience
  ) throws(SystemError) -> ControlReply {
    let deadline = MonotonicClock.now + patience
    let socket = try LocalSocket(connectingTo: path, until: deadline, remedy: remedy)
    try send(Array("\(request.line)\n".utf8), on: socket, until: deadline)
    let bytes = try receive(on: socket, until: deadline)
    guard !bytes.isEmpty else { throw error("recv", ECONNRESET) }
    guard let reply = ControlReply(bytes: bytes) else { throw error("recv", EPROTO) }
    return reply
  }

  /// The process of the daemon that listens there; `nil` if none does, or this user may not ask it.
  package var daemon: Int32? {
    let deadline = MonotonicClock.now + Self.patience
    return try? LocalSocket(connectingTo: path, until: deadline, remedy: remedy).peer().pid
  }

  private func send(_ bytes: [UInt8], on socket: LocalSocket, until deadline: Timestamp) throws(SystemError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      guard socket.wait(for: .writable, until: deadline) else { throw error("send", ETIMEDOUT) }
      do {
        rest = rest.dropFirst(try socket.send(rest))
      } catch {
        // It sent this client away, and has said why: that is still to be read.
        guard error.code == EPIPE else { throw error }
        return
      }
    }
  }

  /// All bytes up to the end, at most as many as an answer has.
  private func receive(on socket: LocalSocket, until deadline: Timestamp) throws(SystemError) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count <= ControlReply.longest {
      guard socket.wait(for: .readable, until: deadline) else { throw error("recv", ETIMEDOUT) }
      do {
        guard let more = try socket.receive(atMost: Self.chunk) else { continue }
        if more.isEmpty { return bytes }
        bytes += more
      } catch {
        // The daemon closed before it had read everything.
        guard error.code == ECONNRESET else { throw error }
        return bytes
      }
    }
    throw error("recv", EPROTO)
  }

  private static let chunk = 1 << 16

  private func error(_ call: String, _ code: Int32) -> SystemError {
    SystemError(call: call, on: path, code: code, remedy: remedy(code))
  }
}

/// Remedy if the daemon cannot be asked.
private func remedy(_ code: Int32) -> String? {
  switch code {
  case ENOENT, ECONNREFUSED:
    "no touchd runs that could be asked there: start it (`systemctl start touchd`), wait a second if it starts again, or name its socket with --socket"
  case EACCES, EPERM: "only root and the user that touchd runs as may ask it: `sudo touchd …`"
  case ETIMEDOUT: "touchd is there and does not answer; `systemctl status touchd` may say why"
  case ECONNRESET: "touchd ended before it answered; ask again in a second"
  case EPROTO: "what answered is no touchd of this version"
  default: nil
  }
}

/// Message if another touchd holds the panel of a page: nothing of it is seen here.
///
/// - Parameter socket: of that touchd.
func heldByOther(page: String, socket: String) -> String {
  let process =
    ControlClient(path: socket).daemon.map { "process \($0)" } ?? "`systemctl status touchd` shows it"
  return """
    a touchd that runs (\(process)) holds the panel of \(quoted(page)), and nothing of it is seen here; stop that \
    (`sudo systemctl stop touchd`), or have its layout only listen (`delivery: observe`)
    """
}
