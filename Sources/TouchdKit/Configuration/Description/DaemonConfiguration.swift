import Dispatcher
import LinuxInput
import YAML

/// The daemon's own file: which layouts it runs, and what they may do.
struct DaemonConfiguration: Equatable, Sendable {
  var file: String
  /// The layouts' paths as written; relative ones are meant from the folder of this file. Never empty.
  var layouts: [Located<String>]
  var grants = Grants.none
  var recorder = RecorderDescription()
  var savesIncidents = false
  var execMark: Mark?

  static let keys = Keys<DaemonConfiguration>(
    "daemon", "the daemon's file",
    "The daemon's own file: the layouts that it runs, and whether they may start programs.",
    sample: .init("version", "1"), blank: { DaemonConfiguration(file: $0.findings.file, layouts: []) },
    Key("version", .version, isRequired: true) { _, _ in },
    Key(
      "layouts",
      .list(of: "path", ", minItems: 1, maxItems: \(Setting.layoutLimit), uniqueItems: true") { $0.paths() },
      \.layouts, isRequired: true
    )
    .help("Layout files, one for each screen; a relative path starts at this file's folder."),
    Key("exec", .flag, \.grants.exec)
      .help("Whether layouts may start programs. The file must belong to root for that."),
    Key("keys", .flag, \.grants.keys)
      .help("Whether layouts may press keys. The file must belong to root for that."),
    Key("pointer", .flag, \.grants.pointer)
      .help("Whether layouts may use the plugin pointer. The file must belong to root for that."),
    Key(
      "units",
      Form(
        "type: array, items: { \(Form<String>.reference("unit")) }, minItems: 1, "
          + "maxItems: \(Setting.mostUnits), uniqueItems: true"
      ) { Set($0.units()) }, \.grants.units
    )
    .help(
      "The units of the system that layouts may start and stop. The file must belong to root for that."),
    Key("recorder", RecorderDescription.keys, \.recorder).help("The memory of the last minutes."),
    Key("incidents", .flag, \.savesIncidents)
      .help("Whether the last minutes are saved to the disk when something has gone wrong."),
    check: { fields, daemon in daemon.execMark = fields["exec"]?.keyMark })
}

extension Setting {
  func version() -> Int? {
    guard let version = integer(0...Int(Int32.max)) else { return nil }
    if version != 1 { error("version \(version) is not read here; this touchd reads version 1") }
    return version
  }

  /// More screens than this on one machine are a mistake somewhere: as many as ``Touchscreens`` follows. (O)
  fileprivate static let layoutLimit = 32

  fileprivate func paths() -> [Located<String>] {
    // A file that is named twice would be a screen that is there twice.
    distinctNames("a list of files", atMost: Self.layoutLimit, "file") { $0.label(atMost: Self.longestPath) }
  }
}

/// The recorder's memory of the last minutes, as the daemon's file has it.
struct RecorderDescription: Equatable, Sendable {
  /// The time that is kept; zero for nothing.
  var keep = Interval.seconds(300)
  /// Memory for it, in bytes.
  var size = 8 << 20

  var isOn: Bool { keep.microseconds > 0 }

  static let keys = Keys<RecorderDescription>(
    "recorder", "`recorder`", "The memory of the last minutes of what panels send.",
    sample: .init("keep", "5min"), blank: { _ in RecorderDescription() },
    Key("keep", .duration(.from(0, to: 3600)), \.keep)
      .help("How long it remembers what panels send; 0s for not at all."),
    Key("size", .memory(FrameRing.sizes), \.size)
      .help("The memory for all panels together; what is older goes first."))
}

/// Permissions that only the daemon's file gives to layouts.
struct Grants: Equatable, Sendable {
  var exec = false
  var keys = false
  /// Move a mouse, and press its buttons.
  var pointer = false
  /// Have systemd start, stop and restart these units.
  var units: Set<String> = []

  static let none = Grants()
}

/// Permissions of layouts, as far as the daemon's file is known.
///
/// Only the word of root counts: a file that others can write says nothing, and a copy grants nothing by itself.
enum Permission: Equatable, Sendable {
  /// The daemon's file is good, and this is what it grants: nothing if others than root can have made it what it is.
  case said(Grants)
  /// The file is bad or missing, and only root can have made it so: what its last good version said goes on.
  case asBefore

  static let denied = Permission.said(.none)

  /// - Parameter recorded: what the last good version said.
  func grants(recorded: Grants) -> Grants {
    switch self {
    case .said(let grants): grants
    case .asBefore: recorded
    }
  }
}
