import LinuxInput
import TestTables

@testable import TouchdKit

/// A running touchd on a machine: its layouts, their panels as they come and go, and what came of their touches.
final class Kiosk: TraceObserver {
  /// What happened, a line each: `began event3 10,20` in points of the screen, `added event3`, `refused event3: why`.
  private(set) var lines: [String] = []
  /// The contacts that began, in order.
  private(set) var contacts: [ContactID] = []
  /// The panels that were in use as it said that udev had something to report, or that it had looked.
  private(set) var usedAtReport: [String] = []
  private let machine: Machine
  private let runLoop: RunLoop
  private let touchscreens: Touchscreens
  private let makeLive: ([Layout]) -> [LiveLayout]
  private let balance = Balance()

  /// - Parameter touchscreen: the layout's.
  convenience init(
    on machine: Machine, size: Size = Size(width: 1000, height: 500),
    _ touchscreen: TouchscreenDescription = TouchscreenDescription()
  ) throws {
    try self.init(on: machine, [Self.layout("", size, touchscreen)])
  }

  init(on machine: Machine, _ layouts: [Layout], _ choice: PanelChoice = .all) throws {
    self.machine = machine
    runLoop = try RunLoop(servesMainQueue: false)
    let contacts = ContactIDs()
    var observe: (Pipeline) -> Void = { _ in }
    func live(_ layouts: [Layout]) -> [LiveLayout] {
      layouts.map { layout in
        LiveLayout(layout, [:]) { application in
          let pipeline = Pipeline(application: application, contacts: contacts)
          observe(pipeline)
          return pipeline
        }
      }
    }
    var tell: (Touchscreens.Change) -> Void = { _ in }
    makeLive = { live($0) }
    touchscreens = Touchscreens(
      for: [], choice, on: runLoop, devices: .init(open: machine.open, list: machine.list),
      onChange: { tell($0) })
    tell = { [unowned self] in write($0) }
    touchscreens.onReport = { [unowned self] in usedAtReport = touchscreens.used.map(\.node.sysname) }
    observe = { [unowned self] in $0.application.observer = self }
    use(layouts)
  }

  /// An empty layout of a file's name, which a size tells from others.
  static func layout(_ file: String, _ size: Size, _ touchscreen: TouchscreenDescription) -> Layout {
    var layout = Layout.empty(size)
    layout.file = file
    layout.screen.touchscreen = touchscreen
    return layout
  }

  /// Puts other layouts in the place of those in use.
  func use(_ layouts: [Layout]) { touchscreens.use(makeLive(layouts)) }

  /// Why layouts would not do for the panels in use.
  func problem(with layouts: [Layout]) -> String? { touchscreens.problem(with: makeLive(layouts)) }

  /// The pens that keep fingers away, by the panels that they mute.
  var mutedBy: [String: [String]] {
    let pens = touchscreens.used.map { ($0.node.sysname, $0.pipeline.pensMuting($0.panel)) }
    return Dictionary(uniqueKeysWithValues: pens.filter { !$0.1.isEmpty })
  }

  /// What udev reports.
  func follow(_ changes: DeviceChange?...) {
    for change in changes { change.map(touchscreens.follow) }
  }

  /// Looks at what there is, whatever udev reports.
  func rescan() { touchscreens.rescan() }

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
    case .left(let path, _, .page): lines.append("page \(Self.name(path))")
    case .left(let path, _, .denied(let why)): lines.append("denied \(Self.name(path)): errno \(why.code)")
    case .left(let path, _, let notUsed):
      lines.append("\(notUsed.isFault ? "unusable" : "refused") \(Self.name(path)): \(notUsed.reason)")
    case .dismissed(let touchscreen, _): lines.append("dismissed \(touchscreen.node.sysname)")
    case .overflown: lines.append("overflown")
    case .interrupted(_, .suspended), .missing, .unmonitored: lines.append("\(change)")
    }
  }

  /// `event3` of `/dev/input/event3`.
  private static func name(_ path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }
}

/// Writes down the samples of all touches.
final class SampleLog: TraceObserver {
  private(set) var samples: [TouchSample] = []

  func record(_ record: TraceRecord, at time: Timestamp) {
    if case .touch(let sample, _) = record { samples.append(sample) }
  }
}

extension TouchscreenDescription {
  /// That of the panels that match.
  static func matching(_ match: DeviceMatch) -> TouchscreenDescription {
    var touchscreen = TouchscreenDescription()
    touchscreen.match = match
    return touchscreen
  }
}
