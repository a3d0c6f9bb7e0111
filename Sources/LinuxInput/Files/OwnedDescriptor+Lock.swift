internal import Glibc

extension OwnedDescriptor {
  /// Opens a file, its owner's alone, that no other process has locked, and locks it (flock(2)) for as long as it is
  /// open. A file that is there is opened as it is, if it is ours: another user may have put one there, to read what is
  /// written to it, or given a file of ours a second name, to have it overwritten.
  ///
  /// - Throws: ``SystemError``: `EWOULDBLOCK` if another program has it, `EPERM` if it belongs to another user or has a
  ///   second name, `EEXIST` if it is no file, `ELOOP` if it is a link, `EACCES`, `ENOENT`, `EROFS`.
  static func lockedFile(_ path: String, remedy: (Int32) -> String?) throws(SystemError) -> OwnedDescriptor {
    for _ in 0..<attempts {
      let descriptor = OwnedDescriptor(
        adopting: try systemCall("open", on: path, remedy: remedy) {
          open(path, O_WRONLY | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC, 0o600)
        })
      var (opened, named) = (stat(), stat())
      try systemCall("fstat", on: path) { [fd = descriptor.rawValue] in fstat(fd, &opened) }
      guard opened.st_mode & S_IFMT == S_IFREG else {
        throw SystemError(call: "open", on: path, code: EEXIST, remedy: remedy(EEXIST))
      }
      guard opened.st_uid == geteuid(), opened.st_nlink <= 1 else {
        throw SystemError(call: "open", on: path, code: EPERM, remedy: remedy(EPERM))
      }
      try systemCall("flock", on: path, remedy: remedy) { [fd = descriptor.rawValue] in
        flock(fd, LOCK_EX | LOCK_NB)
      }
      // The process that had the lock may have moved or removed the file meanwhile.
      if lstat(path, &named) == 0, named.st_ino == opened.st_ino, named.st_dev == opened.st_dev {
        return descriptor
      }
    }
    throw SystemError(call: "flock", on: path, code: EWOULDBLOCK, remedy: remedy(EWOULDBLOCK))
  }

  /// How often it looks for a file that others take away; each time, another one has ended its work.
  private static var attempts: Int { 100 }
}
