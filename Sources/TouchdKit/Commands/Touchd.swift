package import ArgumentParser
internal import LinuxInput
internal import Synchronization

/// The `touchd` program, for a user's own `main.swift` as well as for ours.
public enum Touchd {
  /// The version that `touchd --version` prints.
  public static let version = Program.version

  /// Makes a plugin known under a name, which layouts may use from then on. Call before ``main()``.
  ///
  /// - Precondition: no plugin of that name is known.
  public static func register(_ name: String, _ factory: @escaping PluginFactory) {
    PluginRegistry.shared.withLock { $0.register(name, factory) }
  }

  /// Makes a view class known under a name: from then on, `custom: { view: NAME }` in a layout makes one. Call before
  /// ``main()``.
  ///
  /// - Precondition: no view of that name is known.
  public static func register(view name: String, _ factory: @escaping ViewFactory) {
    CustomRegistry.shared.withLock { $0.views.add(name, factory) }
  }

  /// Makes a recognizer class known under a name: from then on, `custom: { recognizer: NAME }` in a layout's gesture
  /// makes one. Call before ``main()``.
  ///
  /// - Precondition: no recognizer of that name is known.
  public static func register(recognizer name: String, _ factory: @escaping RecognizerFactory) {
    CustomRegistry.shared.withLock { $0.recognizers.add(name, factory) }
  }

  /// Makes a window class known under a name: from then on, `custom: { window: NAME }` in a window of a layout makes
  /// one. Call before ``main()``.
  ///
  /// - Precondition: no window of that name is known.
  public static func register(window name: String, _ factory: @escaping WindowFactory) {
    CustomRegistry.shared.withLock { $0.windows.add(name, factory) }
  }

  /// Makes a controller class known under a name: from then on, `custom: { controller: NAME }` in a view's `controller`
  /// makes one. Call before ``main()``.
  ///
  /// - Precondition: no controller of that name is known.
  public static func register(controller name: String, _ factory: @escaping ControllerFactory) {
    CustomRegistry.shared.withLock { $0.controllers.add(name, factory) }
  }

  /// Makes an application class known under a name: from then on, `custom: { application: NAME }` in a layout's
  /// `application` makes one. Call before ``main()``.
  ///
  /// - Precondition: no application of that name is known.
  public static func register(application name: String, _ factory: @escaping ApplicationFactory) {
    CustomRegistry.shared.withLock { $0.applications.add(name, factory) }
  }

  /// Runs the command that the arguments of the process name, and exits with its status: 0 for success, 1 for bad
  /// input, 3 where the system refused, 64 for wrong arguments.
  public static func main() { run(RootCommand.self) }

  /// Runs what the arguments of the process name, and exits with its status.
  package static func run(_ root: (some ParsableCommand).Type) -> Never {
    StandardDescriptors.prepare()
    let arguments = Array(OwnProgram.arguments.dropFirst())
    do {
      var command = try root.parseAsRoot(arguments)
      try command.run()
      Program.end(ExitCode.success.rawValue)
    } catch {
      let width = TerminalStyle.width
      var message = root.fullMessage(for: error, columns: width)
      let mistake = ArgumentMistake(arguments, root, said: message)
      let status = mistake.isOfHelp ? .validationFailure : root.exitCode(for: error)
      if status == .validationFailure {
        message = HelpText(mistake.message, width: width, .plain).text
      } else if message.hasPrefix(HelpText.beginning) {
        message = HelpText(message, width: width, .output).text
      }
      // Help that was asked for is an answer; what is wrong with the arguments is a complaint.
      if status == .success, !message.isEmpty {
        StandardOutput.write([message])
      } else if !message.isEmpty {
        complain(message)
      }
      Program.end(status.rawValue)
    }
  }
}

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
      RunCommand.self, ReplayCommand.self, CheckCommand.self, TestCommand.self, DevicesCommand.self,
      HitCommand.self, RecordCommand.self, ReloadCommand.self, StatusCommand.self, ScreenCommand.self,
      ListenCommand.self, StatsCommand.self, CalibrateCommand.self, PictureCommand.self, PlotCommand.self,
      WebCommand.self, ImportCommand.self, DemoCommand.self,
    ],
    defaultSubcommand: RunCommand.self,
    examples: [
      "What a recording does, without a touchscreen": "touchd demo",
      "What the touchscreens of this machine do, until Ctrl-C": "touchd --dump",
      "Everything that is wrong with a layout": "touchd check lobby.yaml",
    ])
}
