import ArgumentParser
import YAML

/// `touchd check`: every problem of configuration files, in one run.
struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Says everything that is wrong with layouts, each with its place.",
    discussion: """
      A daemon's file is checked together with the layouts that it names. Warnings say what cannot work, such as a view \
      that no finger can touch, or a program that is not there; they do not fail unless --strict is given.
      """,
    examples: [
      "A layout": "touchd check lobby.yaml",
      "All that the service reads, before it does": "touchd check --strict /etc/touchd/touchd.yaml",
      "What another program writes, as JSON": "touchd check --json -",
    ])

  @Argument(help: "Layouts, the daemon's file, or a broker's.", completion: .file())
  var files: [String]

  @Flag(help: "One JSON object.")
  var json = false

  @Flag(help: "Warnings are errors.")
  var strict = false

  func validate() throws { try StandardInput.readOnce(files) }

  func run() throws {
    let found = files.flatMap(Self.reviewed)
    let results = strict ? found.map(\.strict) : found
    if json { printJSON(results) } else { printText(results) }
    if results.contains(where: \.hasErrors) { throw results.status }
  }

  private static func reviewed(_ path: String) -> [ConfigurationReading.File] {
    var reader = LayoutReader.ofProgram
    reader.takesBrokerFiles = true
    let progress = ReadingProgress()
    let reading = ConfigurationReading(path, reader, from: .disk(waits: path.hasPrefix("/dev/")), progress)
    return reading.reviewedFiles(on: .this, contents: progress.files)
  }

  private func printText(_ results: [ConfigurationReading.File]) {
    for result in results { result.complain() }
    // What is ok beside a file that is not will not be used either: `ok` is said together with status 0.
    guard !results.contains(where: \.hasErrors) else { return }
    StandardOutput.write(results.map { "\(shown($0.path)): \(TerminalStyle.output.good("ok"))" })
  }

  private func printJSON(_ results: [ConfigurationReading.File]) {
    let files = results.map { result in
      JSON.object([
        ("file", .string(result.path)), ("ok", .bool(!result.hasErrors)), ("error", .text(result.failure)),
        ("problems", .array(result.problems.map(\.json))),
      ])
    }
    let isOK = !results.contains(where: \.hasErrors)
    StandardOutput.write([JSON.object([("ok", .bool(isOK)), ("files", .array(files))]).text])
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
