import FakePanels
import LinuxInput
import TestTables

@testable import TouchdKit

/// Layouts on a panel whose screen goes dark: what their views, plugins and idle times get of the touches.
@Suite("Dark screens") final class DarkScreens: TraceObserver, ResponderPlugin {
  let name = "audit"
  private let machine = Machine()
  private let sysfs = TemporaryFolder()
  private let runLoop: RunLoop
  private var live: LiveLayout?
  private var touchscreens: Touchscreens?
  /// What happened, in a word each.
  private var lines: [String] = []

  init() throws {
    runLoop = try RunLoop(servesMainQueue: false)
    try sysfs.shell(
      "mkdir -p drm/card1-DSI-1 backlight/lamp; echo On > drm/card1-DSI-1/dpms; echo 0 > backlight/lamp/bl_power"
    )
  }

  func notice(_ event: LayoutEvent) {
    lines.append("\(event.name)@\((event.timestamp - Timestamp(seconds: 1)).seconds)")
  }

  func record(_ record: TraceRecord, at time: Timestamp) {
    switch record {
    case .touch(let sample, _) where sample.phase != .moved: lines.append("\(sample.phase)")
    case .displayChanged(let display, let isDark): lines.append("\(isDark ? "dark" : "lit"):\(display)")
    default: break
    }
  }

  /// A panel with a layout in use.
  private func start(_ screen: String, _ rest: String = "wake: { to: audit }", slots: Int32 = 4) throws {
    let layout = try layout(
      """
      version: 1
      screen: { size: [100, 100], \(screen) }
      responders: { audit: { plugin: log } }
      \(rest)
      views: []
      """)
    let live = LiveLayout(layout, ["audit": self], sysfs: sysfs.path) {
      Pipeline(application: $0)
    } pressKey: { [unowned self] in
      lines.append($0 == EventCode.keyWakeUp ? "KEY_WAKEUP" : "KEY_UNKNOWN")
    }
    live.pipeline?.application.observer = self
    machine.plug(.panel(slots: slots), 3)
    live.start(after: nil, at: Timestamp(seconds: 1))
    touchscreens = Touchscreens(
      for: [live], .all, on: runLoop, devices: .init(open: machine.open, list: machine.list),
      onChange: { _ in })
    self.live = live
    try touchscreens?.start()
  }

  /// What comes of a frame, so many milliseconds after the start.
  private func frame(_ milliseconds: Int64, _ text: String) throws -> String {
    machine.frame(3, at: milliseconds, text)
    for _ in 0..<2 { try runLoop.runOnce(timeout: Interval(microseconds: 0)) }
    return takeLines()
  }

  private func takeLines() -> String {
    defer { lines.removeAll() }
    return lines.joined(separator: " ")
  }

  private func tap(_ milliseconds: Int64) throws -> String {
    let down = try frame(milliseconds, "slot 0; id \(milliseconds); x 10; y 10; touch 1")
    let up = try frame(milliseconds + 1, "slot 0; id -1; touch 0")
    return [down, up].filter { !$0.isEmpty }.joined(separator: " ")
  }

  private func set(_ dpms: String) throws { try sysfs.shell("echo \(dpms) > drm/card1-DSI-1/dpms") }

  private func advance(_ milliseconds: Int64) {
    live?.advance(to: Timestamp(seconds: 1) + .milliseconds(milliseconds))
  }

  @Test("A touch that lands while it is dark is for nothing, and wakes it; so is what lands until it settles")
  func wake() throws {
    try start("output: DSI-1, delivery: filter")
    #expect(try tap(100) == "began ended")
    try set("Off")
    #expect(try tap(1000) == "KEY_WAKEUP dark:DSI-1 wake@1.0")
    #expect(try tap(1100) == "")
    try set("On")
    #expect(try tap(1650) == "lit:DSI-1", "it was dark at 1100")
    #expect(try tap(1900) == "began ended")
  }

  @Test("Where touchd only listens, there is the event alone")
  func observe() throws {
    try start("output: DSI-1")
    try set("Off")
    #expect(try tap(1000) == "dark:DSI-1 wake@1.0")
  }

  @Test("A screen that was woken is looked at until it is lit, so that it settles from then")
  func looks() throws {
    try start("output: DSI-1")
    try set("Off")
    #expect(try tap(1000) == "dark:DSI-1 wake@1.0")
    #expect(live?.nextWake == Timestamp(seconds: 2.1))
    for time in stride(from: Int64(1100), through: 1800, by: 100) { advance(time) }
    #expect(live?.nextWake == Timestamp(seconds: 2.9) && takeLines() == "")
    try set("On")
    advance(1900)
    #expect(live?.nextWake == nil && takeLines() == "lit:DSI-1")
    #expect(try tap(2400) == "", "0.7 s after 1800")
    #expect(try tap(2500) == "began ended")
  }

  @Test("A backlight that is off is a dark screen, too")
  func backlight() throws {
    try start("backlight: lamp, settle: 0ms, delivery: filter")
    try sysfs.shell("echo 4 > backlight/lamp/bl_power")
    #expect(try tap(1000) == "KEY_WAKEUP dark:lamp wake@1.0")
    try sysfs.shell("echo 0 > backlight/lamp/bl_power; echo 0 > backlight/lamp/brightness")
    #expect(try tap(1100) == "")
    try sysfs.shell("echo 9 > backlight/lamp/brightness")
    #expect(try tap(1200) == "began lit:lamp ended")
  }

  @Test("What a program has darkened, the event lights: no key is pressed")
  func program() throws {
    try start("delivery: filter")
    live?.screen.say(isDark: true, at: Timestamp(seconds: 1.5))
    live?.reportScreen(at: Timestamp(seconds: 1.5))
    #expect(takeLines() == "dark:screen")
    #expect(try tap(1000) == "wake@1.0 lit:screen")
    #expect(try tap(1600) == "")
    #expect(try tap(1700) == "began ended")
  }

  @Test("Of frames that are read at once, the wake of the first comes before the second")
  func together() throws {
    try start("settle: 0ms")
    live?.screen.say(isDark: true, at: Timestamp(seconds: 1.5))
    live?.reportScreen(at: Timestamp(seconds: 1.5))
    #expect(takeLines() == "dark:screen")
    machine.frame(3, at: 1000, "slot 0; id 1; x 10; y 10; touch 1")
    #expect(try frame(1100, "slot 1; id 2; x 20; y 20") == "wake@1.0 lit:screen began")
  }

  @Test("A finger that is down when it goes dark is cancelled, at its lift or when another lands")
  func down() throws {
    try start("output: DSI-1")
    #expect(try frame(100, "slot 0; id 1; x 10; y 10; touch 1") == "began")
    try set("Off")
    #expect(try frame(200, "x 20") == "", "its moves are not asked about")
    #expect(try frame(300, "id -1; touch 0") == "cancelled dark:DSI-1")
    try set("On")
    #expect(try frame(5000, "id 2; x 10; touch 1") == "began lit:DSI-1")
    try set("Off")
    #expect(try frame(5100, "slot 1; id 3; x 30; y 30") == "cancelled dark:DSI-1 wake@5.1")
    #expect(try frame(5200, "slot 0; x 11; slot 1; x 31") == "")
    try set("On")
    #expect(
      try frame(9000, "slot 2; id 4; x 50; y 50") == "began lit:DSI-1", "what landed in the dark stays muted")
    #expect(try frame(9100, "slot 0; id -1; slot 1; id -1; slot 2; id -1; touch 0") == "ended")
  }

  @Test("Lost events: a finger that is found to have landed lands in the dark as well")
  func lost() throws {
    try start("output: DSI-1")
    try set("Off")
    machine.drop(3, at: 1000)
    #expect(try frame(1000, "slot 0; id 1; x 10; y 10; touch 1") == "dark:DSI-1 wake@1.0")
    #expect(try frame(1100, "id -1; touch 0") == "")
  }

  @Test("It counts as a touch for idle times")
  func idle() throws {
    try start("output: DSI-1", "idle: [{ after: 2s, name: dim, to: audit }]")
    advance(2000)
    #expect(takeLines() == "dim@2.0")
    try set("Off")
    #expect(try tap(3000) == "dark:DSI-1 active@3.0")
    advance(4999)
    #expect(takeLines() == "")
    advance(5000)
    #expect(takeLines() == "dim@5.0")
  }
}
