internal import Glibc
import Logging

/// Writes log messages to standard error, one line a fact; with the journal's level marks when the journal reads it.
struct StandardErrorLog: LogHandler {
  var logLevel: Logger.Level
  var metadata: Logger.Metadata = [:]
  /// systemd sets it where standard error goes to the journal, which keeps times and levels itself.
  private let isJournal = getenv("JOURNAL_STREAM") != nil

  /// - Parameter logLevel: what is below it is not written.
  init(logLevel: Logger.Level = .info) { self.logLevel = logLevel }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    // A message of several lines would be several facts to the journal.
    let message = "\(event.message)".split(separator: "\n").joined(separator: " | ")
    complain(isJournal ? "<\(event.level.syslog)>\(message)" : "touchd: \(event.level): \(message)")
  }
}

extension Logger {
  /// The log of the program.
  static var touchd: Logger { touchd(level: .info) }

  /// The log of the program, from a level on: `info` for the daemon, which tells of no touch there, and `debug` for the
  /// tools, which are there to show what happens.
  static func touchd(level: Level) -> Logger {
    Logger(label: "touchd") { _ in StandardErrorLog(logLevel: level) }
  }
}

extension Logger.Level {
  /// The priority that syslog(3) has for the level.
  fileprivate var syslog: Int32 {
    switch self {
    case .trace, .debug: LOG_DEBUG
    case .info: LOG_INFO
    case .notice: LOG_NOTICE
    case .warning: LOG_WARNING
    case .error: LOG_ERR
    case .critical: LOG_CRIT
    }
  }
}
