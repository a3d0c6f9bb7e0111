import ArgumentParser
import Dispatcher
internal import Glibc
import LinuxInput
import Logging

/// The daemon: layouts on the panels of the machine, for as long as they are wanted.
final class Daemon {
  private let path: String
  private let logger: Logger
  private let log: DeviceLog
  private let session: LiveSession
  private let launcher: Launcher
  private let wakeKey: OwnDevice
  private let keyboard: OwnDevice
  /// The mice of layouts, by their files.
  private var mice: [String: OwnDevice] = [:]
  private let started = MonotonicClock.now
  private let supervisor: Supervisor?
  private let pages: Pages
  private let box: BlackBox
  /// Keeps what was saved from growing too old; `nil` without a folder.
  private var keeper: Incidents?
  /// The same; `nil` where they are not saved.
  private var incidents: Incidents?
  /// `nil` until a layout wants them.
  private var statistics: Statistics?
  private let claims = Claims()
  /// The sockets at which programs listen and ask; made when it is first decided what is in use.
  private let places: [SocketDoor.Place]
  private var events: EventsServer?
  private var reloading: LayoutReloading?
  /// The files of the configuration that are in use, or would be.
  private var followed: Set<String> = []
  private var fileWatch: FileWatch?
  /// The reported reason for which not every change of them is noticed.
  private var unnoticed: SystemError?
  private var upkeep: LoopTimer?
  private var nextLook = MonotonicClock.now + Daemon.lookInterval
  /// Whether it was decided what is in use.
  private var isDecided = false
  /// Whether the service manager knows that it is ready.
  private var isReady = false
  /// Reason for which it ends before it is stopped.
  private var failure: (any Error)?

  /// Interval of its looks: for devices that udev did not report, and for files on a network mount that are good by
  /// now. Ten seconds would show in a kiosk's battery; an hour, to its visitors. In the wake of a heartbeat, if there
  /// is one, so that it costs no wake of its own. (O)
  private static let lookInterval = Interval.seconds(300)

  /// - Parameters:
  ///   - path: the daemon's file, or a layout.
  ///   - socket: where to listen for `touchd status` and `touchd reload`.
  ///   - events: where programs hear what it does.
  init(_ path: String, socket: String, events: String, _ logger: Logger) throws(SystemError) {
    (self.path, self.logger, places) = (path, logger, EventsServer.places(events, control: socket))
    log = DeviceLog(logger)
    supervisor = Supervisor.ofEnvironment()
    box = BlackBox(supervisor, logger)
    pages = Pages(store: supervisor.map { PageStore($0, .ofService, at: MonotonicClock.now) })
    session = LiveSession(on: try LiveSession.makeRunLoop(), pages: pages)
    launcher = Launcher(runLoop: session.runLoop)
    wakeKey = OwnDevice("touchd wakeup", logger)
    keyboard = OwnDevice("touchd keys", logger)
    session.pressKey = { [wakeKey] in wakeKey.press([$0]) }
    session.meter.box = box
  }

  /// Runs until SIGTERM or SIGINT.
  func run() throws {
    let actions = LayoutReloading.Actions(
      prepare: { [unowned self] in prepare($0) }, equip: { [unowned self] in equip($0) },
      start: { [unowned self] in start($0) },
      giveUp: { [unowned self] in giveUp($0) },
      announce: { [supervisor] in supervisor?.tell(.reloading(at: MonotonicClock.now)) },
      refused: { [unowned self] in save(.refused) },
      decided: { [unowned self] in settle($0) })
    pages.onChange = { [unowned self] in report($0) }
    box.onIncident = { [unowned self] in save($0, of: $1) }
    let runLoop = session.runLoop
    let keeping = stateFolder.map { CopyKeeping(LastGoodCopy(folder: $0, of: path), on: runLoop, logger) }
    let reloading = try LayoutReloading(
      path, keeping: keeping, FileReads(on: runLoop), session, logger, isSupervised: supervisor != nil,
      actions)
    self.reloading = reloading
    session.onDelivery = { [unowned self] in
      events?.flush()
      box.ring?.prepare()
      reloading.delivered()
    }
    session.onLayouts = { [unowned self] in
      count()
      events?.useLayouts()
    }
    try supervisor?.keepTelling(on: runLoop)
    _ = try runLoop.watchSignals([SIGHUP]) { _ in reloading.reload(.signal) }
    upkeep = try LoopTimer(on: runLoop) { [unowned self] in beat() }
    beat()
    reloading.reload(.start)
    try session.run()
    box.finish()
    statistics?.finish()
    if let failure { throw failure }
    supervisor?.tell(.stopping)
    if let path = box.path { incidents?.saveLast { try RingImage(contentsOf: path) } }
    events?.close()
    launcher.tellUnstarted(to: logger)
  }

  /// The service's folder: only a service manager starts it again by itself, and gives it one.
  private var stateFolder: String? {
    guard supervisor != nil, let folders = getenv("STATE_DIRECTORY") else { return nil }
    return String(cString: folders).split(separator: ":").first.map { String($0) }
  }

  /// Remembers the last minutes, and saves incidents, as the daemon's file says.
  private func remember(_ configuration: Configuration) {
    box.use(configuration.recorder)
    let leftover = box.leftover.take()
    guard let stateFolder else { return }
    do {
      if keeper == nil { keeper = try Incidents(below: stateFolder, logger) }
      incidents = configuration.savesIncidents ? keeper : nil
      if let leftover { incidents?.save(.killed) { leftover } }
    } catch {
      logger.warning("no incident will be saved: \(error)")
    }
  }

  /// Counts what visitors do, where the layouts say so.
  private func count() {
    if statistics == nil, session.layouts.allSatisfy({ $0.layout.statistics == nil }) { return }
    do {
      if statistics == nil {
        statistics = try Statistics(below: stateFolder, on: session.runLoop, logger)
        statistics?.onReport = { [unowned self] in events?.report(statistics: $1, of: $0, at: session.now) }
      }
      statistics?.use(session.layouts)
    } catch {
      logger.warning("nothing is counted: \(error)")
    }
  }

  private func save(_ incident: BlackBox.Incident, of track: FrameRing.Track? = nil) {
    guard let path = box.path else { return }
    incidents?.save(incident, of: track?.number) { try RingImage(contentsOf: path) }
  }

  private func start(_ layouts: [LiveLayout]) {
    do throws(SystemError) {
      try session.start(layouts, .decided) { [unowned self] in report($0) }
    } catch {
      return stop(because: error)
    }
    if session.isEmpty { logger.notice("\(session.summary); `touchd --dump` says why a device is not used") }
  }

  private func giveUp(_ refusal: ConfigurationRefusal) {
    if let reading = refusal.reading {
      for file in reading.files { file.complain() }
      stop(because: reading.files.status)
    } else {
      stop(because: TouchdKit.failure(refusal.reason, .refused))
    }
  }

  private func stop(because failure: any Error) {
    self.failure = failure
    session.runLoop.stop()
  }

  /// It is decided what is in use: the first time, it begins to answer.
  private func settle(_ followed: Set<String>) {
    if failure != nil { return }
    follow(followed)
    if !isDecided { serveClients() }
    (isDecided, isReady) = (true, false)
    tellReady()
  }

  /// Follows these files instead. What was changed since they were read is reported at once.
  private func follow(_ paths: Set<String>) {
    guard paths != followed, !paths.isEmpty else { return }
    do {
      fileWatch = try FileWatch(paths.sorted(), on: session.runLoop, besideLoop: true) { [unowned self] in
        if let problem = fileWatch?.problem, problem != unnoticed {
          unnoticed = problem
          logger.warning("config error: not every change will be noticed: \(problem)")
        }
        reloading?.reload(.fileChange)
      }
      followed = paths
    } catch {
      logger.warning("changed files will not be noticed; `touchd reload` reads them: \(error)")
    }
  }

  /// Tells the service manager that the loop goes round, from the loop that serves the panels and from nowhere else,
  /// and looks for changes that were not reported.
  private func beat() {
    let heartbeat = supervisor?.watchdogInterval
    if heartbeat != nil { supervisor?.tell(.watchdog) }
    upkeep?.set(after: heartbeat ?? Self.lookInterval)
    let now = MonotonicClock.now
    guard now >= nextLook else { return }
    nextLook = now + Self.lookInterval
    keeper?.look()
    session.touchscreens?.rescan()
    reloading?.retry()
  }

  /// Reports READY once the panels are held, or a status that says why they are not.
  private func tellReady() {
    guard !isReady, !pages.isSettling else { return }
    isReady = true
    supervisor?.tell(.ready, .status(summary))
  }

  private func prepare(_ configuration: Configuration) -> [LiveLayout] {
    let grants = configuration.grants
    return configuration.layouts.map { layout in
      if grants.pointer, layout.pointer != nil, mice[layout.file] == nil {
        let name = "the pointer of \(layout.file)"
        mice[layout.file] = OwnDevice(name, logger, loss: "nothing can be clicked")
      }
      return session.prepare(
        layout,
        layout.makePlugins(
          logger, launcher: grants.exec ? launcher : nil, keyboard: grants.keys ? keyboard : nil,
          mouse: grants.pointer ? mice[layout.file] : nil,
          units: UnitRequests(launcher, allowed: grants.units), claims: claims))
    }
  }

  /// Makes the devices that the layouts need, before a finger does.
  private func equip(_ configuration: Configuration) {
    remember(configuration)
    // The page's touchscreen needs the same right.
    let hasPage = configuration.layouts.contains { $0.screen.page != nil }
    wakeKey.use(Set(configuration.layouts.flatMap(\.screen.wakeKeys)), isTriedAgain: hasPage)
    keyboard.use(configuration.keys, isTriedAgain: hasPage)
    for (file, mouse) in mice {
      let description = configuration.layouts.first { $0.file == file }?.pointer
      mouse.use(configuration.grants.pointer ? description : nil, isTriedAgain: hasPage)
      if description == nil { mice[file] = nil }
    }
  }

  private func report(_ change: Touchscreens.Change) {
    log.report(change)
    if let events { change.eventLines(at: MonotonicClock.now).forEach(events.report) }
    supervisor?.tell(.status(summary))
  }

  private func report(_ change: PageChange) {
    log.report(change)
    wakeKey.retry()
    keyboard.retry()
    mice.values.forEach { $0.retry() }
    guard isDecided else { return }
    supervisor?.tell(.status(summary))
    tellReady()
  }

  /// Layouts in use, and the reason if they differ from the files.
  private var summary: String {
    [reloading?.state.summary, session.layouts.isEmpty ? nil : session.summary].compactMap { $0 }.joined(
      separator: "; ")
  }

  private func serveClients() {
    do {
      let server = try EventsServer(at: places, serving: session, claims, on: session.runLoop, logger)
      server.daemon = DaemonAnswers(
        status: { [unowned self] in status.text($0) },
        reload: { [unowned self] in reloading?.reload(.request, reply: $0) },
        statistics: { [unowned self] day, layout, reply in
          guard let statistics else {
            return reply(.failure(.init(message: "no layout has `statistics`", wasTried: true)))
          }
          statistics.read(day, layout: layout, reply: reply)
        },
        incidents: { [unowned self] in incidents?.members ?? [] })
      server.useLayouts()
      events = server
    } catch {
      logger.warning("\(places.map(\.loss).joined(separator: "; ")): \(error)")
    }
  }

  private var status: DaemonStatus {
    var status = DaemonStatus(
      of: session, since: started, reloading, clientsRefused: events?.refusedCount ?? 0, box, incidents,
      at: MonotonicClock.now)
    status.statistics = (statistics?.ledger.published ?? []).map {
      DaemonStatus.Visits(file: $0.layout.file, name: $0.layout.name, sums: $0.sums)
    }
    return status
  }
}
