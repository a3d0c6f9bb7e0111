import Dispatcher
internal import Glibc
import LinuxInput
import YAML

/// Colours for a person at a terminal, or none: by `NO_COLOR` (no-color.org), `TERM=dumb`, or where no terminal is.
struct TerminalStyle {
  /// Nothing but the words.
  static let plain = TerminalStyle(isOn: false)
  /// For standard output, and for standard error.
  static let output = TerminalStyle(for: STDOUT_FILENO)
  static let error = TerminalStyle(for: STDERR_FILENO)

  private let isOn: Bool

  init(isOn: Bool) { self.isOn = isOn }

  private init(for descriptor: Int32) {
    isOn = isatty(descriptor) == 1 && variable("NO_COLOR") == "" && !["", "dumb"].contains(variable("TERM"))
  }

  /// Width of a terminal, in characters: by COLUMNS, the terminal of standard output or error, or else 80; from 72,
  /// which paths need, to 100, for longer lines are hard to read. (O)
  static var width: Int {
    let asked = Int(variable("COLUMNS")).flatMap { $0 > 0 ? $0 : nil }
    return min(max(asked ?? reportedWidth ?? 80, 72), 100)
  }

  private static var reportedWidth: Int? {
    for descriptor in [STDOUT_FILENO, STDERR_FILENO] {
      var size = winsize()
      if ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 { return Int(size.ws_col) }
    }
    return nil
  }

  func strong(_ words: String) -> String { painted(words, "1") }

  func good(_ words: String) -> String { painted(words, "32") }

  /// A line of a message, with what a reader looks for: its severity, the place in the line above, and the help.
  func message(_ line: String) -> String {
    guard isOn else { return line }
    if line.contains("^"), line.allSatisfy({ " \t^".contains($0) }) { return painted(line, "1;32") }
    for (head, color) in Self.heads where line.hasPrefix(head) {
      return painted(head, color) + line.dropFirst(head.count)
    }
    let places = Self.severities.compactMap { severity in
      line.firstRange(of: " \(severity.words)").map { (range: $0, severity: severity) }
    }
    guard let (range, severity) = places.min(by: { $0.range.lowerBound < $1.range.lowerBound })
    else { return line }
    return
      "\(line[..<range.lowerBound]) \(painted(severity.words, severity.color))\(line[range.upperBound...])"
  }

  /// Of a diagnostic, and of what is said of wrong arguments.
  private static let heads = [("help:", "1;36"), ("Help:", "1;36"), ("Error:", "1;31")]
  private static let severities = [(words: "error:", color: "1;31"), (words: "warning:", color: "1;35")]

  /// By ECMA-48, SGR.
  private func painted(_ words: String, _ color: String) -> String {
    isOn ? "\u{1b}[\(color)m\(words)\u{1b}[0m" : words
  }
}

private func variable(_ name: String) -> String { getenv(name).map { String(cString: $0) } ?? "" }

/// Progress of something that takes long, as one line of a terminal that is written again and again.
///
/// Nothing is written in the first second, and nothing where standard error is no terminal. The line is gone at the
/// end.
final class Progress {
  /// Duration below which no line is needed. (O)
  static let delay = Interval.seconds(1)
  /// Interval between two writes of the line: about a person's reading speed. (O)
  static let pause = Interval.milliseconds(200)
  /// Beginning of the line, then nothing to its end (ECMA-48, EL).
  private static let erase = "\r\u{1b}[K"

  private let what: String
  private let isShown: Bool
  private let now: () -> Timestamp
  private let write: (String) -> Void
  private var next: Timestamp
  private var isWritten = false

  /// Whether a person reads standard error as it comes.
  static var isOnTerminal: Bool { isatty(STDERR_FILENO) == 1 && !StandardError.isJournal }

  /// - Parameters:
  ///   - what: what takes long, in a word or two; the first 40 letters are shown.
  ///   - now: the time.
  ///   - write: writes to the terminal.
  init(
    _ what: String, isShown: Bool = Progress.isOnTerminal,
    now: @escaping () -> Timestamp = { MonotonicClock.now },
    write: @escaping (String) -> Void = { try? writeAll($0, to: STDERR_FILENO, "standard error") }
  ) {
    self.what = String(what.cleaned().prefix(40))
    (self.isShown, self.now, self.write) = (isShown, now, write)
    next = isShown ? now() + Self.delay : .zero
  }

  /// Says how much is done.
  ///
  /// - Parameter done: 0 to 1.
  func update(_ done: @autoclosure () -> Double) {
    guard isShown else { return }
    let time = now()
    guard time >= next else { return }
    next = time + Self.pause
    isWritten = true
    write("\(Self.erase)\(what): \(Int(min(max(done(), 0), 1) * 100)) %")
  }

  /// Takes the line away.
  func finish() {
    guard isWritten else { return }
    isWritten = false
    write(Self.erase)
  }
}
