internal import Glibc

/// A file that is there complete, or not at all, whatever happens while it is written.
///
/// It is written beside its place, as `PATH.part`, and takes its place when ``finish()`` has made sure that it lasts.
/// Until then, and after a crash or a power cut, what was at PATH before is there still. A link to a file is followed,
/// one that leads nowhere is replaced; what is no file, such as /dev/stdout, is written directly.
public final class PendingFile {
  /// Path at which it is written: beside its place, or its place if that is not a file.
  public let path: String
  /// Its final path; `nil` if it is written directly.
  private let place: String?
  private let descriptor: OwnedDescriptor
  /// Valid while this object lives.
  var fileDescriptor: Int32 { descriptor.rawValue }
  /// The number of bytes written.
  public private(set) var length = 0

  /// Makes the file beside its place, empty; one of ours that a crash left there is overwritten. It gets the owner and
  /// the permissions of the file that it is to replace, and is its owner's alone where there is none.
  ///
  /// - Parameters:
  ///   - model: a file whose owner and permissions a file gets that was not there.
  ///   - permissions: what a file gets that was not there and has no model.
  /// - Throws: ``SystemError``: of `open`, as `EACCES` where the folder may not be written; of `flock`, where another
  ///   program writes a file for the same place; `EEXIST` where what is there is no file, `EPERM` where it belongs to
  ///   another user or has a second name.
  public init(
    replacing path: String, like model: String? = nil, permissions: UInt32 = 0o600
  ) throws(SystemError) {
    var status = stat()
    let isThere = stat(path, &status) == 0
    if isThere, status.st_mode & S_IFMT == S_IFDIR {
      throw SystemError(call: "open", on: path, code: EISDIR, remedy: "name a file, not a folder")
    }
    if isThere, status.st_mode & S_IFMT != S_IFREG {
      (self.path, place) = (path, nil)
      descriptor = try OwnedDescriptor(opening: path, O_WRONLY)
      return
    }
    let place = isThere ? realPath(of: path) : path
    (self.path, self.place) = (place + ".part", place)
    descriptor = try .lockedFile(self.path, remedy: Self.remedy)
    try systemCall("ftruncate", on: self.path) { [fd = descriptor.rawValue] in ftruncate(fd, 0) }
    guard isThere || model.map({ stat($0, &status) == 0 }) ?? false else {
      _ = fchmod(descriptor.rawValue, permissions & 0o777)
      return
    }
    // A user that may not give files away keeps it.
    _ = fchown(descriptor.rawValue, status.st_uid, status.st_gid)
    _ = fchmod(descriptor.rawValue, status.st_mode & 0o777)
  }

  /// Unlocks it for a child as well that has just been forked, and would keep the lock until it runs its program.
  deinit { flock(descriptor.rawValue, LOCK_UN) }

  /// Whether there is something at the path that is no file, so that it is written directly.
  static func isDirect(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT != S_IFREG
  }

  /// Appends a text, whole: where that fails, the file ends before it.
  ///
  /// - Throws: ``SystemError`` of `write`: `ENOSPC` on a full disk, `EIO`.
  public func write(_ text: String) throws(SystemError) {
    try write(Array(text.utf8))
  }

  /// Appends bytes, all of them or none.
  ///
  /// - Throws: ``SystemError`` of `write`: `ENOSPC` on a full disk, `EIO`.
  public func write(_ bytes: [UInt8]) throws(SystemError) {
    do throws(SystemError) {
      try writeAll(bytes, to: descriptor.rawValue, path)
      length += bytes.count
    } catch {
      if place != nil { _ = ftruncate(descriptor.rawValue, off_t(length)) }
      throw error
    }
  }

  /// Puts the file into its place, once it is on the disk. Nothing is written after that.
  ///
  /// - Throws: ``SystemError`` of `fsync` or `rename`; the place is then as it was.
  public func finish() throws(SystemError) {
    guard let place else { return }
    try systemCall("fsync", on: path) { [fd = descriptor.rawValue] in fsync(fd) }
    try systemCall("rename", on: path) { rename(path, place) }
    try syncFolder(of: place)
  }

  /// Gives the file up: what was written beside its place goes, and the place is as it was.
  package func discard() { if place != nil { unlink(path) } }

  /// The new name lasts once the folder is on the disk.
  private func syncFolder(of place: String) throws(SystemError) {
    let folder = folder(of: place)
    let descriptor = try OwnedDescriptor(opening: folder, O_RDONLY | O_DIRECTORY)
    // Some file systems know of no such thing.
    guard fsync(descriptor.rawValue) != 0, errno != EINVAL else { return }
    throw SystemError(call: "fsync", on: folder, code: errno)
  }

  private static func remedy(_ code: Int32) -> String? {
    switch code {
    case EPERM: "another user has put it there, or it has a second name; remove it"
    case EACCES, EROFS: "a file is written beside its place first; name one in a folder that may be written"
    case ENOENT: "make the folder first"
    case EWOULDBLOCK: "another program is writing this file; wait for its end, or choose another name"
    case ELOOP: "it is a link; remove it"
    case EEXIST: "it is no file; remove it"
    default: nil
    }
  }
}
