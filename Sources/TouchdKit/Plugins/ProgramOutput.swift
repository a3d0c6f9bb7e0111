import Dispatcher
internal import Glibc
import LinuxInput

/// What a program that touchd started prints, by lines.
///
/// It is read in pieces with pauses between them: a program that floods waits for its own pipe, and not the loop for
/// it. It goes on after the program's end for as long as the pipe is open elsewhere, as in a program that this one has
/// left behind.
final class ProgramOutput {
  /// How much is read at once, and how long it rests after that: 400 KB a second, a hundred wakes. (O)
  private static let piece = 4 << 10
  private static let pause = Interval.milliseconds(10)
  /// The longest line that is kept, in bytes; the rest of it is left out. (O)
  private static let longestLine = 512

  private let descriptor: OwnedDescriptor
  private let runLoop: RunLoop
  private let onLines: ([[UInt8]]) -> Void
  private let onEnd: (ProgramOutput) -> Void
  private var watch: RunLoop.Watch?
  private var timer: LoopTimer?
  /// The line that has no end yet, cut.
  private var line: [UInt8] = []

  /// - Parameters:
  ///   - descriptor: the end of a pipe, non-blocking.
  ///   - onLines: called with lines that are not empty, without their ends.
  ///   - onEnd: called once, after the last line.
  init(
    _ descriptor: consuming OwnedDescriptor, on runLoop: RunLoop, onLines: @escaping ([[UInt8]]) -> Void,
    onEnd: @escaping (ProgramOutput) -> Void
  ) throws(SystemError) {
    (self.runLoop, self.onLines, self.onEnd) = (runLoop, onLines, onEnd)
    self.descriptor = descriptor
    timer = try LoopTimer(on: runLoop) { [weak self] in self?.wait(for: .readable) }
    watch = try runLoop.watch(self.descriptor.rawValue) { [weak self] _ in self?.read() }
  }

  deinit { close() }

  /// Reads no more.
  func close() {
    if let watch { runLoop.cancel(watch) }
    (watch, timer) = (nil, nil)
  }

  private func read() {
    var bytes = [UInt8](repeating: 0, count: Self.piece)
    let count = Glibc.read(descriptor.rawValue, &bytes, bytes.count)
    if count > 0 {
      take(bytes[..<count])
      wait(for: [])
      timer?.set(after: Self.pause)
    } else if count == 0 || (errno != EAGAIN && errno != EINTR) {
      if !line.isEmpty { onLines([line]) }
      close()
      onEnd(self)
    }
  }

  private func take(_ bytes: ArraySlice<UInt8>) {
    var parts = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let last = parts.popLast() ?? []
    var lines: [[UInt8]] = []
    for part in parts {
      append(part)
      if !line.isEmpty { lines.append(line) }
      line = []
    }
    append(last)
    if !lines.isEmpty { onLines(lines) }
  }

  private func append(_ part: ArraySlice<UInt8>) { line += part.prefix(Self.longestLine - line.count) }

  /// epoll reports a hang-up unasked, again and again: so it is not watched at all meanwhile.
  private func wait(for readiness: Readiness) {
    if let watch { runLoop.cancel(watch) }
    watch = nil
    guard readiness != [] else { return }
    do {
      watch = try runLoop.watch(descriptor.rawValue) { [weak self] _ in self?.read() }
    } catch {
      close()
      onEnd(self)
    }
  }
}
