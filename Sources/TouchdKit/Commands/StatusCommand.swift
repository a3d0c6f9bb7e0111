import ArgumentParser

/// `touchd status`: what the running daemon says of itself.
struct StatusCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Shows what the running daemon does: layouts, devices, counters, latencies.",
    discussion: "For root and the user that the daemon runs as. It never shows where a finger touched.",
    examples: [
      "For people": "touchd status",
      "For Prometheus": "touchd status --prometheus",
    ])

  @Flag(help: "One JSON object.")
  var json = false

  @Flag(help: "The text format of Prometheus.")
  var prometheus = false

  @OptionGroup var control: ControlOptions

  func validate() throws {
    if json, prometheus { throw ValidationError("--json and --prometheus do not go together") }
  }

  func run() throws {
    try control.ask(.status(json ? .json : prometheus ? .prometheus : .text))
  }
}
