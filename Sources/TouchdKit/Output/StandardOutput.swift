import ArgumentParser
import Dispatcher
internal import Glibc
import LinuxInput
import Synchronization

/// Lines for standard output, gathered and written in large pieces.
///
/// Without a run loop to protect it waits for the reader, and nothing is lost. With ``protectLoop(_:)`` a thread
/// writes, and what a slow reader does not take is lost, in whole lines, which standard error says.
package final class StandardOutput {
  /// Whether a reader that has gone is no failure: it had what it wanted of lines that have no end.
  var readerMayLeave = false
  private var text = ""
  private var live: ThreadedOutput?
  private var watch: RunLoop.Watch?
  /// Written when this much has gathered; a pipe holds as much. (O)
  private static let limit = 64 << 10
  /// Bytes that may wait for a reader: a second or two of ten fingers, with every kind of line. (O)
  private static let waitingLimit = 4 << 20
  private static let name = "standard output"

  package init() {}

  /// Has a thread write from now on; the loop is stopped when a write fails.
  ///
  /// - Throws: ``SystemError``: `EAGAIN` if there may be no more threads, `EMFILE` no more descriptors.
  func protectLoop(_ runLoop: RunLoop) throws(SystemError) {
    let output = try ThreadedOutput(to: STDOUT_FILENO, Self.name, limit: Self.waitingLimit) { lost in
      complain("\(Program.name): \(lost) lines were lost: what reads standard output is too slow")
      return ""
    }
    live = output
    watch = try runLoop.watch(output.failureDescriptor) { [unowned self, unowned runLoop] _ in
      if let watch { runLoop.cancel(watch) }
      runLoop.stop()
    }
  }

  /// Adds a line, and writes when much has gathered.
  package func line(_ line: String) {
    text += line
    text("\n")
  }

  /// Writes lines for which the reader is waited for.
  static func write(_ lines: [String]) {
    let output = StandardOutput()
    lines.forEach(output.line)
    output.flush()
  }

  /// Takes a text with its line feeds.
  func text(_ lines: String) {
    text += lines
    if text.utf8.count >= Self.limit { flush() }
  }

  /// Writes what has gathered, or has it written. A reader that has gone ends the program, as it does any filter.
  package func flush() {
    guard !text.isEmpty else { return }
    defer { text.removeAll(keepingCapacity: true) }
    if let live { return live.write(text) }
    do {
      try writeAll(text, to: STDOUT_FILENO, Self.name)
    } catch {
      give(up: error)
    }
  }

  /// Ends the program where a write has failed; what is left to write is written before, if that takes no longer than
  /// ``Program/farewellToOutput``.
  func finish() {
    flush()
    live?.finish(within: Program.farewellToOutput)
    if let failure = live?.failure { give(up: failure) }
  }

  /// Watches the reader of a pipe: the function is called when it has gone, also while there is nothing to write.
  ///
  /// - Returns: `nil` for what has no reader, such as a file.
  static func watchReader(on runLoop: RunLoop, _ onEnd: @escaping () -> Void) -> RunLoop.Watch? {
    try? runLoop.watch(STDOUT_FILENO, for: []) { _ in onEnd() }
  }

  private func give(up error: SystemError) {
    if error.code == EPIPE, readerMayLeave { return }
    if error.code == EPIPE { StandardDescriptors.endByBrokenPipe() }
    // These lines were asked for and are missing: that is no success.
    complain("\(Program.name): \(error)")
    Program.end(ExitCode.refused.rawValue)
  }
}

/// Lines for a descriptor whose reader may be slow, stopped or gone, from a run loop that must not wait for it.
///
/// A ``WriterThread`` writes them. What does not fit is lost, in whole lines, and counted.
final class ThreadedOutput: Sendable {
  /// Readable once a write has failed: nothing is written any more.
  var failureDescriptor: Int32 { sink.failed.rawValue }
  var failure: SystemError? { sink.state.withLock { $0.failure } }

  private let sink: Sink
  private let thread: WriterThread

  /// - Parameters:
  ///   - name: the descriptor's, for an error.
  ///   - limit: how many bytes may wait.
  ///   - whenLost: called with the number of lost lines, once there is room again or at the end; its result is written
  ///     in their place, if there is room.
  init(
    to descriptor: Int32, _ name: String, limit: Int, whenLost: @escaping @Sendable (Int) -> String
  ) throws(SystemError) {
    let sink = try Sink(descriptor, name, whenLost)
    self.sink = sink
    thread = try WriterThread(limit: limit) { sink.say(sink.takeLoss()) }
  }

  /// Hands over whole lines, each with its end; all of them are written, or none.
  func write(_ lines: String) {
    guard failure == nil else { return }
    // Those that were lost stood before these, and behind all that wait.
    let lost = sink.takeLoss()
    let count = lines.utf8.count { $0 == UInt8(ascii: "\n") }
    sink.state.withLock { $0.waiting += count }
    let isTaken = thread.post(lines.utf8.count) { [sink] in
      sink.say(lost)
      sink.write(lines)
      sink.state.withLock { $0.waiting -= count }
    }
    if isTaken { return }
    sink.state.withLock { state in
      state.waiting -= count
      state.lost += lost + count
    }
  }

  /// Waits until everything is written, at most so long; what is left then is lost, too.
  func finish(within interval: Interval) {
    guard !thread.drain(within: interval), failure == nil else { return }
    _ = sink.whenLost(sink.takeLoss() + sink.state.withLock { $0.waiting })
  }

  /// The thread's state: the descriptor, and the result of the writes.
  private final class Sink: Sendable {
    struct State {
      /// Lines that were handed over and are not written yet.
      var waiting = 0
      var lost = 0
      var failure: SystemError?
    }

    let state = Mutex(State())
    let failed: OwnedDescriptor
    private let descriptor: Int32
    private let name: String
    let whenLost: @Sendable (Int) -> String

    init(
      _ descriptor: Int32, _ name: String, _ whenLost: @escaping @Sendable (Int) -> String
    ) throws(SystemError) {
      (self.descriptor, self.name, self.whenLost) = (descriptor, name, whenLost)
      failed = try .event(waits: false)
    }

    func takeLoss() -> Int {
      state.withLock { state in
        defer { state.lost = 0 }
        return state.lost
      }
    }

    func say(_ lost: Int) { if lost > 0 { write(whenLost(lost)) } }

    func write(_ text: String) {
      guard !text.isEmpty, state.withLock({ $0.failure == nil }) else { return }
      do {
        try writeAll(text, to: descriptor, name)
      } catch {
        state.withLock { $0.failure = error }
        failed.signal()
      }
    }
  }
}
