internal import CEvdev
public import Dispatcher
internal import Glibc

/// The service manager that started this process: systemd's notification protocol, sd_notify(3), in code of
/// our own, so that the program needs no libsystemd.
///
/// A message is one datagram. It is sent without waiting; only what the service manager waits for may take a
/// moment, if it has too much to do. A message that cannot be sent is lost, for nobody here could help it.
/// Not thread-safe.
public final class Supervisor {
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

  /// How often ``Word/watchdog`` should be told: half of the time after which the service manager gives up,
  /// as sd_watchdog_enabled(3) advises; `nil` if it does not wait for it.
  public let watchdogInterval: Interval?
  private let address: LocalSocketAddress
  private let descriptor: OwnedDescriptor

  /// The service manager that the environment names; `nil` if it names none, or none that can be told
  /// anything.
  ///
  /// Takes the variables out of the environment, so that no program started from here takes itself for the
  /// service. Call it once, before any thread is started.
  public static func ofEnvironment() -> Supervisor? {
    var variables: [String: String] = [:]
    for variable in Variable.allCases {
      variables[variable.rawValue] = getenv(variable.rawValue).map { String(cString: $0) }
      unsetenv(variable.rawValue)
    }
    return Supervisor(variables)
  }

  /// - Parameter process: the one whose life the watchdog is about, if the variables name one.
  init?(_ variables: [String: String], process: Int32 = getpid()) {
    guard let name = variables[Variable.socket.rawValue], let address = LocalSocketAddress(notifySocket: name)
    else {
      return nil
    }
    let number = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard number >= 0 else { return nil }
    var limit = Self.patience
    setsockopt(number, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    descriptor = OwnedDescriptor(adopting: number)
    self.address = address
    watchdogInterval = Self.watchdogInterval(variables, process)
  }

  private static func watchdogInterval(_ variables: [String: String], _ process: Int32) -> Interval? {
    if let named = variables[Variable.watchdogProcess.rawValue], Int32(named) != process { return nil }
    guard let text = variables[Variable.watchdogTime.rawValue], let microseconds = Int64(text),
      microseconds > 1
    else {
      return nil
    }
    return Interval(microseconds: microseconds / 2)
  }

  /// Tells all of these at once.
  public func tell(_ words: Word...) {
    var message = words.flatMap(\.assignments).joined(separator: "\n")
    let flags = MSG_NOSIGNAL | (words.contains { $0.isAwaited } ? 0 : MSG_DONTWAIT)
    // To the address each time, and not once to a connection: the socket may be another after systemd was
    // updated.
    _ = message.withUTF8 { bytes in
      address.with { sendto(descriptor.rawValue, bytes.baseAddress, bytes.count, Int32(flags), $0, $1) }
    }
  }

  /// How long a message that is awaited waits for room: a finger hardly notices.
  private static var patience: timeval { timeval(tv_sec: 0, tv_usec: 100_000) }

  private enum Variable: String, CaseIterable {
    case socket = "NOTIFY_SOCKET"
    case watchdogTime = "WATCHDOG_USEC"
    case watchdogProcess = "WATCHDOG_PID"
  }
}

extension Supervisor.Word {
  /// The longest status, in bytes; more does not fit a line of `systemctl status`.
  private static let longestStatus = 256

  /// Whether the service manager would take the service for stuck if it never came.
  fileprivate var isAwaited: Bool {
    switch self {
    case .ready, .reloading, .stopping: true
    // Another one comes.
    case .watchdog, .status: false
    }
  }

  fileprivate var assignments: [String] {
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
      let shown = scalar.showsNothing ? " " : scalar
      length += UTF8.width(shown)
      guard length <= longestStatus else { break }
      line.append(shown)
    }
    return String(line)
  }
}

extension Unicode.Scalar {
  /// Controls, marks of direction, line breaks.
  fileprivate var showsNothing: Bool {
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }
}
