import Dispatcher
internal import Glibc
package import LinuxInput

/// Whether an events socket can be listened to.
package enum EventsReach {
  /// How long a daemon may take to let a program in. (O)
  private static let patience = Interval.seconds(10)

  /// Connects, and hangs up.
  ///
  /// - Throws: ``SystemError`` with a remedy: `ENOENT` and `ECONNREFUSED` if no daemon is there, `EACCES` without the
  ///   right to listen.
  package static func check(_ path: String) throws(SystemError) {
    _ = try LocalSocket(
      connectingTo: path, until: MonotonicClock.now + patience, remedy: EventsConnection.remedy)
  }

  /// The words for a connection to an events socket that failed: why, and what helps.
  package static func words(for code: Int32, at path: String) -> String {
    "\(SystemError(call: "connect", on: path, code: code, remedy: EventsConnection.remedy(code)))"
  }
}
