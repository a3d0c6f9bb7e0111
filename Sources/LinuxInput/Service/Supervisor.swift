internal import CEvdev
public import Dispatcher
internal import Glibc
internal import YAML

/// The service manager that started this process: systemd's notification protocol, sd_notify(3), in code of
/// our own, so that the program needs no libsystemd.
///
/// A message is one datagram. It is sent without waiting. Where there is no room, what the service manager waits for is
/// sent again until there is (``keepTelling(on:)``); anything else is lost, for another one comes. Not thread-safe.
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

  /// How often ``Word/watchdog`` should be sent: half of the time after which the service manager gives up, as
  /// sd_watchdog_enabled(3) advises; `nil` if it does not wait for it.
  public let watchdogInterval: Interval?
  private let address: LocalSocketAddress
  private let descriptor: OwnedDescriptor
  /// What there was no room for and is waited for, oldest first.
  private var unsent: [String] = []
  private var timer: LoopTimer?

  /// The service manager that the environment names; `nil` if it names none, or one that cannot receive anything.
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
    let message = words.flatMap(\.assignments).joined(separator: "\n")
    sendUnsent()
    // In their order: RELOADING after READY would leave the service reloading.
    if unsent.isEmpty, hasRoom(for: message) { return }
    guard words.contains(where: \.isAwaited) else { return }
    if unsent.count == Self.unsentLimit { unsent.removeFirst() }
    unsent.append(message)
    timer?.set(after: Self.pause)
  }

  /// Sends from a run loop what there was no room for.
  ///
  /// - Throws: ``SystemError``, `EMFILE` if the process has no descriptor left.
  public func keepTelling(on runLoop: RunLoop) throws(SystemError) {
    timer = try LoopTimer(on: runLoop) { [weak self] in self?.sendUnsent() }
    sendUnsent()
  }

  private func sendUnsent() {
    while let next = unsent.first, hasRoom(for: next) { unsent.removeFirst() }
    timer?.set(unsent.isEmpty ? nil : MonotonicClock.now + Self.pause)
  }

  /// Sends a message; `false` if there is no room for it now. What fails otherwise is not sent again.
  private func hasRoom(for message: String) -> Bool {
    var message = message
    let flags = Int32(MSG_NOSIGNAL | MSG_DONTWAIT)
    // To the address each time, and not once to a connection: the socket may be another after systemd was
    // updated.
    let count = message.withUTF8 { bytes in
      address.with { sendto(descriptor.rawValue, bytes.baseAddress, bytes.count, flags, $0, $1) }
    }
    return count >= 0 || (errno != EAGAIN && errno != ENOBUFS)
  }

  /// How long it waits for room before it tries again. (O)
  private static let pause = Interval.milliseconds(100)
  /// The most messages that wait: a reload has two.
  private static let unsentLimit = 16

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
      let shown = scalar.isUnprintable ? " " : scalar
      length += UTF8.width(shown)
      guard length <= longestStatus else { break }
      line.append(shown)
    }
    return String(line)
  }
}
