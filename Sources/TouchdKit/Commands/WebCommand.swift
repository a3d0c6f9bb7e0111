import ArgumentParser
internal import Glibc
import LinuxInput

/// `touchd web`: the inspector, which is a program of its own and has the network that the daemon has not.
struct WebCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "web",
    abstract: "Shows layouts, fingers and gestures in a browser, live or from a recording.",
    discussion: """
      It prints the address to open, and serves it until Ctrl-C. It starts touchd-web, of the package touchd-web. For \
      members of the group \(EventsServer.group).
      """,
    examples: [
      "What the running daemon does": "touchd web",
      "A recording": "touchd web --recording panel.evemu -c lobby.yaml",
    ])

  @OptionGroup var options: WebOptions

  /// The program, and the package that it is in.
  private static let program = "touchd-web"

  func run() throws {
    // As they were given: the program reads them again.
    let given = OwnProgram.arguments.drop { $0 != Self.configuration.commandName }.dropFirst()
    let code = Self.become([Self.program] + given)
    guard code == ENOENT else {
      throw failure("\(SystemError(call: "exec", on: Self.program, code: code))", .refused)
    }
    throw failure(
      "\(Self.program) is not installed: `sudo apt install \(Self.program)`, or, from the source, `make install-web`",
      .refused)
  }

  /// Becomes a program of the folder that this one is in, or else of the PATH.
  ///
  /// - Returns: the errno, if it cannot.
  private static func become(_ command: [String]) -> Int32 {
    var arguments = command.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    if let folder = OwnProgram.folder { execv("\(folder)/\(program)", &arguments) }
    execvp(program, &arguments)
    return errno
  }
}
