import ArgumentParser
internal import CBaselines
internal import Glibc
internal import LinuxInput
import TouchdKit

/// How the harness is to measure.
struct Options: ParsableArguments {
  @Option(help: "How often everything is measured.")
  var rounds = 7

  @Option(help: "Only the rows whose names begin so: `path/1000`, `touch`, `hit`, `program`.")
  var only = ""

  @Flag(
    name: .customLong("quick"),
    help: "Far too little of everything: shows that it works, and nothing else.")
  var isQuick = false

  @Option(help: "The touchd program.")
  var program = ".build/release/touchd"

  @Option(help: "The folder for what is written meanwhile.")
  var folder = ".build/bench"

  mutating func validate() throws {
    guard (1...1000).contains(rounds) else { throw ValidationError("--rounds is 1 to 1000") }
    if isQuick { rounds = 1 }
  }

  /// Processors on which frames are written and, if there are two, read; −1 for any.
  static let processors: (feeder: Int32, reader: Int32) = {
    var processors: [Int32] = [0, 0]
    return bench_processors(&processors, 2) == 2 ? (processors[0], processors[1]) : (-1, -1)
  }()

  func makeFolder() throws {
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
