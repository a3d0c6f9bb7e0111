import Dispatcher
import TestSupport

/// The fuzzer's bytes as a life of two panels: ``DecoderHead``, then an ``Instruction`` after the other.
final class DecoderRun {
  private let head: DecoderHead
  private let scene: DecoderScene
  private let pipeline: Pipeline
  private var bytes: ByteReader
  private var panels: [Panel] = []
  /// The index of the panel whose events come.
  private var current = 0
  /// The events read and not yet given to the pipeline, all of the current panel.
  private var events: [RawEvent] = []
  private var now = Timestamp.zero
  /// What the pipeline said of itself: a bug.
  private var imbalance: Imbalance?

  /// As many as one read brings; then they are given to the pipeline, whatever the bytes say.
  private static let eventLimit = 512

  /// What is wrong when everything is over; `nil` if nothing.
  static func violation(_ bytes: [UInt8]) -> String? {
    Lifetime.violation { lifetime in
      let run = DecoderRun(bytes)
      lifetime.application = run.scene.application
      while !run.bytes.isAtEnd { run.step() }
      return run.end()
    }
  }

  private init(_ bytes: [UInt8]) {
    var bytes = ByteReader(bytes)
    head = DecoderHead(&bytes)
    self.bytes = bytes
    scene = DecoderScene(head.options)
    pipeline = Pipeline(application: scene.application)
    panels = head.panels.indices.map(makePanel)
    pipeline.onImbalance = { [unowned self] in imbalance = $0 }
    if head.options.contains(.isTraced) { pipeline.rawFrameObserver = { _, _ in } }
    for panel in panels { pipeline.attach(panel, state: DeviceState(slots: [])) }
  }

  private func makePanel(_ index: Int) -> Panel {
    let choice = head.panels[index]
    let range = DecoderHead.range
    let isPen = choice.touchProtocol == .singleTouch(button: EventCode.btnTouch)
    let panel = Panel(
      name: "panel \(index)", path: "panel \(index)", touchProtocol: choice.touchProtocol,
      calibration: head.calibration,
      scales: ContactScales(
        pressure: range, orientation: range, tilt: (range, range), calibration: head.calibration,
        type: head.options.contains(.isStylus) ? .stylus : .direct),
      filters: choice.isFiltered ? Self.filters : [],
      pairing: choice.isPaired ? PenPairing(isPen: isPen, phys: "usb-1/input0", vendor: 1) : nil)
    if choice.isFiltered { panel.assembler.stuckAfter = .seconds(1) }
    return panel
  }

  private static let filters: [ContactFilter] = [
    .pressure(1), .size(30), .debounce(.milliseconds(40)), .median(3), .smooth(cutoff: 1, beta: 0.01),
    .skip(first: 1, last: 1), .ignoreRepeat(.milliseconds(5)), .holdDuration(.milliseconds(3)),
    .edge(inside: DecoderHead.screen.inset(by: EdgeInsets(top: 9, left: 9, bottom: 9, right: 9))),
    .hysteresis(x: 8, y: 8),
  ]

  /// Everything is taken away and runs out.
  private func end() -> String? {
    receive()
    scene.upheaval.pending = nil
    pipeline.dispatch()
    for panel in panels { detach(panel) }
    pipeline.finish()
    if let imbalance { return "\(imbalance)" }
    if let deadline = pipeline.nextDeadline { return "at the end something waits for \(deadline)" }
    let counters = pipeline.counters
    let ended = counters.ended + counters.cancelled
    guard counters.touches == scene.balance.began, ended == scene.balance.ended else {
      return "the trace had \(scene.balance.began) touches, the pipeline counted \(counters)"
    }
    return scene.violation
  }
}

// MARK: - Instructions

extension DecoderRun {
  private func step() {
    let byte = bytes.byte()
    let isWide = byte & 0x20 == 0
    switch Instruction(byte) {
    case .event(let type, let code, let unit): append(type, code, bytes.operand(isWide, unit: unit))
    case .anyEvent: appendAny()
    case .report:
      now = now + Interval(microseconds: Int64(bytes.operand(isWide, unit: 10_000)))
      append(EventType.syn, EventCode.synReport, 0)
    case .deliver: deliver()
    case .wait:
      deliver()
      now = now + Interval(microseconds: Int64(bytes.operand(isWide, unit: 100_000)))
      pipeline.advance(to: now)
    case .jump: now = Timestamp(microseconds: bytes.number())
    case .change:
      receive()
      current = 1 - current
    case .replug: replug()
    case .power: switchPower(Int(bytes.operand(isWide)))
    case .upheaval: rise(Int(bytes.operand(isWide)))
    case .nothing: break
    }
    if events.count >= Self.eventLimit { receive() }
  }

  private func append(_ type: UInt16, _ code: UInt16, _ value: Int32) {
    events.append(RawEvent(time: now, type: type, code: code, value: value))
  }

  private func appendAny() {
    let time: (seconds: Int, microseconds: Int) = (bytes.number(), bytes.number())
    var event = RawEvent(type: bytes.number(), code: bytes.number(), value: bytes.number())
    (event.seconds, event.microseconds) = time
    events.append(event)
  }

  private func deliver() {
    receive()
    pipeline.dispatch()
  }

  /// The kernel puts the panel to sleep, the machine wakes, the screen goes dark or is lit: by the lower two bits.
  private func switchPower(_ number: Int) {
    let panel = panels[current]
    if number & 3 == 0 {
      append(EventType.key, EventCode.btnTouch, 0)
      return append(EventType.syn, EventCode.synReport, 1)
    }
    deliver()
    switch number & 3 {
    case 1: pipeline.resume(panel, state: bytes.state(), at: now)
    case 2: pipeline.silence(panel, .outputOff, at: now)
    default: pipeline.endSilence(panel, .outputOff)
    }
  }

  private func detach(_ panel: Panel) {
    scene.watcher.lose(panel.path)
    pipeline.detach(panel, at: now)
  }

  private func replug() {
    deliver()
    detach(panels[current])
    panels[current] = makePanel(current)
    pipeline.attach(panels[current], state: bytes.state() ?? DeviceState(slots: []))
  }

  /// Bit 5 of the number says whether at once or in the next callback.
  private func rise(_ number: Int) {
    let action = scene.action(number, pipeline)
    if number & 32 != 0 { action() } else { scene.upheaval.pending = action }
  }

  /// Gives the pipeline what has come. After lost events the rest is older than the state that the kernel told.
  private func receive() {
    var rest = events[...]
    while !rest.isEmpty {
      let taken = rest.withUnsafeBufferPointer { buffer in
        pipeline.receive(buffer, from: panels[current]) { _ in bytes.state() }
      }
      rest = head.options.contains(.isLive) && taken < rest.count ? [] : rest.dropFirst(taken)
    }
    events.removeAll(keepingCapacity: true)
  }
}
