import Dispatcher
internal import Glibc
import LinuxInput
import Logging

/// The events socket: programs of any language hear what touchd does, and answer for responders.
///
/// Lines are gathered while frames are delivered, encoded once for all clients, and sent after each batch of
/// deliveries, in one write a client. Nothing that a client does holds up the loop or another client, and nothing that
/// a client hears changes a delivery, but that raw frames are delivered one by one. Not thread-safe.
final class EventsServer {
  /// Where the socket is unless an option names another path.
  static let standardPath = "/run/touchd-events/events.sock"
  /// The group whose members may connect.
  static let group = "touchd-events"
  /// The version of the protocol.
  static let version = 1
  /// The most clients at once: as many programs as a kiosk has, and some. (O)
  static let clientLimit = 64
  /// How long a client waits that has more to ask than it may.
  private static let pause = Interval.milliseconds(100)
  /// The shortest time between two lines of counters.
  private static let counterPause = Interval.seconds(1)
  /// Connections that the log names, and how long it takes for one more. (O)
  private static let (logBurst, logPause) = (20, Interval.seconds(10))

  private let runLoop: RunLoop
  private let log: LimitedLog
  private let keepsAll: Bool
  unowned let host: any EventsHost
  let claims: Claims
  private var door: SocketDoor?
  private(set) var clients: [EventClient] = []
  private(set) var feeds: [EventFeed] = []
  /// What was reported since the last ``flush()``.
  private var reports: [EventFeed.Report] = []
  private var pauses: LoopTimer?
  private var counting: LoopTimer?
  private var counted: Pipeline.Counters?
  /// Begins to listen. Where that fails, the log says why, and it is tried again.
  ///
  /// - Parameters:
  ///   - place: where, and for whom.
  ///   - claims: the programs that answer for responders; also known to the plugins.
  ///   - keepsAll: whether lines wait without a bound, since what reports them waits for the clients.
  /// - Throws: ``SystemError``: `EMFILE` where there is no descriptor left for its timers.
  init(
    at place: SocketDoor.Place, serving host: any EventsHost, _ claims: Claims, on runLoop: RunLoop,
    _ logger: Logger, keepsAll: Bool = false
  ) throws(SystemError) {
    (self.runLoop, self.host, self.claims, self.keepsAll) = (runLoop, host, claims, keepsAll)
    log = LimitedLog(logger, burst: Self.logBurst, every: Self.logPause)
    pauses = try LoopTimer(on: runLoop) { [unowned self] in servePaused() }
    counting = try LoopTimer(on: runLoop) { [unowned self] in count() }
    door = try SocketDoor(place, on: runLoop, logger) { [unowned self] socket throws(SystemError) in
      try admit(socket)
    }
  }

  /// The socket of a daemon: for the members of the group.
  static func place(_ path: String) -> SocketDoor.Place {
    SocketDoor.Place(
      path: path, audience: .group(group), name: "events socket", loss: "no program can listen to events")
  }

  /// Sends what waits, as far as that works at once, and removes the socket.
  func close() {
    flush()
    door?.close()
    (door, pauses, counting) = (nil, nil, nil)
    for client in clients { client.close() }
    clients = []
  }

  // MARK: - What it reports

  /// Takes up the layouts that are in use now: clients get the new state, and then lines of the new trees.
  func useLayouts() {
    flush()
    feeds = []
    takeUpFeeds()
    keepClaims()
    takeUpTrees()
    flush()
  }

  /// Observes the trees that there are now, after the clients have got their state.
  private func takeUpTrees() {
    let now = host.now
    for client in clients where !client.subscription.kinds.isEmpty {
      client.send(snapshot(for: client.subscription.layout, at: now))
    }
    observe()
  }

  /// Reports what has become of a device.
  func report(device line: TraceLine) {
    reports.append(EventFeed.Report(kind: .device, line: line))
    flush()
  }

  /// Reports something, with the next ``flush()``.
  func report(_ report: EventFeed.Report) { reports.append(report) }

  /// Has lines of counters be sent from now on.
  func beginCounting() { counting?.set(after: Interval(microseconds: 0)) }

  /// Reports a raw frame, where the trace shows frames itself.
  func report(frame line: TraceLine, of layout: any EventsLayout) {
    reports.append(EventFeed.Report(kind: .frame, line: line, layout: layout))
  }

  /// Whether clients can connect.
  var isListening: Bool { door?.isOpen == true }

  /// How many clients have subscribed to something.
  var subscriberCount: Int { clients.count { $0.phase == .listening && !$0.subscription.kinds.isEmpty } }

  /// Whether a client is still to be sent something.
  var isSending: Bool { clients.contains(where: \.isSending) }

  /// Sends all clients a last line, and lets them go when they have read it.
  func end(with last: TraceLine) {
    distribute()
    for client in clients {
      client.send(EventLine(last.members(since: host.origin)))
      client.end()
    }
  }

  /// Sends what was reported since the last time. Called between frames.
  func flush() {
    distribute()
    // After each frame, and a closure costs less than a key path.
    if feeds.contains(where: { $0.hasNewTree }) {
      takeUpTrees()
    } else if feeds.contains(where: { $0.awaitsFrames }) {
      observe()
    }
    for client in clients { client.flush() }
  }

  func distribute() {
    guard !reports.isEmpty else { return }
    let origin = host.origin
    for report in reports {
      var line: EventLine?
      for client in clients where client.wants(report) {
        let encoded =
          line
          ?? EventLine(report.line.members(since: origin, in: report.layout?.layout.title), move: report.move)
        line = encoded
        client.send(encoded)
      }
    }
    reports.removeAll(keepingCapacity: true)
  }

  /// Makes a feed for each layout, and has each observe what clients want.
  private func takeUpFeeds() {
    feeds = host.eventLayouts.map { layout in
      EventFeed(layout, beside: host.trace, since: { [unowned self] in host.origin }) { [unowned self] in
        reports.append($0)
      }
    }
  }

  func observe() {
    for feed in feeds {
      var kinds: Set<EventKind> = []
      for client in clients where client.phase == .listening {
        if client.subscription.layout.map(feed.target.layout.isCalled) ?? true {
          kinds.formUnion(client.subscription.kinds)
        }
      }
      feed.observe(kinds)
    }
  }

  private func count() {
    guard clients.contains(where: { $0.subscription.kinds.contains(.counters) }) else { return }
    let counters = host.counters
    send(counters, isNews: counters != counted)
    counted = counters
    counting?.set(after: Self.counterPause)
  }

  /// Sends the counters to all that want them, or only to those that have just begun to.
  private func send(_ counters: Pipeline.Counters, isNews: Bool) {
    let receivers = clients.filter { client in
      client.subscription.kinds.contains(.counters) && (isNews || !client.knowsCounters)
    }
    guard !receivers.isEmpty else { return }
    distribute()
    let time = JSON.integer(Int((host.now - host.origin).microseconds))
    let line = EventLine([("t", time), ("kind", "counters")] + TraceLine.summary(counters).fields)
    for client in receivers {
      client.send(line)
      client.knowsCounters = true
    }
    flush()
  }

  /// All that there is now, of all layouts or of those that are called so.
  func snapshot(for name: String?, at now: Timestamp) -> Snapshot {
    let meant = feeds.filter { feed in name.map(feed.target.layout.isCalled) ?? true }
    return Snapshot(
      time: now, origin: host.origin, layouts: meant.map { Snapshot.LayoutState($0.target, claims, at: now) },
      devices: host.deviceLines)
  }

  // MARK: - Clients

  private func admit(_ socket: LocalSocket) throws(SystemError) {
    let peer = try socket.peer()
    guard clients.count < Self.clientLimit else {
      log.warning(
        about: "refused",
        "events socket: \(Self.clientLimit) clients are connected; pid \(peer.pid) (uid \(peer.uid)) was refused"
      )
      _ = try? socket.send(
        EventLine.error(nil, "\(Self.clientLimit) clients are connected; try again").bytes[...])
      return
    }
    let client = try EventClient(
      socket, peer, on: runLoop, keepsAll: keepsAll, onLine: { [unowned self] in serve($0, $1) },
      onWait: { [unowned self] in keepTime() },
      onEnd: { [unowned self] in leave($0) })
    clients.append(client)
    log.info(about: "clients", "events socket: pid \(peer.pid) (uid \(peer.uid)) is connected")
    client.send(
      EventLine([
        ("kind", "hello"), ("protocol", .integer(Self.version)), ("touchd", .string(Program.version)),
        ("pid", .integer(Int(getpid()))),
      ]))
    client.flush()
  }

  private func leave(_ client: EventClient) {
    clients.removeAll { $0 === client }
    let end = client.wasLost ? "reads too slowly, and was sent away" : "has gone"
    log.info(about: "clients", "events socket: pid \(client.peer.pid) \(end)")
    for (key, claimant) in client.claims {
      let seat = claims.seat(key)
      guard seat.claimant === claimant else { continue }
      seat.claimant = nil
      report(claim: key, isClaimed: false)
    }
    observe()
    if !reports.isEmpty { flush() }
  }

  /// Goes on with clients that had more to ask than they might, and ends those whose time is over.
  private func servePaused() {
    let now = MonotonicClock.now
    for client in clients {
      client.resume(at: now)
      client.expire(at: now)
    }
    if clients.contains(where: { $0.isPaused || $0.phase != .listening }) { keepTime() }
  }

  private func keepTime() {
    if pauses?.deadline == nil { pauses?.set(after: Self.pause) }
  }
}
