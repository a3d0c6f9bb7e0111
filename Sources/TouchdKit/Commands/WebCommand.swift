package import ArgumentParser
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

  func run() throws { try becomeProgram() }
}

/// `touchd import`: layouts of other programs' gestures, which a program of its own reads.
struct ImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Writes a layout with the gestures that lisgd or Touchégg had.",
    discussion: """
      Each rule becomes a gesture, with a comment that quotes it; a rule that cannot be translated becomes an error \
      line that says what to write instead, and the status is 1. It starts touchd-import, of the package touchd-import.
      """,
    examples: [
      "A command line of lisgd": "touchd import lisgd 'lisgd -g \"1,LR,L,*,R,wtype -k F1\"'",
      "Touchégg's file": "touchd import touchegg touchegg.conf -o lobby.yaml",
    ])

  /// A program whose gestures can be read.
  enum Origin: String, ExpressibleByArgument, CaseIterable { case lisgd, touchegg }

  @Argument(help: "The program that had the gestures.")
  var origin: Origin

  @Argument(
    help: ArgumentHelp(
      "Its file, - for standard input; of lisgd, a script, or the command line itself.", valueName: "source"),
    completion: .file())
  var source: String

  @Option(
    name: [.short, .long],
    help: ArgumentHelp(
      "The layout, a file that is not there yet. (default: standard output)", valueName: "file"),
    completion: .file())
  var output: String?

  @Option(help: ArgumentHelp("The size of the screen, such as 1280x800.", valueName: "widthxheight"))
  var size: String?

  func run() throws { try becomeProgram() }
}

extension ParsableCommand {
  /// Becomes the program `touchd-VERB`, which is in a package of that name, and reads the arguments again.
  fileprivate func becomeProgram() throws {
    let verb = Self.configuration.commandName ?? ""
    let program = "touchd-\(verb)"
    let code = OwnProgram.become(program, Array(OwnProgram.arguments.drop { $0 != verb }.dropFirst()))
    guard code == ENOENT
    else { throw failure("\(SystemError(call: "exec", on: program, code: code))", .refused) }
    throw failure(
      "\(program) is not installed: `sudo apt install \(program)`, or `make install PROGRAMS=\(program)`",
      .refused)
  }
}

/// Options of `touchd web` and `touchd-web`.
package struct WebOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Where browsers connect: an address of this machine, and a port.", valueName: "address:port"))
  package var listen = ListenAddress.standard

  @Option(
    help: ArgumentHelp("Show a recording, and not the running daemon.", valueName: "file"),
    completion: .file())
  package var recording: String?

  @Option(help: ArgumentHelp("The same with fingers as text, such as 'tap 975,37'.", valueName: "text"))
  package var fingers: String?

  @Option(
    name: .config,
    help: ArgumentHelp("With --recording or --fingers: the layout that its touches meet.", valueName: "file"),
    completion: .file())
  package var layout: String?

  @Option(help: EventsSocketOption.help, completion: .file())
  package var events: String?

  @Option(
    help: ArgumentHelp(
      "A file with the token of the address. (default: a new token each time)", valueName: "file"),
    completion: .file())
  package var tokenFile: String?

  @Option(
    help: ArgumentHelp(
      "A page of this origin may ask as well, such as http://localhost:8080; may be repeated.",
      valueName: "origin"))
  package var allowOrigin: [String] = []

  @Flag(help: "Let the page /calibrate write layouts and udev's rules, with your rights, and undo it.")
  package var write = false

  package init() {}

  package func validate() throws {
    try StandardInput.refuse(recording, "--recording", because: "it is read again for each browser")
    try StandardInput.refuse(layout, "-c", because: "it is read again for each browser")
    if recording != nil, fingers != nil {
      throw ValidationError("--fingers stands in the place of --recording")
    }
    if recording != nil || fingers != nil, layout == nil {
      throw ValidationError(
        "\(recording == nil ? "--fingers" : "--recording") needs the layout that its touches meet: -c LAYOUT")
    }
    if layout != nil, recording == nil, fingers == nil {
      throw ValidationError("-c goes with --recording; of a running daemon, all layouts are shown")
    }
    for origin in allowOrigin where !Self.isOrigin(origin) {
      throw ValidationError(
        "--allow-origin needs a scheme and a host, such as http://localhost:8080, and no path: \(origin)")
    }
  }

  /// Whether it is written as browsers write an origin.
  private static func isOrigin(_ text: String) -> Bool {
    guard let host = ["http://", "https://"].first(where: text.hasPrefix).map({ text.dropFirst($0.count) })
    else { return false }
    return !host.isEmpty && host.utf8.allSatisfy { 0x21...0x7e ~= $0 && $0 != UInt8(ascii: "/") }
  }
}

/// An address and a port: `127.0.0.1:8713`, `[::1]:8713`.
package struct ListenAddress: ExpressibleByArgument, CustomStringConvertible, Sendable {
  /// Without brackets.
  package let host: String
  /// 0 for one that the kernel chooses.
  package let port: Int

  /// Only this machine. The port stands for no other service. (O)
  package static let standard = ListenAddress(host: "127.0.0.1", port: 8713)

  package var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }

  package init(host: String, port: Int) { (self.host, self.port) = (host, port) }

  package init?(argument: String) {
    guard let colon = argument.lastIndex(of: ":"),
      let port = UInt16(argument[argument.index(after: colon)...])
    else { return nil }
    var host = argument[..<colon]
    if host.hasPrefix("["), host.hasSuffix("]") {
      host = host.dropFirst().dropLast()
    } else if host.contains(":") {
      return nil
    }
    guard !host.isEmpty else { return nil }
    self.init(host: String(host), port: Int(port))
  }
}
