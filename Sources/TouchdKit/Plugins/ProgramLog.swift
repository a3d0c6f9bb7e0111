import Dispatcher
import LinuxInput
import Logging
import YAML

/// Writes to the log what the programs of an `exec` responder print: some lines, and how many more there were.
final class ProgramLog {
  /// What a program may say at once, and how long it takes for one more line. (O)
  private var limit = RateLimit(burst: 20, every: .seconds(1))

  /// Writes lines of a program, cleaned; an empty list is the end of what it says.
  func write(_ lines: [[UInt8]], of program: ExecProgram) {
    for (index, line) in lines.enumerated() {
      guard let leftOut = limit.admit(at: MonotonicClock.now) else {
        return limit.leaveOut(lines.count - index - 1)
      }
      let note = leftOut > 0 ? " (\(leftOut) lines before it were left out)" : ""
      program.logger.info(
        "\(program.name): \(String(decoding: line, as: UTF8.self).cleaned(limit: Self.longest))\(note)")
    }
    if lines.isEmpty, case let leftOut = limit.takeLeftOut(), leftOut > 0 {
      program.log.info(about: "output", "\(program.name): \(leftOut) more lines were left out")
    }
  }

  /// In bytes; what is no UTF-8 takes three for each.
  private static let longest = 2048
}
