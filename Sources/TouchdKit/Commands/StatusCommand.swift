import ArgumentParser
import Dispatcher
internal import Glibc
import LinuxInput
import YAML

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
    let format = json ? StatusFormat.json : prometheus ? .prometheus : .text
    try control.ask([("status", .string(format.rawValue))])
  }
}

/// Path of the running daemon's socket, for the commands that ask it.
struct ControlOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The daemon's control socket.", valueName: "path"), completion: .file())
  var socket = EventsServer.controlPath

  /// Shows the daemon's answer; one that is not good ends the command.
  func ask(_ request: JSON.Members) throws {
    StandardOutput.write([try text(request).printable])
  }

  /// The daemon's answer; one that is not good ends the command.
  func text(_ request: JSON.Members) throws -> String {
    let answer = try onDevices {
      try EventsConnection.answer(to: .object(request), at: socket, remedy: remedy)
    }
    let said = answer["text"] ?? answer["message"] ?? ""
    let whole = said.hasSuffix("\n") ? String(said.dropLast()) : said
    let text = whole.printable
    switch answer["kind"] {
    case "ok": return whole
    case _ where answer.value("tried") != nil:
      // Those of files are as `touchd check` shows them.
      complain(request[0].key == "reload" ? text : "\(Program.name): \(text)")
      throw ExitCode.badInput
    default: throw failure(text, .refused)
    }
  }

  private func remedy(_ code: Int32) -> String? {
    switch code {
    case ENOENT, ECONNREFUSED:
      "no touchd runs that could be asked there: start it (`systemctl start touchd`), wait a second if it starts again, or name its socket with --socket"
    case EACCES, EPERM: "only root and the user that touchd runs as may ask it: `sudo touchd …`"
    case ECONNRESET: "touchd ended before it answered; ask again in a second"
    case EPROTO: "what answered is no touchd of this version"
    default: EventsConnection.remedy(code)
    }
  }
}

/// Message if another touchd holds the panel of a page: nothing of it is seen here.
///
/// - Parameter socket: of that touchd.
func heldByOther(page: String, socket: String) -> String {
  let daemon = try? LocalSocket(
    connectingTo: socket, until: MonotonicClock.now + EventsConnection.patience, remedy: { _ in nil }
  ).peer().pid
  let process = daemon.map { "process \($0)" } ?? "`systemctl status touchd` shows it"
  return """
    a touchd that runs (\(process)) holds the panel of \(quoted(page)), and nothing of it is seen here; stop that \
    (`sudo systemctl stop touchd`), or have its layout only listen (`delivery: observe`)
    """
}

/// `touchd reload`: has the running daemon read its layouts again.
struct ReloadCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reload",
    abstract: "Has the running daemon read its layouts again, and use them if they are good.",
    discussion: """
      If there is an error in them, the daemon goes on with those it has; the errors are shown as `touchd check` shows \
      them, and the status is 1.
      """,
    examples: ["After a layout was changed": "touchd reload"])

  @OptionGroup var control: ControlOptions

  func run() throws { try control.ask([("reload", .bool(true))]) }
}

/// `touchd screen dark|lit`: a program says that it has darkened the screen, or lit it.
struct ScreenCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "screen",
    abstract: "Tells the running daemon that the screen is dark, or lit again.",
    discussion: """
      For what the kernel does not know: a monitor in standby, a black window. It switches nothing. While the screen is \
      dark, a touch presses nothing; the first one sends the event `wake`, and ends the darkness.
      """,
    examples: [
      "When the monitor goes to standby": "touchd screen dark",
      "When one of two screens is lit again": "touchd screen lit --layout lobby",
    ])

  /// State of the screen.
  enum Light: String, CaseIterable, ExpressibleByArgument { case dark, lit }

  @Argument(help: "What the screen is now.")
  var light: Light

  @Option(
    help: ArgumentHelp("This screen only: the name of a layout's screen, or its file.", valueName: "name"))
  var layout: String?

  @OptionGroup var control: ControlOptions

  func validate() throws {
    guard let layout else { return }
    if layout.isEmpty || layout.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7f }) {
      throw ValidationError("--layout needs the name of a layout's screen, or of its file")
    }
  }

  func run() throws {
    try control.ask([("screen", .string(light.rawValue))] + (layout.map { [("layout", .string($0))] } ?? []))
  }
}
