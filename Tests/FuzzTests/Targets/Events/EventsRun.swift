import Dispatcher
import Glibc
import LinuxInput
import YAML

@testable import TouchdKit

/// The fuzzer's bytes as what a program says to the events socket, with fingers between its lines.
///
/// A line `~` is a finger that lands, or lifts again; one more is its end. Everything else is sent as it is.
enum EventsRun {
  /// What is wrong with what the program hears, or with what is left of it; `nil` if nothing.
  static func violation(_ bytes: [UInt8]) -> String? {
    do {
      let kiosk = try EventsScene()
      for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
        if line.elementsEqual([UInt8(ascii: "~")]) {
          kiosk.touch()
        } else {
          try kiosk.say(Array(line) + [UInt8(ascii: "\n")])
        }
        if let violation = try kiosk.violation() { return violation }
      }
      return try kiosk.end()
    } catch {
      return "the system refused: \(error)"
    }
  }
}

/// A layout, an events socket, and a program on it.
private final class EventsScene: EventsHost {
  private let loop: RunLoop
  private let claims = Claims()
  private let layout: LiveLayout
  private let panel: Panel
  private var server: EventsServer?
  private var program: LocalSocket?
  private var unread: [UInt8] = []
  private var isDown = false
  private(set) var now = Timestamp(seconds: 1)

  private static let text = """
    version: 1
    screen: { name: lobby, size: [100, 100] }
    socket: { commands: [show, cancel, screen] }
    responders: { log: { plugin: log }, game: { plugin: socket }, kept: { plugin: socket, absent: keep } }
    views:
      - { id: page, frame: full, on_touch: { to: kept, forward: true }, gestures: [{ tap: {}, to: [log, game] }] }
      - { id: button, frame: [0, 0, 50, 100], on_touch: { to: game } }
      - { id: pad, frame: [60, 0, 40, 100], sensitive: true }
    """

  init() throws {
    loop = try RunLoop(servesMainQueue: false)
    guard let description = LayoutReader().read(Array(Self.text.utf8), file: "lobby.yaml").layout else {
      preconditionFailure("the layout of the scene is good")
    }
    let plugins = description.makePlugins(Silence.logger, launcher: nil, claims: claims)
    layout = LiveLayout(description, plugins, sysfs: "")
    let range = AxisRange(minimum: 0, maximum: 99)
    panel = Panel(
      name: "panel", path: "panel", touchProtocol: .slots(count: 2),
      calibration: Calibration(x: range, y: range, size: Size(width: 100, height: 100)),
      scales: ContactScales())
    panel.assembler.screenCheck = { [screen = layout.screen] in screen.isDark(hasLanding: $0, at: $1) }
    layout.pipeline?.attach(panel, state: DeviceState(slots: []))
    let path = SocketPath.make()
    server = try EventsServer(
      at: [SocketDoor.Place(path: path, name: "events socket", loss: "nothing")], serving: self, claims,
      on: loop, Silence.logger)
    server?.useLayouts()
    program = try LocalSocket(connectingTo: path, until: MonotonicClock.now + .seconds(5)) { _ in nil }
  }

  var layouts: [LiveLayout] { [layout] }
  var deviceLines: [TraceLine] { [] }
  var counters: Pipeline.Counters { layout.counters }
  var origin: Timestamp { .zero }
  var trace: TraceWriter? { nil }

  func cancelAll(of layout: LiveLayout, at time: Timestamp) {
    layout.pipeline?.cancelAll(on: panel, at: time)
  }

  func clientActed() {}

  func say(_ bytes: [UInt8]) throws {
    // One that was sent away hears why, and is not heard.
    _ = try? program?.send(bytes[...])
    try serve()
  }

  /// A finger lands on one view after another, and lifts.
  func touch() {
    isDown.toggle()
    now = now + .milliseconds(100)
    let place = Int32(now.microseconds / 100_000 * 13 % 100)
    let values: [(UInt16, Int32)] = [
      (EventCode.absMTSlot, 0), (EventCode.absMTTrackingID, isDown ? 1 : -1),
      (EventCode.absMTPositionX, place), (EventCode.absMTPositionY, 50),
    ]
    let events =
      values.map { RawEvent(time: now, type: EventType.abs, code: $0, value: $1) } + [.report(at: now)]
    events.withUnsafeBufferPointer { _ = layout.pipeline?.receive($0, from: panel) { _ in nil } }
    layout.pipeline?.dispatch()
    server?.flush()
  }

  private func serve() throws {
    for _ in 0..<1000 {
      guard try loop.runOnce(timeout: Interval(microseconds: 0)) else { return }
    }
  }

  /// What is wrong with the lines that came.
  func violation() throws -> String? {
    try serve()
    while let more = try? program?.receive(atMost: 1 << 16), !more.isEmpty { unread += more }
    while let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
      let line = Array(unread[..<end])
      unread.removeFirst(end + 1)
      guard let value = try? JSON(parsing: line), case .string? = value["kind"] else {
        return "a line that is no JSON: \(String(decoding: line, as: UTF8.self))"
      }
      if String(decoding: line, as: UTF8.self).unicodeScalars.contains(where: \.isUnprintable) {
        return "a line that acts on a terminal"
      }
    }
    return nil
  }

  /// What is left when the program has gone, and the finger.
  func end() throws -> String? {
    // A process that is just being started by another test has the descriptor as well, for a moment.
    if let program { shutdown(program.fileDescriptor, Int32(SHUT_RDWR)) }
    program = nil
    try serve()
    if isDown { touch() }
    if server?.clients.isEmpty == false { return "a client that has gone is kept" }
    for name in ["game", "kept"] where claims.seat(Claims.Key(file: "lobby.yaml", name: name)).claimant != nil
    {
      return "a client that has gone answers for \(name)"
    }
    server?.close()
    layout.pipeline?.detach(panel, at: now)
    layout.pipeline?.finish()
    return layout.pipeline?.isIdle == false ? "something is down at the end" : nil
  }
}
