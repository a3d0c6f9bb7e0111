import ArgumentParser
import Dispatcher
import LinuxInput
import Logging

/// `touchd replay`: a recording through the same pipeline as a live panel.
struct ReplayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay",
    abstract: "Feeds a recording through the same pipeline as a live panel.",
    discussion: """
      Recordings are evemu text (also compressed by gzip), the YAML of `libinput record`, or fingers as text (*.fingers, \
      or --fingers). Time is virtual: a replay \
      takes milliseconds and gives the same lines each time. Contacts down at the end are cancelled. No action is \
      started unless --run-actions is given. What udev said of the device where it was recorded, its calibration matrix \
      above all, is used like that of a live panel, unless --no-udev is given.
      """,
    examples: [
      "All that happens": "touchd replay panel.evemu -c lobby.yaml",
      "Fingers, without a recording": "touchd replay --fingers 'tap 9,9' -c lobby.yaml",
      "Only events": "touchd replay panel.evemu -c lobby.yaml --trace event",
      "As fast as it was recorded": "touchd replay panel.evemu -c lobby.yaml --speed 1",
    ])

  @Argument(help: "The recording.", completion: .file())
  var recording: String?

  @Option(name: .config, help: "The layout that the touches meet.", completion: .file())
  var layout: String

  @Flag(help: "One JSON object a line.")
  var json = false

  @Option(
    help: "How fast: a factor of the recording's own speed (0.001 to 1000), or max.",
    completion: .list(["max", "1"]))
  var speed = Speed.maximum

  @OptionGroup var trace: TraceOptions

  @OptionGroup var reading: RecordingOptions

  @Option(
    help: ArgumentHelp(
      "Serve the replay to programs, as the daemon serves its events, at a socket.", valueName: "path"),
    completion: .file())
  var events: String?

  @Option(
    help: "With --events: how many programs must have subscribed before the replay begins. (default: 1)")
  var clients: Int?

  @Flag(help: "Start the actions of the layout.")
  var runActions = false

  func validate() throws {
    try reading.validate(recording)
    try StandardInput.readOnce([recording, layout, reading.describe])
    if clients != nil, events == nil { throw ValidationError("--clients goes with --events") }
    if let clients, !(1...EventsServer.clientLimit).contains(clients) {
      throw ValidationError("--clients is from 1 to \(EventsServer.clientLimit)")
    }
  }

  func run() throws {
    let layout = try LayoutLoading.layout(layout)
    let recording = try reading.load(recording, on: layout)
    if trace.asks(for: .screen), layout.screen.page == nil {
      complain(
        "\(Program.name): \(layout.file) has no `delivery: filter`: the page gets each touch from the panel itself, and "
          + "no line says so")
    }
    try ReplaySession(
      layout, json: json, kinds: trace.kinds(), speed: speed.factor, runsActions: runActions,
      events: events.map { ($0, clients ?? 1) }
    ).run(recording, path: self.recording ?? "--fingers")
  }
}

/// Speed of a replay.
struct Speed: ExpressibleByArgument, CustomStringConvertible {
  /// Times as fast as recorded; `nil` for as fast as possible.
  let factor: Double?

  static let maximum = Speed(factor: nil)
  /// A thousand times slower or faster is a slip of the finger rather than a wish. (O)
  private static let factors = 0.001...1000

  var description: String { factor.map(\.description) ?? "max" }

  init(factor: Double?) { self.factor = factor }

  init?(argument: String) {
    factor = Double(argument)
    guard argument == "max" || factor.map(Self.factors.contains) == true else { return nil }
  }
}

/// `--trace LIST`.
struct TraceOptions: ParsableArguments {
  @Option(
    name: .customLong("trace"),
    help: ArgumentHelp(
      "The kinds of lines to show, separated by commas.",
      discussion: LineKind.traced.filter { $0 != .summary }.map(\.rawValue).joined(separator: ", "),
      valueName: "list"),
    completion: .list(LineKind.traced.filter { $0 != .summary }.map(\.rawValue)))
  var list: String?

  func asks(for kind: LineKind) -> Bool { list != nil && kinds().contains(kind) }

  /// The kinds asked for, or the given ones where none were asked for; a summary is always shown.
  func kinds(else standard: Set<LineKind> = LineKind.standard) -> Set<LineKind> {
    let asked = list.map { Set($0.split(separator: ",").compactMap { LineKind(rawValue: String($0)) }) }
    return (asked ?? standard).union([.summary])
  }

  func validate() throws {
    if let list, list.allSatisfy({ $0 == "," }) { throw ValidationError("--trace needs a list of kinds") }
    for word in list?.split(separator: ",") ?? []
    where !LineKind.traced.contains(where: { $0.rawValue == word }) {
      let meant = Suggestion.nearest(to: String(word), among: LineKind.traced.map(\.rawValue))
      throw ValidationError(
        "--trace knows no '\(word)'\(meant.map { " (did you mean \($0)?)" } ?? ""); it knows \(LineKind.traced.map(\.rawValue).joined(separator: ", "))"
      )
    }
  }
}

/// `touchd demo`: a recording and a layout that come with the program.
struct DemoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "demo",
    abstract: "Replays a bundled recording over a bundled layout: no hardware, no root.",
    examples: ["Only gestures and events": "touchd demo --trace gesture,event"])

  @Flag(help: "One JSON object a line.")
  var json = false

  @OptionGroup var trace: TraceOptions

  func run() throws {
    let (layout, problems) = LayoutReader.ofProgram.read(PackageResources.demo_yaml, file: "demo.yaml")
    guard let layout else { preconditionFailure("the bundled layout has errors: \(problems)") }
    let recording = try Recording(parsing: PackageResources.demo_evemu, file: "demo.evemu")
    try ReplaySession(layout, json: json, kinds: trace.kinds()).run(recording, path: "demo.evemu")
  }
}
