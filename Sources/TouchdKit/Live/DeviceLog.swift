import Dispatcher
import LinuxInput
import Logging

/// The daemon's words about devices, in the journal and to the service manager.
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
    case .left(_, _, .page): break
    case .left(let path, _, .denied(let error)):
      log.error(about: path, "\(path) cannot be used: \(error)")
    case .left(let path, let name, let notUsed):
      let title = name.map { "\"\($0)\" (\(path))" } ?? path
      let words = "\(title) is not used: \(notUsed.reason)"
      if notUsed.isFault {
        log.error(about: name ?? path, "config error: \(words)")
      } else {
        log.log(.debug, about: name ?? path, words)
      }
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

  func report(_ change: PageChange) {
    switch change {
    case .held(let panel, let page):
      let device = page.device.map { "\"\($0.description.name)\"" + ($0.node.map { " (\($0))" } ?? "") } ?? ""
      log.notice(about: panel.title, "\(panel.title) is held; what nothing keeps goes to \(device)")
    case .waiting(let panel, let reason):
      log.warning(
        about: panel.title, "\(panel.title) is not held, and \(panel.layout) only listens: \(reason)")
    case .failed(let layout, let error):
      log.error(
        about: layout, "config error: \(layout) only listens, since the page has no touchscreen: \(error)")
    case .turned(let layout, let matrix):
      log.warning(
        about: layout,
        """
        config error: udev has the compositor convert the page's touches of \(layout) once more \
        (LIBINPUT_CALIBRATION_MATRIX=\(matrix.words)); \
        /usr/lib/udev/rules.d/zz-touchd.rules is missing, or a rule is read after it
        """)
    case .lost(let layout, let error):
      log.error(about: layout, "the page of \(layout) did not get a touch: \(error)")
    case .givenUp:
      logger.error(
        """
        touchd ended \(StartCount.limit) times within half a minute while it held a panel: it lets it go, and only \
        listens until it is stopped and started
        """)
    }
  }
}

extension Touchscreen {
  /// The device's own name.
  fileprivate var name: String { panel.name }
}
