import ArgumentParser
internal import Glibc
import LinuxInput

/// `-o FILE`, for what is written as a whole.
struct OutputOption: ParsableArguments {
  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: ArgumentHelp("The file to write. (default: standard output)", valueName: "file"),
    completion: .file())
  var path: String?

  /// Refuses to write over a file that is read: that is a slip of the finger.
  func spare(_ inputs: [String]) throws {
    guard let path, let place = Self.identity(of: path) else { return }
    for input in inputs where Self.identity(of: input).map({ $0 == place }) == true {
      throw ValidationError("-o names \(input), which is read; name another file")
    }
  }

  /// Which file is at a path; `nil` where there is none, and for what is no file.
  private static func identity(of path: String) -> [UInt64]? {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return [UInt64(status.st_dev), UInt64(status.st_ino)]
  }

  /// Writes a text to where it was asked for, whole or not at all.
  func write(_ text: String) throws {
    guard let path else {
      let output = StandardOutput()
      output.text(text)
      return output.flush()
    }
    try Self.write(text, to: path)
  }

  /// Writes a text to a file, whole or not at all.
  static func write(_ text: String, to path: String) throws {
    do {
      try OutputFile.write(text, to: path)
    } catch {
      throw failure("\(error)", .refused)
    }
  }
}

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
  /// Last component of a path.
  var fileName: String { String(split(separator: "/").last ?? self[...]) }
}
