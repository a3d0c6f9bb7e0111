import Dispatcher
internal import Glibc
import LinuxInput
import YAML

/// How far something has come that takes long, as one line of a terminal that is written again and again.
///
/// Nothing is written in the first second, and nothing where standard error is no terminal. The line is gone at the
/// end.
final class Progress {
  /// What takes less long needs no line. (O)
  static let delay = Interval.seconds(1)
  /// How often the line is written: as often as a person reads it. (O)
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
