import ArgumentParser
import Dispatcher
internal import Glibc
import LinuxInput
import Logging

/// A process that listens until it is interrupted, or its reader has gone.
final class Listening {
  private let wish: EventsListener.Wish
  private var failure: EventsListener.Failure?

  init(_ wish: EventsListener.Wish) { self.wish = wish }

  /// Prints the lines that were asked for, each as soon as it comes.
  ///
  /// - Throws: ``SystemError``, or the status to end with.
  func printLines(withState: Bool) throws {
    let runLoop = try LiveSession.makeRunLoop()
    let output = StandardOutput()
    output.readerMayLeave = true
    try output.protectLoop(runLoop)
    defer { output.finish() }
    // `touchd listen | head -n 1` ends with the first line, and not with the second.
    let reader = StandardOutput.watchReader(on: runLoop) { [unowned runLoop] in runLoop.stop() }
    defer { if let reader { runLoop.cancel(reader) } }
    var choice = LineChoice(wish.kinds, showsState: withState)
    try listen(on: runLoop) { line in
      guard choice.takes(line) else { return }
      output.line(line.text)
      output.flush()
    }
  }

  /// Starts programs for events.
  ///
  /// - Throws: ``SystemError``, or the status to end with.
  func start(programsOf session: SessionDescription) throws {
    let runLoop = try LiveSession.makeRunLoop()
    let logger = Logger.touchd
    // They belong to the user, whose session this is, and may do there what the user may.
    let launcher = Launcher(runLoop: runLoop, confinement: .nothing)
    let programs = SessionPrograms(session, Self.environment, launcher, logger)
    defer { launcher.tellUnstarted(to: logger) }
    try listen(on: runLoop) { programs.take($0, at: MonotonicClock.now) }
  }

  private func listen(on runLoop: RunLoop, _ onLine: @escaping (HeardLine) -> Void) throws {
    let listener = try EventsListener(
      wish, on: runLoop, onLine: onLine, onNews: { complain("\(Program.name): \($0)") },
      onEnd: { [unowned self] in
        failure = $0
        runLoop.stop()
      })
    defer { withExtendedLifetime(listener) {} }
    try runLoop.run()
    switch failure {
    case .refused(let message)?: throw TouchdKit.failure(message, .refused)
    case .badRequest(let message)?: throw TouchdKit.failure(message, .badInput)
    case nil: break
    }
  }

  /// The variables of this process, but for those that say what happened.
  private static var environment: [String: String] {
    OwnProgram.environment.filter { !ownVariables.contains($0.key) }
  }

  private static let ownVariables: Set = [
    "TOUCHD_VIEW", "TOUCHD_EVENT", "TOUCHD_STATE", "TOUCHD_X", "TOUCHD_Y", "TOUCHD_DEVICE",
  ]
}

/// Which of the lines that a program hears it is shown.
struct LineChoice {
  /// The kinds that were asked for, as lines have them.
  private let kinds: Set<String>
  /// Whether it is shown the state, and how a connection begins and ends.
  private let showsState: Bool
  private var isState = false

  init(_ kinds: [LineKind], showsState: Bool) {
    // A gesture that has failed is a line of the kind `gesture`.
    self.kinds = Set(kinds.map { $0 == .failed ? LineKind.gesture.rawValue : $0.rawValue })
    self.showsState = showsState
  }

  mutating func takes(_ line: HeardLine) -> Bool {
    guard let kind = line["kind"] else { return false }
    let marks = ["hello", "state", "state_end"]
    if marks.contains(kind) { isState = kind == "state" }
    return showsState || kinds.contains(kind) && !isState
  }
}
