import ArgumentParser
import LinuxInput

/// `touchd demo`: a recording and a layout that come with the program.
struct DemoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "demo",
    abstract: "Replays a bundled recording over a bundled layout: no hardware, no root.",
    examples: [
      "Only gestures and events": "touchd demo --trace gesture,event"
    ])

  @Flag(help: "One JSON object a line.")
  var json = false

  @OptionGroup var trace: TraceOptions

  func run() throws {
    let (layout, problems) = LayoutReader.ofProgram.read(PackageResources.demo_yaml, file: "demo.yaml")
    guard let layout else {
      preconditionFailure("the bundled layout has errors: \(problems)")
    }
    let recording = try Recording(parsing: PackageResources.demo_evemu, file: "demo.evemu")
    try ReplaySession(layout, json: json, kinds: trace.kinds()).run(recording, path: "demo.evemu")
  }
}
