internal import Glibc

/// Who besides root can change what a file says: its owner, its group, everybody, or whoever can put something else in the
/// place of the file, or of a folder or a link on the way to it.
///
/// In a folder with the sticky bit, `/tmp`, nobody replaces what is root's. O(folders on the way).
///
/// - Returns: the first path that somebody else can change, or that cannot be asked about, with what helps; `nil` if
///   only root can.
public func distrust(ofFile path: String) -> String? {
  var problem: String?
  PathWay.walk(absolutePath(path)) { folder, name, _ in
    if problem == nil { problem = distrust(ofFolder: folder) ?? distrust(ofOwner: folder + "/" + name) }
  }
  return problem ?? distrust(ofContent: path)
}

private func distrust(ofFolder path: String) -> String? {
  distrust(path) { status in
    let isSticky = status.st_mode & S_ISVTX != 0
    return status.st_mode & (S_IWGRP | S_IWOTH) == 0 || isSticky
  }
}

/// Also in a folder with the sticky bit, the owner of a link may replace it.
private func distrust(ofOwner path: String) -> String? { distrust(path) { _ in true } }

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
