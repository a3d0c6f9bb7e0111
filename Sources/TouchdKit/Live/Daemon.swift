import Dispatcher
internal import Glibc
import LinuxInput
import Logging

/// The daemon: layouts on the panels of the machine, for as long as they are wanted.
final class Daemon {
  private let path: String
  private let socket: String
  private let logger: Logger
  private let log: DeviceLog
  private let runLoop: RunLoop
  private let session: LiveSession
  private let launcher: Launcher
  private let started = MonotonicClock.now
  private let supervisor = Supervisor.ofEnvironment()
  private var reloading: LayoutReloading?
  private var control: ControlServer?
  private var files: FileWatch?
  private var watchedPaths: Set<String> = []
  private var heartbeat: LoopTimer?

  /// - Parameters:
  ///   - path: the daemon's file, or a layout.
  ///   - socket: where to listen for `touchd status` and `touchd reload`.
  init(_ path: String, socket: String, _ logger: Logger) throws(SystemError) {
    (self.path, self.socket, self.logger) = (path, socket, logger)
    log = DeviceLog(logger)
    runLoop = try LiveSession.makeRunLoop()
    session = LiveSession(on: runLoop)
    launcher = Launcher(runLoop: runLoop)
  }

  /// Runs until SIGTERM or SIGINT.
  func run() throws {
    let reading = ConfigurationReading(path)
    for file in reading.files { file.complain() }
    guard let configuration = reading.configuration else { throw reading.status }
    try serve(configuration, reading)
  }

  private func serve(_ configuration: Configuration, _ reading: ConfigurationReading) throws(SystemError) {
    let reloading = try LayoutReloading(path, configuration, reading, session, logger) { [unowned self] in
      prepare($0)
    }
    self.reloading = reloading
    reloading.onBegin = { [supervisor] in supervisor?.tell(.reloading(at: MonotonicClock.now)) }
    reloading.onEnd = { [unowned self] in
      watchFiles(of: $0)
      tellReady()
    }
    session.onDelivery = { reloading.delivered() }
    try supervisor?.keepTelling(on: runLoop)
    _ = try runLoop.watchSignals([SIGHUP]) { _ in reloading.reload(.signal) }
    try session.start(prepare(configuration), .decided) { [unowned self] in report($0) }
    if session.isEmpty { logger.notice("\(session.summary); `touchd --dump` says why a device is not used") }
    watchFiles(of: reading)
    listen()
    try beat()
    tellReady()
    try session.run()
    supervisor?.tell(.stopping)
    control?.close()
    launcher.tellUnstarted(to: logger)
  }

  private func prepare(_ configuration: Configuration) -> [LiveLayout] {
    configuration.layouts.map { layout in
      if !configuration.allowsExec, let exec = layout.responders.first(where: { $0.plugin.value == "exec" }) {
        logger.warning(
          "config error: \(layout.file): responder \"\(exec.name.value)\" starts no program: only a daemon's file of root's may say `exec: true`"
        )
      }
      return session.prepare(
        layout, layout.makePlugins(logger, launcher: configuration.allowsExec ? launcher : nil))
    }
  }

  private func report(_ change: Touchscreens.Change) {
    log.report(change)
    supervisor?.tell(.status(session.summary))
  }

  private func tellReady() { supervisor?.tell(.ready, .status(session.summary)) }

  /// Tells the service manager that the loop goes round: from the loop that serves the panels, and nothing else.
  private func beat() throws(SystemError) {
    guard let supervisor, let interval = supervisor.watchdogInterval else { return }
    let heartbeat = try LoopTimer(on: runLoop) { [unowned self] in
      supervisor.tell(.watchdog)
      self.heartbeat?.set(after: interval)
    }
    heartbeat.set(after: interval)
    self.heartbeat = heartbeat
    supervisor.tell(.watchdog)
  }

  /// Follows the files that were read, besides those in use: either may be mended.
  private func watchFiles(of reading: ConfigurationReading) {
    let paths = Set(reading.files.map(\.path) + session.layouts.map(\.name) + [path])
    guard paths != watchedPaths else { return }
    do {
      let watch = try FileWatch(paths.sorted(), on: runLoop) { [unowned self] in
        reloading?.reload(.fileChange)
      }
      (files, watchedPaths) = (watch, paths)
      if let problem = watch.problem {
        logger.warning("config error: not every change will be noticed: \(problem)")
      }
      // What was changed between the reading and now.
      reloading?.reload(.fileChange)
    } catch {
      logger.warning("changed files will not be noticed; `touchd reload` reads them: \(error)")
    }
  }

  /// Without its socket the daemon does all but answer.
  private func listen() {
    do {
      control = try ControlServer(path: socket, on: runLoop, logger: logger) { [unowned self] in
        answer($0, $1)
      }
    } catch {
      logger.warning("`touchd status` and `touchd reload` will not work: \(error)")
    }
  }

  private func answer(_ request: ControlRequest, _ reply: @escaping (ControlReply) -> Void) {
    switch request {
    case .status(let format): reply(.ok(status.text(format)))
    case .reload: reloading?.reload(.request, reply: reply)
    }
  }

  private var status: DaemonStatus {
    DaemonStatus(
      of: session, since: started, reloading?.counts, clientsRefused: control?.refusedCount ?? 0,
      at: MonotonicClock.now)
  }
}
