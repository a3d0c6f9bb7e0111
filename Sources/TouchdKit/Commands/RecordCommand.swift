import ArgumentParser
import Dispatcher
internal import Glibc
import LinuxInput

/// `touchd record`: what a panel sends, as a file that `evemu-play` and `touchd replay` read.
struct RecordCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "record",
    abstract: "Records a touchscreen as evemu text, until Ctrl-C.",
    discussion: """
      Both `touchd replay` and `evemu-play` read the file. FILE.fingers is text for people, with the touches in points of \
      the layout, without pressure and sizes. The file is written as FILE.part, and is in its place at the end. \
      What is on the sensitive views of the layout is left out.
      """,
    examples: [
      "A recording of the first touchscreen": "touchd record -o panel.evemu",
      "Fingers as text, for a promise": "touchd record -o tap.fingers -c lobby.yaml",
      "One without what is on sensitive views": "touchd record -o panel.evemu -c lobby.yaml",
    ])

  @Option(help: "The device; without it, the first touchscreen.", completion: .file())
  var device: String?

  @Option(
    name: [.customShort("o"), .customLong("output")], help: "The file to write.", completion: .file())
  var output: String

  @Option(
    name: [.customShort("c"), .customLong("config")],
    help: "A layout, or the daemon's file. (default: \(RunCommand.standardConfig), if there is one)",
    completion: .file())
  var config: String?

  func run() throws { try onDevices(serve) }

  private var layouts: [RecordedLayout] {
    get throws {
      guard config != nil || access(RunCommand.standardConfig, F_OK) == 0 else {
        guard !output.hasSuffix(FingerScript.suffix) else {
          throw failure("\(output) is to have points of a screen: name its layout with -c", .badInput)
        }
        return [RecordedLayout()]
      }
      let layouts = try LayoutLoading.configuration(config ?? RunCommand.standardConfig).layouts
      return layouts.map { RecordedLayout($0, isAlone: layouts.count == 1) }
    }
  }

  private func serve() throws {
    let runLoop = try LiveSession.makeRunLoop()
    let session = LiveSession(on: runLoop)
    var recorder: Recorder?
    let frames = FrameRedaction { recorder?.record($1, of: $0) }
    session.onPipeline = frames.watch
    recorder = Recorder(path: output, on: runLoop, frames: frames) { stop in
      complain("\(Program.name): \(stop)")
      runLoop.stop()
    }
    let layouts = try layouts.map { session.prepare($0.layout, $0.plugins) }
    try session.start(layouts, device.map { .nodes([$0]) } ?? .all) { change in
      switch change {
      case .added(let touchscreen):
        if recorder?.attached(touchscreen) == true {
          complain(
            "recording \"\(touchscreen.panel.name)\" (\(touchscreen.node.path)) to \(output); Ctrl-C ends it")
        }
      case .removed(let touchscreen): recorder?.detached(touchscreen)
      case .interrupted(let touchscreen, .suspended): recorder?.resumed(touchscreen)
      case .left(let path, let name, .page):
        complain("\(Program.name): \(heldByOther(page: name ?? path, socket: EventsServer.controlPath))")
      case .left, .dismissed, .interrupted, .missing, .unmonitored, .overflown: break
      }
    }
    if session.isEmpty { throw session.noTouchscreen }
    try session.run()
    try recorder?.finish(saying: output)
    if case .failed = recorder?.stop { throw ExitCode.refused }
  }
}
