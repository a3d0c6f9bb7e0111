internal import Glibc

/// The names in a folder, those that begin with a dot left out. O(entries).
///
/// - Throws: ``SystemError``: `ENOENT` if there is no such folder, `EACCES` if it may not be read.
public func entries(ofFolder path: String) throws(SystemError) -> [String] {
  guard let folder = opendir(path) else { throw SystemError(call: "opendir", on: path, code: errno) }
  defer { closedir(folder) }
  var names: [String] = []
  while let entry = readdir(folder) {
    let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
      pointer.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: pointer.pointee)) {
        String(cString: $0)
      }
    }
    if !name.hasPrefix(".") { names.append(name) }
  }
  return names
}
