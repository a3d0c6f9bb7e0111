import Dispatcher
internal import Glibc
package import LinuxInput
package import Logging

/// The events socket: programs of any language hear what touchd does, and answer for responders.
///
/// Lines are gathered while frames are delivered, encoded once for all clients, and sent after each batch of
/// deliveries, in one write a client. Everything else is done in turns, of which the loop has one in a wake: to accept
/// a connection, to serve one request, to send a client a portion of what waits for it. So nothing that clients do
/// holds up a touch for longer than that; and nothing that a client hears changes a delivery, but that raw frames are
/// delivered one by one.
///
/// While lines are distributed, no client is called that could call back: one that is lost or has gone is taken out
/// after that, by ``flush()``. Not thread-safe.
package final class EventsServer {
  typealias Refusal = EventRequest.Refusal

  /// Path of the socket unless an option names another.
  static let standardPath = "/run/touchd-events/events.sock"
  /// The group whose members may connect.
  static let group = "touchd-events"
  /// Path of the socket for root and the user of touchd, unless an option names another.
  static let controlPath = "/run/touchd/control.sock"
  static let version = 1
  /// The most clients at once: as many programs as a kiosk has, and some. (O)
  static let clientLimit = 64
  /// The most clients of one user, so that it shuts out no other: as many as `touchd web` has streams, and some. (O)
  static let shareLimit = 20
  /// The places that are kept for root and the user of touchd; these two users have no share. (O)
  static let keptPlaces = 4
  /// Pause after a state for each of its lines, and the most that may be owed of it: taking states takes a hundredth of
  /// the time. (O)
  private static let (snapshotPause, snapshotDebt) = (Interval(microseconds: 20), Interval.milliseconds(100))
  /// The shortest time between two lines of counters.
  private static let counterPause = Interval.seconds(1)
  /// The longest text of an answer, in bytes: the status of a hundred devices is a tenth of it.
  private static let longestText = 512 << 10
  /// Connections that the log names, and how long it takes for one more. (O)
  private static let (logBurst, logPause) = (20, Interval.seconds(10))

  /// The turns of the clients, on the loop.
  private let turns: RunLoop
  private let log: LimitedLog
  private let keepsAll: Bool
  /// Whether a peer is root, or of the user of touchd.
  private let trusts: (LocalSocket.Peer) -> Bool
  /// Answers of the daemon to them; `nil` for a replay.
  var daemon: DaemonAnswers?
  unowned let host: any EventsHost
  let claims: Claims
  private var doors: [SocketDoor] = []
  private(set) var clients: [EventClient] = []
  private(set) var refusedCount = 0
  private(set) var feeds: [EventFeed] = []
  /// Lines since the last ``flush()``.
  private var lines: [TraceLine] = []
  /// The bytes of a line, for the next one.
  private var buffer: [UInt8] = []
  /// Set to when something is due for a client.
  private var times: LoopTimer?
  private var counting: LoopTimer?
  /// Time from which the next state may be taken for clients that ask for one.
  private var nextState = Timestamp.zero
  /// Whether a client has changed something in this turn: then the host is asked to go on after it.
  private var hasActed = false

  /// Begins to listen. Where that fails, the log says why, and it is tried again.
  ///
  /// - Parameters:
  ///   - places: where, and for whom.
  ///   - claims: the programs that answer for responders; also known to the plugins.
  ///   - keepsAll: whether lines wait without a bound, since what reports them waits for the clients.
  ///   - trusts: whether a peer is root, or of the user of touchd.
  /// - Throws: ``SystemError``: `EMFILE` where there is no descriptor left for its timers.
  init(
    at places: [SocketDoor.Place], serving host: any EventsHost, _ claims: Claims, on runLoop: RunLoop,
    _ logger: Logger, keepsAll: Bool = false,
    trusts: @escaping (LocalSocket.Peer) -> Bool = { $0.uid == 0 || $0.uid == geteuid() }
  ) throws(SystemError) {
    (self.host, self.claims, self.keepsAll, self.trusts) = (host, claims, keepsAll, trusts)
    turns = try RunLoop(within: runLoop)
    log = LimitedLog(logger, burst: Self.logBurst, every: Self.logPause)
    times = try LoopTimer(on: turns) { [unowned self] in keepTimes() }
    counting = try LoopTimer(on: turns) { [unowned self] in count() }
    for place in places {
      doors.append(
        try SocketDoor(place, on: turns, logger) { [unowned self] socket throws(SystemError) in
          try admit(socket, at: place)
        })
    }
  }

  /// A socket for the user of this process, without a daemon behind it.
  package convenience init(
    at path: String, serving session: LiveSession, on runLoop: RunLoop, _ logger: Logger
  ) throws(SystemError) {
    let place = SocketDoor.Place(path: path, name: "events socket", loss: "no program can listen")
    try self.init(at: [place], serving: session, Claims(), on: runLoop, logger)
  }

  /// The sockets of a daemon: for the members of the group, and for root and the user of touchd.
  static func places(_ path: String, control: String) -> [SocketDoor.Place] {
    [
      SocketDoor.Place(
        path: path, audience: .group(group), name: "events socket", loss: "no program can listen to events"),
      SocketDoor.Place(
        path: control, name: "control socket", loss: "`touchd status` and `touchd reload` will not work"),
    ]
  }

  /// Sends what waits, as far as that works at once, and removes the socket.
  func close() {
    flush()
    for door in doors { door.close() }
    (doors, times, counting) = ([], nil, nil)
    for client in clients { client.close() }
    clients = []
  }

  // MARK: - What it reports

  /// Takes up the layouts that are in use now: clients get the new state, and then lines of the new trees.
  func useLayouts() {
    flush()
    feeds = host.layouts.map { layout in
      EventFeed(layout, beside: host.trace, since: { [unowned self] in host.origin }) { [unowned self] in
        lines.append($0)
      }
    }
    keepClaims()
    takeUpTrees()
    flush()
  }

  /// Observes the trees that there are now, after the clients have got their state.
  private func takeUpTrees() {
    sendState(
      to: clients.filter { !$0.subscription.kinds.isEmpty && $0.phase == .listening && !$0.hasHungUp },
      at: MonotonicClock.now)
    observe()
  }

  func report(device line: TraceLine) {
    add(line)
    flush()
  }

  /// Reports something of a layout, with the next ``flush()``.
  func report(_ line: TraceLine, of layout: LiveLayout) { add(line.of(layout)) }

  /// Reports what visitors of a layout did.
  func report(statistics sums: Figures, of file: String, at time: Timestamp) {
    guard let layout = host.layouts.first(where: { $0.layout.file == file }) else { return }
    add(TraceLine(.statistics, at: time, sums.members()).of(layout))
    flush()
  }

  private func add(_ line: TraceLine) {
    for feed in feeds { feed.postMoves() }
    lines.append(line)
  }

  /// Whether clients can connect.
  var isListening: Bool { doors.contains(where: \.isOpen) }

  var subscriberCount: Int { clients.count { $0.phase == .listening && !$0.subscription.kinds.isEmpty } }

  var isSending: Bool { clients.contains(where: \.isSending) }

  /// Sends all clients a last line, and lets them go when they have read it.
  func end(with last: TraceLine) {
    distribute()
    for client in clients {
      client.send(EventLine(last.members(since: host.origin)))
      client.end()
    }
    flush()
  }

  /// Sends what was reported since the last time. Called between frames.
  func flush() {
    repeat {
      distribute()
      // After each frame, and a closure costs less than a key path.
      if feeds.contains(where: { $0.hasNewTree }) {
        takeUpTrees()
      } else if feeds.contains(where: { $0.awaitsFrames }) {
        observe()
      }
      for client in clients { client.flush() }
      // Claims that clients leave behind are reported in a further round, and each has fewer.
    } while takeOutThoseGone()
    setTimes()
  }

  /// Adds the lines of what was reported to what clients are to be sent, and does no more.
  func distribute() {
    for feed in feeds { feed.postMoves() }
    guard !lines.isEmpty else { return }
    for line in lines {
      var encoded: EventLine?
      for client in clients where client.wants(line) {
        if line.kind == .moves, let views = client.subscription.views {
          if let own = line.moves(on: views) { client.send(encode(own)) }
          continue
        }
        let common = encoded ?? encode(line)
        if encoded == nil { encoded = common }
        client.send(common)
      }
    }
    lines.removeAll(keepingCapacity: true)
  }

  private func encode(_ line: TraceLine) -> EventLine {
    EventLine(line.members(since: host.origin), move: line.move, in: &buffer)
  }

  /// Has each feed observe what clients want.
  func observe() {
    for feed in feeds {
      let listening = clients.filter { $0.phase == .listening }
      feed.observe(listening.map(\.subscription).filter { $0.isAbout(feed.target.layout) })
    }
  }

  private func count() {
    let receivers = clients.filter { $0.subscription.kinds.contains(.counters) }
    guard !receivers.isEmpty else { return }
    distribute()
    let counters = TraceLine.summary(host.counters).fields + (daemon?.incidents() ?? [])
    let (text, now) = (JSON.object(counters).text, MonotonicClock.now)
    let time = JSON.integer(Int((host.now - host.origin).microseconds))
    let line = EventLine([("t", time), ("kind", "counters")] + counters)
    for client in receivers { client.send(counters: text, line, at: now, every: Self.counterPause) }
    counting?.set(after: Self.counterPause)
    flush()
  }

  // MARK: - States

  /// Begins the subscriptions that wait for a state, once one may be taken.
  private func beginSubscriptions(at now: Timestamp) {
    let waiting = clients.filter { $0.wish != nil }
    guard !waiting.isEmpty, keepsAll || nextState <= now else { return }
    distribute()
    var receivers: [EventClient] = []
    for client in waiting where begin(client) { receivers.append(client) }
    sendState(to: receivers, at: now)
    observe()
    if receivers.contains(where: { $0.subscription.kinds.contains(.counters) }) {
      counting?.set(after: Interval(microseconds: 0))
    }
  }

  /// Answers a subscription.
  ///
  /// - Returns: whether it begins; its layout may be gone.
  private func begin(_ client: EventClient) -> Bool {
    guard let (subscription, id) = client.wish else { return false }
    client.wish = nil
    do throws(Refusal) {
      _ = try layouts(named: subscription.layout)
    } catch {
      client.send(.error(id, error.message))
      return false
    }
    client.subscription = subscription
    client.send(.ok(id))
    return true
  }

  /// Sends clients the state of now: one for all that subscribed to the same layouts.
  private func sendState(to receivers: [EventClient], at now: Timestamp) {
    guard !receivers.isEmpty else { return }
    let (time, devices) = (host.now, host.deviceLines)
    var states: [ObjectIdentifier: Snapshot.LayoutState] = [:]
    // By their layouts, which can be called by several names.
    var snapshots: [[ObjectIdentifier]: Snapshot] = [:]
    for client in receivers {
      let layouts = feeds.map(\.target).filter { client.subscription.isAbout($0.layout) }
      let key = layouts.map { ObjectIdentifier($0) }
      if let known = snapshots[key] {
        client.send(known, at: now)
        continue
      }
      for layout in layouts where states[ObjectIdentifier(layout)] == nil {
        states[ObjectIdentifier(layout)] = Snapshot.LayoutState(layout, claims, at: time)
      }
      let snapshot = Snapshot(of: key.compactMap { states[$0] }, devices, at: time, since: host.origin)
      snapshots[key] = snapshot
      let pause = Interval(microseconds: Int64(snapshot.lineCount) * Self.snapshotPause.microseconds)
      nextState = max(nextState, now + Interval(microseconds: -Self.snapshotDebt.microseconds)) + pause
      makeRoom(for: snapshot)
      client.send(snapshot, at: now)
    }
  }

  /// Closes the clients that still read the oldest states, where all take too much together.
  private func makeRoom(for snapshot: Snapshot) {
    guard !keepsAll else { return }
    for oldest in Snapshot.beyondBound(clients.flatMap(\.waitingSnapshots), with: snapshot) {
      for client in clients where client.waitingSnapshots.contains(where: { $0 === oldest }) { client.lose() }
    }
  }

  // MARK: - Clients

  /// Reason for which a process of a user finds no place; `nil` if there is one.
  ///
  /// - Parameters:
  ///   - users: those of the clients that are connected.
  ///   - own: the user of touchd.
  static func refusal(of user: UInt32, beside users: [UInt32], own: UInt32 = geteuid()) -> String? {
    if user != 0, user != own {
      if users.count(where: { $0 == user }) >= shareLimit {
        return "\(shareLimit) clients of this user are connected; try again"
      }
      if users.count(where: { $0 != 0 && $0 != own }) >= clientLimit - keptPlaces {
        return "\(clientLimit - keptPlaces) clients are connected; try again"
      }
    }
    return users.count >= clientLimit ? "\(clientLimit) clients are connected; try again" : nil
  }

  /// Whether a socket is the control socket of a daemon: for root and the user of touchd.
  private func isControl(_ place: SocketDoor.Place) -> Bool { daemon != nil && place.audience == .owner }

  private func admit(_ socket: LocalSocket, at place: SocketDoor.Place) throws(SystemError) {
    let peer = try socket.peer()
    let refusal =
      isControl(place) && !trusts(peer)
      ? "uid \(peer.uid) may not use this socket; run it as root"
      : Self.refusal(of: peer.uid, beside: clients.map(\.peer.uid))
    if let refusal {
      refusedCount += 1
      log.warning(
        about: "refused", "\(place.name): pid \(peer.pid) (uid \(peer.uid)) was refused: \(refusal)")
      _ = try? socket.send(EventLine.error(nil, refusal).bytes[...])
      // Its request.
      socket.discard(atMost: EventRequest.longest)
      return
    }
    let client = try EventClient(
      socket, peer, at: place, on: turns, keepsAll: keepsAll, at: MonotonicClock.now
    ) { [unowned self] in takeTurn(of: $0, $1) }
    clients.append(client)
    note(client, "(uid \(peer.uid)) is connected")
    client.send(
      EventLine([
        ("kind", "hello"), ("protocol", .integer(Self.version)), ("touchd", .string(Program.version)),
        ("pid", .integer(Int(getpid()))),
      ]))
    client.flush()
    setTimes()
  }

  /// Logs a connection; those for a question of the administrator's are many, and no news.
  private func note(_ client: EventClient, _ words: String) {
    log.log(
      isControl(client.place) ? .debug : .info, about: "clients",
      "\(client.place.name): pid \(client.peer.pid) \(words)")
  }

  private func takeTurn(of client: EventClient, _ ready: Readiness) {
    let now = MonotonicClock.now
    if let request = client.takeTurn(ready, at: now) { serve(client, request) }
    endTurn(at: now)
  }

  private func endTurn(at now: Timestamp) {
    beginSubscriptions(at: now)
    flush()
    guard hasActed else { return }
    hasActed = false
    host.clientActed()
  }

  /// Takes out the clients that are gone; those that are sent a last line answer for nothing any more.
  ///
  /// - Returns: whether there is something to report of it.
  private func takeOutThoseGone() -> Bool {
    // After each frame.
    let areOut = clients.contains { $0.phase == .gone || $0.phase != .listening && !$0.claims.isEmpty }
    guard areOut else { return false }
    for client in clients where client.phase != .listening {
      for key in client.claims.keys {
        (client.claims[key], claims.seat(key).claimant) = (nil, nil)
        report(claim: key, isClaimed: false)
      }
      guard client.phase == .gone else { continue }
      client.close()
      note(client, client.wasLost ? "reads too slowly, and was sent away" : "has gone")
    }
    clients.removeAll { $0.phase == .gone }
    observe()
    return !lines.isEmpty
  }

  /// Does what is due for clients by their time.
  func keepTimes(at now: Timestamp = MonotonicClock.now) {
    for client in clients { client.expire(at: now) }
    endTurn(at: now)
  }

  private func setTimes() {
    times?.set(clients.reduce(nil) { earlier($0, $1.wish == nil ? $1.due : nextState) })
  }
}

// What clients ask for.
extension EventsServer {
  func serve(_ client: EventClient, _ line: [UInt8]) {
    // What happened before comes before the answer.
    distribute()
    let (id, request) = EventRequest.read(line)
    do throws(Refusal) {
      try perform(request.get(), for: client, id)
    } catch {
      client.send(.error(id, error.message, wasTried: error.wasTried))
    }
  }

  private func perform(_ request: EventRequest, for client: EventClient, _ id: JSON?) throws(Refusal) {
    switch request.verb {
    case .subscribe(let kinds, let views):
      try subscribe(client, Subscription(kinds: kinds, layout: request.layout, views: views), id)
    case .respond(let name): try claim(name, in: request.layout, for: client, id)
    case .show(let identifier, let isHidden):
      try show(identifier, isHidden: isHidden, in: request.layout)
      finish(client, id)
    case .cancel:
      let now = host.now
      for layout in try permitted(layouts(named: request.layout), .cancel) {
        host.cancelAll(of: layout, at: now)
      }
      finish(client, id)
    case .screen(let isDark):
      let now = host.now
      let layouts = try permitted(layouts(named: request.layout), .screen, or: isControl(client.place))
      for layout in layouts { layout.say(isDark: isDark, at: now) }
      finish(client, id, text: layouts.map(\.screenWords).joined())
    case .explore(let answer): try explore(answer, in: request.layout, for: client, id)
    case .status(let format):
      let daemon = try daemon(for: client)
      answer(client, id, .success(daemon.status(format)))
    case .stats(let day):
      guard let daemon else { throw Self.noDaemon }
      daemon.statistics(day, request.layout, later(client, id))
    case .reload: try daemon(for: client).reload(later(client, id))
    }
  }

  /// Answers a client once that is possible.
  private func later(_ client: EventClient, _ id: JSON?) -> EventRequest.Reply {
    // Nothing is made for a client that does not read any more.
    client.awaitsAnswer = !client.hasHungUp
    return { [weak self, weak client] in
      guard let self, let client, client.awaitsAnswer else { return }
      client.awaitsAnswer = false
      distribute()
      answer(client, id, $0)
      flush()
    }
  }

  private static let noDaemon = Refusal(message: "a replay has nothing to say of this")

  private func daemon(for client: EventClient) throws(Refusal) -> DaemonAnswers {
    guard trusts(client.peer) else {
      throw Refusal(message: "only root and the user that touchd runs as may ask for this: `sudo touchd …`")
    }
    guard let daemon else { throw Self.noDaemon }
    return daemon
  }

  /// Sends an answer that may be long.
  private func answer(_ client: EventClient, _ id: JSON?, _ result: Result<String, Refusal>) {
    let line =
      switch result {
      case .success(let text): EventLine.ok(id, text: text.cut(to: Self.longestText))
      case .failure(let refusal):
        EventLine.error(id, refusal.message.cut(to: Self.longestText), wasTried: refusal.wasTried)
      }
    let snapshot = Snapshot(answer: line, at: host.now)
    makeRoom(for: snapshot)
    client.send(snapshot, at: MonotonicClock.now)
  }

  /// Answers a request that changed something: what came of it is sent before.
  private func finish(_ client: EventClient, _ id: JSON?, text: String? = nil) {
    hasActed = true
    distribute()
    client.send(.ok(id, text: text))
  }

  private func subscribe(_ client: EventClient, _ subscription: Subscription, _ id: JSON?) throws(Refusal) {
    if let name = subscription.layout { _ = try layouts(named: name) }
    guard client.mayTakeSnapshot(at: MonotonicClock.now) else {
      throw Refusal(
        message:
          "read the state of the last subscription first; a client has two a second, after the first four")
    }
    // Nothing is made for a client that does not read any more.
    if !client.hasHungUp { client.wish = (subscription, id) }
  }

  private func claim(_ name: String, in layout: String?, for client: EventClient, _ id: JSON?)
    throws(Refusal)
  {
    let candidates = try layouts(named: layout).filter { $0.layout.socketResponders.contains(name) }
    guard let found = candidates.first else {
      let names = try layouts(named: layout).flatMap(\.layout.socketResponders)
      let help = Suggestion.question(name, among: names).map { "; \($0)" } ?? ""
      throw Refusal(message: "no layout has a responder \(quoted(name)) with `plugin: socket`\(help)")
    }
    guard candidates.count == 1 else {
      let names = series(candidates.map { quoted($0.layout.title) })
      throw Refusal(message: "\(names) have a responder \(quoted(name)): name one with `layout`")
    }
    let key = Claims.Key(file: found.layout.file, name: name)
    let seat = claims.seat(key)
    if let claimant = seat.claimant, client.claims[key] !== claimant {
      let holder = clients.first { $0.claims[key] === claimant }?.peer.pid
      throw Refusal(
        message: "\(holder.map { "pid \($0)" } ?? "another client") answers for \(quoted(name)) already")
    }
    client.send(.ok(id))
    guard seat.claimant == nil else { return }
    give(key, of: found, to: client)
    report(claim: key, isClaimed: true)
  }

  /// Has a client answer for a responder for which none does.
  private func give(_ key: Claims.Key, of layout: LiveLayout, to client: EventClient) {
    let claimant = Claimant(in: layout.layout.title) { [unowned self, unowned client] in
      pass($0, of: key, to: client)
    }
    (claims.seat(key).claimant, client.claims[key]) = (claimant, claimant)
  }

  /// Takes in what a program says that speaks for a layout.
  private func explore(_ answer: ExploreAnswer, in name: String?, for client: EventClient, _ id: JSON?)
    throws(EventRequest.Refusal)
  {
    let candidates = try layouts(named: name).filter { $0.layout.explore != nil }
    guard candidates.count == 1, let layout = candidates.first, let controls = layout.plugins.tree.explore
    else {
      let message =
        switch candidates.count {
        case 0: "no layout has `explore`"
        case 1: "`explore` begins with a panel that says how large a millimetre is"
        default: "several layouts have `explore`: name one with `layout`"
        }
      throw EventRequest.Refusal(message: message)
    }
    let key = Claims.Key(file: layout.layout.file, name: "")
    let seat = claims.seat(key)
    if case .claim = answer {
      // Of the file: the controls may be those of before a reload.
      try layout.layout.explore?.admit(client.peer.uid)
      if seat.claimant != nil, client.claims[key] !== seat.claimant {
        throw EventRequest.Refusal(message: "another program speaks for this layout already")
      }
      if seat.claimant == nil { give(key, of: layout, to: client) }
    } else if client.claims[key] == nil {
      throw EventRequest.Refusal(message: "say `{\"explore\":\"answer\"}` first")
    }
    controls.take(answer, at: host.now)
    finish(client, id)
  }

  private func show(_ identifier: String, isHidden: Bool, in name: String?) throws(Refusal) {
    let all = try layouts(named: name)
    let having = all.filter { $0.pipeline?.application.view(identifier) != nil }
    guard !having.isEmpty else {
      throw Refusal(message: "there is no view or window \(quoted(identifier))")
    }
    guard having.count == 1 || name != nil else {
      let names = series(having.map { quoted($0.layout.title) })
      throw Refusal(message: "\(names) have a view \(quoted(identifier)): name one with `layout`")
    }
    for layout in try permitted(having, .show) {
      guard let view = layout.pipeline?.application.view(identifier) else { continue }
      layout.plugins.tree.visibility?.change(view, isHidden ? .hide : .show, for: nil, at: host.now)
    }
  }

  /// The layouts that are called so, or all.
  func layouts(named name: String?) throws(Refusal) -> [LiveLayout] {
    let all = host.layouts
    guard let name else { return all }
    let meant = all.filter { $0.layout.isCalled(name) }
    guard !meant.isEmpty else {
      guard !all.isEmpty else { throw Self.nothingInUse }
      let names = series(all.map { quoted($0.layout.title) })
      throw Refusal(message: "there is no layout \(quoted(name)); there is \(names)", wasTried: true)
    }
    return meant
  }

  private static let nothingInUse = Refusal(message: "no layout is in use; `touchd status` says why")

  /// Those that allow a command, or all; a request that none of them allows is refused.
  private func permitted(
    _ layouts: [LiveLayout], _ command: SocketCommand, or isControl: Bool = false
  ) throws(Refusal) -> [LiveLayout] {
    let allowed = layouts.filter { isControl || $0.layout.commands.contains(command) }
    guard !layouts.isEmpty else { throw Self.nothingInUse }
    guard !allowed.isEmpty else {
      let names = series(layouts.map { quoted($0.layout.title) })
      let verb = layouts.count == 1 ? "does not allow this" : "do not allow this"
      throw Refusal(
        message: "\(names) \(verb): a layout does with `socket: { commands: [\(command.rawValue)] }`")
    }
    return allowed
  }
}

// Which clients answer for which responders.
extension EventsServer {
  /// Passes a line on to the client that answers for a responder, in order with those of all.
  func pass(_ line: TraceLine, of key: Claims.Key, to client: EventClient) {
    guard let layout = feeds.first(where: { $0.target.layout.file == key.file })?.target else { return }
    let line = line.of(layout)
    // A client that hears of all events gets each once; without a tree, none is a line for all.
    guard line.kind != .event || layout.pipeline == nil || !client.wants(line) else { return }
    distribute()
    client.send(encode(line))
  }

  func report(claim key: Claims.Key, isClaimed: Bool) {
    guard let layout = feeds.first(where: { $0.target.layout.file == key.file })?.target else { return }
    hasActed = true
    if key.name.isEmpty { return layout.plugins.tree.explore?.speakerLeft(at: host.now) ?? () }
    let line = TraceLine.change(of: key.name, isClaimed: isClaimed, at: host.now)
    host.trace?.write(line)
    report(line, of: layout)
  }

  /// Ends the claims on responders that the layouts do not leave to programs any more, or to those of other users.
  func keepClaims() {
    var (keys, speakers): (Set<Claims.Key>, [Claims.Key: UInt32]) = ([], [:])
    for layout in host.layouts.map(\.layout) {
      for name in layout.socketResponders { keys.insert(Claims.Key(file: layout.file, name: name)) }
      speakers[Claims.Key(file: layout.file, name: "")] = layout.explore?.speakerID
    }
    for client in clients {
      for (key, claimant) in client.claims where !keys.contains(key) && speakers[key] != client.peer.uid {
        (client.claims[key], claims.seat(key).claimant) = (nil, nil)
        if key.name.isEmpty {
          report(claim: key, isClaimed: false)
          continue
        }
        let line = TraceLine.change(of: key.name, isClaimed: false, at: host.now)
        client.send(EventLine(line.members(since: host.origin, in: claimant.layout)))
      }
    }
    claims.keep(keys.union(speakers.keys))
  }
}

/// Answers of a daemon to root and to the user that it runs as.
struct DaemonAnswers {
  let status: (StatusFormat) -> String
  /// Replies when the layouts are in use or refused.
  let reload: (@escaping EventRequest.Reply) -> Void
  /// Replies with a day of the layouts of a name, or of all; also to others.
  var statistics: (_ day: String, _ layout: String?, @escaping EventRequest.Reply) -> Void = {
    $2(.failure(.init(message: "nothing is counted")))
  }
  /// Returns what a line of counters has of incidents.
  var incidents: () -> JSON.Members = { [] }
}

extension String {
  /// The first lines, up to so many bytes, and a last one that says so if there are more.
  fileprivate func cut(to limit: Int) -> String {
    guard utf8.count > limit else { return self }
    let start = utf8.prefix(limit)
    let end = start.lastIndex(of: UInt8(ascii: "\n")) ?? startIndex
    return "\(self[..<end])\nthe rest is left out: it is too long\n"
  }
}

extension Layout {
  /// The names of the responders that it leaves to programs.
  var socketResponders: [String] { responders.filter { $0.plugin.value == "socket" }.map(\.name.value) }
}
