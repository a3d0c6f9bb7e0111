internal import CBaselines
internal import Glibc
internal import LinuxInput
import TouchdKit

/// How the harness is to measure.
struct Options {
  var rounds: Int
  /// The only rows to measure, by how their names begin; empty for all.
  var only: String
  /// Whether the numbers are only to show that the harness works.
  var isQuick: Bool
  /// The `touchd` program.
  var program: String
  /// Where files go that are needed meanwhile, and the curves.
  var folder: String
  /// Where the frames are written from and, where there are two processors, the one where they are read; −1 for any.
  let feederProcessor: Int32
  let readerProcessor: Int32

  init(rounds: Int, only: String, isQuick: Bool, program: String, folder: String) throws {
    (self.rounds, self.only, self.isQuick) = (rounds, only, isQuick)
    (self.program, self.folder) = (program, folder)
    var processors: [Int32] = [0, 0]
    let isPinned = bench_processors(&processors, 2) == 2
    (feederProcessor, readerProcessor) = isPinned ? (processors[0], processors[1]) : (-1, -1)
    guard mkdir(folder, 0o755) == 0 || errno == EEXIST else { throw Failure("making \(folder)", code: errno) }
  }

  /// Whether a row, or a part of it, is to be measured.
  func includes(_ row: String) -> Bool { row.hasPrefix(only) || only.hasPrefix(row) }

  /// Writes a file into the folder, and returns its path.
  func write(_ text: String, to name: String) throws -> String {
    let path = "\(folder)/\(name)"
    try writeFile(text, path)
    return path
  }
}

/// Writes a file, in the place of one that is there.
func writeFile(_ text: String, _ path: String) throws {
  let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
  guard descriptor >= 0 else { throw Failure("writing \(path)", code: errno) }
  defer { close(descriptor) }
  try writeAll(text, to: descriptor, path)
}
