internal import Glibc

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
      case "..": folder = parent(of: folder)
      default:
        step(folder, String(name), rest.isEmpty)
        let place = folder == "/" ? "/\(name)" : "\(folder)/\(name)"
        if let target = target(of: place) {
          links += 1
          guard links <= linkLimit else { return }
          if target.hasPrefix("/") { folder = "/" }
          rest += target.split(separator: "/").reversed()
        } else {
          guard isFolder(place) else { return }
          folder = place
        }
      }
    }
  }

  private static func parent(of folder: String) -> String {
    let end = folder.lastIndex(of: "/") ?? folder.startIndex
    return end == folder.startIndex ? "/" : String(folder[..<end])
  }

  /// Where a link leads; `nil` for anything else.
  private static func target(of path: String) -> String? {
    let limit = Int(PATH_MAX)
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: limit) { buffer in
      guard let start = buffer.baseAddress else { return nil }
      let count = readlink(path, start, limit)
      guard count > 0 else { return nil }
      return String(decoding: UnsafeRawBufferPointer(buffer).prefix(count), as: UTF8.self)
    }
  }

  private static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }
}

/// A path from the root; a relative one starts at the current folder.
public func absolutePath(_ path: String) -> String {
  guard !path.hasPrefix("/"), let folder = getcwd(nil, 0) else { return path }
  defer { free(folder) }
  return String(cString: folder) + "/" + path
}
