import Dispatcher

/// Asks systemd to start and stop units of the system, those that the daemon's file names.
///
/// What several responders ask about one unit is asked in the order in which it came, so a start and the stop behind it
/// never change places.
struct UnitRequests {
  private let launcher: Launcher
  /// `nil` for all that the user may have started.
  private let allowed: Set<String>?

  init(_ launcher: Launcher, allowed: Set<String>? = nil) {
    (self.launcher, self.allowed) = (launcher, allowed)
  }

  /// The turn of a unit; `nil` for one that may not be started or stopped.
  func turn(of unit: String) -> ExecTurn? {
    guard allowed?.contains(unit) ?? true else { return nil }
    // No responder has an empty name.
    return launcher.turn(of: "", ["systemctl", unit])
  }
}

/// What a responder of plugin `unit` asks for.
struct UnitRequest {
  let verb: PluginDeclaration.UnitVerb
  let unit: String

  init(_ options: PluginOptions) {
    verb = PluginDeclaration.UnitVerb.allCases.first { options.values[$0.rawValue] != nil } ?? .start
    unit = options[verb.rawValue] ?? ""
  }

  /// Asks and does not wait for what becomes of it: the unit may take its time, and the next finger must not wait for
  /// that. A question that no one is there to answer is not asked.
  var command: [String] { ["systemctl", "--no-block", "--no-ask-password", verb.rawValue, "--", unit] }

  /// What the log calls it.
  var name: String { "systemctl \(verb) \(unit)" }

  /// By the statuses of systemctl: 4 for what is not permitted, 5 for a unit that is not there, 6 for one whose file is
  /// bad. For a refusal by way of polkit, older versions have 1.
  var advice: ExecProgram.Advice {
    let permission =
      "if that was not permitted, install polkitd, and a rule that lets touchd's user \(verb) \(unit), which polkitd can "
      + "read: /usr/share/doc/touchd/examples/polkit/50-touchd.rules is one"
    return ExecProgram.Advice(
      notStarted: "the plugin `unit` needs systemd",
      byStatus: [
        1: permission, 4: permission, 5: "check the name: `systemctl cat \(unit)` shows the unit",
        6: "`systemctl status \(unit)` says what is wrong with its file",
      ])
  }
}
