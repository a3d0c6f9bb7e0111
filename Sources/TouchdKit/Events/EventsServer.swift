import Dispatcher
internal import Glibc
import LinuxInput
import Logging

/// The events socket: programs of any language hear what touchd does, and answer for responders.
///
/// Lines are gathered while frames are delivered, encoded once for all clients, and sent after each batch of deliveries,
/// in one write a client. Nothing that a client does holds up the loop or another client, and nothing that a client hears
/// changes a delivery, but that raw frames are delivered one by one. Not thread-safe.
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
  private unowned let host: any EventsHost
  let claims: Claims
  private var door: SocketDoor?
  private(set) var clients: [EventClient] = []
  private var feeds: [EventFeed] = []
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
    let now = host.now
    for client in clients where !client.subscription.kinds.isEmpty {
      client.send(snapshot(for: client.subscription.layout, at: now))
    }
    observe()
    flush()
  }

  /// Reports what has become of a device.
  func report(device line: TraceLine) {
    reports.append(EventFeed.Report(kind: .device, line: line))
    flush()
  }

  /// Reports a raw frame, where the trace shows frames itself.
  func report(frame line: TraceLine, of layout: Layout) {
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
    for client in clients { client.flush() }
    observe()
  }

  private func distribute() {
    guard !reports.isEmpty else { return }
    let origin = host.origin
    for report in reports {
      var line: EventLine?
      for client in clients where client.wants(report) {
        let encoded =
          line
          ?? EventLine(report.line.members(since: origin, in: report.layout?.title), move: report.move)
        line = encoded
        client.send(encoded)
      }
    }
    reports.removeAll(keepingCapacity: true)
  }

  /// Makes a feed for each layout, and has each observe what clients want.
  private func takeUpFeeds() {
    feeds = host.eventLayouts.map { layout in EventFeed(layout, beside: host.trace) { [unowned self] in reports.append($0) } }
  }

  private func observe() {
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
    if counters != counted {
      counted = counters
      reports.append(EventFeed.Report(kind: .counters, line: .counters(counters, at: host.now)))
      flush()
    }
    counting?.set(after: Self.counterPause)
  }

  /// All that there is now, of all layouts or of those that are called so.
  private func snapshot(for name: String?, at now: Timestamp) -> Snapshot {
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
        "events socket: \(Self.clientLimit) clients are connected; pid \(peer.pid) (uid \(peer.uid)) was refused")
      _ = try? socket.send(EventLine.error(nil, "\(Self.clientLimit) clients are connected; try again").bytes[...])
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

  // MARK: - Requests

  private func serve(_ client: EventClient, _ line: [UInt8]) {
    // What happened before comes before the answer.
    distribute()
    let (id, request) = EventRequest.read(line)
    switch request {
    case .failure(let refusal): client.send(.error(id, refusal.message))
    case .success(let request):
      do throws(EventRequest.Refusal) {
        try perform(request, for: client, id)
      } catch {
        client.send(.error(id, error.message))
      }
    }
    flush()
  }

  private func perform(_ request: EventRequest, for client: EventClient, _ id: JSON?) throws(EventRequest.Refusal)
  {
    switch request.verb {
    case .subscribe(let kinds, let views):
      try subscribe(client, Subscription(kinds: kinds, layout: request.layout, views: views), id)
    case .respond(let name): try claim(name, in: request.layout, for: client, id)
    case .show(let identifier, let isHidden):
      try show(identifier, isHidden: isHidden, in: request.layout)
      finish(client, id)
    case .cancel:
      let now = host.now
      for layout in try layouts(request.layout, allowing: .cancel) { host.cancelAll(of: layout, at: now) }
      finish(client, id)
    case .screen(let isDark):
      let now = host.now
      for layout in try layouts(request.layout, allowing: .screen) { layout.say(isDark: isDark, at: now) }
      finish(client, id)
    }
  }

  /// Answers a request that changed something: what came of it is sent before.
  private func finish(_ client: EventClient, _ id: JSON?) {
    host.clientActed()
    distribute()
    client.send(.ok(id))
  }

  private func subscribe(_ client: EventClient, _ subscription: Subscription, _ id: JSON?)
    throws(EventRequest.Refusal)
  {
    if let name = subscription.layout { _ = try layouts(named: name) }
    guard client.mayTakeSnapshot(at: MonotonicClock.now) else {
      throw EventRequest.Refusal(
        message: "read the state of the last subscription first; a client has two a second, after the first four")
    }
    client.subscription = subscription
    client.send(.ok(id))
    client.send(snapshot(for: subscription.layout, at: host.now))
    observe()
    if subscription.kinds.contains(.counters) { counting?.set(after: Interval(microseconds: 0)) }
  }

  private func claim(_ name: String, in layout: String?, for client: EventClient, _ id: JSON?)
    throws(EventRequest.Refusal)
  {
    let candidates = try layouts(named: layout).filter { $0.layout.hasSocketResponder(name) }
    guard let found = candidates.first else {
      let names = try layouts(named: layout).flatMap(\.layout.socketResponders)
      let help = Suggestion.question(name, among: names).map { "; \($0)" } ?? ""
      throw EventRequest.Refusal(
        message: "no layout has a responder \(quoted(name)) with `plugin: socket`\(help)")
    }
    guard candidates.count == 1 else {
      let names = series(candidates.map { quoted($0.layout.title) })
      throw EventRequest.Refusal(message: "\(names) have a responder \(quoted(name)): name one with `layout`")
    }
    let key = Claims.Key(file: found.layout.file, name: name)
    let seat = claims.seat(key)
    if let claimant = seat.claimant, client.claims[key] !== claimant {
      let holder = clients.first { $0.claims[key] === claimant }?.peer.pid
      throw EventRequest.Refusal(
        message: "\(holder.map { "pid \($0)" } ?? "another client") answers for \(quoted(name)) already")
    }
    client.send(.ok(id))
    guard seat.claimant == nil else { return }
    let claimant = Claimant { [unowned self, unowned client] in pass($0, of: key, to: client) }
    (seat.claimant, client.claims[key]) = (claimant, claimant)
    report(claim: key, isClaimed: true)
  }

  private func show(_ identifier: String, isHidden: Bool, in name: String?) throws(EventRequest.Refusal) {
    let all = try layouts(named: name)
    let having = all.filter { $0.pipeline?.application.view(identifier) != nil }
    guard !having.isEmpty else {
      throw EventRequest.Refusal(message: "there is no view or window \(quoted(identifier))")
    }
    guard having.count == 1 || name != nil else {
      let names = series(having.map { quoted($0.layout.title) })
      throw EventRequest.Refusal(message: "\(names) have a view \(quoted(identifier)): name one with `layout`")
    }
    for layout in try permitted(having, .show) {
      guard let view = layout.pipeline?.application.view(identifier) else { continue }
      layout.visibility?.change(view, isHidden ? .hide : .show, for: nil, at: host.now)
    }
  }

  /// The layouts that are called so, or all.
  private func layouts(named name: String?) throws(EventRequest.Refusal) -> [any EventsLayout] {
    let all = host.eventLayouts
    guard let name else { return all }
    let meant = all.filter { $0.layout.isCalled(name) }
    guard !meant.isEmpty else {
      throw EventRequest.Refusal(
        message: "there is no layout \(quoted(name)); there is \(series(all.map { quoted($0.layout.title) }))")
    }
    return meant
  }

  private func layouts(
    _ name: String?, allowing command: SocketCommand
  ) throws(EventRequest.Refusal) -> [any EventsLayout] {
    try permitted(try layouts(named: name), command)
  }

  /// Those that allow a command; a request that none of them allows is refused.
  private func permitted(
    _ layouts: [any EventsLayout], _ command: SocketCommand
  ) throws(EventRequest.Refusal) -> [any EventsLayout] {
    let allowed = layouts.filter { $0.layout.commands.contains(command) }
    guard !allowed.isEmpty else {
      let names = layouts.isEmpty ? "no layout is in use" : series(layouts.map { quoted($0.layout.title) })
      let verb = layouts.isEmpty ? "" : layouts.count == 1 ? " does not allow this" : " do not allow this"
      let help = layouts.isEmpty ? "" : ": a layout does with `socket: { commands: [\(command.rawValue)] }`"
      throw EventRequest.Refusal(message: names + verb + help)
    }
    return allowed
  }

  // MARK: - Claims

  /// Passes a call or an event on to the client that answers for a responder.
  private func pass(_ call: RemoteCall, of key: Claims.Key, to client: EventClient) {
    guard let layout = feeds.first(where: { $0.target.layout.file == key.file })?.target.layout else { return }
    switch call.kind {
    case .call(let responder, let phase, let contacts):
      let move: EventLine.Move? =
        phase == .moved ? .call(kind: "call", from: key.name, to: responder, contacts) : nil
      post(client, call, layout, kind: "call", move)
    case .event(let view):
      // A client that hears of all events gets it once.
      let line = TraceLine(.event, at: call.time, call.fields)
      guard !client.wants(EventFeed.Report(kind: .event, line: line, layout: layout, view: view)) else { return }
      post(client, call, layout, kind: "event", nil)
    }
  }

  /// Sends a client a line of its own, in order with those of all.
  private func post(
    _ client: EventClient, _ call: RemoteCall, _ layout: Layout, kind: String, _ move: EventLine.Move?
  ) {
    distribute()
    client.send(
      EventLine(
        [
          ("t", .integer(Int((call.time - host.origin).microseconds))), ("kind", .string(kind)),
          ("layout", .string(layout.title)),
        ] + call.fields, move: move))
  }

  private func report(claim key: Claims.Key, isClaimed: Bool) {
    guard let layout = feeds.first(where: { $0.target.layout.file == key.file })?.target.layout else { return }
    let line = TraceLine.change(of: key.name, isClaimed: isClaimed, at: host.now)
    host.trace?.write(line)
    reports.append(EventFeed.Report(kind: .change, line: line, layout: layout))
  }

  /// Ends the claims on responders that the layouts do not leave to programs any more.
  private func keepClaims() {
    var keys: Set<Claims.Key> = []
    for layout in host.eventLayouts.map(\.layout) {
      for name in layout.socketResponders { keys.insert(Claims.Key(file: layout.file, name: name)) }
    }
    for client in clients {
      for (key, claimant) in client.claims where !keys.contains(key) {
        client.claims[key] = nil
        if claims.seat(key).claimant === claimant { claims.seat(key).claimant = nil }
        let line = TraceLine.change(of: key.name, isClaimed: false, at: host.now)
        client.send(EventLine(line.members(since: host.origin)))
      }
    }
    claims.keep(keys)
  }
}

extension Layout {
  /// The names of the responders that it leaves to programs.
  var socketResponders: [String] { responders.filter { $0.plugin.value == "socket" }.map(\.name.value) }

  fileprivate func hasSocketResponder(_ name: String) -> Bool { socketResponders.contains(name) }
}
