internal import Glibc
import LinuxInput
import YAML

/// Reads a configuration file from a path that a person gave.
enum ConfigurationFile {
  /// The bytes of a file; of a longer one than ``LayoutReader`` reads, enough that it sees so and says it.
  ///
  /// - Throws: ``SystemError`` of `open` or `read`: `ENOENT` if there is no such file, `EACCES` if it may
  ///   not be read, `EISDIR` if it is a folder.
  static func read(_ path: String) throws(SystemError) -> [UInt8] {
    let number = open(path, O_RDONLY | O_CLOEXEC)
    guard number >= 0 else { throw SystemError(call: "open", on: path, code: errno, remedy: remedy(errno)) }
    let descriptor = OwnedDescriptor(adopting: number)
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65536)
    while bytes.count <= LayoutReader.limits.bytes {
      let count = Glibc.read(descriptor.rawValue, &chunk, chunk.count)
      if count == 0 { break }
      guard count > 0 else {
        if errno == EINTR { continue }
        throw SystemError(call: "read", on: path, code: errno, remedy: remedy(errno))
      }
      bytes += chunk[..<count]
    }
    return bytes
  }

  private static func remedy(_ code: Int32) -> String? {
    switch code {
    case ENOENT: "check the name; a relative path starts at the current folder"
    case EACCES: "make the file readable for the user that touchd runs as"
    case EISDIR: "name a file, not a folder"
    default: nil
    }
  }
}
