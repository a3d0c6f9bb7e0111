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

  func debug(about key: String, at time: Timestamp? = nil, _ message: @autoclosure () -> String) {
    log(.debug, about: key, at: time, message())
  }

  func info(about key: String, at time: Timestamp? = nil, _ message: @autoclosure () -> String) {
    log(.info, about: key, at: time, message())
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
