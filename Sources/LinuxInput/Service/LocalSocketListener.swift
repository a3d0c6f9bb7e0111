internal import CEvdev
internal import Glibc

/// A unix stream socket that listens at a path, for its owner alone, mode 0600 from the first moment, or for a group.
///
/// Replaces a socket whose process is gone, and no socket that a process serves. Processes that begin to listen take
/// turns by a lock on `PATH.lock`, mode 0600, which exists only meanwhile: any user who can open a folder can lock it.
/// Not thread-safe.
public final class LocalSocketListener {
  /// Connections that may wait to be accepted; the next `connect` waits for room.
  private static let backlog: Int32 = 16
  /// Looks at a path that is taken: programs other than touchd know of no lock.
  private static let attempts = 3

  /// Users whose processes may connect, beside root.
  public enum Audience: Equatable, Sendable {
    /// Those of the user that this process runs as.
    case owner
    /// Also those of the members of a group, by its name.
    case group(String)
  }

  /// Reason for which the members of the group cannot connect, with a remedy; `nil` if they can, or there is no group.
  public private(set) var shortfall: String?

  private let address: LocalSocketAddress
  private let descriptor: OwnedDescriptor
  /// `nil` where the kernel lets no descriptors come.
  private let closer: SocketCloser?
  /// The socket's file; `nil` before it is there, and after it was removed.
  private var file: FileIdentity?

  /// Begins to listen.
  ///
  /// Where a group is missing, or this process is no member of it, the socket is for its owner alone, and
  /// ``shortfall`` says so.
  ///
  /// - Parameters:
  ///   - audience: the members of a group can connect once it listens; before, the owner alone.
  ///   - waits: whether it waits for another process that begins to listen at the same time, for a second.
  /// - Throws: ``SystemError`` with a remedy: `EADDRINUSE` if another process serves the path, `EEXIST` if something
  ///   else is there, `EPERM` if another user has put the lock there, `EWOULDBLOCK` if another process begins to
  ///   listen, `ENOENT` without its folder, `EACCES` and `EROFS` if the folder may not be written, `ENAMETOOLONG`.
  public init(path: String, for audience: Audience = .owner, waits: Bool = true) throws(SystemError) {
    address = try LocalSocketAddress(path: path, for: "bind")
    descriptor = try .localStreamSocket(isBlocking: false)
    let socket = descriptor.rawValue
    // SO_PASSRIGHTS, from Linux 6.16 on: connections inherit that no descriptors come, whose closing may wait.
    var no: Int32 = 0
    let isRefused = setsockopt(socket, SOL_SOCKET, 83, &no, socklen_t(MemoryLayout<Int32>.size)) == 0
    closer = isRefused ? nil : SocketCloser()
    // bind(2) gives the file the mode that the socket has; a umask would be one of the whole process.
    _ = try systemCall("fchmod", on: path) { fchmod(socket, S_IRUSR | S_IWUSR) }
    // Between bind and listen it looks like one that was left behind.
    try alone(at: path, waits: waits) { () throws(SystemError) in
      try bind()
      file = FileIdentity(path)
      _ = try systemCall("listen", on: path) { listen(socket, Self.backlog) }
    }
    if case .group(let name) = audience { shortfall = open(to: name) }
  }

  /// Lets the members of a group connect.
  ///
  /// - Returns: why they cannot.
  private func open(to group: String) -> String? {
    guard let id = getgrnam(group)?.pointee.gr_gid else {
      return "there is no group \(group), so only root and this user can connect; "
        + "`groupadd --system \(group)` makes it"
    }
    do {
      if FileIdentity(address.path)?.group != id {
        // Not through a link, should another process have put one there.
        _ = try systemCall("chown", on: address.path) {
          fchownat(AT_FDCWD, address.path, uid_t.max, id, AT_SYMLINK_NOFOLLOW)
        }
      }
      _ = try systemCall("chmod", on: address.path) {
        chmod(address.path, S_IRUSR | S_IWUSR | S_IRGRP | S_IWGRP)
      }
      return nil
    } catch {
      return "\(error); only root and this user can connect; "
        + "run touchd with the group \(group), as the unit does"
    }
  }

  deinit { remove() }

  /// Readable while a client waits to be accepted; this object keeps and closes it.
  public var fileDescriptor: Int32 { descriptor.rawValue }

  /// The connection of the next client; `nil` if none waits.
  ///
  /// - Throws: ``SystemError``, `EMFILE` or `ENFILE` if there is no descriptor left, `EBUSY` if too many clients do not
  ///   let their connections be closed: the client goes on waiting, and the listener stays readable.
  public func accept() throws(SystemError) -> LocalSocket? {
    if closer?.isFull == true {
      let remedy = "clients sent descriptors that are slow to close; Linux 6.16 or later refuses them"
      throw SystemError(call: "close", on: address.path, code: EBUSY, remedy: remedy)
    }
    let accepted = cevdev_accept(fileDescriptor)
    // ECONNABORTED: it has gone again.
    if [-EAGAIN, -EINTR, -ECONNABORTED].contains(accepted) { return nil }
    return LocalSocket(
      adopting: OwnedDescriptor(adopting: try check(accepted, "accept4", on: address.path)),
      path: address.path, closer: closer)
  }

  /// Whether the socket's file is still there; without it no client can connect.
  public var isInPlace: Bool { file != nil && FileIdentity(address.path) == file }

  /// Removes the file, unless another process has put another one there.
  public func remove() {
    // Its number is no other file's, and no touchd puts another in its place, for as long as this socket is
    // open.
    if isInPlace { unlink(address.path) }
    file = nil
  }

  /// Removes what a listener has left whose process has ended.
  ///
  /// - Parameter path: where no other process listens, or begins to.
  public static func removeFiles(at path: String) {
    unlink(path)
    unlink(lockFile(of: path))
  }

  private func bind() throws(SystemError) {
    for _ in 0..<Self.attempts {
      if address.with({ Glibc.bind(descriptor.rawValue, $0, $1) }) == 0 { return }
      let code = errno
      guard code == EADDRINUSE else { throw error("bind", code) }
      try clear()
    }
    throw error("bind", EADDRINUSE)
  }

  /// Removes a socket that no process serves.
  private func clear() throws(SystemError) {
    guard let found = FileIdentity(address.path) else { return }
    guard found.isSocket else { throw error("bind", EEXIST) }
    let probe = try OwnedDescriptor.localStreamSocket(isBlocking: false)
    guard address.with({ connect(probe.rawValue, $0, $1) }) < 0 else { throw error("bind", EADDRINUSE) }
    switch errno {
    case ECONNREFUSED: unlink(address.path)
    case ENOENT: break
    // No room for one more connection: it is alive. Or a socket of another kind.
    case EAGAIN, EPROTOTYPE: throw error("bind", EADDRINUSE)
    case let code: throw error("connect", code)
    }
  }

  private func error(_ call: String, _ code: Int32) -> SystemError {
    SystemError(call: call, on: address.path, code: code, remedy: folderRemedy(code, address.path))
  }
}

/// Remedy if a socket cannot be put into a folder.
private func folderRemedy(_ code: Int32, _ path: String) -> String? {
  switch code {
  case EADDRINUSE: "another touchd serves this socket: stop it first (`systemctl stop touchd`)"
  case EEXIST: "something that is no socket is in the way: move it away"
  case ENOENT: "its folder is missing; systemd makes it where the unit says `RuntimeDirectory=touchd`"
  case EPERM: "another user has put \(path) there: remove it"
  case EACCES: "the user that touchd runs as must be able to write the folder"
  case EROFS: "the folder may only be read: name it in the unit's `RuntimeDirectory=` or `ReadWritePaths=`"
  case EWOULDBLOCK: "another touchd is starting; try again"
  default: nil
  }
}

/// The number of a user; `nil` if there is none of that name. It asks the system's databases, which may take a while.
public func userID(of name: String) -> UInt32? { getpwnam(name)?.pointee.pw_uid }

/// Which file is at a path, links not followed.
private struct FileIdentity: Equatable {
  private let device: dev_t
  private let number: ino_t
  private let mode: mode_t
  let group: gid_t

  init?(_ path: String) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    (device, number, mode, group) = (status.st_dev, status.st_ino, status.st_mode, status.st_gid)
  }

  /// A change of its permissions leaves it the same file.
  static func == (a: FileIdentity, b: FileIdentity) -> Bool { a.device == b.device && a.number == b.number }

  var isSocket: Bool { mode & S_IFMT == S_IFSOCK }
}

private func lockFile(of path: String) -> String { path + ".lock" }

/// Runs the body while no other process begins to listen at the path: by an flock(2) on a file beside it that only its
/// owner may open.
private func alone(
  at path: String, waits: Bool, _ body: () throws(SystemError) -> Void
) throws(SystemError) {
  let file = lockFile(of: path)
  for left in (0..<(waits ? lockAttempts : 1)).reversed() {
    do {
      let lock = try OwnedDescriptor.lockedFile(file) { folderRemedy($0, file) }
      // Removed while it is held: a process that waits for it notices, and makes another one.
      defer { unlink(file) }
      try body()
      return withExtendedLifetime(lock) {}
    } catch {
      guard left > 0, error.code == EWOULDBLOCK else { throw error }
      usleep(lockPause)
    }
  }
}

/// A process holds the lock for as long as it takes to bind; in all, this waits a second.
private let lockAttempts = 50
/// In microseconds.
private let lockPause: UInt32 = 20_000
