import ArgumentParser
import Dispatcher
internal import Glibc
import LinuxInput
import Logging

/// A recording, a layout and a trace of what comes of them: `replay` and `demo`.
struct ReplaySession {
  private let layout: Layout
  private let trace: TraceWriter
  private let output = StandardOutput()
  /// Times as fast as recorded; `nil` for as fast as possible.
  private let speed: Double?
  private let runsActions: Bool
  /// Socket at which programs listen to it, and how many must have subscribed before the first frame; `nil` for none.
  private let events: (path: String, clients: Int)?

  init(
    _ layout: Layout, json: Bool, kinds: Set<LineKind>, speed: Double? = nil, runsActions: Bool = false,
    events: (path: String, clients: Int)? = nil
  ) {
    (self.layout, self.speed, self.runsActions, self.events) = (layout, speed, runsActions, events)
    trace = TraceWriter(kinds, json: json, output: output.line)
  }

  func run(_ recording: Recording, path: String) throws {
    var refused: [TraceLine] = []
    let devices = try RecordingLoading.touchscreens(of: recording, path, for: layout.screen) { name, reason in
      refused.append(.device(name: name, path: path, change: "refused", reason: reason, at: .zero))
    }
    RecordingLoading.tellUdev(of: devices, path, for: layout.screen)
    if events != nil, !recording.reloads.isEmpty {
      throw failure("\(path): `reload` does not go with --events", .badInput)
    }
    let runLoop = try RunLoop()
    let launcher = Launcher(runLoop: runLoop, isLive: false)
    let claims = Claims()
    let reloaded = try recording.reloads.map { try LayoutLoading.layout($0) }
    let made = runsActions ? try makeDevices(for: [layout] + reloaded, on: runLoop) : nil
    func makeStage(_ layout: Layout) throws -> Replay.Stage {
      let plugins = layout.makePlugins(
        .touchd(level: .debug), launcher: runsActions ? launcher : nil, keyboard: made?.keyboard,
        mouse: made?.mouse, units: runsActions ? UnitRequests(launcher) : nil, claims: claims)
      let stage = try Replay.Stage(layout, plugins, devices, observer: trace)
      stage.pipeline.logFaults(to: .touchd)
      return stage
    }
    let stage = try makeStage(layout)
    let reloads = try reloaded.map(makeStage)
    let replay = Replay(devices, path: path, stage, trace, reloads: reloads)
    let server = try events.map { path, clients in
      try ReplayEvents(at: path, for: clients, of: replay, claims, isVirtual: speed == nil, on: runLoop)
    }
    for stage in [stage] + reloads where trace.shows(.frame) || server != nil {
      FrameRedaction { panel, frame in
        let line = TraceLine.frame(frame, of: panel)
        trace.write(line)
        server?.report(line)
      }.watch(stage.pipeline)
    }
    launcher.origin = trace.origin
    try server?.waitForClients()
    refused.forEach(trace.write)
    replay.begin()
    try play(replay, on: runLoop, launcher, server)
    replay.end()
    output.flush()
    try server?.finish()
    while launcher.count > 0 { try runLoop.runOnce() }
  }

  /// The keyboard and the mouse for what layouts press, if they press anything.
  private func makeDevices(
    for layouts: [Layout], on runLoop: RunLoop
  ) throws -> (keyboard: OwnDevice, mouse: OwnDevice) {
    let keyboard = OwnDevice("touchd keys", .touchd)
    let mouse = OwnDevice("the pointer", .touchd, loss: "nothing can be clicked")
    let (keys, pointer) = (Set(layouts.flatMap(\.keys)), layouts.compactMap(\.pointer).first)
    keyboard.use(keys)
    mouse.use(pointer)
    // Programs miss what is done before udev has told them, and they have opened it. (O)
    let ready = MonotonicClock.now + .milliseconds(500)
    let isNeeded = pointer != nil || !keys.isEmpty
    while isNeeded, MonotonicClock.now < ready { try runLoop.runOnce(timeout: ready - MonotonicClock.now) }
    return (keyboard, mouse)
  }

  private func play(
    _ replay: Replay, on runLoop: RunLoop, _ launcher: Launcher, _ server: ReplayEvents?
  ) throws {
    let (start, origin) = (MonotonicClock.now, trace.origin)
    // Where the lines themselves are read, they say how far it is.
    let progress = Progress("replay", isShown: Progress.isOnTerminal && isatty(STDOUT_FILENO) == 0)
    defer { progress.finish() }
    if let speed { replay.moment = { origin + .seconds((MonotonicClock.now - start).seconds * speed) } }
    while let time = replay.nextTime {
      if let speed {
        try wait(for: time, replay, on: runLoop, server) { start + .seconds(($0 - origin).seconds / speed) }
      }
      replay.step()
      progress.update(replay.progress)
      try server?.serve()
      // Programs end before it goes on, each within its timeout.
      while launcher.count > 0 { try runLoop.runOnce() }
    }
  }

  /// Waits until a moment of the recording has come, and fires what is due before it when it is due.
  private func wait(
    for time: Timestamp, _ replay: Replay, on runLoop: RunLoop, _ server: ReplayEvents?,
    due: (Timestamp) -> Timestamp
  ) throws {
    while true {
      let pipeline = replay.pipeline
      let deadline = pipeline.nextDelivery.map { min($0, time) } ?? time
      output.flush()
      while MonotonicClock.now < due(deadline) {
        try runLoop.runOnce(timeout: due(deadline) - MonotonicClock.now)
        server?.flush()
      }
      guard deadline < time else { return }
      pipeline.advance(to: deadline)
      try server?.serve()
    }
  }
}

extension Recording {
  /// The files of the layouts that come into use meanwhile.
  var reloads: [String] {
    devices.flatMap(\.marks).compactMap { mark in
      if case .reload(let file) = mark.kind { file } else { nil }
    }
  }
}

/// The events socket of a replay: the same as a daemon's, for a recording.
///
/// In virtual time, a replay waits until its clients have read what there is, so that none loses a line. What a client
/// asks for happens between two frames, at the time of the later one, and stands in the trace.
final class ReplayEvents {
  private let runLoop: RunLoop
  private let isVirtual: Bool
  private let path: String
  private let wanted: Int
  private let replay: Replay
  private let server: EventsServer
  private let reader: RunLoop.Watch?

  /// - Parameters:
  ///   - wanted: the clients that must have subscribed before the first frame.
  ///   - isVirtual: whether the replay waits for its clients.
  /// - Throws: a failure of the command if no socket can be made there.
  init(
    at path: String, for wanted: Int, of replay: Replay, _ claims: Claims, isVirtual: Bool,
    on runLoop: RunLoop
  ) throws {
    (self.path, self.wanted, self.replay) = (path, wanted, replay)
    (self.runLoop, self.isVirtual) = (runLoop, isVirtual)
    let place = SocketDoor.Place(
      path: path, name: "events socket", loss: "no program can listen to this replay")
    server = try EventsServer(
      at: [place], serving: replay, claims, on: runLoop, .touchd(level: .warning), keepsAll: isVirtual)
    guard server.isListening else { throw ExitCode.refused }
    // What has started it may be killed while it waits for a program.
    reader = StandardOutput.watchReader(on: runLoop) { [server] in
      server.close()
      StandardDescriptors.endByBrokenPipe()
      Program.end(ExitCode.refused.rawValue)
    }
    server.useLayouts()
    replay.onDevice = { [server] in server.report(device: $0) }
  }

  /// Waits until as many clients have subscribed as are wanted, and says so: a program that only answers for a
  /// responder would wait for ever, as this does.
  func waitForClients() throws(SystemError) {
    let programs = wanted == 1 ? "a program has" : "\(wanted) programs have"
    complain(
      "\(Program.name): begins when \(programs) subscribed at \(path); `respond` alone does not begin it")
    while server.subscriberCount < wanted { try runLoop.runOnce() }
  }

  func flush() { server.flush() }

  /// Sends what was reported, and takes in what clients ask for. In virtual time, waits for slow ones.
  func serve() throws(SystemError) {
    flush()
    for _ in 0..<Self.turnsPerFrame {
      let waits = isVirtual && server.isSending
      guard try runLoop.runOnce(timeout: waits ? nil : Interval(microseconds: 0)) || waits else { return }
    }
    while isVirtual, server.isSending { try runLoop.runOnce() }
  }

  /// The turns of the loop between two frames that may be a request's, beside those in which a replay waits: more than
  /// 64 clients may take at once. (O)
  private static let turnsPerFrame = 10_000

  func report(_ frame: TraceLine) { server.report(frame, of: replay.layout) }

  /// Sends the last line, and waits until everything is sent.
  func finish() throws(SystemError) {
    server.end(with: .summary(replay.counters))
    while server.isSending { try runLoop.runOnce() }
    server.close()
  }
}
