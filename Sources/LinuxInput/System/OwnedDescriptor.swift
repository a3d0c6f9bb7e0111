internal import CEvdev
internal import Glibc

/// A file descriptor with one owner, closed at the end of its life.
public struct OwnedDescriptor: ~Copyable, Sendable {
  /// The descriptor's number; valid while this value lives.
  public let rawValue: Int32

  /// Takes over an open descriptor; nobody else may close it from now on.
  public init(adopting rawValue: Int32) { self.rawValue = rawValue }

  deinit { close(rawValue) }
}

extension OwnedDescriptor {
  /// A descriptor that becomes readable when a process ends (`pidfd_open`).
  ///
  /// - Throws: ``SystemError``: `ESRCH` if there is no such process, `EMFILE` if this one has no descriptor
  ///   left.
  public static func process(_ pid: Int32) throws(SystemError) -> OwnedDescriptor {
    OwnedDescriptor(
      adopting: try check(cevdev_pidfd_open(pid), "pidfd_open", on: "process \(pid)"))
  }
}
