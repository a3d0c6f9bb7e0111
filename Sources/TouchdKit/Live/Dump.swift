import ArgumentParser
import Dispatcher
import LinuxInput
import Logging

/// `touchd --dump`: everything that the daemon would see, on standard output.
final class Dump {
  private let layouts: [Layout]
  private let trace: TraceWriter
  private let output = StandardOutput()
  private let choice: PanelChoice
  private let recording: String?
  private let socket: String
  private var frames: FrameRedaction?
  private var recorder: Recorder?

  /// - Parameters:
  ///   - devices: the only nodes to use; empty for all that a layout matches.
  ///   - socket: of another touchd, which may hold the panel of a page.
  init(
    _ layouts: [Layout], json: Bool, kinds: Set<LineKind>, devices: [String], recording: String?,
    socket: String
  ) {
    (self.layouts, self.recording, self.socket) = (layouts, recording, socket)
    choice = devices.isEmpty ? .all : .nodes(devices)
    trace = TraceWriter(kinds, json: json, output: output.line)
  }

  /// Runs until SIGTERM or SIGINT.
  func run() throws { try onDevices(serve) }

  private func serve() throws {
    let runLoop = try LiveSession.makeRunLoop()
    try output.protectLoop(runLoop)
    defer { output.finish() }
    let session = LiveSession(on: runLoop)
    if trace.shows(.frame) || recording != nil {
      let frames = FrameRedaction { [unowned self] panel, frame in
        trace.write(.frame(frame, of: panel))
        recorder?.record(frame, of: panel)
      }
      self.frames = frames
      recorder = recording.map {
        Recorder(path: $0, on: runLoop, frames: frames) { complain("\(Program.name): \($0)") }
      }
    }
    session.onPipeline = { [unowned self] pipeline in
      pipeline.application.observer = trace
      pipeline.application.tracesHitTests = trace.shows(.hit)
      frames?.watch(pipeline)
    }
    session.onDelivery = { [output] in output.flush() }
    let layouts = layouts.map { session.prepare($0, $0.makePlugins(.touchd(level: .debug), launcher: nil)) }
    try session.start(layouts, choice) { [unowned self] in report($0) }
    output.flush()
    if session.isEmpty { throw session.noTouchscreen }
    try session.run()
    // As a replay of the recording ends.
    for layout in session.layouts { layout.pipeline?.finish() }
    output.flush()
    if let recording { try recorder?.finish(saying: recording) }
  }

  private func report(_ change: Touchscreens.Change) {
    switch change {
    case .added(let touchscreen): recorder?.attached(touchscreen)
    case .removed(let touchscreen): recorder?.detached(touchscreen)
    case .interrupted(let touchscreen, .suspended): recorder?.resumed(touchscreen)
    case .left(let path, let name, .page):
      complain("\(Program.name): \(heldByOther(page: name ?? path, socket: socket))")
    case .missing(let source): complain("\(Program.name): \(source.missingWords)")
    case .unmonitored(let error):
      complain("\(Program.name): panels that are plugged in are not noticed at once: \(error)")
    case .interrupted, .left, .dismissed, .overflown: break
    }
    change.lines(at: MonotonicClock.now).forEach(trace.write)
  }
}

extension LiveSession {
  /// There is nothing to read touches from: what was looked for, and what was found instead.
  var noTouchscreen: ExitCode {
    let unused = (touchscreens?.table.inOrder ?? []).compactMap { device in
      device.notUsed.map { notUsed in
        if case .denied(let error) = notUsed { return "\(error)" }
        return "\(device.node.path)\(device.name.map { " \"\($0)\"" } ?? ""): \(notUsed.reason)"
      }
    }
    var lines = ["no touchscreen: looked for one among /dev/input/event*, and found"]
    if unused.isEmpty { lines[0] += " no input device at all" }
    // A machine has a few dozen; a list of hundreds is of no use.
    lines += unused.prefix(40).map { "  \($0)" }
    if unused.isEmpty { lines.append("plug one in") } else { lines.append("`touchd devices` tells more") }
    return failure(lines.joined(separator: "\n"), .refused)
  }
}
