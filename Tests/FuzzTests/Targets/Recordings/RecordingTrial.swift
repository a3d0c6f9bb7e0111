import Dispatcher
import LinuxInput
import TestSupport

@testable import TouchdKit

/// Replays a recording over a layout that takes whatever can be touched.
enum RecordingTrial {
  private static let layout: Layout? = {
    let text = """
      version: 1
      screen: { size: [1024, 768], touchscreen: { force: touchscreen } }
      responders: { audit: { plugin: log, level: debug } }
      views:
        - id: page
          multiple_touch: true
          on_touch: { to: audit, forward: true }
          children:
            - id: corner
              frame: { top: 0, right: 0, width: 50%, height: 50% }
              gestures: [{ tap: { count: 2 }, to: [audit] }, { tap: , to: [audit], delays_began: true }]
            - id: button
              frame: [0, 0, 40%, 100%]
              sensitive: true
              gestures: [{ long_press: { minimum: 200ms }, to: [audit] }]
      """
    return LayoutReader().read(Array(text.utf8), file: "fuzz").layout
  }()

  /// Events for a device that has none of its own.
  static let anyEvents: [RawEvent] = [
    RawEvent(type: EventType.abs, code: EventCode.absMTTrackingID, value: 1),
    RawEvent(type: EventType.abs, code: EventCode.absMTPositionX, value: 100),
    RawEvent(type: EventType.key, code: EventCode.btnTouch, value: 1),
    RawEvent(type: EventType.syn, code: EventCode.synReport, value: 0),
  ]

  /// A touchscreen beside those of the recording: without one there is no replay, and the others' refusals
  /// are no lines of a trace.
  private static let companion: RecordedDevice = {
    var device = DeviceDescription(name: "companion")
    device.axes = [
      EventCode.absX: AxisRange(minimum: 0, maximum: 99), EventCode.absY: AxisRange(minimum: 0, maximum: 99),
    ]
    device.codes[EventType.key] = [EventCode.btnTouch]
    return RecordedDevice(description: device, events: anyEvents)
  }()

  /// What is wrong after the last frame; `nil` if nothing.
  static func violation(_ recording: Recording) -> String? {
    var recording = recording
    recording.devices.append(companion)
    return Lifetime.violation { lifetime in
      do {
        return try violation(recording, lifetime) ?? violation(ofPlot: recording)
      } catch {
        return "the replay did not begin: \(error)"
      }
    }
  }

  /// Its plot is whole, and bounded.
  private static func violation(ofPlot recording: Recording) throws -> String? {
    var recording = recording
    // What udev said is reported on standard error, each time.
    for index in recording.devices.indices { recording.devices[index].properties = [:] }
    let plot = try RecordingPlot(of: recording, path: "fuzz", on: layout, Progress("plot", isShown: false))
    let text = plot.text
    let isWhole = text.utf8.count <= RecordingPlot.mostBytes && text.hasSuffix("</svg>\n")
    return isWhole ? nil : "a plot of \(text.utf8.count) bytes"
  }

  private static func violation(_ recording: Recording, _ lifetime: Lifetime) throws -> String? {
    guard let layout else { return "the layout of this test has errors" }
    let watchers = Watchers(json: recording.devices[0].events.count % 2 == 0)
    let devices = try RecordingLoading.touchscreens(of: recording, "fuzz", for: layout.screen) {
      let line = TraceLine.device(name: $0, path: "fuzz", change: "refused", reason: $1, at: .zero)
      watchers.trace.write(line)
    }
    let plugins = layout.makePlugins(Silence.logger, launcher: nil)
    let stage = try Replay.Stage(layout, plugins, devices, observer: nil)
    let application = stage.pipeline.application
    lifetime.application = application
    application.observer = watchers
    application.tracesHitTests = true
    FrameRedaction { watchers.trace.write(.frame($1, of: $0)) }.watch(stage.pipeline)
    let replay = Replay(devices, path: "fuzz", stage, watchers.trace)
    replay.begin()
    while replay.nextTime != nil { replay.step() }
    replay.end()
    let counters = stage.pipeline.counters
    if counters.touches != counters.ended + counters.cancelled { return "the pipeline counted \(counters)" }
    return watchers.violation
  }
}
