internal import CEvdev
public import Dispatcher
internal import Glibc
internal import YAML

/// The service manager that started this process: systemd's notification protocol, sd_notify(3), in code of
/// our own, so that the program needs no libsystemd.
///
/// A message is one datagram. It is sent without waiting. Where there is no room, what the service manager waits for is
/// sent again until there is (``keepTelling(on:)``), and so is what it has to store; anything else is lost, for another
/// one comes. Not thread-safe.
public final class Supervisor {
  /// Interval of ``Word/watchdog``: half of the time after which the service manager gives up, as
  /// sd_watchdog_enabled(3) advises; `nil` if it does not wait for it.
  public let watchdogInterval: Interval?
  /// The descriptors that an earlier process of the service had stored, for this one to take.
  public let storedDescriptors: StoredDescriptors
  private let address: LocalSocketAddress
  private let socket: OwnedDescriptor
  /// Messages for which there was no room, oldest first.
  private var unsent: [UnsentMessage] = []
  private var timer: LoopTimer?

  /// The service manager that the environment names; `nil` if it names none, or one that cannot receive anything.
  ///
  /// Takes the variables out of the environment, so that no program started from here takes itself for the
  /// service. Call it once, before any thread is started. Stored descriptors without a service manager are closed.
  public static func ofEnvironment() -> Supervisor? {
    var variables: [String: String] = [:]
    for name in ["NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID"] + StoredDescriptors.variables {
      variables[name] = getenv(name).map { String(cString: $0) }
      unsetenv(name)
    }
    return Supervisor(variables, StoredDescriptors(variables))
  }

  /// - Parameter process: the one whose life the watchdog is about, if the variables name one.
  init?(
    _ variables: [String: String], _ storedDescriptors: StoredDescriptors = StoredDescriptors([:]),
    process: Int32 = getpid()
  ) {
    guard let name = variables["NOTIFY_SOCKET"], let address = LocalSocketAddress(notifySocket: name) else {
      return nil
    }
    let number = Glibc.socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard number >= 0 else { return nil }
    socket = OwnedDescriptor(adopting: number)
    self.address = address
    self.storedDescriptors = storedDescriptors
    watchdogInterval = Self.watchdogInterval(variables, process)
  }

  private static func watchdogInterval(_ variables: [String: String], _ process: Int32) -> Interval? {
    if let named = variables["WATCHDOG_PID"], Int32(named) != process { return nil }
    let microseconds = variables["WATCHDOG_USEC"].flatMap { Int64($0) } ?? 0
    return microseconds > 1 ? Interval(microseconds: microseconds / 2) : nil
  }

  /// Tells all of these at once.
  public func tell(_ words: Word...) {
    let text = words.flatMap(\.assignments).joined(separator: "\n")
    guard !send(text), words.contains(where: \.isAwaited) else { return }
    keep(UnsentMessage(text))
  }

  /// Sends from a run loop what there was no room for.
  ///
  /// - Throws: ``SystemError``, `EMFILE` if the process has no descriptor left.
  public func keepTelling(on runLoop: RunLoop) throws(SystemError) {
    timer = try LoopTimer(on: runLoop) { [weak self] in self?.sendUnsent() }
    sendUnsent()
  }

  private func sendUnsent() {
    while let next = unsent.first, hasRoom(for: next.text, next.descriptor) { unsent.removeFirst() }
    timer?.set(unsent.isEmpty ? nil : MonotonicClock.now + Self.pause)
  }

  /// Sends a message after those that wait; `false` if there is no room for all of them now.
  private func send(_ text: String, _ passed: Int32? = nil) -> Bool {
    sendUnsent()
    // In their order: RELOADING after READY would leave the service reloading.
    return unsent.isEmpty && hasRoom(for: text, passed)
  }

  /// Sends a message later. Where too many of its kind wait, the oldest of them is lost.
  private func keep(_ message: UnsentMessage) {
    let alike = unsent.indices.filter { unsent[$0].isAboutStore == message.isAboutStore }
    if let oldest = alike.first, alike.count >= message.limit { unsent.remove(at: oldest) }
    unsent.append(message)
    timer?.set(after: Self.pause)
  }

  /// Sends a message; `false` if there is no room for it now. What fails otherwise is not sent again.
  private func hasRoom(for text: String, _ passed: Int32?) -> Bool {
    // To the address each time, and not once to a connection: the socket may be another after systemd was updated.
    let result = Array(text.utf8).withUnsafeBufferPointer { bytes in
      address.with {
        cevdev_send_descriptor(socket.rawValue, bytes.baseAddress, bytes.count, passed ?? -1, $0, $1)
      }
    }
    // The last: too many descriptors are on their way.
    return ![-EAGAIN, -ENOBUFS, -ETOOMANYREFS].contains(result)
  }

  /// Wait for room before the next attempt. (O)
  private static let pause = Interval.milliseconds(100)

  // MARK: - The store

  /// Has the service manager keep a descriptor and pass it to the next process of the service (`FDSTORE=1`), which
  /// finds it in ``storedDescriptors``. The caller may close its own at once.
  ///
  /// A name may be that of several descriptors. Where this process has no descriptor left to keep it by until there is
  /// room, it is not stored.
  ///
  /// - Parameter isPolled: whether the service manager takes the descriptor out when it hangs up or has an error.
  /// - Precondition: ``StoredDescriptors/isName(_:)``.
  public func store(_ descriptor: Int32, as name: String, isPolled: Bool) {
    precondition(StoredDescriptors.isName(name), "“\(name)” is no name of a stored descriptor")
    let text = "FDSTORE=1\nFDNAME=\(name)" + (isPolled ? "" : "\nFDPOLL=0")
    guard !send(text, descriptor) else { return }
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    guard copy >= 0 else { return }
    keep(UnsentMessage(text, about: name, adopting: copy))
  }

  /// Has the service manager close all descriptors of a name (`FDSTOREREMOVE=1`).
  ///
  /// - Precondition: ``StoredDescriptors/isName(_:)``.
  public func removeStored(_ name: String) {
    precondition(StoredDescriptors.isName(name), "“\(name)” is no name of a stored descriptor")
    let text = "FDSTOREREMOVE=1\nFDNAME=\(name)"
    guard !send(text) else { return }
    // It would not stay for long.
    unsent.removeAll { $0.name == name }
    keep(UnsentMessage(text, about: name))
  }

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
    /// Its state, for `systemctl status`. One line of 256 bytes: characters that show nothing become
    /// blanks, and what is longer is cut.
    case status(String)

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
      case .status(let text): ["STATUS=\(text.cleaned(limit: Self.longestStatus, sign: " "))"]
      }
    }
  }
}

/// A message for which the service manager had no room.
private final class UnsentMessage {
  let text: String
  /// The name of the stored descriptors that it is about; `nil` if it is about something else.
  let name: String?
  /// The descriptor that is sent with it; this object's own, for the sender may close the one that it has.
  let descriptor: Int32?

  init(_ text: String, about name: String? = nil, adopting descriptor: Int32? = nil) {
    (self.text, self.name, self.descriptor) = (text, name, descriptor)
  }

  deinit { if let descriptor { close(descriptor) } }

  var isAboutStore: Bool { name != nil }

  /// The most messages of its kind that wait: of words, a reload has two; of the store, as many as it keeps.
  var limit: Int { isAboutStore ? StoredDescriptors.limit : Self.wordLimit }

  private static let wordLimit = 16
}

/// The descriptors that the service manager kept while the service was restarted, sd_listen_fds(3): those that a
/// process of it had stored with ``Supervisor/store(_:as:isPolled:)``.
///
/// No program inherits them. Not thread-safe. What is not taken is closed when the object goes, here; the service
/// manager keeps its own until ``Supervisor/removeStored(_:)``.
public final class StoredDescriptors {
  /// The most descriptors that are kept; what a unit of touchd has as `FileDescriptorStoreMax=`.
  public static let limit = 256

  /// Those that no caller has taken, in the service manager's order.
  private var left: [(name: String, descriptor: Int32)] = []

  /// Takes over what the variables of sd_listen_fds(3) describe; nothing where they are meant for another process, or
  /// make no sense. What has no proper name, and what is over the ``limit``, is closed at once.
  ///
  /// - Parameter first: the first descriptor, which is 3 for every process that the service manager starts.
  init(_ variables: [String: String], process: Int32 = getpid(), first: Int32 = 3) {
    guard let named = variables["LISTEN_PID"], Int32(named) == process,
      let text = variables["LISTEN_FDS"], let count = Int32(text), 1...Self.mostPassed ~= count
    else { return }
    let list = variables["LISTEN_FDNAMES"] ?? ""
    let names = list.split(separator: ":", omittingEmptySubsequences: false).map { String($0) }
    for (index, descriptor) in (first..<first + count).enumerated() {
      guard index < names.count, Self.isName(names[index]), left.count < Self.limit else {
        close(descriptor)
        continue
      }
      // Fails for one that is not open.
      if fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0 { left.append((names[index], descriptor)) }
    }
  }

  deinit { for entry in left { close(entry.descriptor) } }

  /// The names of those that are left, each once, in the service manager's order.
  public var names: [String] {
    var names: [String] = []
    for entry in left where !names.contains(entry.name) { names.append(entry.name) }
    return names
  }

  /// Takes out the first descriptor of a name, which is the caller's from now on; `nil` if none is left.
  public func take(_ name: String) -> OwnedDescriptor? {
    guard let index = left.firstIndex(where: { $0.name == name }) else { return nil }
    return OwnedDescriptor(adopting: left.remove(at: index).descriptor)
  }

  /// Whether a descriptor can be stored by a name: 1 to 255 letters a to z, digits and hyphens. The service manager
  /// takes more, but not what separates its variables and messages.
  public static func isName(_ name: String) -> Bool {
    1...longestName ~= name.utf8.count
      && name.utf8.allSatisfy { byte in
        0x61...0x7a ~= byte || 0x30...0x39 ~= byte || byte == UInt8(ascii: "-")
      }
  }

  /// The longest name that the service manager takes, in bytes (systemd's FDNAME_MAX).
  private static let longestName = 255
  /// More than a service is passed: systemd lets one have so many open files unless its unit says otherwise.
  private static let mostPassed: Int32 = 1024

  /// The environment variables that are about stored descriptors. The last names the process in another way, since
  /// systemd 258; the number says enough.
  static let variables = ["LISTEN_FDS", "LISTEN_PID", "LISTEN_FDNAMES", "LISTEN_PIDFDID"]
}
