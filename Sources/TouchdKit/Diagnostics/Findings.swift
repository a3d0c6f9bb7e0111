import YAML

/// Collects the problems of one file while it is read, and shows each in its line at the end.
final class Findings {
  /// The most problems kept of one file; a file with more is not a layout.
  static let limit = 1000

  private let file: String
  private let bytes: [UInt8]
  private var found: [Finding] = []
  private var omitted = 0
  /// Whether any of the problems fails the file.
  private(set) var hasErrors = false

  private struct Finding {
    let severity: Diagnostic.Severity
    let mark: Mark
    let message: String
    let help: String?
  }

  init(file: String, bytes: [UInt8]) {
    self.file = file
    self.bytes = bytes
  }

  func error(_ message: @autoclosure () -> String, at mark: Mark, help: @autoclosure () -> String? = nil) {
    hasErrors = true
    add(.error, message, mark, help)
  }

  func warning(_ message: @autoclosure () -> String, at mark: Mark, help: @autoclosure () -> String? = nil) {
    add(.warning, message, mark, help)
  }

  /// Beyond the limit no message is made: the search for a suggestion is what costs.
  private func add(
    _ severity: Diagnostic.Severity, _ message: () -> String, _ mark: Mark, _ help: () -> String?
  ) {
    if found.count < Findings.limit {
      found.append(Finding(severity: severity, mark: mark, message: message(), help: help()))
    } else {
      omitted += 1
    }
  }

  /// All problems in the file's order.
  func diagnostics() -> [Diagnostic] {
    // `sorted` keeps the order of what stands in one place.
    let inOrder = found.sorted { $0.mark < $1.mark }
    return bytes.withUnsafeBufferPointer { buffer in
      var cursor = MarkCursor(buffer)
      var diagnostics = inOrder.map { finding in
        cursor.advance(to: finding.mark)
        return diagnostic(of: finding, excerpt: Excerpt(at: cursor, in: buffer))
      }
      if omitted > 0, let last = diagnostics.last {
        let rest = Finding(
          severity: hasErrors ? .error : .warning, mark: last.mark,
          message: "\(omitted) more problems are not shown", help: nil)
        diagnostics.append(diagnostic(of: rest, excerpt: nil))
      }
      return diagnostics
    }
  }

  private func diagnostic(of finding: Finding, excerpt: Excerpt?) -> Diagnostic {
    Diagnostic(
      severity: finding.severity, file: file, mark: finding.mark, message: finding.message,
      help: finding.help, excerpt: excerpt)
  }
}
