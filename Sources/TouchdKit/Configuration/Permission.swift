/// What layouts may do only where the daemon's file says so.
struct Grants: Equatable, Sendable {
  /// Start programs.
  var exec = false
  /// Press keys.
  var keys = false
  /// Have systemd start, stop and restart these units.
  var units: Set<String> = []

  /// Nothing.
  static let none = Grants()
}

/// What layouts may do, as far as the daemon's file says it.
///
/// Only the word of root counts: a file that others can write says nothing, and a copy grants nothing by itself.
enum Permission: Equatable, Sendable {
  /// The daemon's file is good, and this is what it grants: nothing if others than root can have made it what it is.
  case said(Grants)
  /// The file is bad or missing, and only root can have made it so: what its last good version said goes on.
  case asBefore

  /// Nothing is granted.
  static let denied = Permission.said(.none)

  /// - Parameter recorded: what the last good version said.
  func grants(recorded: Grants) -> Grants {
    switch self {
    case .said(let grants): grants
    case .asBefore: recorded
    }
  }
}
