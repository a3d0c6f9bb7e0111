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

  /// The bytes of the file; of one that is longer than a limit, enough to see that it is. It does not wait for a pipe.
  ///
  /// - Parameter groupMayRead: whether the file's group may read it, as well as its owner.
  /// - Throws: ``Failure``: as ``contentsOfFile(_:limit:waits:)`` has it, or for the file's mode. The file that is looked at
  ///   is the one that is read, whatever its path leads to by then.
  public static func contents(_ path: String, limit: Int, groupMayRead: Bool) throws(Failure) -> [UInt8] {
    do {
      let file = try openedFile(path, waits: false)
      var status = stat()
      _ = try systemCall("fstat", on: path) { fstat(file.rawValue, &status) }
      let forbidden = groupMayRead ? S_IRWXO | S_IWGRP : S_IRWXO | S_IRWXG
      guard status.st_mode & forbidden == 0 else {
        let change = groupMayRead ? "o-rwx,g-w" : "600"
        throw Failure.exposed("\(path): other users may read it or write it; `chmod \(change) \(path)`")
      }
      return try bytes(of: file.rawValue, named: path, limit: limit)
    } catch let error as SystemError {
      throw .system(error)
    } catch let failure as Failure {
      throw failure
    } catch {
      throw .exposed("\(error)")
    }
  }
}
