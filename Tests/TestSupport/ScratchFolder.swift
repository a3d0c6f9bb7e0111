internal import Glibc

/// A folder of its own for a test; it goes with it, and what is in it.
public final class ScratchFolder: Sendable {
  /// Where it is.
  public let path: String

  public init() {
    let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var name = Array("\(parent)/touchd-test-XXXXXX".utf8CString)
    guard let made = mkdtemp(&name) else {
      preconditionFailure("no folder can be made in \(parent); set TMPDIR to one that may be written")
    }
    path = String(cString: made)
  }

  deinit {
    for name in names {
      unlink(self.path(name))
      rmdir(self.path(name))
    }
    rmdir(path)
  }

  /// The path of something in it.
  public func path(_ name: String) -> String { "\(path)/\(name)" }

  /// What is in it, in order.
  public var names: [String] {
    guard let entries = opendir(path) else { return [] }
    defer { closedir(entries) }
    var names: [String] = []
    while let entry = readdir(entries) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }
}
