package import Logging
import YAML

/// Writes log messages to standard error, one line a fact.
struct StandardErrorLog: LogHandler {
  var logLevel: Logger.Level
  var metadata: Logger.Metadata = [:]

  /// The longest line, in bytes: several paths. (O)
  private static let longest = 16 << 10

  /// - Parameter logLevel: what is below it is not written.
  init(logLevel: Logger.Level = .info) { self.logLevel = logLevel }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    let line = Self.line("\(event.message)")
    let head = StandardError.isJournal ? "" : "\(Program.name): \(event.level): "
    StandardError.write(head + line, event.level)
  }

  /// A message as one line: one of several lines would be several facts to the journal. By characters' numbers: `\r\n`
  /// is one `Character`.
  static func line(_ message: String) -> String {
    let lines = message.unicodeScalars.split(separator: "\n").map { String($0) }
    return lines.joined(separator: " | ").cleaned(limit: longest)
  }
}

extension Logger {
  /// The log of the program.
  package static var touchd: Logger { touchd(level: .info) }

  /// The log of the program, from a level on: `info` for the daemon, which reports no touch there, and `debug` for the
  /// tools, which are there to show what happens.
  static func touchd(level: Level) -> Logger {
    Logger(label: "touchd") { _ in StandardErrorLog(logLevel: level) }
  }
}
