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

  /// Which layouts that are put to use would start programs, press keys or ask systemd, and may not.
  func withheldActions(of configuration: Configuration) {
    let grants = configuration.grants
    let actions = [
      ("exec", grants.exec, "starts no program"), ("keys", grants.keys, "presses no key"),
    ]
    for (plugin, isGranted, lack) in actions where !isGranted {
      for layout in configuration.layouts {
        guard let responder = layout.responders.first(where: { $0.plugin.value == plugin }) else { continue }
        logger.warning(
          "config error: \(layout.file): responder \"\(responder.name.value)\" \(lack): only a daemon's file of root's may say `\(plugin): true`"
        )
      }
    }
    for layout in configuration.layouts {
      for unit in Set(layout.units.map(\.value)).subtracting(grants.units).sorted() {
        logger.warning(
          "config error: \(layout.file): \(unit) is neither started nor stopped: only a daemon's file of root's may say `units: [\(unit)]`"
        )
      }
    }
  }

  func stays(_ configuration: Configuration) {
    logger.error("\(configuration.stayingWords)")
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

extension Configuration {
  /// What is said of it where new files are refused.
  var stayingWords: String { "\(series(layouts.map(\.file))) stays in use, as it was" }
}
