import FakePanels
import LinuxInput
import TestTables

@testable import TouchdKit

/// What a page with crosses is sent, of the lines that a daemon sends of a panel.
@Suite("Survey by lines") struct LineSurveyRules {
  private let folder = TemporaryFolder()

  struct Row: TableRow {
    var what = ""
    /// What is true of the panel.
    var truth = CalibrationKeys(flipsX: true)
    /// Which target is pressed elsewhere, from 1.
    var wild: Int?
    /// Where a pen of the same layout is, in front of the panel in all lists.
    var pen: String?
    /// Which targets are on a sensitive view, from 1.
    var sensitive: [Int] = []
    /// The layout's text; `nil` for a file that is not there.
    var layout: String? = "version: 1\nscreen:\n  name: lobby\n  size: [1280, 800]\nviews: []\n"
    /// The kinds of the lines, after the questions.
    let then: [String]
    /// The keys that are found.
    var keys: [String]?
    /// Which crosses fit none of the others.
    var refused: [Int] = []
    /// What the last line says.
    let words: String
  }

  static let rows: Table<Row> = [
    "a panel that is mirrored": Row(then: ["found"], keys: ["flip: [x]"], words: "mirrored left to right"),
    "a panel that is turned, with one press elsewhere": Row(
      truth: CalibrationKeys(rotation: .quarter), wild: 4, then: ["found"], keys: ["rotate: 90"],
      refused: [4], words: "turned a quarter clockwise"),
    "a panel that is right": Row(truth: CalibrationKeys(), then: ["found"], keys: [], words: "upright"),
    "the last cross is missed": Row(
      wild: 10, then: ["failed"],
      words: "the touch on the last cross is 77 mm from where the others say; it, or another one, "
        + "was elsewhere"),
    "two crosses on a sensitive view are left out": Row(
      sensitive: [2, 3], then: ["note", "note", "found"], keys: ["flip: [x]"], words: "mirrored left to right"
    ),
    "one press elsewhere after crosses that are left out": Row(
      wild: 6, sensitive: [2, 3], then: ["note", "note", "found"], keys: ["flip: [x]"], refused: [6],
      words: "mirrored left to right"),
    "a pen with the same layout": Row(
      pen: "/dev/input/event3", sensitive: [2], then: ["note", "found"], keys: ["flip: [x]"],
      words: "mirrored left to right"),
    "the last cross on a sensitive view": Row(
      sensitive: [10], then: ["note", "failed"],
      words: "the touch on the last cross cannot be left out: it verifies the others"),
    "a layout that cannot be read": Row(
      layout: nil, then: ["note", "found"], keys: ["flip: [x]"], words: "mirrored left to right"),
    "a layout that says it already": Row(
      layout: "version: 1\nscreen: { size: [1280, 800], touchscreen: { flip: [x] } }\nviews: []\n",
      then: ["found"], keys: ["flip: [x]"], words: "mirrored left to right"),
  ]

  @Test("What is asked, and what is found", arguments: rows)
  func found(row: Row) throws {
    let file = folder["lobby.yaml"]
    if let text = row.layout { try OutputFile.write(text, to: file) }
    var lines: [JSON] = []
    let survey = LineSurvey { lines.append($0) }
    let panel = LinePanel(truth: row.truth)
    for line in panel.state(file, pen: row.pen) { survey.take(line) }
    for number in 1...10 {
      let ask = try #require(lines.last { $0["kind"] == "ask" })
      #expect(ask.string("words")?.hasPrefix("\(number) of 10: ") == true)
      let place = row.wild == number ? Point(x: 0.6, y: 0.6) : try #require(ask["at"]?.point)
      if row.sensitive.contains(number) {
        survey.take(panel.secret(at: number))
      } else {
        for line in panel.press(at: place, number) { survey.take(line) }
      }
    }
    #expect(lines.map(\.kind).filter { $0 != "ask" } == row.then, "\(lines)")
    #expect(lines.last?.string("words") == row.words)
    #expect(lines.last?["keys"] == row.keys.map { .array($0.map(JSON.string)) })
    if row.then.last == "found" {
      #expect(lines.last?["refused"] == .array(row.refused.map(JSON.integer)))
    }
    #expect(survey.isOver)
    #expect((survey.result != nil) == (row.then.last == "found"))
  }

  @Test("A panel that slept can be touched; one that goes takes the survey with it, and nothing comes after")
  func gone() {
    var lines: [JSON] = []
    let survey = LineSurvey { lines.append($0) }
    let panel = LinePanel(truth: CalibrationKeys())
    let top: JSON.Members = [("t", .integer(1_500_000)), ("kind", "device")]
    func change(_ word: JSON) -> JSON {
      .object(top + [("path", .string(LinePanel.path)), ("change", word)])
    }
    // Down as it falls asleep, and lifted unseen.
    let landing = panel.press(at: Point(x: 0.5, y: 0.5), 1).prefix(1)
    for line in panel.state("") + landing + [change("suspended"), change("resumed")] { survey.take(line) }
    for line in panel.press(at: Point(x: 0.1, y: 0.1), 2) { survey.take(line) }
    #expect(lines.last?.string("words")?.hasPrefix("2 of 10: ") == true)
    survey.take(change("removed"))
    #expect(lines.last?.string("words")?.hasSuffix("is gone") == true)
    let count = lines.count
    for line in panel.press(at: Point(x: 0.5, y: 0.1), 3) { survey.take(line) }
    #expect(lines.count == count)
  }

  @Test("Without a panel, it says so; and lines that the protocol does not have change nothing")
  func nonsense() throws {
    var lines: [JSON] = []
    let survey = LineSurvey { lines.append($0) }
    let nonsense = [
      "7", #"{"kind":7}"#, #"{"kind":"frame"}"#,
      #"{"kind":"device","path":"x","change":"added","evemu":"no"}"#,
      #"{"kind":"frame","device":"x","t":1,"events":[[]]}"#, #"{"kind":"touch","raw":null,"phase":"ended"}"#,
    ]
    for text in nonsense { survey.take(try JSON(parsing: Array(text.utf8))) }
    #expect(lines.isEmpty)
    survey.take(.object([("kind", "state")]))
    survey.take(.object([("kind", "state_end")]))
    #expect(lines.map(\.kind) == ["ask", "note"])
  }
}

/// A panel of slots behind a screen, as the lines of an events socket describe it.
private struct LinePanel {
  static let path = "/dev/input/event7"
  private let simulated: SimulatedPanel
  private let description: DeviceDescription

  init(truth: CalibrationKeys) {
    description = .panel()
    let none = AxisRange(minimum: 0, maximum: 0)
    simulated = SimulatedPanel(
      truth: truth, x: description.axes[EventCode.absMTPositionX] ?? none,
      y: description.axes[EventCode.absMTPositionY] ?? none)
  }

  /// What a new client is sent.
  func state(_ file: String, pen: String? = nil) -> [JSON] {
    let pens = pen.map { [device($0, EvemuWriter(.pen(), .singleTouch(button: EventCode.btnTouch)).head())] }
    return [
      .object([("kind", "state")]),
      .object([("kind", "layout"), ("layout", "lobby"), ("file", .string(file))]),
      device(Self.path, EvemuWriter(description, .slots(count: 10)).head()),
    ] + (pens ?? []) + [.object([("kind", "state_end")])]
  }

  private func device(_ path: String, _ head: String) -> JSON {
    .object([
      ("kind", "device"), ("path", .string(path)), ("change", "added"), ("layout", "lobby"),
      ("evemu", .string(head)),
    ])
  }

  /// A finger that lands and lifts, at a fraction of the screen.
  func press(at place: Point, _ number: Int) -> [JSON] {
    let at = simulated.press(at: place)
    return [
      frame(
        number * 1_000_000,
        [
          ("EV_ABS", "ABS_MT_SLOT", 0), ("EV_ABS", "ABS_MT_TRACKING_ID", number),
          ("EV_ABS", "ABS_MT_POSITION_X", Int(at.x.rounded())),
          ("EV_ABS", "ABS_MT_POSITION_Y", Int(at.y.rounded())),
          ("EV_KEY", "BTN_TOUCH", 1), ("EV_SYN", "SYN_REPORT", 0),
        ]),
      frame(
        number * 1_000_000 + 80_000,
        [("EV_ABS", "ABS_MT_TRACKING_ID", -1), ("EV_KEY", "BTN_TOUCH", 0), ("EV_SYN", "SYN_REPORT", 0)]),
    ]
  }

  /// The end of a touch whose place is not told.
  func secret(at number: Int) -> JSON {
    .object([
      ("t", .integer(number * 1_000_000)), ("kind", "touch"), ("layout", "lobby"), ("phase", "ended"),
      ("raw", .null), ("view", "pin"),
    ])
  }

  private func frame(_ time: Int, _ events: [(String, String, Int)]) -> JSON {
    .object([
      ("t", .integer(time)), ("kind", "frame"), ("layout", "lobby"), ("device", .string(Self.path)),
      ("events", .array(events.map { .array([.string($0.0), .string($0.1), .integer($0.2)]) })),
    ])
  }
}

extension JSON {
  fileprivate var kind: String { string("kind") ?? "" }

  /// `[x, y]`.
  fileprivate var point: Point? {
    guard case .array(let parts) = self, parts.count == 2, case .number(let x) = parts[0],
      case .number(let y) = parts[1]
    else { return nil }
    return Point(x: x, y: y)
  }
}
