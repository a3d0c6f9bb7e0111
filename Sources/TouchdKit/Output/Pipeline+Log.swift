import Dispatcher
import LinuxInput
import Logging

extension Pipeline {
  /// Writes to a log what only a bug can do: a bug of touchd, where a contact breaks the balance of phases; of the
  /// kernel, where a panel sends what it cannot; of the panel, whose sizes cannot be sizes; or of the program's views
  /// and recognizers. A person should read of it, and not in every frame.
  func logFaults(to logger: Logger) {
    // Whatever the bug, it may happen in every frame, or with every time that a panel is plugged in: a few show what it
    // is, and then one in ten minutes that it goes on. (O)
    let log = LimitedLog(logger, burst: 8, every: .seconds(600))
    onImbalance = { log.error(about: $0.panel, "\($0)") }
    onImplausibleSizes = { log.warning(about: "sizes of \($0.panel)", "\($0)") }
    onFault = { log.error(about: "kernel bug of \($0.panel)", "kernel bug: \($0)") }
    application.onMisuse = { log.warning(about: $0.subject, "program error: \($0)") }
  }
}
