import Dispatcher
import YAML

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

/// A request of a responder of plugin `unit`.
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

extension Setting {
  /// More units than a kiosk has gestures for. (O)
  static let mostUnits = 64
  /// As long as systemd lets a unit's name be, `UNIT_NAME_MAX`.
  private static let longestUnit = 255
  /// The types of units that can be started and stopped by name. What systemd finds itself, such as devices, cannot.
  private static let types = ["service", "target", "socket", "timer", "path", "mount", "automount", "swap"]

  /// The names of units of the system, at least one and none twice.
  func units() -> [String] {
    let list = "a list of units such as kiosk.service"
    return distinctNames(list, atMost: Self.mostUnits, "unit") { $0.unit() }.map(\.value)
  }

  /// The whole name of a unit of the system, and no pattern: systemctl would take one for all units that fit.
  func unit() -> Located<String>? {
    guard let unit = label(atMost: Self.longestUnit) else { return nil }
    let parts = unit.value.split(separator: ".", omittingEmptySubsequences: false)
    guard let type = parts.last, parts.count > 1, Self.types.contains(String(type)) else {
      return error(
        "\(quoted(unit.value)) is no whole name of a unit",
        help: unit.value.isUnitName ? "did you mean \(quoted(unit.value + ".service"))?" : Self.nameHelp)
    }
    guard unit.value.isUnitName, parts[0] != ""
    else { return error("\(quoted(unit.value)) is no name of a unit", help: Self.nameHelp) }
    guard !parts.dropLast().joined(separator: ".").hasSuffix("@") else {
      return error(
        "\(quoted(unit.value)) is a template",
        help: "name the unit that is made of it, such as kiosk@1.service")
    }
    return unit
  }

  private static var nameHelp: String {
    "it has letters, digits and : - _ . @ \\, and ends as in kiosk.service; the types are \(series(types))"
  }
}

extension String {
  /// Whether systemd takes it for a name, and systemctl for no option.
  fileprivate var isUnitName: Bool {
    utf8.first != UInt8(ascii: "-") && utf8.allSatisfy { $0.isAlphanumeric || ":-_.@\\".utf8.contains($0) }
  }
}
