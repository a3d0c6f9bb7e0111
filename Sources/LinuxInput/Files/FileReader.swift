internal import CEvdev
internal import Glibc

/// A user of this machine, to know which files it may read and run: its number, and those of its groups.
public struct FileReader: Sendable {
  /// An obstacle between a user and a file.
  public enum Obstacle: Equatable, Sendable {
    /// A folder on the way that the user may not go through.
    case folder(String)
    /// The file itself.
    case file(String)
  }

  /// The most groups of a user that are asked for; of a user with more, nothing is known.
  private static let groupLimit = 1024

  private let user: UInt32
  private let groups: Set<UInt32>

  init(user: UInt32, groups: Set<UInt32>) { (self.user, self.groups) = (user, groups) }

  /// - Parameters:
  ///   - name: of the user.
  ///   - further: names of groups that its processes have besides its own; one that does not exist is passed over.
  /// - Returns: `nil` if there is no such user.
  public init?(named name: String, further: [String] = []) {
    guard let entry = getpwnam(name)?.pointee else { return nil }
    var own = [gid_t](repeating: 0, count: Self.groupLimit)
    var count = Int32(own.count)
    guard getgrouplist(name, entry.pw_gid, &own, &count) >= 0 else { return nil }
    let named = further.compactMap { getgrnam($0)?.pointee.gr_gid }
    self.init(user: entry.pw_uid, groups: Set(own.prefix(Int(count)) + named))
  }

  /// The first thing on the way to a file that keeps this user from reading it, by owners and modes.
  ///
  /// What has an access list (acl(5)), and what this process may not look at, counts as open. O(folders on the way).
  public func obstacle(toReading file: String) -> Obstacle? { obstacle(to: S_IRUSR, file) }

  /// The same of running a program. A script has to be read as well, which is not looked at.
  public func obstacle(toRunning program: String) -> Obstacle? { obstacle(to: S_IXUSR, program) }

  private func obstacle(to right: mode_t, _ file: String) -> Obstacle? {
    var closed: String?
    PathWay.walk(absolutePath(file)) { folder, _, _ in
      if closed == nil, isClosed(folder, S_IXUSR) { closed = folder }
    }
    return closed.map(Obstacle.folder) ?? (isClosed(file, right) ? .file(file) : nil)
  }

  /// Whether this user lacks a right to a path; the kernel asks the first of owner, group and others that applies.
  ///
  /// - Parameter right: as its owner has it.
  private func isClosed(_ path: String, _ right: mode_t) -> Bool {
    var status = stat()
    guard stat(path, &status) == 0, getxattr(path, "system.posix_acl_access", nil, 0) < 0 else {
      return false
    }
    let needed =
      status.st_uid == user ? right : groups.contains(status.st_gid) ? right >> 3 : right >> 6
    return status.st_mode & needed == 0
  }
}

/// The bytes of a file that a person named; of one that is longer than a limit, enough to see that it is.
///
/// - Parameter waits: whether it waits for a program to write into a pipe. A caller that must not be held up says no.
/// - Throws: ``SystemError`` of `open` or `read`, with a remedy: `ENOENT` if there is no such file, `EACCES` if it may
///   not be read, `EISDIR` if it is a folder, `EAGAIN` if it would have to be waited for.
public func contentsOfFile(_ path: String, limit: Int, waits: Bool = true) throws(SystemError) -> [UInt8] {
  let file = try openedFile(path, waits: waits)
  return try bytes(of: file.rawValue, named: path, limit: limit)
}

func openedFile(_ path: String, waits: Bool) throws(SystemError) -> OwnedDescriptor {
  try OwnedDescriptor(opening: path, O_RDONLY | (waits ? 0 : O_NONBLOCK), remedy: remedy)
}

/// The bytes of a file, or of standard input where `-` stands for it; of what is longer than a limit, enough to see
/// that it is.
///
/// - Parameter waits: whether it waits for a program to write into a pipe that has a name. Standard input is waited
///   for.
/// - Throws: ``SystemError`` of `open` or `read`, as ``contentsOfFile(_:limit:waits:)``.
public func contentsOfInput(_ path: String, limit: Int, waits: Bool = true) throws(SystemError) -> [UInt8] {
  guard path == "-" else { return try contentsOfFile(path, limit: limit, waits: waits) }
  return try bytes(of: STDIN_FILENO, named: "standard input", limit: limit)
}

func bytes(of descriptor: Int32, named path: String, limit: Int) throws(SystemError) -> [UInt8] {
  var bytes: [UInt8] = []
  var chunk = [UInt8](repeating: 0, count: min(limit + 1, 1 << 16))
  while bytes.count <= limit {
    let count = try systemCall("read", on: path, remedy: remedy) { read(descriptor, &chunk, chunk.count) }
    if count == 0 { break }
    bytes += chunk[..<count]
  }
  return bytes
}

private func remedy(_ code: Int32) -> String? {
  switch code {
  case ENOENT: "check the name; a relative path starts at the current folder"
  case EACCES:
    "make it, and the folders to it, readable for the user that touchd runs as; the service sees no /home and no /root"
  case EISDIR: "name a file, not a folder"
  case EAGAIN: "it is a pipe, or a terminal; name a file"
  default: nil
  }
}

/// Reads a file with a secret, such as a password, unless other users may read or change it.
public enum SecretFile {
  /// Too many users may read or change it.
  public struct Exposed: Error, CustomStringConvertible {
    /// The message for a person, with what helps.
    public let description: String
  }

  /// The bytes of the file; of one that is longer than a limit, enough to see that it is.
  ///
  /// - Parameters:
  ///   - groupMayRead: whether the file's group may read it, as well as its owner.
  ///   - waits: whether a pipe is waited for.
  /// - Throws: ``SystemError`` as ``contentsOfFile(_:limit:waits:)`` has it; ``Exposed`` for the file's mode. The file
  ///   that is looked at is the one that is read, whatever its path leads to by then.
  public static func contents(
    _ path: String, limit: Int, groupMayRead: Bool, waits: Bool
  ) throws -> [UInt8] {
    let file = try openedFile(path, waits: waits)
    var status = stat()
    try systemCall("fstat", on: path) { [fd = file.rawValue] in fstat(fd, &status) }
    let contents = try bytes(of: file.rawValue, named: path, limit: limit)
    guard status.st_mode & (groupMayRead ? S_IRWXO | S_IWGRP : S_IRWXO | S_IRWXG) == 0 else {
      let change = groupMayRead ? "o-rwx,g-w" : "600"
      throw Exposed(description: "\(path): other users may read it or write it; `chmod \(change) \(path)`")
    }
    return contents
  }
}
