import Dispatcher
import LinuxInput
import Logging
import YAML

/// Reads the configuration again, and puts the new layouts in the place of the old ones between two touch sequences.
///
/// The files are read and checked on another thread, so no finger waits for them. Whatever is wrong with them, the old
/// layouts stay. Fingers that are down finish on the old tree; where they stay for longer than ``patience``, they are
/// cancelled.
final class LayoutReloading {
  /// Who asked.
  enum Cause: String {
    case signal = "SIGHUP"
    case request = "a client's request"
    case fileChange = "a changed file"
  }

  typealias Reply = (ControlReply) -> Void

  /// How long fingers may go on, and taps be waited for, from the first request on. A person who does not lift in that
  /// time leans on the glass. (O)
  static let patience = Interval.seconds(3)
  /// Who waits for an answer, at most: the control socket has eight clients, and some that gave up. (O)
  private static let replyLimit = 64
  /// What a journal gets of one bad file; `touchd check` shows the rest. (O)
  private static let logLimit = 20

  private let path: String
  private let session: LiveSession
  private let logger: Logger
  private let prepare: (Configuration) -> [LiveLayout]
  /// Told when files are being read again, or have changed, and once it is decided what is in use, with what was read.
  @exclusivity(unchecked) var onBegin: () -> Void = {}
  @exclusivity(unchecked) var onEnd: (ConfigurationReading) -> Void = { _ in }
  @exclusivity(unchecked) private(set) var counts = DaemonStatus.Reloads(done: 0, failed: 0, lastFailure: nil)
  @exclusivity(unchecked) private var inUse: Configuration
  @exclusivity(unchecked) private var lastRead: ConfigurationReading
  /// Who asked while files were being read: they are read once more then.
  @exclusivity(unchecked) private var asked: Cause?
  @exclusivity(unchecked) private var replies: [Reply] = []
  @exclusivity(unchecked) private var reading: Background<ConfigurationReading>?
  @exclusivity(unchecked) private var pending: Pending?
  @exclusivity(unchecked) private var timer: LoopTimer?

  /// Layouts that wait for the fingers to lift.
  private struct Pending {
    let configuration: Configuration
    let layouts: [LiveLayout]
    let reading: ConfigurationReading
    let cause: Cause
    let limit: Timestamp
    let replies: [Reply]
  }

  /// - Parameters:
  ///   - path: the daemon's file, or a layout.
  ///   - reading: what was read of it, and is in use.
  ///   - prepare: makes layouts ready to be used.
  init(
    _ path: String, _ configuration: Configuration, _ reading: ConfigurationReading, _ session: LiveSession,
    _ logger: Logger, prepare: @escaping (Configuration) -> [LiveLayout]
  ) throws(SystemError) {
    (self.path, inUse, lastRead) = (path, configuration, reading)
    (self.session, self.logger, self.prepare) = (session, logger, prepare)
    timer = try LoopTimer(on: session.runLoop) { [unowned self] in replaceIfPossible() }
  }

  /// Reads everything anew.
  ///
  /// - Parameter reply: told once, when the new layouts are in use, or why they will not be.
  func reload(_ cause: Cause, reply: Reply? = nil) {
    if let reply {
      guard replies.count + (pending?.replies.count ?? 0) < Self.replyLimit else {
        return reply(.refused("\(Self.replyLimit) others wait for the same; try again"))
      }
      replies.append(reply)
    }
    // Who asked in person gets an answer, whatever else happens to the files.
    if asked == nil || asked == .fileChange { asked = cause }
    read()
  }

  /// To be called after deliveries: a finger may have been lifted. The layouts are replaced in the next wake, not below
  /// whoever is being served.
  func delivered() {
    if pending != nil, session.isIdle { timer?.set(MonotonicClock.now) }
  }

  // MARK: - Reading

  private func read() {
    guard reading == nil, let cause = asked else { return }
    let replies = replies
    (asked, self.replies) = (nil, [])
    if cause != .fileChange { onBegin() }
    do {
      reading = try Background(on: session.runLoop, { [path] in ConfigurationReading(path) }) {
        [unowned self] in
        reading = nil
        decide($0, cause, replies)
        read()
      }
    } catch {
      // No thread is to be had: then it takes its time here.
      decide(ConfigurationReading(path), cause, replies)
    }
  }

  private func decide(_ reading: ConfigurationReading, _ cause: Cause, _ replies: [Reply]) {
    let isNews = reading != lastRead
    let wasBad = lastRead.hasErrors
    lastRead = reading
    // An editor that writes what was there, or a chmod.
    if cause == .fileChange {
      guard isNews else { return }
      onBegin()
    }
    guard let configuration = reading.configuration else { return refuse(reading.lines, reading, replies) }
    if cause == .fileChange, configuration == pending?.configuration ?? inUse {
      if wasBad { logger.notice("the files are good again, and what is in use") }
      counts.lastFailure = nil
      return onEnd(reading)
    }
    let layouts = prepare(configuration)
    if let problem = session.touchscreens?.problem(with: layouts) {
      return refuse([problem], reading, replies)
    }
    for line in reading.lines { logger.warning("config error: \(line)") }
    pending = Pending(
      configuration: configuration, layouts: layouts, reading: reading, cause: cause,
      limit: pending?.limit ?? MonotonicClock.now + Self.patience, replies: (pending?.replies ?? []) + replies
    )
    replaceIfPossible()
  }

  private func refuse(_ lines: [String], _ reading: ConfigurationReading, _ replies: [Reply]) {
    // What was read before, and is not in use yet, is not what the files say any more.
    let replies = (pending?.replies ?? []) + replies
    pending = nil
    counts.failed += 1
    counts.lastFailure = lines.first.map(Self.firstLine)
    for line in lines.prefix(Self.logLimit) { logger.error("config error: \(line)") }
    if lines.count > Self.logLimit {
      logger.error("config error: \(lines.count - Self.logLimit) more; `touchd check \(path)` shows them")
    }
    logger.error("\(series(inUse.layouts.map(\.file))) stays in use, as it was")
    onEnd(reading)
    for reply in replies { reply(.error(lines.map { $0 + "\n" }.joined())) }
  }

  /// Of a problem with its excerpt, the line that says what it is. By characters' numbers: `\r\n` is one `Character`.
  private static func firstLine(_ problem: String) -> String {
    String(problem.unicodeScalars.prefix { $0 != "\n" }).cleaned(limit: SystemError.longestSubject)
  }

  // MARK: - Replacing

  private func replaceIfPossible() {
    guard let pending else { return }
    // A finger that has landed meanwhile is down, though nobody has read it yet.
    session.serveAll()
    guard session.isIdle || MonotonicClock.now >= pending.limit else {
      timer?.set(pending.limit)
      return
    }
    self.pending = nil
    inUse = pending.configuration
    session.replace(with: pending.layouts)
    counts.done += 1
    counts.lastFailure = nil
    let words = "\(series(pending.layouts.map(\.name))) in use"
    logger.notice("\(words): read again by \(pending.cause.rawValue); \(session.summary)")
    onEnd(pending.reading)
    let warnings = pending.reading.lines.map { $0 + "\n" }.joined()
    for reply in pending.replies { reply(.ok("\(warnings)\(words)\n\(session.summary)\n")) }
  }
}
