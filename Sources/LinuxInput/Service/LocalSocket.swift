internal import CEvdev
public import Dispatcher
internal import Glibc
internal import Synchronization

/// A connected unix stream socket, non-blocking: one end of a conversation with another process of this
/// machine.
///
/// A peer that goes never ends this process: no SIGPIPE. Not thread-safe. The connection is closed when the
/// object goes.
public final class LocalSocket {
  /// The process at the other end: the one that connected, or that began to listen, and its user at that time.
  public struct Peer: Equatable, Sendable {
    /// The number of the process.
    public let pid: Int32
    /// The number of the user.
    public let uid: UInt32
  }

  /// The descriptor to wait on; this object keeps and closes it.
  public let fileDescriptor: Int32
  /// The path of the socket, for messages.
  private let path: String
  /// Closes what a peer may have sent descriptors by.
  private let closer: SocketCloser?

  /// Takes over a connected socket that does not block.
  init(adopting descriptor: consuming OwnedDescriptor, path: String, closer: SocketCloser? = nil) {
    (self.path, self.closer) = (path, closer)
    fileDescriptor = descriptor.release()
    // An urgent byte is one as any other: else a look passes over it, and what is read behind it closes the descriptors
    // that it came with.
    var yes: Int32 = 1
    setsockopt(fileDescriptor, SOL_SOCKET, SO_OOBINLINE, &yes, socklen_t(MemoryLayout<Int32>.size))
  }

  deinit { if closer?.take(fileDescriptor) != true { close(fileDescriptor) } }

  /// The process at the other end.
  ///
  /// - Throws: ``SystemError`` if the kernel does not say; it has no reason not to.
  public func peer() throws(SystemError) -> Peer {
    var (pid, uid): (pid_t, uid_t) = (0, 0)
    try check(cevdev_peer(fileDescriptor, &pid, &uid), "getsockopt SO_PEERCRED", on: path)
    return Peer(pid: pid, uid: uid)
  }

  /// The bytes that wait, at most so many; empty at the end, `nil` if none waits now.
  ///
  /// - Throws: ``SystemError``, `ECONNRESET` if the peer went and left unread what it was sent.
  public func receive(atMost limit: Int) throws(SystemError) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: limit)
    return try transfer("recv") { recv(fileDescriptor, &bytes, limit, 0) }.map { Array(bytes.prefix($0)) }
  }

  /// The bytes that wait, up to the end of a line and at most so many; what follows goes on waiting. Empty at the end,
  /// `nil` if none waits now.
  ///
  /// - Throws: ``SystemError``: `ECONNRESET` if the peer went and left unread what it was sent, `EBADMSG` where
  ///   descriptors come: nothing is taken, since they would be closed here, which may wait.
  public func receiveLine(atMost limit: Int) throws(SystemError) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: limit)
    guard let seen = try transfer("recvmsg", { peek(&bytes) }) else { return nil }
    let count = bytes.prefix(seen).firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? seen
    return try receive(atMost: count)
  }

  /// Takes the bytes that wait, at most so many, unless descriptors come with them: closed with something unread, a
  /// connection makes the other end's last read fail.
  public func discard(atMost limit: Int) {
    var bytes = [UInt8](repeating: 0, count: limit)
    if let seen = try? transfer("recvmsg", { peek(&bytes) }) { _ = try? receive(atMost: seen) }
  }

  /// Looks at the bytes that wait; `EBADMSG` if descriptors come with them.
  private func peek(_ bytes: inout [UInt8]) -> Int {
    bytes.withUnsafeMutableBytes { bytes in
      var part = iovec(iov_base: bytes.baseAddress, iov_len: bytes.count)
      return withUnsafeMutablePointer(to: &part) { part in
        var message = msghdr()
        (message.msg_iov, message.msg_iovlen) = (part, 1)
        let seen = recvmsg(fileDescriptor, &message, Int32(MSG_PEEK))
        guard seen >= 0, message.msg_flags & Int32(MSG_CTRUNC) != 0 else { return seen }
        errno = EBADMSG
        return -1
      }
    }
  }

  /// Sends as much as there is room for.
  ///
  /// - Returns: how many bytes were sent; 0 if there is no room now.
  /// - Throws: ``SystemError``, `EPIPE` if the peer has gone.
  public func send(_ bytes: ArraySlice<UInt8>) throws(SystemError) -> Int {
    let count = try transfer("send") {
      bytes.withUnsafeBytes { Glibc.send(fileDescriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
    }
    return count ?? 0
  }

  /// Makes a call that may not wait: `nil` if it would have to.
  private func transfer(_ call: String, _ body: () -> Int) throws(SystemError) -> Int? {
    let count = body()
    guard count < 0 else { return count }
    let code = errno
    if code == EAGAIN || code == EINTR { return nil }
    throw SystemError(call: call, on: path, code: code)
  }

  // MARK: - The client's side, which may wait

  /// Connects to a socket, and waits until there is room for another connection.
  ///
  /// - Parameters:
  ///   - deadline: a time of ``MonotonicClock`` at which it gives up.
  ///   - remedy: what helps against an errno.
  /// - Throws: ``SystemError``: `ENOENT` and `ECONNREFUSED` if no process listens, `EACCES` without the right to,
  ///   `ETIMEDOUT`.
  public convenience init(
    connectingTo path: String, until deadline: Timestamp, remedy: (Int32) -> String?
  ) throws(SystemError) {
    let address = try LocalSocketAddress(path: path, for: "connect")
    let descriptor = try OwnedDescriptor.localStreamSocket(isBlocking: true)
    while true {
      // connect(2) goes by the limit of sending.
      var limit = timeval(until: deadline)
      setsockopt(descriptor.rawValue, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
      if address.with({ connect(descriptor.rawValue, $0, $1) }) == 0 { break }
      let code = errno
      let isInTime = MonotonicClock.now < deadline
      if code == EINTR, isInTime { continue }
      let reason = code == EAGAIN || code == EINTR ? ETIMEDOUT : code
      throw SystemError(call: "connect", on: path, code: reason, remedy: remedy(reason))
    }
    _ = fcntl(descriptor.rawValue, F_SETFL, O_NONBLOCK)
    self.init(adopting: descriptor, path: path)
  }

  /// Waits until there is something to read, or room to write.
  ///
  /// - Returns: whether that was before the deadline.
  public func wait(for readiness: Readiness, until deadline: Timestamp) -> Bool {
    awaitReadiness(fileDescriptor, readiness, until: deadline)
  }
}

/// Closes connections beside the loop with which descriptors may still come, where the kernel cannot refuse these: to
/// close what a client has sent takes as long as the client likes, such as a TCP connection that lingers.
final class SocketCloser: Sendable {
  /// Threads that close; then no client is accepted any more. (O)
  private static let limit = 64
  private let count = Mutex(0)

  var isFull: Bool { count.withLock { $0 >= Self.limit } }

  /// - Returns: whether it closes this one; one with which nothing comes may be closed at once.
  func take(_ socket: Int32) -> Bool {
    // Nothing comes any more.
    shutdown(socket, Int32(SHUT_RD))
    var waiting: Int32 = 0
    guard ioctl(socket, UInt(FIONREAD), &waiting) == 0, waiting > 0 else { return false }
    count.withLock { $0 += 1 }
    do {
      try startThread { [self] in
        close(socket)
        count.withLock { $0 -= 1 }
      }
    } catch {
      // Without a thread it is closed at once, which may wait.
      count.withLock { $0 -= 1 }
      return false
    }
    return true
  }
}

extension OwnedDescriptor {
  /// A unix stream socket that is not connected.
  static func localStreamSocket(isBlocking: Bool) throws(SystemError) -> OwnedDescriptor {
    let flags = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | (isBlocking ? 0 : SOCK_NONBLOCK.rawValue)
    return OwnedDescriptor(
      adopting: try systemCall("socket", on: "AF_UNIX") { socket(AF_UNIX, Int32(flags), 0) })
  }
}

extension timeval {
  /// The time left; at least a microsecond, since none at all would mean no limit.
  fileprivate init(until deadline: Timestamp) {
    let left = max((deadline - MonotonicClock.now).microseconds, 1)
    self.init(tv_sec: Int(left / 1_000_000), tv_usec: Int(left % 1_000_000))
  }
}

/// Address of a unix socket: a path of the file system, or a name of the kernel's own ("abstract"), which no other
/// socket may have and which goes with its socket.
struct LocalSocketAddress {
  /// The path, or the name with `@` before it.
  let path: String
  private var address = sockaddr_un()
  private let length: socklen_t

  /// The longest path, in bytes: `sun_path` of unix(7), less the zero at its end.
  static let longestPath = MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1

  /// - Parameter call: what the address is for.
  /// - Throws: ``SystemError``, `ENAMETOOLONG` for a path that is longer than a socket's may be, `ENOENT` for
  ///   none at all.
  init(path: String, for call: String) throws(SystemError) {
    guard let address = LocalSocketAddress(path, isAbstract: false) else {
      throw SystemError(
        call: call, on: path, code: path.isEmpty ? ENOENT : ENAMETOOLONG,
        remedy: "the path of a socket has 1 to \(Self.longestPath) bytes")
    }
    self = address
  }

  /// The address in `NOTIFY_SOCKET`: an absolute path, or `@` and an abstract name; `nil` for anything else.
  init?(notifySocket name: String) {
    switch name.utf8.first {
    case UInt8(ascii: "/"): self.init(name, isAbstract: false)
    case UInt8(ascii: "@"): self.init(name, isAbstract: true)
    default: return nil
    }
  }

  private init?(_ name: String, isAbstract: Bool) {
    var bytes = Array(name.utf8)
    guard bytes.count > (isAbstract ? 1 : 0), bytes.count <= Self.longestPath, !bytes.contains(0) else {
      return nil
    }
    if isAbstract { bytes[0] = 0 }
    path = name
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    // An abstract name has no end of its own: each byte of the length counts.
    let size = MemoryLayout<sockaddr_un>.size - Self.longestPath - 1 + bytes.count + (isAbstract ? 0 : 1)
    length = socklen_t(size)
  }

  /// Calls something that takes an address as the socket calls do.
  func with<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
    withUnsafePointer(to: address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, length) }
    }
  }
}
