import Dispatcher
internal import Glibc
import LinuxInput
import Logging
import Synchronization
import YAML

/// Standard error, for the person at the terminal or for the journal.
///
/// A program without a run loop to protect writes and waits. From ``protectLoop()`` on, a thread does; what is
/// not read in time is lost, and the number of lost lines is written in its place.
enum StandardError {
  /// What may wait for a reader: some thousand lines. (O)
  private static let limit = 256 << 10
  private static let output = Mutex<ThreadedOutput?>(nil)
  /// Whether the journal reads it, which keeps times and levels itself.
  static let isJournal = StandardDescriptors.isJournal(STDERR_FILENO)

  /// Has a thread write from now on.
  ///
  /// - Throws: ``SystemError``: `EAGAIN` if there may be no more threads, `EMFILE` no more descriptors.
  static func protectLoop() throws(SystemError) {
    guard output.withLock({ $0 == nil }) else { return }
    let made = try ThreadedOutput(to: STDERR_FILENO, "standard error", limit: limit) { lost in
      lines("\(Program.name): warning: \(lost) lines were lost here: they were not read in time", .warning)
    }
    output.withLock { $0 = made }
  }

  /// Writes what has one or several lines; what a file or a device says in it does not act on a terminal.
  static func write(_ message: String, _ level: Logger.Level) {
    let text = lines(message, level)
    if let output = output.withLock({ $0 }) {
      output.write(text)
    } else {
      // There is nowhere left to say that this failed.
      try? writeAll(text, to: STDERR_FILENO, "standard error")
    }
  }

  /// Waits until all is written, at most so long: a program that ends does not wait for a reader that has stopped.
  static func finish(within interval: Interval) { output.withLock { $0 }?.finish(within: interval) }

  /// For the journal, each line begins with its priority, as sd-daemon(3) has it. No line could bring its own.
  private static func lines(_ message: String, _ level: Logger.Level) -> String {
    let mark = isJournal ? "<\(level.syslog)>" : ""
    let lines = message.printable.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.map { "\(mark)\(TerminalStyle.error.message(String($0)))\n" }.joined()
  }
}

/// Writes a message to standard error, for the person at the terminal.
func complain(_ message: String) { StandardError.write(message, .error) }

extension Logger.Level {
  /// The priority that syslog(3) has for the level.
  fileprivate var syslog: Int32 {
    switch self {
    case .trace, .debug: LOG_DEBUG
    case .info: LOG_INFO
    case .notice: LOG_NOTICE
    case .warning: LOG_WARNING
    case .error: LOG_ERR
    case .critical: LOG_CRIT
    }
  }
}
