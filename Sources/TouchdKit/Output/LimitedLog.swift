package import Dispatcher
import LinuxInput
package import Logging

/// A log for what a device, a file or a person can make happen again and again: of what is about one thing, only so
/// much is written, and the next line says how many were left out.
///
/// What is below the logger's level is neither written nor counted.
package final class LimitedLog {
  /// The most things that are counted apart from each other; the rest counts as one, so that neither memory nor lines
  /// grow with the names that devices give themselves. More than touchscreens and plugins that a kiosk has. (O)
  static let keyLimit = 64

  private let logger: Logger
  private let limit: RateLimit
  private var limits: [String: RateLimit] = [:]
  /// Of everything that finds no place among them.
  private var others: RateLimit

  /// - Parameters:
  ///   - burst: how many lines about one thing may come at once.
  ///   - interval: how long it takes for one more.
  package init(_ logger: Logger, burst: Int, every interval: Interval) {
    self.logger = logger
    limit = RateLimit(burst: burst, every: interval)
    others = limit
  }

  /// Writes a line about something, unless there was too much about it lately.
  ///
  /// - Parameters:
  ///   - key: what the line is about; lines of one key are counted together.
  ///   - time: of what the line is about; without it, now.
  func log(
    _ level: Logger.Level, about key: String, at time: Timestamp? = nil, _ message: @autoclosure () -> String
  ) {
    guard level >= logger.logLevel, let leftOut = admit(key, at: time ?? MonotonicClock.now) else { return }
    let note = leftOut > 0 ? " (\(leftOut) more of these before it were left out)" : ""
    logger.log(level: level, "\(message())\(note)")
  }

  package func notice(about key: String, at time: Timestamp? = nil, _ message: @autoclosure () -> String) {
    log(.notice, about: key, at: time, message())
  }

  package func warning(about key: String, at time: Timestamp? = nil, _ message: @autoclosure () -> String) {
    log(.warning, about: key, at: time, message())
  }

  func error(about key: String, at time: Timestamp? = nil, _ message: @autoclosure () -> String) {
    log(.error, about: key, at: time, message())
  }

  private func admit(_ key: String, at time: Timestamp) -> Int? {
    if limits[key] == nil, limits.count >= Self.keyLimit {
      limits = limits.filter { !$0.value.isFresh(at: time) }
      if limits.count >= Self.keyLimit { return others.admit(at: time) }
    }
    return limits[key, default: limit].admit(at: time)
  }
}

/// Limit of messages: so many at once, and then one more for each interval that has passed.
///
/// A bucket of tokens that fills again with time. Time is a value, of whatever clock: what a replay says is the same
/// each time.
struct RateLimit: Sendable {
  /// Messages permitted at once; at least 1.
  private let burst: Int
  /// Time for one more; above zero.
  private let interval: Interval
  /// Time at which the bucket is full again; the farther from now, the emptier it is.
  private var full: Timestamp?
  /// The number refused since the last that was not.
  var leftOut = 0

  /// - Precondition: both are more than 0.
  init(burst: Int, every interval: Interval) {
    precondition(
      burst > 0 && interval.microseconds > 0,
      "a limit lets something through; give it a burst and an interval")
    self.burst = burst
    self.interval = interval
  }

  /// Asks whether something may be said now.
  ///
  /// - Returns: how many were left out before it since the last one that was said; `nil` if it is left out, too.
  mutating func admit(at time: Timestamp) -> Int? {
    let spent = spent(at: time)
    guard spent.microseconds <= interval.microseconds * Int64(burst - 1) else {
      leftOut += 1
      return nil
    }
    full = time + spent + interval
    defer { leftOut = 0 }
    return leftOut
  }

  /// Time from which one more may be said; `nil` if it may be at once.
  func nextTurn(after time: Timestamp) -> Timestamp? {
    let wait = spent(at: time).microseconds - interval.microseconds * Int64(burst - 1)
    return wait > 0 ? time + Interval(microseconds: wait) : nil
  }

  /// Whether it is as good as new: nothing was left out, and the burst is there again.
  func isFresh(at time: Timestamp) -> Bool { leftOut == 0 && spent(at: time).microseconds == 0 }

  /// Time until the bucket is full. A clock that went back counts as one that starts anew.
  private func spent(at time: Timestamp) -> Interval {
    guard let full, full > time else { return Interval(microseconds: 0) }
    let wait = full - time
    return 0...interval.microseconds * Int64(burst) ~= wait.microseconds ? wait : Interval(microseconds: 0)
  }
}

/// A log that hands on what is to be written.
struct EventLog: LogHandler {
  var logLevel: Logger.Level
  var metadata: Logger.Metadata = [:]
  private let write: @Sendable (LogEvent) -> Void

  /// - Parameter logLevel: what is below it is not written.
  init(logLevel: Logger.Level, write: @escaping @Sendable (LogEvent) -> Void) {
    (self.logLevel, self.write) = (logLevel, write)
  }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) { write(event) }
}

extension Logger {
  /// This log for a plugin, by its name in the layout: each line begins with `plugin "NAME": `, since an administrator
  /// reads first what is to blame.
  func ofPlugin(_ name: String) -> Logger {
    Logger(label: label) { [handler] _ in
      EventLog(logLevel: handler.logLevel) { event in
        var event = event
        event.message = "plugin \"\(name)\": \(event.message)"
        handler.log(event: event)
      }
    }
  }
}

extension Pipeline {
  /// Writes to a log what only a bug can do: a bug of touchd, where a contact breaks the balance of phases; of the
  /// kernel, where a panel sends what it cannot; of the panel, whose sizes cannot be sizes; or of the program's views
  /// and recognizers. A person should read of it, and not in every frame.
  func logFaults(to logger: Logger) {
    // Whatever the bug, it may happen in every frame, or with every time that a panel is plugged in: a few show what it
    // is, and then one in ten minutes that it goes on. (O)
    let log = LimitedLog(logger, burst: 8, every: .seconds(600))
    onImbalance = { log.error(about: $0.panel, "\($0)") }
    onImplausibleSizes = { log.warning(about: "sizes of \($0.panel)", "\($0)") }
    onFault = { log.error(about: "kernel bug of \($0.panel)", "kernel bug: \($0)") }
    application.onMisuse = { log.warning(about: $0.subject, "program error: \($0)") }
  }
}
