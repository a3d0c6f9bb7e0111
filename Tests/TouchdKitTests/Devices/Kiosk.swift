import Dispatcher
import LinuxInput
import TestSupport
import Testing

@testable import TouchdKit

/// A running touchd on a machine: one layout, its panels as they come and go, and what came of their touches.
final class Kiosk: TraceObserver {
  /// What happened, a line each: `began event3 10,20` in points of the screen, `added event3`, `refused event3: why`.
  private(set) var lines: [String] = []
  /// The contacts that began, in order.
  private(set) var contacts: [ContactID] = []
  private let machine: Machine
  private let runLoop: RunLoop
  private let pipeline: Pipeline
  private let touchscreens: Touchscreens
  private let balance = Balance()

  /// - Parameter touchscreen: the layout's.
  init(
    on machine: Machine, size: Size = Size(width: 1000, height: 500),
    _ touchscreen: TouchscreenDescription = TouchscreenDescription()
  ) throws {
    self.machine = machine
    runLoop = try RunLoop(servesMainQueue: false)
    let application = try Layout.empty(size).makeApplication([:])
    pipeline = Pipeline(application: application)
    var tell: (Touchscreens.Change) -> Void = { _ in }
    touchscreens = Touchscreens(
      for: ScreenDescription(size: size, touchscreen: touchscreen), pipeline, on: runLoop,
      openDevice: machine.open, onChange: { tell($0) })
    tell = { [unowned self] in write($0) }
    application.observer = self
  }

  /// What udev reports.
  func follow(_ changes: DeviceChange?...) {
    for change in changes { change.map(touchscreens.follow) }
  }

  /// Serves what waits, and returns the lines since the last time.
  func serve() throws -> [String] {
    // Each wake takes what is there; an empty one does not wait.
    for _ in 0..<4 { try runLoop.runOnce(timeout: Interval(microseconds: 0)) }
    #expect(balance.violations == [])
    defer { lines.removeAll() }
    return lines
  }

  func record(_ record: TraceRecord, at time: Timestamp) {
    balance.record(record, at: time)
    guard case .touch(let sample, let touch) = record else { return }
    if sample.phase == .began { contacts.append(sample.contact) }
    let (x, y) = (sample.location.x.rounded(), sample.location.y.rounded())
    lines.append("\(sample.phase) \(Self.name(touch.device)) \(Int(x)),\(Int(y))")
  }

  private func write(_ change: Touchscreens.Change) {
    switch change {
    case .added(let touchscreen): lines.append("added \(touchscreen.node.sysname)")
    case .removed(let touchscreen): lines.append("removed \(touchscreen.node.sysname)")
    case .interrupted(let touchscreen, .dropped): lines.append("resynchronized \(touchscreen.node.sysname)")
    case .refused(let path, _, let reason): lines.append("refused \(Self.name(path)): \(reason)")
    case .denied(let path, let error): lines.append("denied \(Self.name(path)): errno \(error.code)")
    case .interrupted(_, .suspended), .noOutput, .unmonitored: lines.append("\(change)")
    }
  }

  /// `event3` of `/dev/input/event3`.
  private static func name(_ path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }
}
