import ArgumentParser
internal import Glibc
import LinuxInput

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
  /// What may wait for a reader: a second or two of ten fingers, with all that there is to say of them. (O)
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
    text += "\n"
    if text.utf8.count >= Self.limit { flush() }
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
