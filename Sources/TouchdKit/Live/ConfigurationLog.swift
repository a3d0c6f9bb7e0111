import Logging

/// What is said of the files of a configuration.
struct ConfigurationLog {
  /// What a journal gets of one bad file; `touchd check` shows the rest. (O)
  private static let limit = 20

  let logger: Logger
  /// The file that the daemon was given.
  let path: String

  /// Why files are not used: each problem with its place.
  func refused(_ refusal: ConfigurationRefusal) {
    for line in refusal.lines.prefix(Self.limit) { logger.error("config error: \(line)") }
    let rest = refusal.lines.count - Self.limit
    if rest > 0 { logger.error("config error: \(rest) more; `touchd check \(path)` shows them") }
  }

  /// What is to be said of files that are used.
  func used(_ reading: ConfigurationReading) {
    for line in reading.lines { logger.warning("config error: \(line)") }
  }

  /// Which layouts that are put to use would start programs or press keys, and may not.
  func withheldActions(of configuration: Configuration) {
    let actions: [(plugin: String, grant: Grants, lack: String)] = [
      ("exec", .exec, "starts no program"), ("keys", .keys, "presses no key"),
    ]
    for (plugin, grant, lack) in actions where !configuration.grants.contains(grant) {
      for layout in configuration.layouts {
        guard let responder = layout.responders.first(where: { $0.plugin.value == plugin }) else { continue }
        logger.warning(
          "config error: \(layout.file): responder \"\(responder.name.value)\" \(lack): only a daemon's file of root's may say `\(plugin): true`"
        )
      }
    }
  }

  func stays(_ configuration: Configuration) {
    logger.error("\(series(configuration.layouts.map(\.file))) stays in use, as it was")
  }

  /// A copy is used in the place of files.
  func copied(_ kept: ConfigurationReading, _ configuration: Configuration) {
    for line in kept.lines { logger.warning("config error: in the last good copy, \(line)") }
    let files = series(configuration.layouts.map(\.file))
    logger.error("the last good copy of \(files) is in use until the files are good")
  }

  func waiting(_ reason: String) {
    logger.error("nothing is in use until the files are good; \(reason)")
  }
}
