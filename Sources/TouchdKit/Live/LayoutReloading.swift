import Dispatcher
import LinuxInput
import Logging

/// Reads the configuration again, and puts the new layouts in the place of the old ones between two touch sequences.
///
/// Whatever is wrong with the new files, the old layouts stay. Fingers that are down finish on the old tree; where they
/// stay for longer than ``patience``, they are cancelled.
final class LayoutReloading {
  /// Who asked.
  enum Cause: String {
    case signal = "SIGHUP"
    case request = "a client's request"
    case fileChange = "a changed file"
  }

  /// How long fingers may go on, and taps be waited for. A person who does not lift in that time leans on the glass. (O)
  static let patience = Interval.seconds(3)

  private let path: String
  private let session: LiveSession
  private let logger: Logger
  private let prepare: (Configuration) -> [LiveLayout]
  /// Told at the beginning, and at the end with what the files now are.
  @exclusivity(unchecked) var onBegin: () -> Void = {}
  @exclusivity(unchecked) var onEnd: (ConfigurationReading) -> Void = { _ in }
  @exclusivity(unchecked) private(set) var counts = DaemonStatus.Reloads(done: 0, failed: 0, lastFailure: nil)
  /// What is in use, or will be.
  @exclusivity(unchecked) private var current: Configuration
  @exclusivity(unchecked) private var pending: Pending?
  @exclusivity(unchecked) private var timer: LoopTimer?

  /// Layouts that wait for the fingers to lift.
  private struct Pending {
    let layouts: [LiveLayout]
    let reading: ConfigurationReading
    let cause: Cause
    let limit: Timestamp
    /// Whoever wants to know, no more than the control socket has clients.
    var replies: [(ControlReply) -> Void]
  }

  /// - Parameters:
  ///   - path: the daemon's file, or a layout.
  ///   - prepare: makes layouts ready to be used.
  init(
    _ path: String, _ configuration: Configuration, _ session: LiveSession, _ logger: Logger,
    prepare: @escaping (Configuration) -> [LiveLayout]
  ) throws(SystemError) {
    (self.path, current, self.session, self.logger, self.prepare) = (
      path, configuration, session, logger, prepare
    )
    timer = try LoopTimer(on: session.runLoop) { [unowned self] in replaceIfPossible() }
  }

  /// Reads everything anew.
  ///
  /// - Parameter reply: told once, when the new layouts are in use, or why they will not be.
  func reload(_ cause: Cause, reply: @escaping (ControlReply) -> Void = { _ in }) {
    let reading = ConfigurationReading(path)
    guard let configuration = reading.configuration else {
      return refuse(reading.lines, reading, cause, reply)
    }
    // An editor that writes what was there, or a chmod.
    if cause == .fileChange, configuration == current { return }
    onBegin()
    let layouts = prepare(configuration)
    if let problem = session.touchscreens?.problem(with: layouts) {
      return refuse([problem], reading, cause, reply)
    }
    for line in reading.lines { logger.warning("\(line)") }
    current = configuration
    pending = Pending(
      layouts: layouts, reading: reading, cause: cause, limit: MonotonicClock.now + Self.patience,
      replies: (pending?.replies ?? []) + [reply])
    replaceIfPossible()
  }

  /// To be called after deliveries: a finger may have been lifted. The layouts are replaced in the next wake, not below
  /// whoever is being served.
  func delivered() {
    if pending != nil, session.isIdle { timer?.set(MonotonicClock.now) }
  }

  private func replaceIfPossible() {
    guard let pending else { return }
    guard session.isIdle || MonotonicClock.now >= pending.limit else {
      timer?.set(pending.limit)
      return
    }
    self.pending = nil
    session.replace(with: pending.layouts)
    counts.done += 1
    let names = series(pending.layouts.map(\.name))
    logger.notice("\(names) in use: read again by \(pending.cause.rawValue)")
    onEnd(pending.reading)
    let warnings = pending.reading.lines.map { $0 + "\n" }.joined()
    for reply in pending.replies { reply(.ok("\(warnings)\(names) in use\n")) }
  }

  private func refuse(
    _ lines: [String], _ reading: ConfigurationReading, _ cause: Cause, _ reply: (ControlReply) -> Void
  ) {
    counts.failed += 1
    counts.lastFailure = lines.first.map { String($0.prefix { $0 != "\n" }) }
    for line in lines { logger.error("config error: \(line)") }
    logger.error("the old layout stays in use: what \(cause.rawValue) brought is no good")
    onEnd(reading)
    reply(.error(lines.map { $0 + "\n" }.joined()))
  }
}
