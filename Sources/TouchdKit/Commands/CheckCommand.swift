import ArgumentParser
import YAML

/// `touchd check`: every problem of configuration files, in one run.
struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Says everything that is wrong with layouts, each with its place.",
    discussion: "Warnings do not fail. A daemon's file is checked together with the layouts that it names.")

  @Argument(help: "Layouts, the daemon's file, or a broker's.", completion: .file())
  var files: [String]

  @Flag(help: "One JSON object.")
  var json = false

  func run() throws {
    var reader = LayoutReader.ofProgram
    reader.takesBrokerFiles = true
    let results = files.flatMap { ConfigurationReading($0, reader, waits: $0.hasPrefix("/dev/")).files }
    if json { printJSON(results) } else { printText(results) }
    if results.contains(where: \.hasErrors) { throw results.status }
  }

  private func printText(_ results: [ConfigurationReading.File]) {
    for result in results { result.complain() }
    // What is ok beside a file that is not will not be used either: `ok` is said together with status 0.
    guard !results.contains(where: \.hasErrors) else { return }
    let output = StandardOutput()
    for result in results { output.line("\(result.path): ok") }
    output.flush()
  }

  private func printJSON(_ results: [ConfigurationReading.File]) {
    let files = results.map { result in
      JSON.object([
        ("file", .string(result.path)), ("ok", .bool(!result.hasErrors)), ("error", .text(result.failure)),
        ("problems", .array(result.problems.map(\.json))),
      ])
    }
    let output = StandardOutput()
    output.line(
      JSON.object([("ok", .bool(!results.contains(where: \.hasErrors))), ("files", .array(files))]).text)
    output.flush()
  }
}

extension Diagnostic {
  fileprivate var json: JSON {
    .object([
      ("severity", .string(severity.rawValue)), ("file", .string(file)), ("line", .integer(mark.line)),
      ("column", .integer(mark.column)), ("message", .string(message)), ("help", .text(help)),
    ])
  }
}
