import Dispatcher
import LinuxInput

extension RecordingPlot {
  /// Of the screen without a layout: nothing depends on it.
  private static let anySize = Size(width: 1000, height: 1000)

  /// Replays a recording for its plot.
  ///
  /// - Parameters:
  ///   - path: the recording's file.
  ///   - layout: what the touches meet; `nil` for the panel alone.
  /// - Throws: a failure of the command, as ``WatchedReplay`` has it.
  init(of recording: Recording, path: String, on layout: Layout?, _ progress: Progress) throws {
    let ends = recording.devices.flatMap { [$0.events.first, $0.events.last].compactMap { $0?.time } }
    let time = TimeScale(from: ends.min() ?? .zero, to: ends.max() ?? .zero)
    let lanes = RecordingLanes(time, recording.devices.map(\.description))
    let replay = try WatchedReplay(layout ?? .empty(Self.anySize), recording, path: path)
    let pipeline = replay.pipeline
    pipeline.application.observer = lanes
    FrameRedaction { [unowned lanes] panel, frame in lanes.take(frame, of: panel) }.watch(pipeline)
    replay.run(progress) { now in lanes.note(deadline: pipeline.nextDeadline, at: now) }
    self.init(
      lanes: lanes, title: path.fileName, events: recording.devices.map(\.events.count).reduce(0, +),
      hasLayout: layout != nil)
  }
}
