import ArgumentParser
import Dispatcher
import LinuxInput

/// `touchd run`: the daemon; with `--dump`, what the daemon would do, in words.
struct RunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Runs the daemon, or with --dump shows everything that it sees (the verb may be left out).",
    discussion: """
      A dump reads the real devices, grabs nothing and starts no action; it prints devices and why each is used or \
      not, touches, hit tests, recognizer states and deliveries.
      """)

  @Option(name: [.customShort("c"), .customLong("config")], help: "A layout, or the daemon's file.")
  var config = "/etc/touchd/touchd.yaml"

  @Flag(help: "Show everything that is seen, instead of acting on it.")
  var dump = false

  @Flag(help: "With --dump: one JSON object a line.")
  var json = false

  @Flag(help: "With --dump: raw frames as well.")
  var raw = false

  @Option(help: "With --dump: use this device only, whatever the layout matches; may be repeated.")
  var device: [String] = []

  @Option(help: ArgumentHelp("With --dump: record the panel meanwhile, as evemu text.", valueName: "file"))
  var record: String?

  func validate() throws {
    guard !dump, json || raw || !device.isEmpty || record != nil else { return }
    throw ValidationError("--json, --raw, --device and --record go with --dump")
  }

  func run() throws {
    if dump {
      let layout = try LayoutLoading.layout(config)
      try Dump(layout, json: json, raw: raw, devices: device, recording: record).run()
    } else {
      try Daemon(try DaemonSettings(config)).run()
    }
  }
}
