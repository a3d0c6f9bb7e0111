package import ArgumentParser
import Dispatcher
internal import Glibc
import LinuxInput
package import Logging
import Synchronization
import YAML

/// Standard error, for the person at the terminal or for the journal.
///
/// A program without a run loop to protect writes and waits. From ``protectLoop()`` on, a thread does; what is
/// not read in time is lost, and the number of lost lines is written in its place.
enum StandardError {
  /// Bytes that may wait for a reader: some thousand lines. (O)
  private static let limit = 256 << 10
  /// The longest line of the log, in bytes: several paths. (O)
  private static let longest = 16 << 10
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

  /// Writes a message of the log, one line a fact.
  fileprivate static func write(_ event: LogEvent) {
    let head = isJournal ? "" : "\(Program.name): \(event.level): "
    write(head + line("\(event.message)"), event.level)
  }

  /// A message as one line: one of several lines would be several facts to the journal. By characters' numbers: `\r\n`
  /// is one `Character`.
  static func line(_ message: String) -> String {
    let lines = message.unicodeScalars.split(separator: "\n").map { String($0) }
    return lines.joined(separator: " | ").cleaned(limit: longest)
  }

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

extension Logger {
  /// The log of the program.
  package static var touchd: Logger { touchd(level: .info) }

  /// The log of the program, from a level on: `info` for the daemon, which reports no touch there, and `debug` for the
  /// tools, which are there to show what happens.
  static func touchd(level: Level) -> Logger {
    Logger(label: "touchd") { _ in EventLog(logLevel: level) { StandardError.write($0) } }
  }
}

extension ExitCode {
  /// A file, recording or device description is not what it should be.
  package static let badInput = ExitCode(1)
  /// No permission, or no device.
  package static let refused = ExitCode(3)
}

/// Does something on devices or files; what the system refuses ends the command with a message.
package func onDevices<Value>(_ body: () throws -> Value) throws -> Value {
  do {
    return try body()
  } catch let error as SystemError {
    throw failure("\(error)", .refused)
  }
}

/// Says what went wrong and gives the status to exit with.
package func failure(_ message: String, _ status: ExitCode) -> ExitCode {
  complain("\(Program.name): \(message)")
  return status
}

extension SystemError {
  /// Whether the right to do this is missing, or the device.
  package var isRefusal: Bool { [EACCES, EPERM, ENODEV, ENXIO, EBUSY].contains(code) }
}
