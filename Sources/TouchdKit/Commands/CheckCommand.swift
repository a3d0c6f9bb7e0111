import ArgumentParser
import LinuxInput
import YAML

/// `touchd check`: every problem of configuration files, in one run.
struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Says everything that is wrong with layouts, each with its place.",
    discussion: "Warnings do not fail. A daemon's file is checked together with the layouts that it names.")

  @Argument(help: "Layouts, or the daemon's file.")
  var files: [String]

  @Flag(help: "One JSON object.")
  var json = false

  func run() throws {
    var results: [Result] = []
    for file in files {
      let (result, layouts) = check(file, isLayout: false)
      results.append(result)
      results += layouts.map { check($0, isLayout: true).0 }
    }
    if json { printJSON(results) } else { printText(results) }
    if results.contains(where: \.hasErrors) { throw ExitCode.badInput }
  }

  private struct Result {
    let file: String
    var problems: [Diagnostic] = []
    /// Why the file could not be read at all.
    var failure: String?

    var hasErrors: Bool { failure != nil || problems.contains { $0.severity == .error } }
  }

  /// Checks one file, and names the layouts that it refers to.
  ///
  /// - Parameter isLayout: whether only a layout will do.
  private func check(_ file: String, isLayout: Bool) -> (Result, [String]) {
    do {
      let bytes = try ConfigurationFile.read(file)
      let (configuration, problems) = LayoutLoading.reader.readAny(bytes, file: file)
      guard case .daemon(let daemon) = configuration else {
        return (Result(file: file, problems: problems), [])
      }
      if isLayout {
        let failure = "\(file) is a daemon's file; a daemon's file names layouts"
        return (Result(file: file, problems: problems, failure: failure), [])
      }
      return (Result(file: file, problems: problems, failure: daemon.execProblem), daemon.layoutPaths)
    } catch {
      return (Result(file: file, failure: "\(error)"), [])
    }
  }

  private func printText(_ results: [Result]) {
    let output = StandardOutput()
    for result in results {
      if let failure = result.failure { complain("touchd: \(failure)") }
      for problem in result.problems { complain("\(problem)") }
      if !result.hasErrors { output.line("\(result.file): ok") }
    }
    output.flush()
  }

  private func printJSON(_ results: [Result]) {
    let files = results.map { result in
      JSON.object([
        ("file", .string(result.file)), ("ok", .bool(!result.hasErrors)), ("error", .text(result.failure)),
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
