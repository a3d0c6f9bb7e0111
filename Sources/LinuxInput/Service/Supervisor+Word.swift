public import Dispatcher
internal import YAML

extension Supervisor {
  /// A fact for the service manager.
  public enum Word: Equatable, Sendable {
    /// The service is started, or done with reloading.
    case ready
    /// It began to read its configuration again, at this time of ``MonotonicClock``.
    case reloading(at: Timestamp)
    /// It began to stop.
    case stopping
    /// It is alive.
    case watchdog
    /// What it does, for `systemctl status`. One line of 256 bytes: characters that show nothing become
    /// blanks, and what is longer is cut.
    case status(String)
  }
}

extension Supervisor.Word {
  /// The longest status, in bytes; more does not fit a line of `systemctl status`.
  private static let longestStatus = 256

  /// Whether the service manager would take the service for stuck if it never came.
  var isAwaited: Bool {
    switch self {
    case .ready, .reloading, .stopping: true
    // Another one comes.
    case .watchdog, .status: false
    }
  }

  /// Its variables, as the protocol has them.
  var assignments: [String] {
    switch self {
    case .ready: ["READY=1"]
    case .reloading(let time): ["RELOADING=1", "MONOTONIC_USEC=\(time.microseconds)"]
    case .stopping: ["STOPPING=1"]
    case .watchdog: ["WATCHDOG=1"]
    case .status(let text): ["STATUS=\(Self.line(text))"]
    }
  }

  /// A line feed would begin another assignment.
  private static func line(_ text: String) -> String {
    var line = String.UnicodeScalarView()
    var length = 0
    for scalar in text.unicodeScalars {
      let shown = scalar.isUnprintable ? " " : scalar
      length += UTF8.width(shown)
      guard length <= longestStatus else { break }
      line.append(shown)
    }
    return String(line)
  }
}
