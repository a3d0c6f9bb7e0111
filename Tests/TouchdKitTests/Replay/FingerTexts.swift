import Glibc
import LinuxInput
import TestTables
import YAML

@testable import TouchdKit

/// Fingers as text: what panels make of acts, and that what panels report is text with the same trace.
@Suite("Fingers as text") struct FingerTexts {
  struct Row: TableRow {
    var what = ""
    let text: String
    /// `began 10,20`, and `wait` between acts; the times in milliseconds before what is not at once.
    let touches: String
  }

  static let rows: Table<Row> = [
    "a tap": Row(text: "tap 10,20", touches: "0 began 10,20, 100 ended 10,20"),
    "the middle of a view": Row(text: "tap corner", touches: "0 began 950,50, 100 ended 950,50"),
    "what is shown of one": Row(text: "tap out for 50ms", touches: "0 began 25,500, 50 ended 25,500"),
    "an id that is a word of acts, and a comment": Row(
      text: "tap in # there", touches: "0 began 450,450, 100 ended 450,450"),
    "a double tap": Row(
      text: "double tap 1,1", touches: "0 began 1,1, 100 ended 1,1, 200 began 1,1, 300 ended 1,1"),
    "acts add up, with 0.1 s between": Row(
      text: "tap 1,1 for 20ms; wait 1s; tap 2,2 for 20ms",
      touches: "0 began 1,1, 20 ended 1,1, 1120 began 2,2, 1140 ended 2,2"),
    "again and again": Row(
      text: "2 times: hold 1,1 50ms", touches: "0 began 1,1, 50 ended 1,1, 150 began 1,1, 200 ended 1,1"),
    "acts that overlap": Row(
      text: "hold 1,1 and after 300ms: tap 2,2",
      touches: "0 began 1,1, 300 began 2,2, 400 ended 2,2, 600 ended 1,1"),
    "a pan by way of a place": Row(
      text: "pan 0,0 to 10,0 to 10,10 in 20ms",
      touches: "0 began 0,0, 10 moved 10,0, 20 moved 10,10, 30 ended 10,10"),
    "two fingers side by side": Row(
      text: "2 fingers: tap 100,100",
      touches: "0 began 70,100, 0 began 130,100, 100 ended 70,100, 100 ended 130,100"),
    "a pinch": Row(
      text: "pinch 500,500 2x in 20ms",
      touches: "0 began 450,500, 0 began 550,500, 10 moved 425,500, 10 moved 575,500, 20 moved 400,500, "
        + "20 moved 600,500, 30 ended 400,500, 30 ended 600,500"),
    "a turn, clockwise": Row(
      text: "rotate 500,500 90deg in 10ms",
      touches: "0 began 400,500, 0 began 600,500, 10 moved 500,400, 10 moved 500,600, 20 ended 500,400, "
        + "20 ended 500,600"),
    "a palm of the fingers beside it": Row(
      text: "tap 1,1 and palm", touches: "0 began 1,1, 50 cancelled 1,1"),
    "a palm of its own": Row(text: "palm 5,5", touches: "0 began 5,5, 100 cancelled 5,5"),
    "the exact form, from the end of the act before": Row(
      text: "wait 1s\ndn(1,1)@0 up@0.05\ndn(2,2)@0.1 up@0.15",
      touches: "1000 began 1,1, 1050 ended 1,1, 1100 began 2,2, 1150 ended 2,2"),
    "a lift elsewhere, and an act 0.1 s after the exact form": Row(
      text: "dn(1,1)@0 up(9,1)@0.05\ntap 2,2",
      touches: "0 began 1,1, 50 ended 9,1, 150 began 2,2, 250 ended 2,2"),
    "the exact form, in another order than things happen": Row(
      text: "dn(1,1)@0 up@0.2 unplug@0.1", touches: "0 began 1,1, 100 cancelled 1,1"),
    "a panel that is away loses its fingers": Row(
      text: "hold 1,1 1s and after 100ms: unplug; replug; tap 2,2",
      touches: "0 began 1,1, 100 cancelled 1,1, 1100 began 2,2, 1200 ended 2,2"),
    "a dark screen: the touch that wakes it, and one before it has settled": Row(
      text: "screen dark; tap 1,1; tap 2,2; wait 1s; tap 3,3", touches: "1400 began 3,3, 1500 ended 3,3"),
    "jitter is the same each time": Row(
      text: "jitter 1 seed 7; hold 10,10 20ms",
      touches: "0 began 10.924,10.85, 10 moved 9.995,10.128, 20 ended 9.995,10.128"),
  ]

  private static let text = """
    version: 1
    screen: { size: [1000, 1000], touchscreen: { rotate: 90, flip: [x] } }
    views:
    - { id: corner, frame: [900, 0, 100, 100], gestures: [{ tap: {} }, { tap: { count: 2 } }, { long_press: {} }] }
    - { id: out, frame: [-50, 450, 100, 100], gestures: [{ pan: {} }, { swipe: { direction: left } }] }
    - { id: in, frame: [400, 400, 100, 100] }
    - { id: help, frame: [200, 200, 100, 100] }
    - id: board
      frame: [0, 600, 1000, 400]
      multiple_touch: true
      gestures: [{ pinch: {}, name: p }, { rotation: {}, simultaneous_with: p }]
    - { id: map, frame: [600, 100, 100, 100], gestures: [{ pan: { max_touches: 1 } }] }
    """

  private static func layout() throws -> Layout {
    try #require(LayoutReader().read(Array(text.utf8), file: "fingers.yaml").layout)
  }

  /// Lines of a replay, without what text has no words for.
  private func trace(
    _ recording: Recording, _ layout: Layout, _ kinds: Set<LineKind> = LineKind.standard.union([.failed])
  ) throws -> [[(key: String, value: JSON)]] {
    let replay = try WatchedReplay(layout, recording, path: "fingers")
    var lines: [TraceLine] = []
    let origin = replay.origin
    replay.run(for: TraceWriter(kinds) { line, _ in lines.append(line) })
    return lines.map { $0.members(since: origin).filter { !["raw", "force", "radius"].contains($0.key) } }
  }

  @Test("Rows", arguments: rows)
  func row(_ row: Row) throws {
    let layout = try Self.layout()
    let touches = try trace(recording(of: row.text, on: layout), layout, [.touch]).map { members in
      let facts = Dictionary(members, uniquingKeysWith: { first, _ in first })
      guard case .integer(let time)? = facts["t"], case .string(let phase)? = facts["phase"] else {
        return "?"
      }
      return "\(time / 1000) \(phase) \(facts["at"]?.text.filter { !"[]".contains($0) } ?? "?")"
    }
    #expect(touches.joined(separator: ", ") == row.touches)
  }

  @Test("A finger that rests on its way for a day takes no time to read")
  func resting() throws {
    let recording = try recording(of: "1000 times: pan 5,5 to 5,5 in 86400s", on: nil)
    #expect(recording.devices[0].events.frames.count == 2000)
  }

  @Test("Ways with too many places are refused before these are made")
  func places() {
    let path = [String](repeating: "5,5", count: 30_000).joined(separator: " to ")
    for (act, count) in [("pinch 500,500 2x in 86400s", 501), ("40 fingers: pan \(path)", 1)] {
      let findings = Findings(file: "fingers", bytes: [])
      let lines: [FingerScript.Line] = (1...count).map { (act[...], Mark(line: $0, column: 1)) }
      #expect(FingerScript.recording(lines, on: nil, findings) == nil)
      #expect(findings.diagnostics().contains { $0.message.contains("more than 1000000 places") })
    }
  }

  @Test("Each act in docs/testing.md can be read")
  func acts() throws {
    let table = try #require(Page("docs/testing.md").tables.first { $0.rows[0].cells.first == " act " })
    let acts = table.rows.dropFirst().flatMap { Page.codeSpans(of: $0.cells[0]) }
    #expect(acts.count > 20)
    for act in acts { _ = try recording(of: act, on: Self.layout()) }
  }

  /// The text of a recording's device, read by a layout.
  private func text(of device: RecordedDevice, _ builder: PanelBuilder) -> String {
    let panel = builder.makePanel(path: "")
    var writer = FingersWriter(builder.description, builder.touchProtocol, panel.calibration.transform)
    var (state, frame, text) = (RecordedState(builder.touchProtocol), [RawEvent](), writer.head())
    for event in device.events {
      state.apply(event)
      frame.append(event)
      guard event.isReport else { continue }
      let isLoss = frame.contains(where: \.isDrop)
      text += isLoss ? writer.dropFrame(state.state, at: event.time) : writer.frame(frame)
      frame = []
    }
    return text
  }

  /// Whether two traces say the same, numbers to a hundredth.
  private func isSame(_ a: [[(key: String, value: JSON)]], _ b: [[(key: String, value: JSON)]]) -> Bool {
    func isSame(_ a: JSON, _ b: JSON) -> Bool {
      switch (a, b) {
      case (.number(let a), .number(let b)): abs(a - b) <= 0.01 + abs(a) * 1e-5
      case (.array(let a), .array(let b)): a.count == b.count && zip(a, b).allSatisfy(isSame)
      default: a == b
      }
    }
    return a.count == b.count
      && zip(a, b).allSatisfy { a, b in
        a.map(\.key) == b.map(\.key) && zip(a, b).allSatisfy { isSame($0.value, $1.value) }
      }
  }

  @Test("Random fingers are text that gives the same trace")
  func random() throws {
    let layout = try Self.layout()
    var random = SplitMix(seed: 29)
    for number in 0..<(Build.isOptimised ? 10_000 : 1000) {
      let text = number % 100 == 0 ? Self.acts(&random) : Self.steps(&random)
      let recording = try recording(of: text, on: layout)
      let device = recording.devices[0]
      let builder = try PanelBuilder(#require(device.description), for: layout.screen.inPoints)
      let again = self.text(of: device, builder)
      let isSame = try isSame(
        trace(recording, layout), trace(TouchdKitTests.recording(of: again, on: layout), layout))
      try #require(isSame, "\(text)\n\(again)")
    }
  }

  private static func acts(_ random: inout SplitMix) -> String {
    let acts = [
      "tap corner", "double tap corner", "hold corner 700ms", "2 fingers: pan board to 500,500",
      "pinch board 2x 30deg",
      "swipe left 500,500", "rotate board -90deg in 100ms", "palm", "jitter 2 seed 3",
      "pan out to map to help",
    ]
    return (0..<3).map { _ in acts.randomElement(using: &random) ?? "" }.joined(separator: " and ")
  }

  private static func steps(_ random: inout SplitMix) -> String {
    var (time, down, words) = (0.0, Set<Int>(), [String]())
    for _ in 0..<Int.random(in: 2...10, using: &random) {
      let finger = Int.random(in: 1...3, using: &random)
      time += words.isEmpty ? 0 : Double.random(in: 0.001...0.3, using: &random)
      let place = (0..<2).map { _ in "\(Double.random(in: 0...1000, using: &random))" }.joined(separator: ",")
      let verbs = down.contains(finger) ? ["mv", "mv", "up", "fr", "palm"] : ["dn"]
      let verb = verbs.randomElement(using: &random) ?? ""
      if verb == "dn" { down.insert(finger) } else if verb == "up" || verb == "palm" { down.remove(finger) }
      words.append("\(verb)#\(finger)\(["dn", "mv"].contains(verb) ? "(\(place))" : "")@\(time)")
    }
    return words.joined(separator: " ")
  }

  @Test(
    "Each recording of a panel is text that gives the same trace",
    .enabled(if: access(GoldenRecordings.folder + "/index.json", R_OK) == 0, "the recordings are not at hand")
  )
  func recordings() throws {
    let layout = try Self.layout()
    let index = GoldenRecordings.folder + "/index.json"
    let list = try Node(parsing: contentsOfFile(index, limit: 1 << 20), file: index)
    var same = 0
    for entry in list.sequence ?? [] {
      let path = GoldenRecordings.folder + "/" + (entry["file"]?.string ?? "")
      var recording = try GoldenRecordings.recording(path)
      recording.devices[0].properties = [:]
      // Text has no words for pens.
      guard let builder = try? PanelBuilder(#require(recording.devices[0].description), for: layout.screen),
        !builder.isPen
      else { continue }
      let text = text(of: recording.devices[0], builder)
      let isSame = try isSame(
        trace(recording, layout, [.touch, .event]),
        trace(TouchdKitTests.recording(of: text, on: layout), layout, [.touch, .event]))
      #expect(isSame, "\(path)")
      same += 1
    }
    #expect(same > 20)
  }
}
