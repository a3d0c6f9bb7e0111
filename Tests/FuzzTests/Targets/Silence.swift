import Logging

/// A log that discards its messages. Each is formatted all the same: the formatting is tested.
struct Silence: LogHandler {
  var logLevel = Logger.Level.trace
  var metadata: Logger.Metadata = [:]

  static let logger = Logger(label: "fuzz") { _ in Silence() }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) { _ = "\(event.message)" }
}
