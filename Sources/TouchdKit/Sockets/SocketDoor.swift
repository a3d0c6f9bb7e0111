import Dispatcher
internal import Glibc
import LinuxInput
import Logging

/// A socket with a file, at which clients connect: made as soon as it can be, and made again when its file was deleted.
///
/// Nothing waits: a socket that cannot be made, and clients for which no descriptor is left, are tried again later. Not
/// thread-safe.
final class SocketDoor {
  /// Path and purpose of a socket.
  struct Place {
    let path: String
    /// Users of the socket.
    var audience = LocalSocketListener.Audience.owner
    let name: String
    /// Loss if it is missing, for a message.
    let loss: String
  }

  /// The most connections that wait for a socket, as many as its listener has room for.
  private static let mostWaiting = 16
  /// Pause without accepting clients after there was no descriptor left. A client that waits would wake the loop again
  /// and again.
  private static let exhaustionPause = Interval.seconds(1)
  /// Pause before a socket that could not be made is tried once more.
  private static let repairPause = Interval.seconds(5)
  /// The shortest time between two lines of the log about that. (O)
  private static let repairLogPause = Interval.seconds(600)
  /// Time for which its folder must be quiet before the file is looked for. (O)
  private static let settling = Interval.milliseconds(50)

  private let place: Place
  private let runLoop: RunLoop
  private let log: LimitedLog
  private let onClient: (LocalSocket) throws(SystemError) -> Void
  /// `nil` while there is no socket, as is the watch.
  private var listener: LocalSocketListener?
  private var watch: RunLoop.Watch?
  /// Ends a pause: without accepting clients, or without a socket.
  private var pause: LoopTimer?
  /// Tells when something happened to the socket's file.
  private var fileWatch: FileWatch?

  /// Begins to listen. Where that fails, the log says why, with what helps, and it is tried again: another touchd that
  /// serves the path may end.
  ///
  /// - Parameter onClient: takes a client's connection.
  /// - Throws: ``SystemError``: `EMFILE` where there is no descriptor left for its timer.
  init(
    _ place: Place, on runLoop: RunLoop, _ logger: Logger,
    onClient: @escaping (LocalSocket) throws(SystemError) -> Void
  ) throws(SystemError) {
    (self.place, self.runLoop, self.onClient) = (place, runLoop, onClient)
    log = LimitedLog(logger, burst: 1, every: Self.repairLogPause)
    makeFolder()
    pause = try LoopTimer(on: runLoop) { [unowned self] in
      accept(whenever: .readable)
      listenAgain()
    }
    do throws(SystemError) {
      try listen(waits: true)
    } catch {
      log.warning(about: "failed", "\(place.loss): \(error)")
      pause?.set(after: Self.repairPause)
    }
    followFile()
    // The file may have been deleted before it was watched.
    if listener != nil { listenAgain() }
  }

  deinit { close() }

  /// Whether clients can connect.
  var isOpen: Bool { listener != nil }

  /// Removes the socket if it is still this one.
  func close() {
    if let watch { runLoop.cancel(watch) }
    (watch, pause, fileWatch) = (nil, nil, nil)
    listener?.remove()
    listener = nil
  }

  /// systemd makes the folder; without systemd it would be missing. If this fails, listening reports it.
  private func makeFolder() {
    guard let end = place.path.lastIndex(of: "/") else { return }
    mkdir(String(place.path[..<end]), 0o755)
  }

  // MARK: - The socket's file

  private func listen(waits: Bool) throws(SystemError) {
    let listener = try LocalSocketListener(path: place.path, for: place.audience, waits: waits)
    watch = try runLoop.watch(listener.fileDescriptor) { [unowned self] _ in accept() }
    self.listener = listener
    if let shortfall = listener.shortfall { log.warning(about: "audience", "\(place.name): \(shortfall)") }
  }

  private func followFile() {
    do {
      fileWatch = try FileWatch([place.path], on: runLoop, settle: Self.settling) { [unowned self] in
        listenAgain()
      }
    } catch {
      log.warning(about: "watch", "\(place.name): if its file is deleted, that will not be noticed: \(error)")
    }
  }

  /// Makes the socket anew, unless it is there: without its file no client can connect. After a failure it tries again.
  private func listenAgain() {
    guard listener?.isInPlace != true else { return }
    // Clients that connected before it was gone.
    for _ in 0..<Self.mostWaiting { accept() }
    if let watch { runLoop.cancel(watch) }
    (watch, listener) = (nil, nil)
    makeFolder()
    do {
      try listen(waits: false)
      log.notice(about: "made", "\(place.name): \(place.path) was not there, and was made")
    } catch {
      log.warning(about: "failed", "\(place.name): \(place.path) is not there, and cannot be made: \(error)")
      pause?.set(after: Self.repairPause)
    }
  }

  // MARK: - Clients

  /// Takes one connection: what else the loop serves gets its turn before the next.
  private func accept() {
    do {
      guard let socket = try listener?.accept() else { return }
      try onClient(socket)
    } catch {
      log.warning(about: "clients", "\(place.name): \(error)")
      accept(whenever: [])
      pause?.set(after: Self.exhaustionPause)
    }
  }

  private func accept(whenever readiness: Readiness) {
    // The descriptor is open for as long as there is a watch.
    if let watch { try? runLoop.update(watch, for: readiness) }
  }
}
