import ArgumentParser
import Dispatcher
import LinuxInput
import Logging

/// The daemon's events socket, by its path.
package struct EventsSocketOption: ParsableArguments {
  static let help = ArgumentHelp(
    "The daemon's events socket. (default: $\(EventsListener.pathVariable), or \(EventsListener.standardPath))",
    valueName: "path")

  @Option(help: EventsSocketOption.help, completion: .file())
  var socket: String?

  package var path: String { socket ?? EventsListener.usualPath }

  package init() {}
}

/// `touchd listen`: what the running daemon says on its events socket, for shells; or programs that events start.
struct ListenCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "listen",
    abstract: "Prints each event of the running daemon as a line of JSON, or starts programs for events.",
    discussion: """
      For members of the group \(EventsServer.group). It ends with Ctrl-C, or when its reader has gone, and goes on when \
      the daemon is started again.
      """,
    examples: [
      "The events of all layouts": "touchd listen",
      "Each touch on a view": "touchd listen --kind touch --view map",
      "Programs that are started for events": "touchd listen --run programs.yaml",
    ])

  @Option(
    help: ArgumentHelp(
      "A kind of line: \(series(LineKind.heard.map(\.rawValue))); may be repeated. (default: event)",
      valueName: "kind"))
  var kind: [LineKind] = []

  @Option(help: ArgumentHelp("Only lines about this view; may be repeated.", valueName: "id"))
  var view: [String] = []

  @Option(
    help: ArgumentHelp(
      "Only this layout: the name of its screen, or of its file. (default: all)", valueName: "name"))
  var layout: String?

  @Flag(help: "Also what there is at the start, and where the connection begins.")
  var state = false

  @Option(
    name: .customLong("run"),
    help: ArgumentHelp(
      "Print nothing: start the programs that this file names for events.", valueName: "file"),
    completion: .file())
  var programs: String?

  @OptionGroup var socket: EventsSocketOption

  func validate() throws {
    if programs != nil, state || !kind.isEmpty {
      throw ValidationError("--run is about events alone: --kind and --state do not go with it")
    }
  }

  func run() throws {
    if let programs {
      let session = try LayoutLoading.read(programs) {
        LayoutReader.ofProgram.readSession($0, file: programs)
      }
      try onDevices { try start(programsOf: session) }
    } else {
      try onDevices(printLines)
    }
  }

  /// Prints the lines that were asked for, each as soon as it comes.
  private func printLines() throws {
    let runLoop = try LiveSession.makeRunLoop()
    let output = StandardOutput()
    output.readerMayLeave = true
    try output.protectLoop(runLoop)
    defer { output.finish() }
    // `touchd listen | head -n 1` ends with the first line, and not with the second.
    let reader = StandardOutput.watchReader(on: runLoop) { [unowned runLoop] in runLoop.stop() }
    defer { if let reader { runLoop.cancel(reader) } }
    var choice = LineChoice(kinds, showsState: state)
    try listen(on: runLoop) { line in
      guard choice.takes(line) else { return }
      output.line(line.text)
      output.flush()
    }
  }

  private func start(programsOf session: SessionDescription) throws {
    let runLoop = try LiveSession.makeRunLoop()
    // They belong to the user, whose session this is, and may do there what the user may.
    let launcher = Launcher(runLoop: runLoop, confinement: .nothing)
    // The variables of this process, but for those that say what happened.
    let environment = OwnProgram.environment.filter { !Self.ownVariables.contains($0.key) }
    let programs = SessionPrograms(session, environment, launcher, .touchd)
    defer { launcher.tellUnstarted(to: .touchd) }
    try listen(on: runLoop) { programs.take($0, at: MonotonicClock.now) }
  }

  private static let ownVariables: Set = [
    "TOUCHD_VIEW", "TOUCHD_EVENT", "TOUCHD_STATE", "TOUCHD_X", "TOUCHD_Y", "TOUCHD_DEVICE",
  ]

  private var kinds: [LineKind] { kind.isEmpty ? [.event] : kind }

  /// Listens until it is interrupted, or its reader has gone.
  private func listen(on runLoop: RunLoop, _ onLine: @escaping (HeardLine) -> Void) throws {
    var end: EventsListener.Failure?
    let listener = try EventsListener(
      EventsListener.Wish(
        path: socket.path, kinds: kinds, views: view, layout: layout, waitsAtStart: programs != nil),
      on: runLoop, onLine: onLine, onNews: { complain("\(Program.name): \($0)") },
      onEnd: {
        end = $0
        runLoop.stop()
      })
    defer { withExtendedLifetime(listener) {} }
    try runLoop.run()
    switch end {
    case .refused(let message)?: throw failure(message, .refused)
    case .badRequest(let message)?: throw failure(message, .badInput)
    case nil: break
    }
  }
}

extension LineKind: ExpressibleByArgument {
  package init?(argument: String) { self.init(heard: argument) }
  package static var allValueStrings: [String] { heard.map(\.rawValue) }
}
