import LinuxInput
import YAML

/// One problem of a configuration file: what, where, and what to do about it.
struct Diagnostic: Equatable, Sendable {
  let severity: Severity
  /// The file's name, as given on the command line or in the daemon's file.
  let file: String
  let mark: Mark
  /// What is wrong, in words, without the position.
  let message: String
  /// What to do about it, if there is more to say.
  let help: String?
  /// The line of the file that has the problem; `nil` if the file has no such line.
  let excerpt: Excerpt?

  /// Whether a problem fails the file.
  enum Severity: String, Sendable {
    /// The file is not used.
    case error
    /// The file is used; something in it does not do what it seems to.
    case warning
  }
}

extension Diagnostic: CustomStringConvertible {
  /// What `touchd check` prints: `FILE:LINE:COLUMN: error: MESSAGE`, the line, a caret, and the help.
  var description: String {
    var lines = [
      "\(file.cleaned(limit: SystemError.longestSubject)):\(mark): \(severity.rawValue): \(message)"
    ]
    if let excerpt { lines += [excerpt.line, excerpt.caret] }
    if let help { lines.append("help: \(help)") }
    return lines.joined(separator: "\n")
  }
}
