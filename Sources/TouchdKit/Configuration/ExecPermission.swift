/// Whether layouts may start programs, as far as the daemon's file says it.
///
/// Only the word of root counts: a file that others can write says nothing, and a copy grants nothing by itself.
enum ExecPermission: Equatable, Sendable {
  /// The daemon's file is good, is root's, and says `exec: true`.
  case granted
  /// It is good and says otherwise; or others than root can have made it what it is.
  case denied
  /// The file is bad or missing, and only root can have made it so: what its last good version said goes on.
  case asBefore

  /// - Parameter recorded: what the last good version said.
  func allows(recorded: Bool) -> Bool {
    switch self {
    case .granted: true
    case .denied: false
    case .asBefore: recorded
    }
  }
}
