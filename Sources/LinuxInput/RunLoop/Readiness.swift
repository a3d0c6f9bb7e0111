internal import CEvdev

/// What epoll says of a descriptor, or is asked about it.
public struct Readiness: OptionSet, Hashable, Sendable {
  /// The kernel's EPOLL… bits.
  public let rawValue: UInt32

  /// What the kernel's bits say.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// There is something to read, an end of file included.
  public static let readable = Readiness(rawValue: EPOLLIN.rawValue)
  /// There is room to write.
  public static let writable = Readiness(rawValue: EPOLLOUT.rawValue)
  /// The other side is gone: a device was unplugged, a peer closed. Told without being asked for.
  public static let hangup = Readiness(rawValue: EPOLLHUP.rawValue)
  /// An error is pending. Told without being asked for.
  public static let error = Readiness(rawValue: EPOLLERR.rawValue)
}
