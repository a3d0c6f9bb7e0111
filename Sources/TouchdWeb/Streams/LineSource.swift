internal import Glibc
import LinuxInput
internal import NIOCore
import TouchdKit

enum LineSource: Sendable {
  /// The events socket of a daemon.
  case daemon(String)
  /// A replay for each stream.
  case recording(Recorded)

  /// A recording, and how it is replayed.
  struct Recorded: Sendable {
    /// The file; `nil` for fingers as text.
    let recording: String?
    let fingers, layout: String
    /// `touchd`, by its path or its name.
    let program: String
    /// For the replays' sockets; no other user can look into it.
    let folder: String

    /// The command that serves it at a socket.
    func command(_ socket: String) -> [String] {
      // Of the lines that it prints, only one comes, so that what is left says what is wrong.
      [program, "replay"] + (recording.map { [$0] } ?? ["--fingers=\(fingers)"]) + [
        "-c", layout, "--events", socket, "--trace", "summary",
      ]
    }
  }

  /// Its members for a page.
  var members: JSON.Members {
    switch self {
    case .daemon: [("mode", .string("live"))]
    case .recording(let recorded):
      [
        ("mode", .string("recording")), ("recording", .string(recorded.recording?.fileName ?? "--fingers")),
        ("file", .string(recorded.layout.fileName)),
      ]
    }
  }
}

/// `touchd replay`, which serves a recording at a socket to one client. Bound to an event loop.
final class ReplayProcess {
  /// Bytes of its words that are kept: some problems with their places. (O)
  private static let longestWords = 16 << 10

  private let loop: any EventLoop
  private let socket: String
  private var process: StartedProcess?
  private var isClosed = false
  private let onEnd: (String?) -> Void

  /// Starts it, on a thread that stays with it to its end.
  ///
  /// - Parameters:
  ///   - socket: where it listens, a little later.
  ///   - onEnd: called once, with its words if it failed; not after ``close()``.
  /// - Throws: ``SystemError``, `EAGAIN` if there may be no more threads.
  init(
    _ recorded: LineSource.Recorded, at socket: String, on loop: any EventLoop,
    onEnd: @escaping (String?) -> Void
  )
    throws(SystemError)
  {
    (self.loop, self.socket, self.onEnd) = (loop, socket, onEnd)
    let own = NIOLoopBound(self, eventLoop: loop)
    try startThread {
      let failure = Self.run(recorded.command(socket)) { process in loop.execute { own.value.take(process) } }
      loop.execute { own.value.end(failure) }
    }
  }

  /// Ends it, if it still runs.
  func close() {
    isClosed = true
    process?.terminate()
    LocalSocketListener.removeFiles(at: socket)
  }

  private func take(_ process: StartedProcess) {
    self.process = process
    if isClosed { process.terminate() }
  }

  private func end(_ failure: String?) {
    // A replay that is terminated while it begins to listen leaves what it has made.
    LocalSocketListener.removeFiles(at: socket)
    // Only now, so that its number belongs to no other process when it is terminated.
    _ = process?.reap()
    process = nil
    if !isClosed { onEnd(failure) }
    isClosed = true
  }

  // MARK: - On the thread

  /// Runs a program to its end.
  ///
  /// - Returns: its words, if it failed.
  private static func run(_ command: [String], onStart: (StartedProcess) -> Void) -> String? {
    do throws(SystemError) {
      var writing: OwnedDescriptor?
      let reading = try OwnedDescriptor.pipe(to: &writing)
      let process = try start(command, writing.take())
      onStart(process)
      let words = text(from: reading.rawValue)
      var status = siginfo_t()
      while waitid(P_PID, id_t(process.id), &status, WEXITED | WNOWAIT) != 0, errno == EINTR {}
      return status._sifields._sigchld.si_status == 0 ? nil : words
    } catch {
      return "\(error)"
    }
  }

  /// A function of its own, so that the program's end of the pipe is closed here when it returns.
  private static func start(_ command: [String], _ output: consuming OwnedDescriptor?) throws(SystemError)
    -> StartedProcess
  {
    try Spawn(command, [], input: [], output: output).run().get()
  }

  /// All that is written to a pipe, or its beginning.
  private static func text(from pipe: Int32) -> String {
    // This thread may wait.
    _ = fcntl(pipe, F_SETFL, 0)
    var (bytes, chunk) = ([UInt8](), [UInt8](repeating: 0, count: 4096))
    while true {
      let count = read(pipe, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      bytes += chunk[..<min(count, longestWords - bytes.count)]
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
