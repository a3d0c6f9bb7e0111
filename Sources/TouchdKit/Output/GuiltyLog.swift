import Logging

/// Writes to another log, with the cause of a message in front of it: an administrator reads first what is to blame.
struct GuiltyLog: LogHandler {
  private var log: any LogHandler
  private let guilty: String

  var logLevel: Logger.Level {
    get { log.logLevel }
    set { log.logLevel = newValue }
  }
  var metadata: Logger.Metadata {
    get { log.metadata }
    set { log.metadata = newValue }
  }

  /// - Parameter guilty: `plugin "audit"`.
  init(_ guilty: String, to log: any LogHandler) {
    self.guilty = guilty
    self.log = log
  }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { log[metadataKey: key] }
    set { log[metadataKey: key] = newValue }
  }

  func log(event: LogEvent) {
    var event = event
    event.message = "\(guilty): \(event.message)"
    log.log(event: event)
  }
}

extension Logger {
  /// This log for a plugin, by its name in the layout: each line begins with `plugin "NAME": `.
  func ofPlugin(_ name: String) -> Logger {
    Logger(label: label) { _ in GuiltyLog("plugin \"\(name)\"", to: handler) }
  }
}
