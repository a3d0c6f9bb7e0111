internal import ArgumentParser
internal import Dispatcher
internal import LinuxInput
internal import Logging
internal import TouchdKit

/// The `touchd-mqtt` program.
public enum BrokerProgram {
  /// Runs the bridge, and exits: 1 for a bad file, 3 where the system refuses, 64 for wrong arguments.
  public static func main() { Touchd.run(BrokerCommandLine.self) }
}

/// `touchd-mqtt`: what its command line has.
struct BrokerCommandLine: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "touchd-mqtt",
    abstract: "Publishes what touchd sees to an MQTT broker.",
    discussion: """
      It listens to the daemon's events socket, and goes on when the daemon or the broker is started again. \
      `touchd check` says what is wrong with its file.
      """,
    version: Touchd.version,
    examples: ["The bridge, with a file that `touchd check` accepts": "touchd-mqtt -c mqtt.yaml"])

  @Option(
    name: [.customShort("c"), .customLong("config")],
    help: ArgumentHelp("What is published, and where.", valueName: "file"), completion: .file())
  var config = "/etc/touchd/mqtt.yaml"

  @OptionGroup var socket: EventsSocketOption

  func run() throws {
    let description = try LayoutLoading.broker(config)
    try onDevices {
      let identity = try Identity.ofMachine()
      let bridge = Bridge(description, identity)
      let settings = try ConnectionSettings(description, bridge.topics, identity)
      let runLoop = try LiveSession.makeRunLoop()
      let service = try BrokerService(bridge, settings, eventsAt: socket.path, on: runLoop, .touchd)
      try runLoop.run()
      if service.hasFailed { throw ExitCode.refused }
    }
  }
}

extension ConnectionSettings {
  /// - Throws: the status to end with, if the credentials cannot be used.
  init(_ description: BrokerDescription, _ topics: Topics, _ identity: Identity) throws {
    let credentials: Credentials?
    do {
      credentials = try description.credentials.map(CredentialsFile.read)
    } catch {
      throw failure("\(error)", .badInput)
    }
    self.init(
      host: description.host, port: description.port, clientID: "touchd-\(identity.id)",
      tls: description.tls, credentials: credentials, keepAlive: description.keepAlive,
      will: Message(topic: topics.availability, payload: "offline", kind: .state))
  }
}

/// Reads the file with the user's name and the password.
enum CredentialsFile {
  /// More than a name and a password need, in bytes. (O)
  private static let limit = 4096

  /// Reason for which it is not used.
  struct Refusal: Error, CustomStringConvertible { let description: String }

  /// The first line is the user's name, the second the password; without a second there is none.
  ///
  /// - Throws: ``Refusal`` with what to do, or the error of ``SecretFile``.
  static func read(_ path: String) throws -> ConnectionSettings.Credentials {
    let bytes = try SecretFile.contents(path, limit: limit, groupMayRead: true, waits: false)
    guard bytes.count <= limit, let text = String(validating: bytes, as: UTF8.self)
    else { throw Refusal(description: "\(path) is no file with a name and a password, a line each") }
    return try credentials(text, path)
  }

  /// - Parameter path: for messages.
  static func credentials(_ text: String, _ path: String) throws(Refusal) -> ConnectionSettings.Credentials {
    var lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }
    if lines.last == "" { lines.removeLast() }
    guard (1...2).contains(lines.count), let user = lines.first, !user.isEmpty else {
      throw Refusal(
        description:
          "\(path) must have the user's name in its first line and the password in its second, and no more")
    }
    return ConnectionSettings.Credentials(
      user: String(user), password: lines.count == 2 ? String(lines[1]) : nil)
  }
}

/// The bridge at work: the events socket on one side, the broker on the other, for as long as the process lives.
///
///     connecting ──► connected
///         ▲              │ the connection ends
///         └── a pause ◄──┘
///
/// Not thread-safe.
final class BrokerService {
  private let settings: ConnectionSettings
  private let runLoop: RunLoop
  private let logger: Logger
  /// For what a broker or a daemon can repeat.
  private let log: LimitedLog
  private var bridge: Bridge
  private var listener: EventsListener?
  private var connection: Mosquitto?
  private var retry: LoopTimer?
  private var alarm: LoopTimer?
  private var backOff = BackOff()
  /// After the end of a replay: what waits is still sent, for as long as this runs; `nil` before.
  private var lastWords: LoopTimer?
  /// Longest time for that. (O)
  private static let patience = Interval.seconds(10)
  /// Between two lines of the log about the same thing, after a few that may come at once. (O)
  private static let noticeInterval = Interval.seconds(60)
  /// Since when it is connected; `nil` while it is not.
  private var connectedSince: Timestamp?
  /// Whether it was said that the broker is away.
  private var isAwaySaid = false
  /// Of ``OutgoingQueue/dropped``, as it was said last.
  private var droppedSaid = 0

  /// Whether it has ended because it may not listen.
  private(set) var hasFailed = false

  /// - Parameter path: of the events socket.
  /// - Throws: ``SystemError``, `EMFILE` if there is no descriptor left.
  init(
    _ bridge: Bridge, _ settings: ConnectionSettings, eventsAt path: String, on runLoop: RunLoop,
    _ logger: Logger
  ) throws(SystemError) {
    (self.bridge, self.settings, self.runLoop, self.logger) = (bridge, settings, runLoop, logger)
    log = LimitedLog(logger, burst: 5, every: Self.noticeInterval)
    retry = try LoopTimer(on: runLoop) { [unowned self] in connect() }
    alarm = try LoopTimer(on: runLoop) { [unowned self] in
      self.bridge.advance(to: now)
      flush()
    }
    listener = try EventsListener(
      .always(bridge.kinds, at: path), on: runLoop, onLine: { [unowned self] in hear($0) },
      onNews: { [unowned self] news in log.notice(about: "touchd", news) },
      onLoss: { [unowned self] in
        self.bridge.loseDaemon(at: now)
        flush()
      },
      onEnd: { [unowned self] failure in end(failure) })
    retry?.set(.zero)
  }

  /// Ages count while the machine sleeps.
  private var now: Timestamp { MonotonicClock.nowWithSleep }

  // MARK: - The daemon

  private func hear(_ line: HeardLine) {
    bridge.hear(line, at: now, time: calendarTime(ago: .seconds(0)))
    flush()
  }

  /// The right to listen is missing: a restart with another group is needed. Or a replay is over.
  private func end(_ failure: EventsListener.Failure?) {
    switch failure {
    case .refused(let message)?, .badRequest(let message)?:
      logger.error("\(message)")
      hasFailed = true
      runLoop.stop()
    case nil:
      lastWords = try? LoopTimer(on: runLoop) { [unowned self] in runLoop.stop() }
      lastWords?.set(after: Self.patience)
      if lastWords == nil { runLoop.stop() }
      flush()
    }
  }

  // MARK: - The broker

  private func connect() {
    do {
      connection = try Mosquitto(settings, on: runLoop) { [unowned self] in take($0) }
    } catch {
      lose("\(error)")
    }
  }

  private func take(_ report: Mosquitto.Report) {
    switch report {
    case .connected: begin()
    case .acknowledged(let number): bridge.queue.acknowledge(number)
    case .received(let message):
      if let request = bridge.receive(message, at: now), listener?.ask(request) != true {
        bridge.refuseCommand(request, at: now)
      }
    case .ended(let reason): lose(reason)
    }
    flush()
  }

  private func begin() {
    connectedSince = now
    for topic in bridge.subscriptions { connection?.subscribe(to: topic) }
    bridge.connect(at: now)
    log.notice(about: "connected", "connected to \(settings.host):\(settings.port)")
    isAwaySaid = false
  }

  private func lose(_ reason: String) {
    if let connectedSince { backOff.connectionEnded(after: now - connectedSince) }
    (connection, connectedSince) = (nil, nil)
    bridge.disconnect()
    if !isAwaySaid {
      log.warning(
        about: "away",
        "no connection to \(settings.host):\(settings.port): \(reason); events wait, at most \(OutgoingQueue.eventLimit)"
      )
    }
    isAwaySaid = true
    retry?.set(after: backOff.next())
  }

  /// Sends what may be sent, and waits for what comes next.
  private func flush() {
    if connectedSince != nil, let connection {
      bridge.queue.send(at: now) { connection.publish($0) }
      sayDropped()
      if lastWords != nil, bridge.queue.isEmpty { runLoop.stop() }
    }
    // The timer goes by a clock that stands still while the machine sleeps: what is due then is done at once after it.
    alarm?.set(bridge.deadline.map { MonotonicClock.now + ($0 - now) })
  }

  private func sayDropped() {
    let dropped = bridge.queue.dropped
    guard dropped > droppedSaid else { return }
    log.warning(
      about: "dropped", "\(takeDropped(dropped)) events were not sent: they were too old, or too many")
  }

  /// Number of events that were dropped since the line before.
  private func takeDropped(_ dropped: Int) -> Int {
    defer { droppedSaid = dropped }
    return dropped - droppedSaid
  }
}
