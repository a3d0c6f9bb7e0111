import ArgumentParser
import TouchdKit

/// `bench run`: everything, in rounds.
struct RunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run", abstract: "Measures everything, and prints tables.",
    discussion: "A bar that is missed is no failure; what could not be measured is.")

  @Option(help: "How often everything is measured.")
  var rounds = 7

  @Option(
    help: "Only the rows whose names begin so: `path/1000`, `frame`, `touch`, `growth`, `hit`, `program`.")
  var only = ""

  @Flag(help: "Far too little of everything: shows that it works, and nothing else.")
  var quick = false

  @Option(help: "The touchd program.")
  var program = ".build/release/touchd"

  @Option(help: "The folder for what is written meanwhile, and for the curves.")
  var folder = ".build/bench"

  @Option(help: "The file for the figures, as JSON.")
  var json = ".build/bench.json"

  @Option(help: "The folder with benchmarks.md, to put the tables and the curves into.")
  var docs: String?

  func validate() throws {
    guard (1...1000).contains(rounds) else { throw ValidationError("--rounds is 1 to 1000") }
  }

  func run() throws {
    let options = try Options(
      rounds: quick ? 1 : rounds, only: only, isQuick: quick, program: program, folder: folder)
    let results = Results()
    let machine = Machine()
    measure(options, results)
    let document = Document(results, options, on: machine)
    try writeFile(document.json.text + "\n", json)
    let growth = Growth(results)
    try growth.write(in: folder)
    if let docs {
      try document.publish(in: docs)
      try growth.write(in: "\(docs)/benchmarks")
    }
    print(document.text, terminator: "")
    for (file, _) in growth.charts { print("curves: \(folder)/\(file)") }
    if !results.failures.isEmpty { throw ExitCode.failure }
  }

  private func measure(_ options: Options, _ results: Results) {
    results.attempt("instructions") { try Instructions(options: options, results: results).measure() }
    InProcess(options: options, results: results).measure()
    for round in 0..<options.rounds { DaemonPath(options, results).measure(round: round) }
    HitTests(options: options, results: results).measure()
    results.attempt("program") { try Program(options: options, results: results).measure() }
  }
}
