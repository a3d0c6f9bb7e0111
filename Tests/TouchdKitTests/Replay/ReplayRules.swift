import LinuxInput
import Logging
import TestTables
import YAML

@testable import TouchdKit

/// A replay at the end of a recording, and of a pen in it.
@Suite("Replays") struct ReplayRules {
  struct Row: TableRow {
    var what = ""
    /// What the view `a` has.
    var view =
      "gestures: [{ tap: {}, name: single, requires_failure_of: double }, "
      + "{ tap: { count: 2 }, name: double }]"
    /// Keys of the layout's screen.
    var screen = ""
    let fingers: String
    /// The times are in seconds.
    let lines: String
  }

  static let ends: Table<Row> = [
    "a tap that waits for another one gets its time": Row(
      fingers: "dn(10,10)@0 up@0.1",
      lines: "0 began a, 0.45 failed double, 0.45 ended single, 0.45 cancelled a"),
    "calls that are held come when their recognizer has failed, and not before": Row(
      view: "gestures: [{ tap: { count: 2 }, name: double, delays_began: true }]",
      fingers: "dn(10,10)@0 up@0.1", lines: "0.45 failed double, 0.45 began a, 0.45 ended a"),
    "what is down is cancelled, and nothing comes of it": Row(
      view: "gestures: [{ long_press: {}, name: press }]", fingers: "dn(10,10)@0 mv(11,10)@0.1",
      lines: "0 began a, 0.1 moved a, 0.1 failed press, 0.1 cancelled a"),
    "another finger that is down takes nothing from what waits": Row(
      fingers: "dn(10,10)@0 up@0.1 dn#2(300,300)@0.2",
      lines: "0 began a, 0.2 began window, 0.2 cancelled window, 0.45 failed double, 0.45 ended single, "
        + "0.45 cancelled a"),
    "a contact that a filter still holds does not begin": Row(
      screen: "touchscreen: { filters: [{ hold_duration: 0.2s }] }", fingers: "dn(10,10)@0 mv(11,10)@0.1",
      lines: ""),
    "a finger that was withdrawn from the page rests, and lifts": Row(
      view: "gestures: [{ pan: {} }]", screen: "delivery: filter", fingers: "dn(10,10)@0 mv(40,10)@0.1",
      lines: "0 began a, 0 screen began, 0.1 began a.pan, 0.1 cancelled a, 0.1 screen moved, "
        + "0.1 cancelled a.pan, 0.2 screen cancelled"),
  ]

  @Test("Its end: what is down is cancelled, and what waits gets its time", arguments: ends)
  func end(_ row: Row) throws {
    let layout = try layout(
      """
      version: 1
      screen: { size: [4096, 4096]\(row.screen.isEmpty ? "" : ", " + row.screen) }
      views: [{ id: a, frame: [0, 0, 100, 100], \(row.view) }]
      """)
    let recording = try Recording(parsing: Array(evemu(of: row.fingers).utf8), file: "row.evemu")
    #expect(try play(recording, layout).joined(separator: ", ") == row.lines)
  }

  @Test("A pen beside the panel, also before it in the file, is not what the page is made for")
  func penFirst() throws {
    let layout = try layout("version: 1\nscreen: { size: [400, 400], delivery: filter }\nviews: [{ id: a }]")
    let pen = try Recording(
      contentsOf: SourceFile.packageRoot + "/Tests/TouchdKitTests/Fixtures/recordings/pen.evemu")
    let fingers = try Recording(
      parsing: Array(evemu(of: "dn#1(10,10)@9 dn#2(20,20)@9 dn#3(30,30)@9").utf8), file: "row.evemu")
    let lines = try play(Recording(devices: pen.devices + fingers.devices), layout)
    #expect(lines.filter { $0.hasSuffix("screen began") }.count == 3)
  }

  @Test("Of layouts that are asked for while a finger is down, the last one comes into use")
  func reloads() throws {
    let acts = "hold 10,10 for 2s and after 1s: reload b and after 1.5s: reload c; tap 10,10"
    #expect(try play(acts, reloads: ["b", "c"]).layout.name == "c")
  }

  @Test("A layout that waits for a tap comes into use when that is decided, and not before")
  func decidedReload() throws {
    let replay = try play("tap 10,10; reload b; wait 1s; tap 10,10", reloads: ["b"])
    #expect(replay.layout.since == Timestamp(microseconds: 450_000))
  }

  @Test("A screen that the recording has dark is dark for the layout that comes into use, too")
  func darkReload() throws { #expect(try play("dark@0; reload b; tap 10,10", reloads: ["b"]).layout.isDark) }

  @Test("Frames of a finger that landed on a sensitive view stay out, though the next layout has none")
  func secretReload() throws {
    let replay = try play("tap 10,10; reload b; tap 10,10", reloads: ["b"], first: "sensitive: true,")
    #expect(replay.layout.name == "b" && replay.pipeline.application.sensitivity.isAtStake)
  }

  @Test("A reload ends the mouse's momentum, and explore by touch where the next layout has none")
  func endsAtReload() throws {
    let text = """
      version: 1
      screen: { size: [1920, 1080], delivery: filter }
      responders: { wheel: { plugin: pointer, scroll: natural } }
      views: [{ id: a, gestures: [{ pan: {}, to: wheel }] }]
      """
    let next = try layout("version: 1\nscreen: { size: [1920, 1080] }\nviews: []")
    let recording = try recording(of: "swipe right 100,100; reload b; wait 5s", on: nil)
    let scrolled = try ReplayedLines(recording, layout(text), [], reloads: [next])
    scrolled.run()
    #expect(scrolled.replay.layout.since < Timestamp(seconds: 1))
    let exploring = try layout(text + "\nexplore: {}")
    let plugins = exploring.makePlugins(Words().logger, launcher: nil)
    let explored = try ReplayedLines(recording, exploring, [], plugins: plugins, reloads: [next])
    let mode = try #require(plugins.tree.explore).mode
    mode.set(true, at: .zero)
    explored.run()
    #expect(!mode.isOn)
  }

  @Test("A program that comes while the panel is unplugged is not sent it")
  func unplugged() throws { #expect(try play("tap 10,10; unplug").deviceLines.isEmpty) }

  private func play(_ acts: String, reloads: [String] = [], first: String = "") throws -> Replay {
    let layouts = try (["a"] + reloads).map { file in
      var made = try layout(
        """
        version: 1
        screen: { size: [1920, 1080] }
        views: [{ id: a, \(file == "a" ? first : "") gestures: [{ tap: { count: 2 } }] }]
        """)
      made.file = file
      return made
    }
    let session = try ReplayedLines(
      recording(of: acts, on: nil), layouts[0], [], reloads: Array(layouts[1...]))
    session.run()
    return session.replay
  }

  private func play(_ recording: Recording, _ layout: Layout) throws -> [String] {
    let session = try ReplayedLines(recording, layout, [.deliver, .gesture, .failed, .screen], since: nil)
    session.run()
    return session.lines.compactMap(\.short)
  }
}

/// A recording on a layout, whose time a test lets pass as it likes, and the lines of the trace.
final class ReplayedLines {
  private(set) var lines: [String] = []
  let replay: Replay
  var pipeline: Pipeline { replay.pipeline }

  /// - Parameters:
  ///   - plugins: `nil` for those of the layout's responders.
  ///   - log: of the latter.
  ///   - origin: of the lines' times; `nil` for the first event.
  init(
    _ recording: Recording, _ layout: Layout, _ kinds: Set<LineKind>,
    plugins: PluginSet? = nil, log: any LogHandler = SwiftLogNoOpLogHandler(),
    since origin: Timestamp? = .zero, reloads: [Layout] = []
  ) throws {
    let devices = try RecordingLoading.touchscreens(of: recording, "row.evemu", for: layout.screen) { _, _ in
    }
    let plugins = plugins ?? layout.makePlugins(Logger(label: "test") { _ in log }, launcher: nil)
    var take: (String) -> Void = { _ in }
    let trace = TraceWriter(kinds, json: true) { take($0) }
    let stage = try Replay.Stage(layout, plugins, devices, observer: trace)
    let reloads = try reloads.map { try Replay.Stage($0, [:], devices, observer: trace) }
    replay = Replay(devices, path: "row.evemu", stage, trace, reloads: reloads)
    if let origin { trace.origin = origin }
    take = { [unowned self] in lines.append($0) }
  }

  /// - Parameter wait: called before each frame, with its time: may let time pass up to that.
  func run(_ wait: (Pipeline, Timestamp) -> Void = { _, _ in }) {
    replay.begin()
    while let time = replay.nextTime {
      wait(pipeline, time)
      replay.step()
    }
    replay.end()
  }
}

extension WatchedReplay {
  /// Feeds everything, and has an observer record it.
  func run(for observer: any TraceObserver) {
    pipeline.application.observer = observer
    run(Progress("", isShown: false))
    withExtendedLifetime(observer) {}
  }
}

/// A recording of acts, as `--fingers` reads them.
func recording(of acts: String, on layout: Layout?) throws -> Recording {
  try RecordingLoading.fingers(Array(acts.utf8), "fingers", layout)
}

extension String {
  /// A line of the trace in three words: its time in seconds, what happened, and where.
  fileprivate var short: String? {
    guard let fact = Document(parsing: Array(utf8), file: "trace", limits: Limits()).root,
      let kind = fact["kind"]?.string, let time = fact["t"]?.double
    else { return nil }
    let when = words(for: time / 1_000_000)
    switch kind {
    case "deliver":
      guard let call = fact["call"]?.string, let to = fact["to"]?.string else { return nil }
      return "\(when) \(call.dropFirst(7).lowercased()) \(to)"
    case "gesture": return "\(when) \(fact["state"]?.string ?? "") \(fact["gesture"]?.string ?? "")"
    case "screen": return "\(when) screen \(fact["phase"]?.string ?? "")"
    default: return nil
    }
  }
}

/// Fingers as evemu text of a scene's panel.
func evemu(of fingers: String) -> String {
  var writer = EvemuWriter(.panelOfFingers, .slots(count: Scene.slots))
  var text = writer.head()
  for event in Fingers(fingers).frames.joined() { text += writer.line(event) }
  return text
}

extension DeviceDescription {
  fileprivate static var panelOfFingers: DeviceDescription {
    var panel = DeviceDescription(name: "fingers")
    panel.properties = [InputProperty.direct]
    panel.codes[EventType.key] = [EventCode.btnTouch]
    panel.axes = [
      EventCode.absMTSlot: AxisRange(minimum: 0, maximum: Int32(Scene.slots - 1)),
      EventCode.absMTTrackingID: AxisRange(minimum: 0, maximum: 65535),
      EventCode.absMTPositionX: Scene.axis,
      EventCode.absMTPositionY: Scene.axis,
      EventCode.absMTToolType: AxisRange(minimum: 0, maximum: ToolType.palm),
      EventCode.absMTPressure: Scene.pressure,
      EventCode.absMTTouchMajor: Scene.pressure,
      EventCode.absMTDistance: Fingers.distanceRange,
    ]
    panel.codes[EventType.abs] = Set(panel.axes.keys)
    return panel
  }
}
