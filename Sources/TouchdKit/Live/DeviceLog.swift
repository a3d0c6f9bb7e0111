import Dispatcher
import LinuxInput
import Logging

/// What the daemon says of devices, in the journal and to the service manager.
struct DeviceLog {
  private let logger: Logger
  private let log: LimitedLog

  init(_ logger: Logger) {
    self.logger = logger
    // A loose plug may come and go all day: of each device, a bad minute is logged, and then a line in ten seconds. (O)
    log = LimitedLog(logger, burst: 20, every: .seconds(10))
  }

  func report(_ change: Touchscreens.Change) {
    switch change {
    case .added(let touchscreen):
      log.notice(about: touchscreen.name, "using \(touchscreen.title) with \(touchscreen.layout.name)")
      for note in touchscreen.notes {
        log.warning(about: touchscreen.name, "\"\(touchscreen.name)\": \(note)")
      }
    case .removed(let touchscreen):
      log.notice(about: touchscreen.name, "\(touchscreen.title) is gone; waiting for it to come back")
    case .dismissed(let touchscreen, let reason):
      log.warning(
        about: touchscreen.name, "config error: \(touchscreen.title) is not used any more: \(reason)")
    case .interrupted(let touchscreen, .dropped):
      log.warning(
        about: touchscreen.name, "\"\(touchscreen.name)\" lost events (SYN_DROPPED); its state was read anew")
    case .interrupted(let touchscreen, .suspended):
      log.notice(about: touchscreen.name, "\"\(touchscreen.name)\" was asleep; what was down is cancelled")
    case .refused(let path, let name, let reason):
      log.debug(about: name ?? path, "\(title(name, path)) is not used: \(reason)")
    case .unusable(let path, let name, let reason):
      log.error(about: name ?? path, "config error: \(title(name, path)) is not used: \(reason)")
    case .denied(let path, let error):
      log.error(about: path, "\(path) cannot be used: \(error)")
    case .missing(let source):
      logger.warning("config error: \(source.missingWords)")
    case .unmonitored(let error):
      log.error(about: "udev", "panels that are plugged in are not noticed at once: \(error)")
    case .overflown:
      log.notice(
        about: "udev",
        "more devices came and went at once than udev's socket holds; looked at all that are there")
    }
  }

  private func title(_ name: String?, _ path: String) -> String {
    name.map { "\"\($0)\" (\(path))" } ?? path
  }
}

extension Touchscreen {
  /// What the device calls itself.
  fileprivate var name: String { panel.name }
}
