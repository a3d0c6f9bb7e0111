import Dispatcher
import LinuxInput
import Logging

extension Pipeline {
  /// Writes to a log what only a bug can do: one of ours, where a contact breaks the balance of phases, one of the kernel,
  /// where a panel sends what it cannot, or one of a program, whose recognizer is set to a state where none goes. Somebody should hear of it, and not in every frame.
  func logFaults(to logger: Logger) {
    // Whatever the bug, it may happen in every frame, or with every time that a panel is plugged in: a few show what it is,
    // and then one in ten minutes that it goes on. (O)
    let log = LimitedLog(logger, burst: 8, every: .seconds(600))
    onImbalance = { log.error(about: $0.panel, "\($0)") }
    onRecognizerMistake = { log.warning(about: "recognizer \($0.recognizer)", "program bug: \($0)") }
    onFault = { log.error(about: "kernel bug of \($0.panel)", "kernel bug: \($0)") }
  }
}
