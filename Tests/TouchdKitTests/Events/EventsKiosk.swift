import Glibc
import LinuxInput
import TestTables
import TouchdTesting

@testable import TouchdKit

/// A touchd with an events socket, programs on it, and fingers on a panel; all in one thread, and in virtual time.
///
/// A script has a step a line: `a: {"subscribe":["event"]}` is what the program `a` says, after it has connected; `a
/// reads` nothing but that it reads; `a leaves`, or `a leaves with` a last request; `stops`, `goes on` reading;
/// `reload: YAML`; `new tree`, as for a panel of another resolution; all else is what fingers do, as ``Fingers`` has
/// it; `done` or `bad` is the daemon's reply to `{"reload":true}`. What the programs hear stands behind each step.
final class EventsKiosk: EventsHost {
  let loop: RunLoop
  private let folder = TemporaryFolder()
  private let claims = Claims()
  let log = Words()
  /// Those that wait for the daemon to read its files.
  private(set) var replies: [EventRequest.Reply] = []
  /// Words of the daemon about itself.
  var status = "well"
  private(set) var server: EventsServer?
  private var kiosks: [Kiosk] = []
  private var programs: [String: EventProgram] = [:]
  private let schema: EventSchema
  private(set) var now = Timestamp.zero

  /// A layout in use, and its panel.
  private struct Kiosk {
    let live: LiveLayout
    let panel: Panel

    init(_ layout: Layout, _ claims: Claims, _ filters: [ContactFilter], log: Words, isPlugged: Bool) throws {
      let plugins = layout.makePlugins(log.logger, launcher: nil, claims: claims)
      live = LiveLayout(layout, plugins, sysfs: "") { application in
        let pipeline = Pipeline(application: application)
        pipeline.coalescesLateMoves = true
        return pipeline
      }
      panel = Panel(
        name: layout.title, path: layout.file, touchProtocol: .slots(count: 10),
        calibration: Calibration(x: TestScene.axis, y: TestScene.axis, size: TestScene.screen),
        scales: ContactScales(), filters: filters)
      panel.assembler.screenCheck = { [screen = live.screen] in screen.isDark(hasLanding: $0, at: $1) }
      if isPlugged { try attach(unitsPerMillimetre: 10) }
    }

    /// Takes the panel in, as one of a resolution: the views of a layout in millimetres go by it.
    func attach(unitsPerMillimetre: Int32) throws {
      var device = KernelPanel(.slots(count: KernelPanel.slotCount)).description
      for axis in device.axes.keys { device.axes[axis]?.resolution = unitsPerMillimetre }
      let pipeline = try live.makeReady(for: PanelBuilder(device, for: live.layout.screen))
      pipeline.attach(panel, state: DeviceState(slots: []))
    }

    func detach(at time: Timestamp) { live.pipeline?.detach(panel, at: time) }
  }

  /// What the plugins of its layouts log.
  let pluginLog = Words()
  private let filters: [ContactFilter]
  private let isPlugged: Bool

  /// - Parameters:
  ///   - isPlugged: whether its panels are there.
  ///   - isTrusted: whether the programs are the administrator's.
  ///   - isControl: whether the socket is; by default, if the programs are.
  init(
    _ layouts: String..., keepsAll: Bool = false, filters: [ContactFilter] = [], isTrusted: Bool = false,
    isControl: Bool? = nil, isPlugged: Bool = true
  ) throws {
    (self.filters, self.isPlugged) = (filters, isPlugged)
    loop = try RunLoop(servesMainQueue: false)
    schema = try EventSchema()
    try use(layouts)
    let place = SocketDoor.Place(
      path: path, audience: isControl ?? isTrusted ? .owner : .group("root"), name: "events socket",
      loss: "nothing works")
    server = try EventsServer(
      at: [place], serving: self, claims, on: loop, log.logger, keepsAll: keepsAll,
      trusts: { _ in isTrusted })
    server?.daemon = DaemonAnswers(
      status: { [unowned self] in "\(status) as \($0)" }, reload: { [unowned self] in replies.append($0) },
      incidents: { [("last_incident", "a contact was stuck")] })
    server?.useLayouts()
  }

  var path: String { folder.path + "/events.sock" }

  private func use(_ texts: [String]) throws {
    kiosks = try texts.enumerated().map { index, text in
      var layout = try layout(text)
      layout.file = "/etc/touchd/\(["one", "two", "three"][index]).yaml"
      return try Kiosk(layout, claims, filters, log: pluginLog, isPlugged: isPlugged)
    }
  }

  // MARK: - What the server asks

  var layouts: [LiveLayout] { kiosks.map(\.live) }
  var deviceLines: [TraceLine] {
    kiosks.compactMap { kiosk in
      let line = TraceLine.device(name: kiosk.panel.name, path: kiosk.panel.path, change: "added", at: now)
      return kiosk.live.pipeline.map { pipeline in
        line.withHead(
          of: kiosk.panel, DeviceDescription(name: kiosk.panel.name), [:], in: pipeline,
          layout: kiosk.live.layout.title)
      }
    }
  }
  var counters: Pipeline.Counters { layouts.reduce(Pipeline.Counters()) { $0 + $1.counters } }
  var origin: Timestamp { .zero }
  var trace: TraceWriter? { nil }

  func cancelAll(of layout: LiveLayout, at time: Timestamp) {
    for kiosk in kiosks where kiosk.live === layout { layout.pipeline?.cancelAll(on: kiosk.panel, at: time) }
  }

  /// Number of times that the server has asked it to go on, by other deadlines.
  private(set) var goings = 0

  func clientActed() { goings += 1 }

  // MARK: - Steps

  /// Takes steps, and says what the programs heard after each, a line for each.
  func play(_ script: String) throws -> [String] {
    try script.split(separator: "\n").flatMap { step in
      try take(String(step.drop { $0 == " " }))
      try settle()
      return programs.sorted { $0.key < $1.key }.flatMap { name, program in
        program.takeHeard().map { "\(name): \($0)" }
      }
    }
  }

  /// The program of a name, connected if it is not yet.
  ///
  /// - Parameter settles: whether it is accepted at once.
  func program(_ name: String, settles: Bool = true) throws -> EventProgram {
    if let known = programs[name] { return known }
    let program = EventProgram(
      try LocalSocket(connectingTo: path, until: MonotonicClock.now + .seconds(20)) { _ in nil }, schema)
    programs[name] = program
    guard settles else { return program }
    try settle()
    _ = program.takeHeard()
    return program
  }

  private func take(_ step: String) throws {
    let words = step.split(separator: " ", maxSplits: 1).map(String.init)
    if step.hasPrefix("reload: ") {
      try reload(String(step.dropFirst("reload: ".count)).replacing("⏎", with: "\n"))
    } else if step == "done" || step == "bad" {
      replies.removeFirst()(
        step == "done"
          ? .success("in use") : .failure(EventRequest.Refusal(message: "a.yaml:1:1", wasTried: true)))
    } else if step == "new tree" {
      kiosks[0].detach(at: now)
      try kiosks[0].attach(unitsPerMillimetre: 20)
      server?.flush()
    } else if words[0].hasSuffix(":") {
      try program(String(words[0].dropLast())).say(words[1] + "\n")
    } else if words.count == 2, let program = programs[words[0]] {
      let last = "leaves with "
      if words[1].hasPrefix(last) { try program.say(words[1].dropFirst(last.count) + "\n") }
      switch words[1].hasPrefix(last) ? "leaves" : words[1] {
      case "reads": break
      case "leaves":
        program.leave()
        programs[words[0]] = nil
      case "has said all": program.endSaying()
      case "stops": program.isReading = false
      case "goes on": program.isReading = true
      default: preconditionFailure("no such step: \(step)")
      }
    } else {
      finger(step)
    }
  }

  /// Lets fingers do something on the first layout's panel; all frames of a step are delivered together.
  func finger(_ text: String) {
    let fingers = Fingers(text)
    precondition(fingers.mistake == nil, "\(text): \(fingers.mistake ?? "")")
    let (live, panel) = (kiosks[0].live, kiosks[0].panel)
    for frame in fingers.frames {
      now = frame.last?.time ?? now
      frame.withUnsafeBufferPointer { events in
        _ = live.pipeline?.receive(events, from: panel) { _ in nil }
      }
    }
    live.pipeline?.dispatch()
    live.reportScreen(at: now)
    server?.flush()
  }

  /// Has another layout used.
  func reload(_ text: String) throws {
    let former = kiosks
    try use([text])
    for kiosk in former { kiosk.detach(at: now) }
    server?.useLayouts()
  }

  /// Serves the loop until nothing comes any more.
  func settle() throws {
    var quiet = 0
    while quiet < 3 {
      let isServed = try loop.runOnce(timeout: Interval(microseconds: 0))
      let hasRead = programs.values.map { $0.read() }.contains(true)
      quiet = isServed || hasRead ? 0 : quiet + 1
    }
  }

  /// Hits the view at a point, as the next finger would.
  func hit(_ x: Double, _ y: Double) -> String? {
    kiosks[0].live.pipeline?.application.windows.last?.hitTest(Point(x: x, y: y), with: nil)?.identifier
  }
}

/// A program on the events socket.
final class EventProgram {
  private let socket: LocalSocket
  private var bytes: [UInt8] = []
  /// How much has come.
  private(set) var byteCount = 0
  private var heard: [String] = []
  /// What it heard, as it was sent.
  private(set) var lines: [JSON] = []
  /// Whether the server has closed the connection.
  private(set) var isClosed = false
  var isReading = true
  var schema: EventSchema?

  init(_ socket: LocalSocket, _ schema: EventSchema) { (self.socket, self.schema) = (socket, schema) }

  func say(_ text: String) throws { _ = try socket.send(Array(text.utf8)[...]) }

  /// Hangs up. A process that is just being started by another test has the descriptor as well, for a moment.
  func leave() { shutdown(socket.fileDescriptor, Int32(SHUT_RDWR)) }

  /// Has nothing more to say, and goes on reading.
  func endSaying() { shutdown(socket.fileDescriptor, Int32(SHUT_WR)) }

  /// Reads what there is.
  ///
  /// - Returns: whether there was anything.
  func read() -> Bool {
    guard isReading, !isClosed else { return false }
    var hasRead = false
    while let more = try? socket.receive(atMost: 1 << 16) {
      hasRead = true
      bytes += more
      byteCount += more.count
      isClosed = more.isEmpty
      if isClosed { break }
    }
    while let end = bytes.firstIndex(of: UInt8(ascii: "\n")) {
      let line = Array(bytes[..<end])
      bytes.removeFirst(end + 1)
      guard let value = try? JSON(parsing: line) else {
        heard.append("no JSON: \(String(decoding: line, as: UTF8.self))")
        continue
      }
      lines.append(value)
      if let problem = try? schema?.problem(of: value) { heard.append(problem) }
      heard.append(Self.words(value))
    }
    if isClosed { heard.append("closed") }
    return hasRead
  }

  func takeHeard() -> [String] {
    defer { heard = [] }
    return heard
  }

  /// A line in brief: its kind, and what matters of it.
  private static func words(_ line: JSON) -> String {
    func text(_ key: String) -> String? {
      switch line[key] {
      case .string(let text)?: text
      case nil, .null?: nil
      case let value?: value.text
      }
    }
    let kind = text("kind") ?? "?"
    let keys: [String] =
      switch kind {
      case "hello": ["protocol"]
      case "ok": ["id", "text"]
      case "error": ["id", "message", "tried"]
      case "layout": ["layout", "commands"]
      case "view": ["id", "hidden"]
      case "device": ["name", "change"]
      case "touch": ["phase", "view", "at"]
      case "deliver", "forward": ["call", "to"]
      case "call": ["call", "to", "touches"]
      case "gesture": ["gesture", "state"]
      case "event": ["name", "state", "at"]
      case "change": ["what", "id", "hidden", "dark", "claimed"]
      case "screen": ["phase", "at", "end"]
      case "moves": ["moves"]
      case "hit": ["step", "view"]
      case "counters": ["touches"]
      default: []
      }
    return ([kind] + keys.compactMap(text)).joined(separator: " ").replacing("\n", with: "⏎")
  }
}
