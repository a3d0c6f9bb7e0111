import TestTables
import YAML

@testable import TouchdKit

/// What each output may show of fingers on and beside a view that is sensitive.
///
/// The screen has 1,000 by 1,000 points, one for each unit of the panel.
@Suite("Redaction") struct RedactionRules {
  struct Row: TableRow {
    var what = ""
    let views: String
    /// Frames 10 ms apart; a finger is `1@x,y` where it is and `1^` where it lifts.
    let fingers: [String]
    /// The lines of kind `touch`: the phase, and the place or `-`.
    let touches: [String]
    /// What a reader of the raw frames sees after each: the places of its contacts, or `-` for none.
    let frames: [String]
    /// What the layout says of the touchscreen.
    var touchscreen = "{}"
  }

  private static let pin = "{ id: pin, frame: [400, 400, 200, 200], sensitive: true }"

  static let rows: Table<Row> = [
    "a finger on the view is seen nowhere, from its landing to its end": Row(
      views: "[\(pin)]", fingers: ["1@450,450", "1@460,450", "1@100,100", "1^"],
      touches: ["began -", "moved -", "moved -", "ended -"], frames: ["-", "-", "-", "-"]),
    "a finger that passes over it loses its places there and nothing else": Row(
      views: "[\(pin)]", fingers: ["1@100,450", "1@450,450", "1@460,100", "1@100,100", "1^"],
      touches: ["began 100,450", "moved -", "moved 460,100", "moved 100,100", "ended 100,100"],
      frames: ["100,450", "100,450", "460,100", "100,100", "-"]),
    "of a finger that comes back from it along one axis, both coordinates are shown": Row(
      views: "[\(pin)]", fingers: ["1@100,100", "1@450,450", "1@450,100", "1^"],
      touches: ["began 100,100", "moved -", "moved 450,100", "ended 450,100"],
      frames: ["100,100", "100,100", "450,100", "-"]),
    "a finger that lifts over it ends where it was last seen": Row(
      views: "[\(pin)]", fingers: ["1@100,450", "1@450,450", "1^", "1@100,100"],
      touches: ["began 100,450", "moved -", "ended -", "began 100,100", "cancelled 100,100"],
      frames: ["100,450", "100,450", "-", "100,100"]),
    "after a finger on it, the next one beside it is shown whole, also what the kernel need not repeat": Row(
      views: "[\(pin)]", fingers: ["1@450,450", "1@300,450", "1^", "1@300,100", "1^"],
      touches: ["began -", "moved -", "ended -", "began 300,100", "ended 300,100"],
      frames: ["-", "-", "-", "300,100", "-"]),
    "a view that redirects to it": Row(
      views: "[\(pin), { id: door, frame: [0, 0, 100, 100], hit_redirect: pin }]",
      fingers: ["1@50,50", "1@300,300", "1^"], touches: ["began -", "moved -", "ended -"],
      frames: ["-", "-", "-"]),
    "a view in front of it does not uncover it: a finger there loses its places": Row(
      views: "[\(pin), { id: dialog, frame: [300, 300, 400, 400] }]",
      fingers: ["1@350,350", "1@450,450", "1@350,350", "1^"],
      touches: ["began 350,350", "moved -", "moved 350,350", "ended 350,350"],
      frames: ["350,350", "350,350", "350,350", "-"]),
    "content that is scrolled takes it along, and what a scroll view cuts off is nowhere": Row(
      views: "[{ id: list, type: scroll, frame: [0, 500, 1000, 500], "
        + "scroll: { content_size: [1000, 2000], content_offset: [0, 300] }, "
        + "children: [{ id: pin, frame: [0, 200, 1000, 150], sensitive: true }] }]",
      fingers: ["1@100,420", "1^", "1@200,540", "1^", "1@300,560", "1^"],
      touches: [
        "began 100,420", "ended 100,420", "began -", "ended -", "began 300,560", "ended 300,560",
      ], frames: ["100,420", "-", "-", "-", "300,560", "-"]),
    "a finger that a filter lets land on the view belongs to it, and is out of sight from then on": Row(
      views: "[\(pin)]", fingers: ["1@390,450", "1@450,450", "1@100,100", "1@110,100", "1^"],
      touches: ["began -", "moved -", "moved -", "ended -"], frames: ["390,450", "390,450", "-", "-", "-"],
      touchscreen: "{ filters: [{ skip: { first: 1 } }] }"),
    "a finger that a filter holds back is where it is, not where the filter has it; which remembers it": Row(
      views: "[\(pin)]", fingers: ["1@370,450", "1@410,450", "1@300,450", "1^"],
      touches: ["began 370,450", "moved -", "moved -", "ended -"],
      frames: ["370,450", "370,450", "300,450", "-"], touchscreen: "{ filters: [{ hysteresis: 30 }] }"),
    "what one filter remembers of it, and another holds back, is in no later place": Row(
      views: "[\(pin)]", fingers: ["1@450,450", "1@800,450", "1@810,450", "1^"],
      touches: ["began -", "moved -", "ended -"], frames: ["-", "-", "-", "-"],
      touchscreen: "{ filters: [{ smooth: { cutoff: 100 } }, { skip: { first: 1 } }] }"),
  ]

  static let protocols: [TouchProtocol] = [
    .slots(count: KernelPanel.slotCount), .packets, .singleTouch(button: EventCode.btnTouch),
  ]

  @Test("On panels with slots, without, and of one contact", arguments: protocols, rows)
  func row(_ touchProtocol: TouchProtocol, _ row: Row) throws {
    let rig = try PrivateRig(Self.layout(row.views, row.touchscreen), touchProtocol)
    rig.attach()
    var frames: [String] = []
    for step in row.fingers {
      rig.play(Self.steps(step))
      let places = rig.reader.contacts.map { "\($0.x),\($0.y)" }
      frames.append(places.isEmpty ? "-" : places.joined(separator: " "))
    }
    rig.end()
    #expect(frames == row.frames)
    #expect(try Self.touches(in: rig) == row.touches)
    for text in rig.texts where text.contains("phase=") {
      #expect(text.contains("at=-") == text.contains("raw=-"), "\(text)")
    }
  }

  @Test("Of two fingers, the one beside the view is shown as if the other were not there")
  func beside() throws {
    let rig = try PrivateRig(Self.layout("[\(Self.pin)]"), .slots(count: KernelPanel.slotCount))
    rig.attach()
    let steps = [
      "1@450,450", "1@451,450 2@100,100", "1@452,450 2@110,100", "2@120,100", "1@300,300", "1^ 2@130,100",
      "1@140,140", "1^ 2^",
    ]
    let seen = steps.map { step in
      rig.play(Self.steps(step))
      let pointer = rig.reader.pointer.map { "\($0.x),\($0.y)" } ?? "-"
      return "\(rig.reader.contacts.map { "\($0.x),\($0.y)" }.joined(separator: " ")) pointer \(pointer)"
    }
    #expect(
      seen == [
        " pointer -", "100,100 pointer -", "110,100 pointer -", "120,100 pointer -", "120,100 pointer -",
        "130,100 pointer -", "140,140 130,100 pointer -", " pointer -",
      ])
    let numbers = rig.frames.map { frame in frame.count { $0.type == EventType.syn } }
    #expect(numbers == Array(repeating: 1, count: steps.count), "each frame is shown, be it empty")
  }

  @Test("What a gesture measures stays out from when a finger of it was on the view; its place comes back")
  func measures() throws {
    let rig = try PrivateRig(Self.layout("[\(Self.pin)]"), .slots(count: KernelPanel.slotCount))
    rig.attach()
    for step in ["1@100,450", "1@200,450", "1@210,450", "1@450,450", "1@460,100", "1^"] {
      rig.play(Self.steps(step))
    }
    rig.end()
    let events = try rig.traced("event").map { line in
      ["at", "translation", "velocity"].map { key in
        line.point(key).map { "\(Int($0.x)),\(Int($0.y))" } ?? "-"
      }.joined(separator: " ")
    }
    #expect(events == ["200,450 0,0 10000,0", "210,450 10,0 5500,0", "- - -", "460,100 - -", "460,100 - -"])
    #expect(
      rig.spy.environments.suffix(2).map { $0[4...5].joined(separator: " ") }
        == Array(repeating: "TOUCHD_X=460 TOUCHD_Y=100", count: 2))
    #expect(rig.spy.environments.contains { $0.contains("TOUCHD_X=") && $0.contains("TOUCHD_Y=") })
  }

  @Test("A gesture on the view has no place in the log, and gives programs none")
  func gestureOnView() throws {
    let views = """
      [{ id: pin, frame: [400, 400, 200, 200], sensitive: true, type: control,
         on_touch: { to: audit, forward: true }, control: { events: { touch_down: [audit, spy] } },
         gestures: [{ tap: {}, name: digit, to: [audit, spy], cancels_touches: false }] }]
      """
    let rig = try PrivateRig(Self.layout(views), .slots(count: KernelPanel.slotCount))
    rig.attach()
    for step in ["1@450,451", "1^", "1@100,101", "1^"] { rig.play(Self.steps(step)) }
    rig.end()
    #expect(
      rig.logged.lines == [
        "control pin.touch_down", "touchesBegan on pin: #1", "touchesBegan on main: #1",
        "gesture digit ended on pin", "touchesEnded on pin: #1", "touchesEnded on main: #1",
        "touchesBegan on main: #2 at [100,101]",
        "touchesEnded on main: #2 at [100,101]",
      ])
    let places = rig.spy.environments.map { $0[1...5].joined(separator: " ") }
    #expect(
      places == [
        "TOUCHD_VIEW=pin TOUCHD_EVENT=pin.touch_down TOUCHD_STATE=began TOUCHD_X= TOUCHD_Y=",
        "TOUCHD_VIEW=application TOUCHD_EVENT=touches TOUCHD_STATE=began TOUCHD_X= TOUCHD_Y=",
        "TOUCHD_VIEW=pin TOUCHD_EVENT=digit TOUCHD_STATE=ended TOUCHD_X= TOUCHD_Y=",
        "TOUCHD_VIEW=application TOUCHD_EVENT=touches TOUCHD_STATE=began TOUCHD_X=100 TOUCHD_Y=101",
      ])
    let lines = rig.spy.inputs.map { $0.contains("\"at\":null") ? "hidden" : "shown" }
    #expect(lines == ["hidden", "hidden", "hidden", "shown"])
    #expect(rig.spy.inputs.dropLast().allSatisfy { !$0.contains("450") && !$0.contains("451") })
  }

  @Test("What happens to a view in the view is in no line; what is bound to it acts, and has its name")
  func gestureInView() throws {
    let views = """
      [{ id: pin, frame: [400, 400, 200, 200], sensitive: true, children: [
           { id: key, gestures: [{ tap: {}, name: seven, to: [audit, spy] }], on_touch: { to: audit, forward: true } }
      ] }]
      """
    let rig = try PrivateRig(Self.layout(views), .slots(count: KernelPanel.slotCount))
    rig.application.tracesHitTests = true
    rig.attach()
    for step in ["1@450,451", "1^", "1@460,451", "1^"] { rig.play(Self.steps(step)) }
    rig.end()
    #expect(rig.logged.lines == [])
    #expect(
      rig.spy.environments.map { $0[1...3].joined(separator: " ") } == [
        "TOUCHD_VIEW=application TOUCHD_EVENT=touches TOUCHD_STATE=began",
        "TOUCHD_VIEW=key TOUCHD_EVENT=seven TOUCHD_STATE=ended",
        "TOUCHD_VIEW=application TOUCHD_EVENT=touches TOUCHD_STATE=began",
        "TOUCHD_VIEW=key TOUCHD_EVENT=seven TOUCHD_STATE=ended",
      ])
    let lines = try rig.traced("touch", "hit", "deliver", "forward", "gesture", "event").map { line in
      ["kind", "phase", "step", "view", "result"].compactMap { line[$0]?.string }.joined(separator: " ")
    }
    let tap = [
      "hit enter main", "hit enter pin", "hit leave pin pin", "hit leave main pin", "touch began pin",
      "touch ended pin",
    ]
    #expect(lines == tap + tap)
    #expect(rig.spy.inputs.filter { $0.contains("\"touch\"") }.allSatisfy { !$0.contains("key") })
  }

  static let pages = [
    "gestures: [{ tap: { count: 2 } }], children: [\(pin)]",
    "gestures: [{ tap: { count: 2 }, name: twice }, { tap: {}, requires_failure_of: twice }], "
      + "children: [\(pin)]",
    "children: [{ id: seven, frame: [400, 400, 100, 200] }, { id: eight, frame: [500, 400, 100, 200] }, "
      + "{ id: pin, frame: [400, 400, 200, 200], sensitive: true, hit: pass_through }]",
  ]

  @Test(
    "Statistics of two taps, one beside the view, are the same wherever the other is on it",
    arguments: [true, false], pages)
  func visits(isFirst: Bool, page: String) throws {
    let text = """
      version: 1
      screen: { size: [1000, 1000] }
      responders: { audit: { plugin: log } }
      views: [{ id: page, \(page) }]
      """
    let counts = try ["1@410,500", "1@590,500"].map { place in
      let rig = try PrivateRig(text, .slots(count: KernelPanel.slotCount))
      let watch = VisitorWatch(.empty(Size(width: 1000, height: 1000)), StatisticsDescription()) { _ in }
      watch.use(rig.application)
      rig.attach()
      let steps = isFirst ? ["1@390,500", "1^", place, "1^"] : [place, "1^", "1@390,500", "1^"]
      for step in steps { rig.play(Self.steps(step)) }
      rig.end()
      watch.drain(clock: 0)
      watch.counting.endSession()
      return watch.takeCounts(at: .zero)
    }
    #expect(counts[0] == counts[1])
    #expect(counts[0][0]?.sums[.dead] == 1)
  }

  @Test(
    "Two taps beside the view are counted the same wherever another is on it meanwhile, or still",
    arguments: ["1@410,500 1^", "1@590,500 1^", "2@410,500", "2@590,500"])
  func tapCounts(other: String) throws {
    let rig = try PrivateRig(Self.layout("[\(Self.pin)]"), .slots(count: KernelPanel.slotCount))
    rig.attach()
    let words = "1@390,500 1^ \(other) 1@391,500 1^".split(separator: " ")
    for word in words { rig.play(Self.steps(String(word))) }
    #expect(try rig.traced("touch").allSatisfy { $0["tapCount"]?.int == 1 })
  }

  // MARK: The language of the rows

  /// Everything goes to the log and into the environment of a program.
  static func layout(_ views: String, _ touchscreen: String = "{}") -> String {
    """
    version: 1
    screen: { size: [1000, 1000], touchscreen: \(touchscreen) }
    responders: { audit: { plugin: log }, spy: { plugin: spy } }
    windows:
      - id: main
        on_touch: { to: audit, forward: true }
        gestures: [{ pan: {}, to: [audit, spy], cancels_touches: false }]
        views: \(views)
    application: { on_touch: { to: spy } }
    """
  }

  static func steps(_ text: String) -> [KernelPanel.Step] {
    text.split(separator: " ").map { word in
      let finger = (Int(word.prefix(1)) ?? 1) - 1
      let numbers = word.dropFirst(2).split(separator: ",").compactMap { Int32($0) }
      return KernelPanel.Step(finger: finger, place: numbers.count == 2 ? (numbers[0], numbers[1]) : nil)
    }
  }

  /// The lines of kind `touch`, in short.
  private static func touches(in rig: PrivateRig) throws -> [String] {
    try rig.traced("touch").map { line in
      let (at, raw) = (line.point("at"), line.point("raw"))
      #expect((at == nil) == (raw == nil))
      let place = at.map { "\(Int($0.x)),\(Int($0.y))" } ?? "-"
      return "\(line["phase"]?.string ?? "") \(place)"
    }
  }
}
