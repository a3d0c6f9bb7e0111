import ArgumentParser
import LinuxInput

/// Where the running daemon is asked, for the commands that ask it.
struct ControlOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The daemon's control socket.", valueName: "path"), completion: .file())
  var socket = ControlServer.standardPath

  /// Shows the daemon's answer; one that is not good ends the command.
  func ask(_ request: ControlRequest) throws {
    switch try reply(to: request) {
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

  private func reply(to request: ControlRequest) throws -> ControlReply {
    do {
      return try ControlClient(path: socket).ask(request)
    } catch {
      throw failure("\(error)", .refused)
    }
  }
}
