internal import Glibc

/// Who besides root can change what a file says: its owner, its group, everybody, or whoever may replace it or a folder
/// that leads to it.
///
/// Both the file as it is named and what it really is, behind symbolic links, are looked at. A folder with the sticky
/// bit, `/tmp`, lets nobody replace what is root's. O(folders).
///
/// - Returns: the first path that somebody else can change, with what helps; `nil` if nobody can.
public func distrust(ofFile path: String) -> String? {
  guard let real = realPath(path) else { return nil }
  return distrust(ofNode: real, isFile: true) ?? folders(of: real).lazy.compactMap {
    distrust(ofNode: $0, isFile: false)
  }.first ?? folders(of: absolute(path)).lazy.compactMap { distrust(ofNode: $0, isFile: false) }.first
}

private func distrust(ofNode path: String, isFile: Bool) -> String? {
  var status = stat()
  guard stat(path, &status) == 0 else { return nil }
  guard status.st_uid == 0 else {
    return "\(path) belongs to user \(status.st_uid), not to root; run: chown root \(path)"
  }
  let isOpen = status.st_mode & (S_IWGRP | S_IWOTH) != 0
  guard isOpen, isFile || status.st_mode & S_ISVTX == 0 else { return nil }
  return "\(path) may be written by others than root; run: chmod go-w \(path)"
}

/// `/etc/touchd/a.yaml` lies in `/etc/touchd`, `/etc` and `/`.
private func folders(of path: String) -> [String] {
  var folders: [String] = []
  var rest = path[...]
  while let slash = rest.lastIndex(of: "/") {
    rest = rest[..<slash]
    folders.append(rest.isEmpty ? "/" : String(rest))
  }
  return folders
}

private func absolute(_ path: String) -> String {
  guard !path.hasPrefix("/"), let folder = realPath(".") else { return path }
  return "\(folder)/\(path)"
}

private func realPath(_ path: String) -> String? {
  guard let resolved = realpath(path, nil) else { return nil }
  defer { free(resolved) }
  return String(cString: resolved)
}
