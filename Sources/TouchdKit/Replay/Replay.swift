import Dispatcher
import LinuxInput
import Logging

/// Feeds a recording through the pipeline, in virtual time.
final class Replay {
  /// A device of the recording that is a touchscreen.
  private struct Source {
    let panel: Panel
    let device: RecordedDevice
    let decisions: [String]
    let frames: [ArraySlice<RawEvent>]
    var state: RecordedState
    var next = 0
    /// Which change of the screen comes next.
    var nextChange = 0

    /// Time of its next frame; a frame's time is that of its last event.
    var nextTime: Timestamp? { next < frames.count ? frames[next].last?.time : nil }
  }

  private let pipeline: Pipeline
  private let trace: TraceWriter
  private let idle: IdleWatch
  /// Name of the layout for programs.
  private let layout: String
  /// The screen as programs report it; `nil` if none can.
  private let screen: ScreenWatch?
  /// Receives the lines about panels, beside the trace.
  private let onDevice: (TraceLine) -> Void
  private var sources: [Source]
  private var lastTime: Timestamp
  private var hasBegun = false

  /// - Parameters:
  ///   - devices: with what they are read as.
  ///   - path: the recording's file.
  ///   - idle: the idle times of the layout.
  ///   - layout: what programs call it.
  ///   - onDevice: called with each line about a panel, as programs get it.
  init(
    _ devices: [(RecordedDevice, PanelBuilder)], path: String, _ pipeline: Pipeline, _ trace: TraceWriter,
    idle: IdleWatch = IdleWatch(), layout: String = "", screen: ScreenWatch? = nil,
    onDevice: @escaping (TraceLine) -> Void = { _ in }
  ) {
    (self.pipeline, self.trace, self.idle, self.screen) = (pipeline, trace, idle, screen)
    (self.layout, self.onDevice) = (layout, onDevice)
    sources = devices.enumerated().map { index, source in
      let (device, builder) = source
      // Several panels of one file are named as the file's first, second and so on.
      let name = devices.count == 1 ? path : "\(path)#\(index + 1)"
      return Source(
        panel: builder.makePanel(path: name, node: device.node(path: name)), device: device,
        decisions: builder.decisions(device.node(path: name)), frames: device.events.frames,
        state: RecordedState(builder.touchProtocol))
    }
    let start = devices.compactMap { $0.0.events.first?.time }.min() ?? .zero
    lastTime = start
    trace.origin = start
  }

  /// The time of the recording's next frame; `nil` after the last.
  var nextTime: Timestamp? { sources.compactMap(\.nextTime).min() }

  /// Part of the recording that is delivered, 0 to 1.
  var progress: Double {
    let (done, all) = sources.reduce((0, 0)) { ($0.0 + $1.next, $0.1 + $1.frames.count) }
    return all == 0 ? 1 : Double(done) / Double(all)
  }

  /// Takes the panels in: the layout is in use from the first event on.
  func begin() {
    hasBegun = true
    pipeline.application.use(idle)
    idle.start(at: lastTime)
    for source in sources {
      if let screen {
        source.panel.assembler.screenCheck = { [unowned screen] in screen.isDark(hasLanding: $0, at: $1) }
      }
      pipeline.attach(source.panel, state: source.state.state)
      trace.write(line(of: source))
      onDevice(described(source))
    }
  }

  /// Delivers the next frame.
  func step() {
    guard let time = nextTime, let index = sources.firstIndex(where: { $0.nextTime == time }) else { return }
    let frame = sources[index].frames[sources[index].next]
    sources[index].next += 1
    lastTime = time
    followScreen(of: index, to: time)
    for event in frame { sources[index].state.apply(event) }
    let (panel, state) = (sources[index].panel, sources[index].state.state)
    frame.withUnsafeBufferPointer { events in
      // As much at once as a read of a device brings, so that the same frames are too long.
      for start in stride(from: 0, to: events.count, by: Touchscreen.eventsPerRead) {
        let read = events[start..<min(start + Touchscreen.eventsPerRead, events.count)]
        _ = pipeline.receive(UnsafeBufferPointer(rebasing: read), from: panel) { interruption in
          for change in interruption.changes { write(panel, change, at: time) }
          return state
        }
      }
    }
    pipeline.dispatch()
    screen?.reportNews(to: pipeline, at: time)
  }

  /// Takes in what the recording says of the screen until a time.
  private func followScreen(of index: Int, to time: Timestamp) {
    let changes = sources[index].device.screen
    while sources[index].nextChange < changes.count, changes[sources[index].nextChange].time <= time {
      screen?.take(changes[sources[index].nextChange])
      sources[index].nextChange += 1
    }
  }

  /// The time of the frame that comes next; after the last, that of the last.
  var now: Timestamp { nextTime ?? lastTime }

  /// The panels that are in use, as lines for programs.
  var deviceLines: [TraceLine] { hasBegun ? sources.map(described) : [] }

  /// Cancels what is down.
  func cancelAll(at time: Timestamp) {
    for source in sources { pipeline.cancelAll(on: source.panel, at: time) }
  }

  private func line(of source: Source) -> TraceLine {
    .device(
      name: source.panel.name, path: source.panel.path, change: "added", how: source.decisions, at: lastTime)
  }

  private func described(_ source: Source) -> TraceLine {
    let line = line(of: source)
    guard let description = source.device.description else { return line }
    return PanelHead(
      of: source.panel, description, source.device.properties, in: pipeline, layout: layout, at: lastTime
    ).described(line)
  }

  /// Cancels what is down at the time of the last frame, then lets what waits run out, but no idle time.
  func end() {
    for source in sources {
      pipeline.detach(source.panel, at: lastTime, isGone: false)
      write(source.panel, "removed", at: lastTime)
    }
    pipeline.finish()
    trace.write(summary)
  }

  /// Counts of everything that went through.
  var summary: TraceLine { .summary(pipeline.counters) }

  private func write(_ line: TraceLine) {
    trace.write(line)
    onDevice(line)
  }

  private func write(_ panel: Panel, _ change: String, at time: Timestamp) {
    write(.device(name: panel.name, path: panel.path, change: change, at: time))
  }
}

extension [RawEvent] {
  /// The events up to each SYN_REPORT; those after the last one are a frame that never came.
  fileprivate var frames: [ArraySlice<RawEvent>] {
    var frames: [ArraySlice<RawEvent>] = []
    var start = startIndex
    for (index, event) in enumerated() where event.isReport {
      frames.append(self[start...index])
      start = index + 1
    }
    return frames
  }
}

/// A recording on a layout, for what looks on: nothing is printed, and no program is started.
final class WatchedReplay {
  let pipeline: Pipeline
  private let replay: Replay
  /// Of the recording's first panel, for a layout that does not say how large the screen is.
  let pointsPerMillimetre: (x: Double, y: Double)?

  /// - Parameters:
  ///   - path: the recording's file.
  ///   - onDevice: called with each line about a panel.
  /// - Throws: a failure of the command: the recording has no touchscreen, or the layout no place on its screen.
  init(
    _ layout: Layout, _ recording: Recording, path: String, onDevice: @escaping (TraceLine) -> Void = { _ in }
  ) throws {
    let devices = try RecordingLoading.touchscreens(of: recording, path, for: layout.screen) { _, _ in }
    RecordingLoading.tellUdev(of: devices, path, for: layout.screen)
    let panel = RecordingLoading.panel(among: devices)
    pointsPerMillimetre = panel?.pointsPerMillimetre
    // What views and windows show and hide is a part of it, what plugins say is not.
    let silent = Logger(label: "touchd") { _ in SwiftLogNoOpLogHandler() }
    let plugins = layout.makePlugins(silent, launcher: nil)
    let application = try layout.placed { () throws(GeometryError) in
      try layout.makeApplication(
        plugins, pointsPerMillimetre: panel?.pointsPerMillimetre, page: panel?.makePage())
    }
    pipeline = Pipeline(application: application)
    replay = Replay(
      devices, path: path, pipeline, TraceWriter([]) { _, _ in }, idle: layout.makeIdleWatch(plugins),
      screen: ScreenWatch(layout.screen, layout.wake.compactMap { plugins[$0.value] }, sysfs: "") {},
      onDevice: onDevice)
  }

  /// Time of the recording's first event.
  var origin: Timestamp { replay.now }

  /// Feeds everything.
  ///
  /// - Parameter afterFrame: called after each frame, with its time.
  func run(_ progress: Progress, afterFrame: (Timestamp) -> Void = { _ in }) {
    defer { progress.finish() }
    replay.begin()
    while let time = replay.nextTime {
      replay.step()
      afterFrame(time)
      progress.update(replay.progress)
    }
    replay.end()
  }
}
