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
      RecordCommand.self, ReloadCommand.self, StatusCommand.self, DemoCommand.self,
    ],
    defaultSubcommand: RunCommand.self)
}

extension ExitCode {
  /// A file, recording or device description is not what it should be.
  static let badInput = ExitCode(1)
  /// No permission, or no device.
  static let refused = ExitCode(3)
}

/// Does something on real devices; what the system refuses ends the command with a message.
func onDevices(_ body: () throws -> Void) throws {
  do {
    try body()
  } catch let error as SystemError {
    throw failure("\(error)", .refused)
  }
}

/// Says what went wrong and gives the status to exit with.
func failure(_ message: String, _ status: ExitCode) -> ExitCode {
  complain("touchd: \(message)")
  return status
}
