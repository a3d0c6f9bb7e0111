import LinuxInput
import Logging
import TestTables
import YAML

@testable import TouchdKit

/// A layout on a panel, and everything that may leave the process.
final class PrivateRig: TraceObserver {
  /// A touch as the model has it: the truth, beside the line that was written.
  struct TouchTruth {
    let contact: ContactID
    let slot: Int
    let phase: TouchPhase
    let location: Point
    let raw: (x: Int32, y: Int32)
    let view: View?
  }

  let application: Application
  let pipeline: Pipeline
  let panel: Panel
  let reader: FrameReader
  private lazy var redaction = FrameRedaction { [unowned self] panel, shown in
    frames.append(shown)
    for trace in traces { trace.write(.frame(shown, of: panel)) }
    reader.take(shown) { [unowned self] in shownAnswer }
  }
  var kernel: KernelPanel
  private(set) var truths: [TouchTruth] = []
  /// The lines of the trace, as JSON and as text.
  private(set) var lines: [String] = []
  private(set) var texts: [String] = []
  private(set) var frames: [[RawEvent]] = []
  let logged = Words()
  let spy = Spy(name: "spy")
  private var traces: [TraceWriter] = []
  private var time = Timestamp(microseconds: 1_000_000)

  /// What `exec` would tell a program, of everything that happens to responders named `spy`.
  final class Spy: ResponderPlugin {
    let name: String
    private(set) var environments: [[String]] = []
    /// What they would read.
    private(set) var inputs: [String] = []

    init(name: String) { self.name = name }

    func touchesBegan(_ touches: Set<Touch>, on responder: Responder, with event: Event) {
      if let touch = touches.min(by: { $0.contactID < $1.contactID }) {
        note(ExecOccasion(touch, .began, on: responder, with: event))
      }
    }

    func gesture(_ event: GestureEvent) { note(ExecOccasion(event)) }

    func control(_ event: ControlEvent) { note(ExecOccasion(event)) }

    private func note(_ occasion: ExecOccasion) {
      environments.append(occasion.environment())
      inputs.append(String(decoding: occasion.input(since: .zero), as: UTF8.self))
    }
  }

  /// - Parameter text: has responders `audit`, a `log`, and `spy`.
  init(_ text: String, _ touchProtocol: TouchProtocol) throws {
    let reading = SampleLayouts.reader.read(Array(text.utf8), file: "private.yaml")
    let layout = try #require(reading.layout, "\(reading.diagnostics)\n\(text)")
    kernel = KernelPanel(touchProtocol)
    logged.logLevel = .trace
    let host = PluginHost(logger: logged.logger, launcher: nil)
    let audit = LogPlugin(
      name: "audit", options: PluginOptions(values: ["level": OptionValue("error")]), host: host)
    application = try layout.makeApplication(["audit": audit, "spy": spy])
    pipeline = Pipeline(application: application)
    panel = try PanelBuilder(kernel.description, for: layout.screen).makePanel(path: "panel")
    reader = FrameReader(touchProtocol)
    application.observer = self
    traces = [true, false].map { isJSON in
      TraceWriter(Set(LineKind.traced), json: isJSON) { [unowned self] in
        if isJSON { lines.append($0) } else { texts.append($0) }
      }
    }
    redaction.watch(pipeline)
  }

  var leavesProcess: Bool { true }

  func record(_ record: TraceRecord, at time: Timestamp) {
    if case .touch(let sample, let touch) = record {
      truths.append(
        TouchTruth(
          contact: sample.contact, slot: Int(sample.slot), phase: sample.phase,
          location: touch.location(in: nil), raw: (sample.rawX, sample.rawY), view: touch.view))
    }
    for trace in traces { trace.record(record, at: time) }
  }

  private var shownAnswer: DeviceState { redaction.redacted(kernel.answer, of: panel, in: pipeline) }

  /// Takes the panel in, with what the kernel holds.
  func attach() {
    pipeline.attach(panel, state: kernel.answer)
    reader.adopt(shownAnswer)
  }

  /// Plays a frame, 10 ms after the one before.
  func play(_ steps: [KernelPanel.Step]) {
    time = time + .milliseconds(10)
    receive(kernel.frame(steps, at: time))
  }

  /// Has the kernel lose what fingers do, and say so.
  func drop(_ steps: [KernelPanel.Step]) {
    time = time + .milliseconds(10)
    kernel.lose(steps)
    receive(Self.loss(at: time))
  }

  private static func loss(at time: Timestamp) -> [RawEvent] {
    [EventCode.synDropped, EventCode.synReport].map {
      RawEvent(time: time, type: EventType.syn, code: $0, value: 0)
    }
  }

  func receive(_ events: [RawEvent]) {
    events.withUnsafeBufferPointer {
      _ = pipeline.receive($0, from: panel) { [unowned self] interruption in
        if interruption == .suspended { wakeReader() }
        return kernel.answer
      }
    }
    pipeline.dispatch()
  }

  /// A recording has a sleep as a loss after which nothing is down.
  private func wakeReader() {
    var state = shownAnswer
    state.release()
    reader.take(Self.loss(at: time)) { state }
  }

  func end() {
    pipeline.detach(panel, at: time)
    pipeline.finish()
  }

  /// The lines of the trace of some kinds.
  func traced(_ kinds: String...) throws -> [Node] {
    try lines.filter { line in kinds.contains { line.contains("\"kind\":\"\($0)\"") } }
      .map { try Node(parsing: Array($0.utf8), file: "trace") }
  }
}

extension Node {
  /// The point that a line has for a key; `nil` where it is withheld.
  func point(_ key: String) -> Point? {
    guard let numbers = self[key]?.sequence?.compactMap(\.double), numbers.count == 2 else { return nil }
    return Point(x: numbers[0], y: numbers[1])
  }
}
