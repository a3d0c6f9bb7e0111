import Dispatcher
import LinuxInput
import Logging

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

  /// When the recording's first event is.
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
