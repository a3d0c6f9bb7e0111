import Dispatcher
import LinuxInput
import Logging

/// Feeds a recording through the pipeline, in virtual time.
final class Replay: EventsHost {
  /// A device of the recording that is a touchscreen.
  private struct Source {
    var panel: Panel
    let device: RecordedDevice
    let decisions: [String]
    let frames: [ArraySlice<RawEvent>]
    var state: RecordedState
    var next = 0
    /// Which change of the screen, and which mark, come next.
    var nextChange = 0
    var nextMark = 0
    var isUnplugged = false

    /// Time of its next frame; a frame's time is that of its last event.
    var nextFrame: Timestamp? { next < frames.count ? frames[next].last?.time : nil }
    var mark: RecordedMark? { nextMark < device.marks.count ? device.marks[nextMark] : nil }
    var nextTime: Timestamp? { earlier(nextFrame, mark?.time) }
  }

  /// A layout at work on the panels of the recording, each as it has them read.
  struct Stage {
    let layout: LiveLayout
    let pipeline: Pipeline
    fileprivate let builders: [PanelBuilder]

    /// - Throws: a failure of the command: the layout has no place on the screen, or a filter none on the panel.
    init(
      _ layout: Layout, _ plugins: PluginSet, _ devices: [(RecordedDevice, PanelBuilder)],
      observer: TraceWriter?
    ) throws {
      builders = try devices.map { device, builder in
        guard let description = device.description, device.isText else { return builder }
        return try PanelBuilder(description, for: layout.screen.inPoints)
      }
      let panel = RecordingLoading.panel(among: devices)
      let live = LiveLayout(layout, plugins, on: panel, sysfs: "") { application in
        application.observer = observer
        application.tracesHitTests = observer?.shows(.hit) == true
        return Pipeline(application: application)
      }
      pipeline = try layout.placed { () throws(GeometryError) in try live.makeReady(for: panel) }
      self.layout = live
    }
  }

  private(set) var pipeline: Pipeline
  let trace: TraceWriter?
  /// The layout in use; its screen is as programs and the recording report it.
  private(set) var layout: LiveLayout
  /// The layouts that are still to come into use; the one that waits for fingers to lift, and how long at most.
  private var stages: ArraySlice<Stage>
  private var pending: (stage: Stage, limit: Timestamp)?
  private var retired = Pipeline.Counters()
  /// Receives the lines about panels, as programs get them, beside the trace.
  var onDevice: (TraceLine) -> Void = { _ in }
  private var sources: [Source]
  /// Time of the first event; zero for fingers as text.
  let origin: Timestamp
  private var lastTime: Timestamp
  private var hasBegun = false

  /// - Parameters:
  ///   - devices: with what they are read as.
  ///   - path: the recording's file.
  ///   - stage: the layout at the start.
  ///   - reloads: a layout for each mark of the recording that asks for one.
  init(
    _ devices: [(RecordedDevice, PanelBuilder)], path: String, _ stage: Stage, _ trace: TraceWriter?,
    reloads: [Stage] = []
  ) {
    (layout, pipeline, self.trace) = (stage.layout, stage.pipeline, trace)
    stages = reloads[...]
    sources = devices.enumerated().map { index, source in
      let (device, builder) = source
      // Several panels of one file are named as the file's first, second and so on.
      let name = devices.count == 1 ? path : "\(path)#\(index + 1)"
      return Source(
        panel: builder.makePanel(path: name, node: device.node(path: name)), device: device,
        decisions: builder.decisions(device.node(path: name)), frames: device.events.frames,
        state: RecordedState(builder.touchProtocol))
    }
    let start = devices.compactMap { $0.0.isText ? .zero : $0.0.events.first?.time }.min() ?? .zero
    (origin, lastTime) = (start, start)
    trace?.origin = start
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
    layout.start(after: nil, at: lastTime)
    sources.forEach(attach)
  }

  private func attach(_ source: Source) {
    source.panel.assembler.screenCheck = { [screen = layout.screen] in screen.isDark(hasLanding: $0, at: $1) }
    pipeline.attach(source.panel, state: source.state.state)
    trace?.write(line(of: source))
    onDevice(described(source))
  }

  /// Delivers the next frame, or does what a mark says; the mark first, where both have one time.
  func step() {
    guard let time = nextTime, let index = sources.firstIndex(where: { $0.nextTime == time }) else { return }
    reload(before: time)
    if sources[index].mark?.time == time { return takeMark(of: index, at: time) }
    let frame = sources[index].frames[sources[index].next]
    sources[index].next += 1
    lastTime = time
    followScreen(of: index, to: time)
    for event in frame { sources[index].state.apply(event) }
    if sources[index].isUnplugged { return }
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
    layout.reportScreen(at: time)
  }

  private func takeMark(of index: Int, at time: Timestamp) {
    guard let mark = sources[index].mark else { return }
    sources[index].nextMark += 1
    lastTime = time
    pipeline.advance(to: time)
    switch mark.kind {
    case .recorded(let isDark): layout.screen.take(RecordedScreen(time: time, isDark: isDark))
    case .said(let isDark): layout.screen.say(isDark: isDark, at: time)
    case .headset(let isIn): pipeline.application.explore?.useHeadset(isIn, at: time)
    case .unplugged where !sources[index].isUnplugged:
      sources[index].isUnplugged = true
      pipeline.detach(sources[index].panel, at: time)
      write(sources[index].panel, "removed", at: time)
    case .plugged where sources[index].isUnplugged:
      sources[index].isUnplugged = false
      attach(sources[index])
    case .reload:
      guard let stage = stages.popFirst() else { break }
      layout.plugins.pointer?.stopMomentum(at: time)
      pending = (stage, pending?.limit ?? time + LayoutReloading.patience)
      if pipeline.isIdle { use(stage, at: time) }
    case .unplugged, .plugged, .end: break
    }
    layout.reportScreen(at: time)
  }

  /// Puts a layout to use that waits, once the fingers have lifted and taps are decided, or its patience ends.
  private func reload(before time: Timestamp) {
    while let pending {
      let due = min(pipeline.nextDelivery ?? pending.limit, pending.limit)
      if !pipeline.isIdle {
        guard due < time else { return }
        pipeline.advance(to: due)
        lastTime = max(lastTime, due)
      }
      if pipeline.isIdle || due == pending.limit { use(pending.stage, at: lastTime) }
    }
  }

  private func use(_ stage: Stage, at time: Timestamp) {
    pending = nil
    for source in sources where !source.isUnplugged { pipeline.detach(source.panel, at: time, isGone: false) }
    if stage.layout.layout.explore == nil { layout.plugins.tree.explore?.mode.set(false, at: time) }
    pipeline.finish()
    retired = retired + pipeline.counters
    stage.layout.start(after: layout, at: time)
    stage.pipeline.application.sensitivity.takeOver(pipeline.application.sensitivity)
    (layout, pipeline) = (stage.layout, stage.pipeline)
    for (index, builder) in zip(sources.indices, stage.builders) {
      let path = sources[index].panel.path
      sources[index].panel = builder.makePanel(path: path, node: sources[index].device.node(path: path))
      if !sources[index].isUnplugged { attach(sources[index]) }
    }
  }

  /// Takes in what the recording says of the screen until a time.
  private func followScreen(of index: Int, to time: Timestamp) {
    let changes = sources[index].device.screen
    while sources[index].nextChange < changes.count, changes[sources[index].nextChange].time <= time {
      layout.screen.take(changes[sources[index].nextChange])
      sources[index].nextChange += 1
    }
  }

  /// The moment of a replay that takes as long as the recording did; `nil` for one that does not.
  var moment: (() -> Timestamp)?

  /// The time of the frame that comes next; after the last, that of the last. Of a replay that waits for it, the moment
  /// of now, but not after what is due.
  var now: Timestamp {
    let next = nextTime ?? lastTime
    guard let moment else { return next }
    return max(lastTime, min(moment(), pipeline.nextDelivery ?? next, next))
  }

  /// The panels that are in use, as lines for programs.
  var deviceLines: [TraceLine] { hasBegun ? sources.filter { !$0.isUnplugged }.map(described) : [] }

  var layouts: [LiveLayout] { [layout] }

  func cancelAll(of layout: LiveLayout, at time: Timestamp) {
    for source in sources { pipeline.cancelAll(on: source.panel, at: time) }
  }

  private func line(of source: Source) -> TraceLine {
    .device(
      name: source.panel.name, path: source.panel.path, change: "added", how: source.decisions, at: lastTime)
  }

  private func described(_ source: Source) -> TraceLine {
    let line = line(of: source)
    guard let description = source.device.description else { return line }
    return line.withHead(
      of: source.panel, description, source.device.properties, in: pipeline, layout: layout.layout.title)
  }

  /// Cancels what is down at the time of the last frame, then lets what waits run out, but no idle time.
  func end() {
    if let pending { use(pending.stage, at: lastTime) }
    for source in sources where !source.isUnplugged {
      pipeline.detach(source.panel, at: lastTime, isGone: false)
      write(source.panel, "removed", at: lastTime)
    }
    pipeline.finish()
    trace?.write(.summary(counters))
  }

  var counters: Pipeline.Counters { retired + pipeline.counters }

  func clientActed() {}

  private func write(_ line: TraceLine) {
    trace?.write(line)
    onDevice(line)
  }

  private func write(_ panel: Panel, _ change: String, at time: Timestamp) {
    write(.device(name: panel.name, path: panel.path, change: change, at: time))
  }
}

extension [RawEvent] {
  /// The events up to each SYN_REPORT; those after the last one are a frame that never came.
  var frames: [ArraySlice<RawEvent>] {
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

  /// - Parameter path: the recording's file.
  /// - Throws: a failure of the command: the recording has no touchscreen, or the layout no place on its screen.
  init(_ layout: Layout, _ recording: Recording, path: String) throws {
    guard recording.reloads.isEmpty
    else { throw failure("\(path): `reload` is for `touchd replay` and `touchd test`", .badInput) }
    let devices = try RecordingLoading.touchscreens(of: recording, path, for: layout.screen) { _, _ in }
    RecordingLoading.tellUdev(of: devices, path, for: layout.screen)
    let panel = RecordingLoading.panel(among: devices)
    pointsPerMillimetre = panel?.pointsPerMillimetre
    // What views and windows show and hide is a part of it, what plugins say is not.
    let silent = Logger(label: "touchd") { _ in SwiftLogNoOpLogHandler() }
    let stage = try Replay.Stage(layout, layout.makePlugins(silent, launcher: nil), devices, observer: nil)
    pipeline = stage.pipeline
    replay = Replay(devices, path: path, stage, nil)
  }

  /// Time of the recording's first event; zero for fingers as text.
  var origin: Timestamp { replay.origin }

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
