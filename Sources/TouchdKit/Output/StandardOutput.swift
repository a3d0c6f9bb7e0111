import ArgumentParser
internal import Glibc
import LinuxInput

/// Lines for standard output, gathered and written in large pieces.
final class StandardOutput {
  private var text = ""
  /// Written when this much has gathered; a pipe holds as much. (O)
  private static let limit = 64 << 10

  func line(_ line: String) {
    text += line
    text += "\n"
    if text.utf8.count >= Self.limit { flush() }
  }

  /// Writes what has gathered. A reader that has gone ends the program, as it does any filter.
  func flush() {
    guard !text.isEmpty else { return }
    do {
      try writeAll(text, to: STDOUT_FILENO, "standard output")
    } catch {
      // Whoever asked for these lines does not get them: that is no success.
      complain("touchd: \(error)")
      exit(ExitCode.refused.rawValue)
    }
    text.removeAll(keepingCapacity: true)
  }
}

/// Writes a line to standard error, for the person at the terminal: what a file or a device says does not act on it.
func complain(_ message: String) {
  // There is nowhere left to say that this failed.
  try? writeAll(printable(message) + "\n", to: STDERR_FILENO, "standard error")
}
