internal import Glibc
import LinuxInput

/// Instructions, counted by callgrind: exact, and the same on a busy machine.
struct Instructions {
  let options: Options
  let results: Results

  /// The function at whose calls callgrind writes down what it has counted since the last one.
  private static let mark = "bench_mark"
  private static let marksPerSubject = 3

  func measure() throws {
    let subjects = Counting(isQuick: options.isQuick).subjects.filter { $0.name.hasPrefix(options.only) }
    guard !subjects.isEmpty else { return }
    guard let valgrind = Tool.path("valgrind") else {
      return results.skip("instructions and the curves of growth: valgrind is missing")
    }
    let counts = try count(with: valgrind, subjects.count * Self.marksPerSubject)
    for (index, subject) in subjects.enumerated() {
      // The first of three counts is what came before the subject.
      let (few, many) = (counts[3 * index + 1], counts[3 * index + 2])
      let cost = (many - few) / Double(subject.counts.many - subject.counts.few)
      results.add(subject.name, cost, "instructions")
    }
  }

  /// Runs the subjects under callgrind.
  ///
  /// - Returns: what was counted before each mark, since the one before it.
  private func count(with valgrind: String, _ marks: Int) throws -> [Double] {
    // valgrind reads no debug information of newer kinds than it is itself, and refuses the program.
    let program = "\(options.folder)/bench-stripped"
    try Tool.run("strip", ["--strip-debug", "-o", program, Tool.ownPath])
    let output = "\(options.folder)/callgrind"
    var command = [
      valgrind, "--quiet", "--tool=callgrind", "--callgrind-out-file=\(output)",
      "--dump-before=\(Self.mark)", "--dump-line=no", program, "count", "--only", options.only,
    ]
    if options.isQuick { command.append("--quick") }
    let log = try Pipe()
    // The order of a set's elements would differ from run to run.
    let child = try Child(
      command, descriptors: [(log.writing, STDOUT_FILENO), (log.writing, STDERR_FILENO)],
      environment: ["SWIFT_DETERMINISTIC_HASHING=1"])
    log.closeWriting()
    let said = try log.rest(seconds: 300)
    do { try child.wait() } catch { throw Failure("\(error); it said: \(said)") }
    defer { for number in 1...marks { unlink("\(output).\(number)") } }
    return try (1...marks).map { try Self.total(of: "\(output).\($0)") }
  }

  /// The number in the line `totals: N`.
  private static func total(of path: String) throws -> Double {
    let text = String(decoding: try contentsOfFile(path, limit: 64 << 20), as: UTF8.self)
    guard let line = text.split(separator: "\n").last(where: { $0.hasPrefix("totals: ") }),
      let total = Double(line.dropFirst(8))
    else { throw Failure("\(path) has no line `totals:`") }
    return total
  }
}
