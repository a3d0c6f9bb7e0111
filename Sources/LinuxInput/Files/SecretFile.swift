internal import Glibc

/// Reads a file with a secret, such as a password, unless other users may read or change it.
public enum SecretFile {
  /// Why it is not used, in words.
  public enum Failure: Error, CustomStringConvertible {
    /// The system refuses it.
    case system(SystemError)
    /// Too many may read or change it; with what helps.
    case exposed(String)

    /// The message for a person.
    public var description: String {
      switch self {
      case .system(let error): "\(error)"
      case .exposed(let words): words
      }
    }
  }

  /// The bytes of the file; of one that is longer than a limit, enough to see that it is.
  ///
  /// - Parameters:
  ///   - groupMayRead: whether the file's group may read it, as well as its owner.
  ///   - waits: whether a pipe is waited for.
  /// - Throws: ``Failure``: as ``contentsOfFile(_:limit:waits:)`` has it, or for the file's mode. The file that is
  ///   looked at is the one that is read, whatever its path leads to by then.
  public static func contents(_ path: String, limit: Int, groupMayRead: Bool, waits: Bool) throws(Failure)
    -> [UInt8]
  {
    let found: (bytes: [UInt8], mode: mode_t)
    do throws(SystemError) {
      let file = try openedFile(path, waits: waits)
      var status = stat()
      _ = try systemCall("fstat", on: path) { fstat(file.rawValue, &status) }
      found = (try bytes(of: file.rawValue, named: path, limit: limit), status.st_mode)
    } catch {
      throw .system(error)
    }
    guard found.mode & (groupMayRead ? S_IRWXO | S_IWGRP : S_IRWXO | S_IRWXG) == 0 else {
      let change = groupMayRead ? "o-rwx,g-w" : "600"
      throw .exposed("\(path): other users may read it or write it; `chmod \(change) \(path)`")
    }
    return found.bytes
  }
}
