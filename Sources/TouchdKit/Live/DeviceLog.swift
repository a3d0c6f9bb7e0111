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
    case .noOutput(let name):
      logger.warning("config error: \(missingOutput(name))")
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

/// What to say of an output that a layout names and the machine does not have.
func missingOutput(_ name: String) -> String {
  "there is no output \"\(name)\" (/sys/class/drm/card*-\(name)/dpms), so touches count also while the screen is dark; "
    + "`ls /sys/class/drm` shows the names"
}

extension LiveSession {
  /// What there is to see in a line: the panels in use, or what is being waited for.
  var summary: String {
    let used = touchscreens?.used ?? []
    guard used.isEmpty else {
      return "using " + used.map { "\($0.title) with \($0.layout.name)" }.joined(separator: ", ")
    }
    if let fault = touchscreens?.table.inOrder.first(where: { $0.notUsed?.isFault == true }) {
      return "no touchscreen in use: \(fault.node.path) is not, \(fault.notUsed?.reason ?? "")"
    }
    let wanted = Set(layouts.map { $0.layout.screen.touchscreen.match.words }).sorted()
    return "no touchscreen yet; waiting for one \(alternatives(wanted))"
  }
}

extension Touchscreen {
  /// What the device calls itself.
  fileprivate var name: String { panel.name }

  /// What people call it.
  var title: String { "\"\(panel.name)\" (\(node.path))" }
}

extension DeviceMatch {
  /// What is being waited for, in brackets.
  fileprivate var words: String {
    let conditions = [
      name.map { "name \"\($0)\"" }, vendor.map { "vendor \($0.hex)" }, product.map { "product \($0.hex)" },
      path.map { "path \"\($0)\"" }, serial.map { "serial \"\($0)\"" }, phys.map { "phys \"\($0)\"" },
    ].compactMap { $0 }
    return conditions.isEmpty ? "(any)" : "(\(conditions.joined(separator: ", ")))"
  }
}
