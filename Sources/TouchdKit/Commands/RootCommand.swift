import ArgumentParser
import LinuxInput

/// `touchd`: without a verb it runs the daemon.
struct RootCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "touchd",
    abstract: "Drives a touchscreen: touches, gestures and responders as on a phone, for a kiosk.",
    discussion: """
      Exit status: 0 ok, 1 the input was bad, 3 the system refused (no permission, no device), 64 wrong arguments.
      """,
    version: Touchd.version,
    subcommands: [
      RunCommand.self, ReplayCommand.self, CheckCommand.self, DevicesCommand.self, HitCommand.self,
      RecordCommand.self, ReloadCommand.self, StatusCommand.self, ScreenCommand.self, ListenCommand.self,
      CalibrateCommand.self, PictureCommand.self, PlotCommand.self, WebCommand.self, DemoCommand.self,
    ],
    defaultSubcommand: RunCommand.self,
    examples: [
      "What a recording does, without a touchscreen": "touchd demo",
      "What the touchscreens of this machine do, until Ctrl-C": "touchd --dump",
      "Everything that is wrong with a layout": "touchd check lobby.yaml",
    ])
}
