import ArgumentParser
import Dispatcher
import LinuxInput
import Logging

/// The events socket of a replay: the same as a daemon's, for a recording.
///
/// In virtual time, a replay waits until its clients have read what there is, so that none loses a line. What a client
/// asks for happens between two frames, at the time of the later one, and stands in the trace.
final class ReplayEvents {
  /// What the command line says of it.
  struct Options {
    let path: String
    /// How many clients must have subscribed before the first frame.
    let clients: Int
  }

  private let runLoop: RunLoop
  private let isVirtual: Bool
  private let path: String
  private let wanted: Int
  private let host: Host
  private let server: EventsServer
  private let reader: RunLoop.Watch?

  /// - Parameters:
  ///   - isVirtual: whether the replay waits for its clients.
  ///   - trace: gets all lines as well.
  /// - Throws: a failure of the command if no socket can be made there.
  init(
    _ options: Options, _ layout: ReplayedLayout, _ claims: Claims, _ trace: TraceWriter, isVirtual: Bool,
    on runLoop: RunLoop
  ) throws {
    (self.runLoop, self.isVirtual) = (runLoop, isVirtual)
    (path, wanted) = (options.path, options.clients)
    host = Host(layout, trace)
    let place = SocketDoor.Place(
      path: options.path, name: "events socket", loss: "no program can listen to this replay")
    server = try EventsServer(
      at: place, serving: host, claims, on: runLoop, .touchd(level: .warning), keepsAll: isVirtual)
    guard server.isListening else { throw ExitCode.refused }
    // What has started it may be killed while it waits for a program.
    reader = StandardOutput.watchReader(on: runLoop) { [server] in
      server.close()
      StandardDescriptors.endByBrokenPipe()
      Program.end(ExitCode.refused.rawValue)
    }
    server.useLayouts()
  }

  /// Waits until as many clients have subscribed as are wanted, and says so: a program that only answers for a
  /// responder would wait for ever, as this does.
  func waitForClients(for replay: Replay) throws(SystemError) {
    host.replay = replay
    let programs = wanted == 1 ? "a program has" : "\(wanted) programs have"
    complain(
      "\(Program.name): begins when \(programs) subscribed at \(path); `respond` alone does not begin it")
    while server.subscriberCount < wanted { try runLoop.runOnce() }
  }

  /// Sends what was reported, and takes in what clients ask for. In virtual time, waits for slow ones.
  func serve() throws(SystemError) {
    server.flush()
    for _ in 0..<Self.turnsPerFrame {
      let waits = isVirtual && server.isSending
      guard try runLoop.runOnce(timeout: waits ? nil : Interval(microseconds: 0)) || waits else { return }
    }
    while isVirtual, server.isSending { try runLoop.runOnce() }
  }

  /// The turns of the loop between two frames that may be a request's, beside those in which a replay waits: more than
  /// 64 clients may take at once. (O)
  private static let turnsPerFrame = 10_000

  /// Reports a raw frame.
  func report(_ frame: TraceLine) { server.report(frame: frame, of: host.layout) }

  /// Reports what has become of a panel.
  func report(device line: TraceLine) { server.report(device: line) }

  /// Sends the last line, and waits until everything is sent.
  func finish(_ summary: TraceLine) throws(SystemError) {
    server.end(with: summary)
    while server.isSending { try runLoop.runOnce() }
    server.close()
  }

  private final class Host: EventsHost {
    let layout: ReplayedLayout
    let trace: TraceWriter?
    weak var replay: Replay?

    init(_ layout: ReplayedLayout, _ trace: TraceWriter) { (self.layout, self.trace) = (layout, trace) }

    var eventLayouts: [any EventsLayout] { [layout] }
    var deviceLines: [TraceLine] { replay?.deviceLines ?? [] }
    var counters: Pipeline.Counters { layout.pipeline?.counters ?? Pipeline.Counters() }
    var origin: Timestamp { trace?.origin ?? .zero }
    var now: Timestamp { replay?.now ?? origin }

    func cancelAll(of layout: any EventsLayout, at time: Timestamp) { replay?.cancelAll(at: time) }
    func clientActed() {}
  }
}

/// The layout of a replay, as clients of its events socket see it.
final class ReplayedLayout: EventsLayout {
  let layout: Layout
  let pipeline: Pipeline?
  let screen: ScreenWatch
  let plugins: PluginSet

  /// - Parameter screen: knows only what programs say; the machine's own screens are another matter.
  init(_ layout: Layout, _ plugins: PluginSet, _ pipeline: Pipeline, _ screen: ScreenWatch) {
    (self.layout, self.plugins, self.pipeline, self.screen) = (layout, plugins, pipeline, screen)
  }
}
