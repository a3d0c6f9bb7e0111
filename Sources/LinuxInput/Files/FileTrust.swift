internal import Glibc

/// Whether a user other than root can change what a file says: its owner, its group, any user, or one that can put
/// something else in the place of the file, or of a folder or a link on the way to it.
///
/// In a folder with the sticky bit, `/tmp`, no other user replaces what is root's. O(folders on the way).
///
/// - Returns: the first path that another user can change, or that cannot be looked at, with a remedy; `nil` if only
///   root can change the file.
public func distrust(ofFile path: String) -> String? {
  distrust(onWayTo: path) { _ in true } ?? distrust(ofContent: path)
}

/// Whether a user other than root can have put what is at a path there, also if nothing is there any more.
///
/// O(folders on the way).
///
/// - Returns: as ``distrust(ofFile:)``; a folder on the way, or the file if there is one.
public func distrust(ofPlace path: String) -> String? {
  var status = stat()
  return distrust(onWayTo: path) { lstat($0, &status) == 0 || errno != ENOENT }
    ?? (stat(path, &status) == 0 || errno != ENOENT ? distrust(ofContent: path) : nil)
}

/// The first on the way to a path that another user can change.
///
/// - Parameter hasOwner: whether to look at the owner of something on the way: also in a folder with the sticky bit,
///   the owner of a link may replace it.
private func distrust(onWayTo path: String, _ hasOwner: (String) -> Bool) -> String? {
  var problem: String?
  PathWay.walk(absolutePath(path)) { folder, name, _ in
    guard problem == nil else { return }
    let place = folder + "/" + name
    problem =
      distrust(folder) { $0.st_mode & (S_IWGRP | S_IWOTH) == 0 || $0.st_mode & S_ISVTX != 0 }
      ?? (hasOwner(place) ? distrust(place) { _ in true } : nil)
  }
  return problem
}

private func distrust(ofContent path: String) -> String? {
  var status = stat()
  guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return "\(path) is no file" }
  return distrust(path, status) { $0.st_mode & (S_IWGRP | S_IWOTH) == 0 }
}

private func distrust(_ path: String, _ isClosed: (stat) -> Bool) -> String? {
  var status = stat()
  guard lstat(path, &status) == 0 else { return "\(path) cannot be looked at" }
  return distrust(path, status, isClosed)
}

private func distrust(_ path: String, _ status: stat, _ isClosed: (stat) -> Bool) -> String? {
  guard status.st_uid == 0 else {
    return "\(path) belongs to user \(status.st_uid), not to root; run: chown root \(path)"
  }
  return isClosed(status) ? nil : "\(path) may be written by others than root; run: chmod go-w \(path)"
}

/// Whether only root and the user of this process can have written a file, as the program keeps them for itself: a
/// plain file of theirs that is no link, in a folder of theirs.
///
/// - Returns: what keeps it from being so; `nil` if it is, or there is no file.
public func distrust(ofOwnFile path: String) -> String? {
  distrust(ofOwn: folder(of: path), S_IFDIR) ?? distrust(ofOwn: path, S_IFREG)
}

private func distrust(ofOwn path: String, _ kind: mode_t) -> String? {
  var status = stat()
  guard lstat(path, &status) == 0 else { return errno == ENOENT ? nil : "\(path) cannot be looked at" }
  guard status.st_mode & S_IFMT == kind else { return "\(path) is no \(kind == S_IFDIR ? "folder" : "file")" }
  guard status.st_uid == 0 || status.st_uid == geteuid() else {
    return "\(path) belongs to user \(status.st_uid)"
  }
  return status.st_mode & (S_IWGRP | S_IWOTH) == 0 ? nil : "\(path) may be written by others"
}

/// The way that the kernel takes from the root to a file: folder after folder, and where a link leads
/// elsewhere, along that.
enum PathWay {
  /// The most links on a way; the kernel follows as many (path_resolution(7)).
  private static let linkLimit = 40

  /// Goes along the way as far as it exists, and one step further.
  ///
  /// - Parameters:
  ///   - path: from the root.
  ///   - step: called with each name before it is looked at: the folder that it is looked for in, by a path without
  ///     links, the name, and whether it is the last one and so a file's. A link at the end is one, too, besides what
  ///     it leads to.
  static func walk(_ path: String, _ step: (_ folder: String, _ name: String, _ isFile: Bool) -> Void) {
    var rest = Array(path.split(separator: "/").reversed())
    var folder = "/"
    var links = 0
    while let name = rest.popLast() {
      switch name {
      case ".": continue
      case "..": folder = LinuxInput.folder(of: folder)
      default:
        step(folder, String(name), rest.isEmpty)
        let place = folder == "/" ? "/\(name)" : "\(folder)/\(name)"
        if let target = target(of: place) {
          links += 1
          guard links <= linkLimit else { return }
          if target.hasPrefix("/") { folder = "/" }
          rest += target.split(separator: "/").reversed()
        } else {
          var status = stat()
          guard lstat(place, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { return }
          folder = place
        }
      }
    }
  }

  /// Target of a link; `nil` for anything else.
  private static func target(of path: String) -> String? {
    let limit = Int(PATH_MAX)
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: limit) { buffer in
      guard let start = buffer.baseAddress else { return nil }
      let count = readlink(path, start, limit)
      guard count > 0 else { return nil }
      return String(decoding: UnsafeRawBufferPointer(buffer).prefix(count), as: UTF8.self)
    }
  }
}

/// The folder of a path; of the root, itself.
func folder(of path: String) -> String {
  path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
}

/// A path from the root; a relative one starts at the current folder.
public func absolutePath(_ path: String) -> String {
  guard !path.hasPrefix("/"), let folder = getcwd(nil, 0) else { return path }
  defer { free(folder) }
  return String(cString: folder) + "/" + path
}

/// The place that links lead to; the path itself if nothing is there, or it may not be examined.
package func realPath(of path: String) -> String {
  guard let place = realpath(path, nil) else { return path }
  defer { free(place) }
  return String(cString: place)
}
