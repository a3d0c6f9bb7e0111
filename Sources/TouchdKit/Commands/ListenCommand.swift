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
    let listening = Listening(
      EventsListener.Wish(
        path: socket.path, kinds: kind.isEmpty ? [.event] : kind, views: view, layout: layout,
        waitsAtStart: programs != nil))
    if let programs {
      let session = try LayoutLoading.read(programs) {
        LayoutReader.ofProgram.readSession($0, file: programs)
      }
      try onDevices { try listening.start(programsOf: session) }
    } else {
      try onDevices { try listening.printLines(withState: state) }
    }
  }
}

extension LineKind: ExpressibleByArgument {
  package init?(argument: String) { self.init(heard: argument) }
  package static var allValueStrings: [String] { heard.map(\.rawValue) }
}
