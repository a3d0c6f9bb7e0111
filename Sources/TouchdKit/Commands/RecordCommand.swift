import ArgumentParser
import Dispatcher
import LinuxInput

/// `touchd record`: what a panel sends, as a file that `evemu-play` and `touchd replay` read.
struct RecordCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "record",
    abstract: "Records a touchscreen as evemu text, until Ctrl-C.",
    discussion: "Both `touchd replay` and `evemu-play` read the file.")

  @Option(help: "The device; without it, the first touchscreen.")
  var device: String?

  @Option(name: [.customShort("o"), .customLong("output")], help: "The file to write.")
  var output: String

  func run() throws { try onDevices(serve) }

  private func serve() throws {
    let runLoop = try LiveSession.makeRunLoop()
    let session = LiveSession(on: runLoop)
    let recorder = Recorder(path: output) { _ in runLoop.stop() }
    var unused: [String] = []
    session.onPipeline = { $0.rawFrameObserver = { recorder.record($1, of: $0) } }
    // Nobody is touched: a window without views.
    let layout = session.prepare(.empty(Size(width: 1, height: 1)), [:])
    try session.start([layout], device.map { .nodes([$0]) } ?? .all) { change in
      switch change {
      case .added(let touchscreen):
        if recorder.attached(touchscreen) {
          complain(
            "recording \"\(touchscreen.panel.name)\" (\(touchscreen.node.path)) to \(output); Ctrl-C ends it")
        }
      case .removed(let touchscreen): recorder.detached(touchscreen)
      case .interrupted(let touchscreen, .suspended): recorder.resumed(touchscreen)
      case .dismissed, .interrupted(_, .dropped), .noOutput, .unmonitored: break
      case .refused, .unusable, .denied: unused += [change.unused].compactMap { $0 }
      }
    }
    if session.isEmpty { throw NoTouchscreen(unused).failure }
    try session.run()
    if let failure = recorder.failure { throw failure }
  }
}
