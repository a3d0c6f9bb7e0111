import Dispatcher
internal import Glibc
import LinuxInput
import YAML

/// The last good set of files, kept in a folder of the daemon's own for a start at which the files are bad.
///
/// It is one file, so the set is there complete or not at all. Its calls wait for the disk: not for the loop.
struct LastGoodCopy: Sendable {
  /// As long as what may be read, the file that goes beyond it included, with its heads.
  private static let limit = LayoutBudget.byteLimit + LayoutReader.limits.bytes + 1 << 20
  private static let name = "last-good"

  /// Where it is.
  let path: String
  /// The file that the daemon was given, from the root.
  private let root: String

  /// - Parameters:
  ///   - folder: systemd's `StateDirectory=`.
  ///   - root: the file that the daemon was given.
  init(folder: String, of root: String) {
    (path, self.root) = ("\(folder)/\(Self.name)", absolutePath(root))
  }

  /// What is kept, as far as it can be used.
  enum Contents: Sendable {
    /// What its files say, without leave to start programs or to press keys, and what they granted.
    case good(ConfigurationReading, said: Grants)
    case absent
    /// Why it is not used: damaged, of another version, of other files, or others may write it.
    case useless(String)
  }

  /// Reads what is kept.
  func read(_ progress: ReadingProgress = ReadingProgress(), _ reader: LayoutReader) -> Contents {
    progress.begin(path)
    if let reason = distrust(ofOwnFile: path) { return .useless(reason) }
    do throws(SystemError) {
      let bytes = try contentsOfFile(path, limit: Self.limit, waits: false)
      progress.finishReading()
      return contents(bytes, reader)
    } catch {
      return error.code == ENOENT ? .absent : .useless("\(error)")
    }
  }

  private func contents(_ bytes: [UInt8], _ reader: LayoutReader) -> Contents {
    do throws(KeptFiles.Damage) {
      let kept = try KeptFiles(decoding: bytes)
      guard kept.files.first?.path == root else {
        return .useless("\(path) is not of \(root)")
      }
      let reading = ConfigurationReading(root, reader, from: kept.source)
      guard let configuration = reading.configuration else {
        return .useless("\(path) has errors for this version of touchd: \(reading.lines.first ?? "")")
      }
      return .good(reading, said: configuration.grants)
    } catch {
      return .useless("\(path) is damaged: \(error.reason)")
    }
  }

  /// Keeps these files in the place of what was kept. What is there already is not written again: a card wears out.
  ///
  /// - Throws: ``SystemError``: `ENOSPC` on a full disk, `EROFS`, `EACCES`. What was kept is kept.
  func keep(_ files: KeptFiles) throws(SystemError) {
    let bytes = files.encoded(version: Program.version)
    if let old = try? contentsOfFile(path, limit: Self.limit, waits: false), old == bytes { return }
    let file = try PendingFile(replacing: path)
    try file.write(bytes)
    try file.finish()
  }
}
