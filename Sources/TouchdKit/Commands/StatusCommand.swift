import ArgumentParser
import LinuxInput

/// `touchd status`: what the running daemon says of itself.
struct StatusCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Shows what the running daemon does: layouts, devices, counters, latencies.",
    discussion: "For root and the user that the daemon runs as. It never shows where a finger touched.",
    examples: [
      "For people": "touchd status",
      "For Prometheus": "touchd status --prometheus",
    ])

  @Flag(help: "One JSON object.")
  var json = false

  @Flag(help: "The text format of Prometheus.")
  var prometheus = false

  @OptionGroup var control: ControlOptions

  func validate() throws {
    if json, prometheus { throw ValidationError("--json and --prometheus do not go together") }
  }

  func run() throws {
    try control.ask(.status(json ? .json : prometheus ? .prometheus : .text))
  }
}

/// Path of the running daemon's socket, for the commands that ask it.
struct ControlOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The daemon's control socket.", valueName: "path"), completion: .file())
  var socket = ControlServer.standardPath

  /// Shows the daemon's answer; one that is not good ends the command.
  func ask(_ request: ControlRequest) throws {
    let reply: ControlReply
    do { reply = try ControlClient(path: socket).ask(request) } catch { throw failure("\(error)", .refused) }
    switch reply {
    case .ok(let text):
      let output = StandardOutput()
      output.line(text)
      output.flush()
    case .error(let text):
      complain(text)
      throw ExitCode.badInput
    case .refused(let text): throw failure(text, .refused)
    }
  }
}
