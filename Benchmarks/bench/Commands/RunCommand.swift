import ArgumentParser
import TouchdKit

/// `bench run`: everything, in rounds.
struct RunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run", abstract: "Measures everything, and prints tables.",
    discussion: "A bar that is missed is no failure; what could not be measured is.")

  @OptionGroup var options: Options

  @Option(help: "The file for the figures, as JSON.")
  var json = ".build/bench.json"

  @Option(help: "The folder with benchmarks.md, to put the tables into.")
  var docs: String?

  func run() throws {
    try options.makeFolder()
    let results = Results()
    let machine = Machine()
    measure(results)
    let document = Document(results: results, options: options, machine: machine)
    try writeFile(document.json.text + "\n", json)
    if let docs { try document.publish(in: docs) }
    print(document.text, terminator: "")
    if !results.failures.isEmpty { throw ExitCode.failure }
  }

  private func measure(_ results: Results) {
    Touches(options: options, results: results).measure()
    for round in 0..<options.rounds { DaemonPath(options, results).measure(round: round) }
    HitTests(options: options, results: results).measure()
    results.attempt("program") { try Program(options: options, results: results).measure() }
  }
}
