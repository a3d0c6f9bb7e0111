import ArgumentParser
import Dispatcher
import LinuxInput
import YAML

/// `touchd test`: promises of layouts, and whether they are kept.
struct TestCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "test",
    abstract: "Holds layouts to their promises: fingers as text, and what must come of them.",
    discussion: """
      A file of promises stands beside its layout, or the layout has them itself, under `promises`. Time is virtual, and \
      actions are recorded, not done. Each promise is a line, with the first difference if it is broken; then the status \
      is 1.
      """,
    examples: [
      "The promises beside a layout": "touchd test lobby.test.yaml",
      "For continuous integration": "touchd test lobby.test.yaml --junit report.xml",
    ])

  @Argument(help: "Files of promises, or layouts that have some.", completion: .file())
  var files: [String]

  @Flag(help: "One JSON object.")
  var json = false

  @Option(help: ArgumentHelp("Write a report as JUnit's XML, too.", valueName: "file"), completion: .file())
  var junit: String?

  func validate() throws {
    try StandardInput.readOnce(files)
    try OutputOption.spare(files, from: junit, option: "--junit")
  }

  func run() throws {
    let (runLoop, output) = (try RunLoop(), StandardOutput())
    var (reports, xml, isKept, status) = ([JSON](), SVG(), true, ExitCode.badInput)
    xml.begin("testsuite", ["name": "touchd test"])
    for file in files {
      do {
        let promises = try PromisesOfFile(file, LayoutLoading.read(file) { ($0, []) })
        for result in try promises.results(on: runLoop) {
          let (name, difference) = (result.promise.name, result.difference)
          isKept = isKept && difference == nil
          let place = "\(file):\(difference?.mark ?? name.mark)"
          let isOK = difference == nil ? "\(TerminalStyle.output.good("ok"))  " : "FAIL"
          if !json {
            output.line("\(isOK)  \(shown(name.value))")
            if let difference {
              let words = shown("\(place): \(difference.words)")
              output.line("      \(words)\n      \(shown(result.picture))")
            }
          }
          reports.append(
            .object([
              ("file", .string(file)), ("line", .integer(name.mark.line)), ("name", .string(name.value)),
              ("ok", .bool(difference == nil)), ("difference", .text(difference?.words)),
              ("picture", .text(difference.map { _ in result.picture })),
            ]))
          xml.begin("testcase", ["classname": "\(file)", "name": "\(name.value)"])
          if let difference { xml.add("failure", ["message": "\(place): \(difference.words)"]) }
          xml.end()
        }
      } catch let failure as ExitCode {
        (isKept, status) = (false, failure == .refused ? failure : status)
        reports.append(.object([("file", .string(file)), ("ok", .bool(false))]))
        xml.begin("testcase", ["classname": "\(file)", "name": "it can be read"])
        xml.add("failure", ["message": "touchd test says what is wrong with \(file)"])
        xml.end()
      }
    }
    xml.end()
    if json { output.line(JSON.object([("ok", .bool(isKept)), ("promises", .array(reports))]).text) }
    output.flush()
    if let junit { try OutputOption.write(xml.text, to: junit) }
    if !isKept { throw status }
  }
}
