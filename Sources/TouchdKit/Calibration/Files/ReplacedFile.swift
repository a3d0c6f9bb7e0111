internal import Glibc
import LinuxInput
import YAML

/// A file that a command changes, with the former one beside it.
///
/// The former file is on the disk before the new one takes its place, and both have its owner and permissions.
struct ReplacedFile {
  let path: String

  /// Where the former file is kept.
  var formerPath: String { path + ".before-calibrate" }

  /// What is there now; `nil` if nothing is.
  ///
  /// - Throws: ``SystemError``: of `open` and `read`; `EINVAL` if it is no plain file.
  func contents() throws(SystemError) -> [UInt8]? {
    var status = stat()
    return try Self.contents(of: path, stat(path, &status), status)
  }

  /// What was there before; `nil` if nothing is kept.
  func former() throws(SystemError) -> [UInt8]? {
    // Where others may write into the folder, a link there would have a file of theirs read, or another one written.
    var status = stat()
    return try Self.contents(of: formerPath, lstat(formerPath, &status), status)
  }

  private static func contents(
    of path: String, _ result: Int32, _ status: stat
  ) throws(SystemError) -> [UInt8]? {
    guard result == 0 else {
      guard errno == ENOENT else { throw SystemError(call: "stat", on: path, code: errno) }
      return nil
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw SystemError(
        call: "open", on: path, code: EINVAL, remedy: "it is no plain file; remove it, or name one")
    }
    let bytes = try contentsOfFile(path, limit: LayoutReader.limits.bytes)
    guard bytes.count <= LayoutReader.limits.bytes else {
      throw SystemError(call: "read", on: path, code: EFBIG, remedy: "it is no layout, and no file of rules")
    }
    return bytes
  }

  /// Replaces the file, and keeps the former one.
  ///
  /// - Parameters:
  ///   - former: what is there; `nil` if nothing is, for which an empty file is kept.
  ///   - permissions: of a file that was not there.
  /// - Throws: ``SystemError``, of which ``PendingFile`` has the cases; then the file is as it was.
  func write(_ bytes: [UInt8], over former: [UInt8]?, permissions: UInt32 = 0o644) throws(SystemError) {
    _ = try self.former()
    let kept = try PendingFile(replacing: formerPath, like: path, permissions: permissions)
    try kept.write(former ?? [])
    try kept.finish()
    let file = try PendingFile(replacing: path, permissions: permissions)
    try file.write(bytes)
    try file.finish()
  }

  /// Puts the former file back, and removes what was kept. Where there was none, there is none again.
  ///
  /// - Throws: ``SystemError``; then the file is as it was.
  func restore(_ former: [UInt8]) throws(SystemError) {
    if former.isEmpty {
      try remove(path)
    } else {
      let file = try PendingFile(replacing: path)
      try file.write(former)
      try file.finish()
    }
    try remove(formerPath)
  }

  private func remove(_ path: String) throws(SystemError) {
    guard unlink(path) != 0, errno != ENOENT else { return }
    throw SystemError(call: "unlink", on: path, code: errno)
  }
}
