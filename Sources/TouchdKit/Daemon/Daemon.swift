import ArgumentParser
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
  private var followed: Set<String> = []
  /// Why not every change of a file is noticed, as far as it was said.
  private var unnoticed: SystemError?
  private var heartbeat: LoopTimer?
  private var upkeep: LoopTimer?
  private var nextUpkeep = Timestamp.zero
  private var hasSettled = false
  /// Why it ends before it is stopped.
  private var failure: (any Error)?

  /// How often it looks for changes that were not reported to it: devices that udev did not report, files on a network
  /// mount that are good by now. Ten seconds would show in a kiosk's battery; an hour, to its visitors. In the wake of
  /// a heartbeat, if there is one, so that it costs no wake of its own. (O)
  private static let upkeepInterval = Interval.seconds(300)

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
    let actions = LayoutReloading.Actions(
      prepare: { [unowned self] in prepare($0) }, start: { [unowned self] in start($0) },
      giveUp: { [unowned self] in giveUp($0) },
      begin: { [supervisor] in supervisor?.tell(.reloading(at: MonotonicClock.now)) },
      end: { [unowned self] in settle($0) })
    let reloading = try LayoutReloading(
      path, session, logger, isSupervised: supervisor != nil, keeping: keeping, reads: FileReads(on: runLoop),
      actions)
    self.reloading = reloading
    session.onDelivery = { reloading.delivered() }
    try supervisor?.keepTelling(on: runLoop)
    _ = try runLoop.watchSignals([SIGHUP]) { _ in reloading.reload(.signal) }
    try beat()
    reloading.reload(.start)
    try session.run()
    if let failure { throw failure }
    supervisor?.tell(.stopping)
    control?.close()
    launcher.tellUnstarted(to: logger)
  }

  /// Only a service manager starts it again by itself, and gives it a folder.
  private var keeping: CopyKeeping? {
    guard supervisor != nil, let folders = getenv("STATE_DIRECTORY"),
      let folder = String(cString: folders).split(separator: ":").first
    else { return nil }
    return CopyKeeping(LastGoodCopy(folder: String(folder), of: path), on: runLoop, logger)
  }

  private func start(_ layouts: [LiveLayout]) {
    do throws(SystemError) {
      try session.start(layouts, .decided) { [unowned self] in report($0) }
    } catch {
      return end(error)
    }
    if session.isEmpty { logger.notice("\(session.summary); `touchd --dump` says why a device is not used") }
  }

  private func giveUp(_ refusal: ConfigurationRefusal) {
    if let reading = refusal.reading {
      for file in reading.files { file.complain() }
      end(reading.files.status)
    } else {
      complain("touchd: \(refusal.because)")
      end(ExitCode.refused)
    }
  }

  private func end(_ failure: any Error) {
    self.failure = failure
    runLoop.stop()
  }

  /// It is decided what is in use: the first time, it begins to answer.
  private func settle(_ followed: Set<String>) {
    if failure != nil { return }
    follow(followed)
    if !hasSettled { listen() }
    hasSettled = true
    tellReady()
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
    supervisor?.tell(.status(summary))
  }

  private func tellReady() { supervisor?.tell(.ready, .status(summary)) }

  /// What is in use, and why it is not what the files say.
  private var summary: String {
    [reloading?.state.summary, session.layouts.isEmpty ? nil : session.summary].compactMap { $0 }.joined(
      separator: "; ")
  }

  /// Tells the service manager that the loop goes round: from the loop that serves the panels, and nothing else.
  private func beat() throws(SystemError) {
    nextUpkeep = MonotonicClock.now + Self.upkeepInterval
    guard let supervisor, let interval = supervisor.watchdogInterval else {
      upkeep = try LoopTimer(on: runLoop) { [unowned self] in keepUp(at: MonotonicClock.now) }
      upkeep?.set(nextUpkeep)
      return
    }
    let heartbeat = try LoopTimer(on: runLoop) { [unowned self] in
      supervisor.tell(.watchdog)
      self.heartbeat?.set(after: interval)
      keepUp(at: MonotonicClock.now)
    }
    heartbeat.set(after: interval)
    self.heartbeat = heartbeat
    supervisor.tell(.watchdog)
  }

  private func keepUp(at now: Timestamp) {
    guard now >= nextUpkeep else { return }
    nextUpkeep = now + Self.upkeepInterval
    upkeep?.set(nextUpkeep)
    session.rescan()
    reloading?.retry()
  }

  /// Has files read again when they change. What was changed since they were read is reported at once.
  private func follow(_ paths: Set<String>) {
    guard paths != followed, !paths.isEmpty else { return }
    do {
      files = try FileWatch(paths.sorted(), on: runLoop, besideLoop: true) { [unowned self] in
        warnOfFiles()
        reloading?.reload(.fileChange)
      }
      followed = paths
    } catch {
      logger.warning("changed files will not be noticed; `touchd reload` reads them: \(error)")
    }
  }

  private func warnOfFiles() {
    guard let problem = files?.problem, problem != unnoticed else { return }
    unnoticed = problem
    logger.warning("config error: not every change will be noticed: \(problem)")
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
    case .reload: reloading?.reload(.request) { reply(ControlReply($0)) }
    }
  }

  private var status: DaemonStatus {
    DaemonStatus(
      of: session, since: started, reloading, clientsRefused: control?.refusedCount ?? 0,
      at: MonotonicClock.now)
  }
}

extension ControlReply {
  /// The answer to a request to read the layouts again.
  fileprivate init(_ outcome: ReloadOutcome) {
    self =
      switch outcome {
      case .done(let text): .ok(text)
      case .bad(let text): .error(text)
      case .refused(let text): .refused(text)
      }
  }
}
