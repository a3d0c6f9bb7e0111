import ArgumentParser
import Dispatcher
internal import Glibc
import LinuxInput
import Logging
import YAML

/// `touchd run`: the daemon; with `--dump`, what the daemon would do, in words.
struct RunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Runs the daemon, or with --dump shows everything that it sees (the verb may be left out).",
    discussion: """
      A dump reads the real devices, grabs nothing and starts no action; it prints devices and why each is used or \
      not, touches, hit tests, recognizer states and deliveries.
      """,
    examples: [
      "The daemon, as the service starts it": "touchd run -c /etc/touchd/touchd.yaml",
      "What a layout makes of the touches on a panel, until Ctrl-C": "touchd --dump -c lobby.yaml",
      "Only gestures and events": "touchd --dump -c lobby.yaml --trace gesture,event",
    ])

  /// Path of the daemon's file unless an option names another.
  static let standardConfig = "/etc/touchd/touchd.yaml"
  /// Help of the option of other commands that names what it runs.
  static let configHelp: ArgumentHelp =
    "A layout, or the daemon's file. (default: \(standardConfig), if there is one)"

  @Option(
    name: .config, help: "A layout, or the daemon's file. (default: \(standardConfig); a dump does without)",
    completion: .file())
  var config: String?

  @Flag(help: "Show everything that is seen, instead of acting on it.")
  var dump = false

  @Flag(help: "With --dump: one JSON object a line.")
  var json = false

  @Flag(help: "With --dump: raw frames as well.")
  var raw = false

  @Option(
    help: "With --dump: use this device only, whatever the layout matches; may be repeated.",
    completion: .file())
  var device: [String] = []

  @Option(help: "Where `touchd status` and `touchd reload` reach the daemon.", completion: .file())
  var socket = EventsServer.controlPath

  @Option(
    help: ArgumentHelp("Where programs hear what the daemon does.", valueName: "path"), completion: .file())
  var events = EventsServer.standardPath

  @Option(help: "What is logged at least.")
  var logLevel = LogLevel.info

  @OptionGroup var trace: TraceOptions

  @Option(
    help: ArgumentHelp("With --dump: record the panel meanwhile, as evemu text.", valueName: "file"),
    completion: .file())
  var record: String?

  func validate() throws {
    if !dump { try StandardInput.refuse(config, "-c", because: "a reload reads it again") }
    guard !dump, json || raw || !device.isEmpty || record != nil || trace.list != nil else { return }
    throw ValidationError("--json, --raw, --device, --record and --trace go with --dump")
  }

  func run() throws {
    if dump {
      let kinds = trace.kinds(else: LineKind.dumped).union(raw ? [.frame] : [])
      try Dump(
        try dumpedLayouts, json: json, kinds: kinds, devices: device, recording: record, socket: socket
      ).run()
    } else {
      let configured = try configured
      try onDevices {
        try Daemon(configured, socket: socket, events: events, .touchd(level: logLevel.level)).run()
      }
    }
  }

  private var configured: String {
    get throws {
      if let config { return config }
      // A service manager has it wait for the file.
      guard getenv("NOTIFY_SOCKET") != nil || access(Self.standardConfig, F_OK) == 0 else {
        throw failure(
          "there is no \(Self.standardConfig) to run: write a layout there, or name one with -c", .badInput)
      }
      return Self.standardConfig
    }
  }

  /// Without a layout, a dump shows where on a screen the fingers are, and nothing that could be hit.
  private var dumpedLayouts: [Layout] {
    get throws {
      if let layouts = try LayoutLoading.configured(config, sparing: record, "--record") { return layouts }
      complain("\(Program.name): no layout given (-c): one empty window of 1920 × 1080 points")
      return [.empty(Size(width: 1920, height: 1080))]
    }
  }
}

/// From which level on the daemon logs.
enum LogLevel: String, CaseIterable, ExpressibleByArgument {
  case debug, info, notice, warning, error

  var level: Logger.Level { Logger.Level(rawValue: rawValue) ?? .info }
}
