internal import Glibc
import LinuxInput

/// A file that is written in one go.
enum OutputFile {
  /// Writes a file as ``PendingFile`` does; where that fails, nothing is left of it, and what was there is there still.
  ///
  /// - Throws: ``SystemError`` of ``PendingFile``, with a remedy.
  static func write(_ text: String, to path: String) throws(SystemError) {
    let file = try PendingFile(replacing: path)
    do throws(SystemError) {
      try file.write(text)
      try file.finish()
    } catch {
      if file.path != path { unlink(file.path) }
      throw error
    }
  }
}

extension String {
  /// What is behind the last slash of a path.
  var fileName: String { String(split(separator: "/").last ?? self[...]) }
}
