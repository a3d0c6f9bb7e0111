import LinuxInput
import YAML

/// Collects the problems of one file while it is read, and shows each in its line at the end.
final class Findings {
  /// The most problems kept of one file; a file with more is not a layout.
  static let limit = 1000

  let file: String
  private let bytes: [UInt8]
  private var found: [Diagnostic] = []
  private var omitted = 0
  /// Whether any of the problems fails the file.
  private(set) var hasErrors = false

  init(file: String, bytes: [UInt8]) { (self.file, self.bytes) = (file, bytes) }

  /// Whether further problems are only counted.
  var isFull: Bool { found.count >= Findings.limit }

  func error(_ message: @autoclosure () -> String, at mark: Mark, help: @autoclosure () -> String? = nil) {
    hasErrors = true
    add(.error, message, mark, help)
  }

  func warning(_ message: @autoclosure () -> String, at mark: Mark, help: @autoclosure () -> String? = nil) {
    add(.warning, message, mark, help)
  }

  /// Reports a name that nothing bears, with the one that was probably meant.
  ///
  /// - Parameter help: what to do if none was.
  func unknown(
    _ kind: String, _ name: Located<String>, among names: [String], help: @autoclosure () -> String? = nil
  ) {
    error(
      "there is no \(kind) \(quoted(name.value))", at: name.mark,
      help: Suggestion.question(name.value, among: names) ?? help())
  }

  /// Reports those of some names that nothing bears.
  func unknown(
    _ kind: String, _ used: [Located<String>], among names: [String], help: @autoclosure () -> String? = nil
  ) {
    let known = Set(names)
    for name in used where !known.contains(name.value) { unknown(kind, name, among: names, help: help()) }
  }

  /// The lines of a text in the file, each with its place.
  func lines(of text: Located<String>) -> [(text: Substring, mark: Mark)] {
    let source = sourceLines.dropFirst(text.mark.line - 1).prefix(2)
    let sign = source.first?.unicodeScalars.dropFirst(text.mark.column - 1).first
    let isBlock = sign == "|" || sign == ">"
    let column =
      isBlock
      ? (source.last?.prefix { $0 == " " }.count ?? 0) + 1
      : text.mark.column + (sign == "\"" || sign == "'" ? 1 : 0)
    return text.value.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated().map {
      ($1, Mark(line: text.mark.line + (isBlock ? $0 + 1 : 0), column: column))
    }
  }

  private lazy var sourceLines = bytes.lines

  /// Counts errors that were found and not kept.
  func omitErrors(_ count: Int) {
    omitted += count
    if count > 0 { hasErrors = true }
  }

  /// Beyond the limit no message is made: the search for a suggestion is what costs.
  private func add(
    _ severity: Diagnostic.Severity, _ message: () -> String, _ mark: Mark, _ help: () -> String?
  ) {
    if isFull {
      omitted += 1
    } else {
      found.append(Diagnostic(severity: severity, file: file, mark: mark, message: message(), help: help()))
    }
  }

  /// All problems in the file's order.
  func diagnostics() -> [Diagnostic] {
    bytes.withUnsafeBufferPointer { buffer in
      var cursor = MarkCursor(buffer)
      var diagnostics = found.inOrder
      for index in diagnostics.indices {
        cursor.advance(to: diagnostics[index].mark)
        // A value left out at the very end is said to stand in the line after the last.
        if cursor.offset == buffer.count { diagnostics[index].mark = cursor.mark }
        diagnostics[index].excerpt = Excerpt(at: cursor, in: buffer)
      }
      guard omitted > 0, let last = diagnostics.last else { return diagnostics }
      let severity: Diagnostic.Severity = hasErrors ? .error : .warning
      let message = "\(omitted) more problems are not shown"
      return diagnostics + [Diagnostic(severity: severity, file: file, mark: last.mark, message: message)]
    }
  }
}

extension [Diagnostic] {
  /// By their places; of two at one place, the first one stays first.
  var inOrder: [Diagnostic] {
    enumerated().sorted { ($0.element.mark, $0.offset) < ($1.element.mark, $1.offset) }.map(\.element)
  }
}

/// One problem of a configuration file: what, where, and what to do about it.
struct Diagnostic: Equatable, Sendable, CustomStringConvertible {
  var severity: Severity
  /// The file's name, as given on the command line or in the daemon's file.
  let file: String
  var mark: Mark
  /// The problem in words, without the position.
  let message: String
  /// A remedy, if there is more to say.
  var help: String?
  /// The line of the file that has the problem; `nil` if the file has no such line.
  var excerpt: Excerpt?

  /// Whether a problem fails the file.
  enum Severity: String, Sendable {
    /// The file is not used.
    case error
    /// The file is used; something in it does not do what it seems to.
    case warning
  }

  /// Text that `touchd check` prints: `FILE:LINE:COLUMN: error: MESSAGE`, the line, a caret, and the help.
  var description: String {
    var lines = [
      "\(file.cleaned(limit: SystemError.longestSubject)):\(mark): \(severity.rawValue): \(message)"
    ]
    if let excerpt { lines += [excerpt.line, excerpt.caret] }
    if let help { lines.append("help: \(help)") }
    return lines.joined(separator: "\n")
  }
}
