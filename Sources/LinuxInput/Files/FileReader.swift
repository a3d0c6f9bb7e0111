internal import CEvdev
internal import Glibc

/// A user of this machine, to know which files it may read and run: its number, and those of its groups.
public struct FileReader: Sendable {
  /// What keeps a user from a file.
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
