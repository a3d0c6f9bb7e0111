internal import Glibc

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
    guard let named = variables[Variable.process.rawValue], Int32(named) == process,
      let text = variables[Variable.count.rawValue], let count = Int32(text), 1...Self.mostPassed ~= count
    else {
      return
    }
    let list = variables[Variable.names.rawValue] ?? ""
    let names = list.split(separator: ":", omittingEmptySubsequences: false).map { String($0) }
    for (index, descriptor) in (first..<first + count).enumerated() {
      takeOver(descriptor, as: index < names.count ? names[index] : "")
    }
  }

  deinit { for entry in left { close(entry.descriptor) } }

  private func takeOver(_ descriptor: Int32, as name: String) {
    guard Self.isName(name), left.count < Self.limit else {
      close(descriptor)
      return
    }
    // Fails for one that is not open.
    guard fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0 else { return }
    left.append((name, descriptor))
  }

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

  /// The environment variables that are about stored descriptors.
  static let variables = Variable.allCases.map(\.rawValue)

  private enum Variable: String, CaseIterable {
    case count = "LISTEN_FDS"
    case process = "LISTEN_PID"
    case names = "LISTEN_FDNAMES"
    /// Names the process in another way, since systemd 258; the number says enough.
    case processIdentity = "LISTEN_PIDFDID"
  }
}
