import Logging
import TestTables

@testable import TouchdKit

/// Runs that differ only in where fingers are on a sensitive view, and on which view in it: nothing that leaves the
/// process differs, whenever a program begins to listen.
///
/// The screen has 1,000 by 1,000 points; the sensitive view is from 400 to 600 along both axes. With views in it, they
/// are four.
@Suite("Privacy") struct PrivacyProperties {
  struct Row: TableRow {
    var what = ""
    /// What the sensitive view has beside its place.
    let pin: String
    var delivery = "filter"
    /// Whether another finger may be down beside the view.
    var hasCompanion = true
    let filters: [ContactFilter]
    /// The same, as a layout has them.
    let filterText: String
  }

  private static let pads: [(what: String, pin: String, delivery: String, hasCompanion: Bool)] = [
    (
      "one view",
      "on_touch: { to: audit, forward: true }, gestures: [{ tap: {}, to: audit, cancels_touches: false }]",
      "filter", true
    ),
    (
      "views with gestures, and a log",
      keys { "on_touch: { to: audit, forward: true }, gestures: [{ tap: {}, name: digit\($0), to: audit }]" },
      "filter", true
    ),
    (
      "controls",
      keys { _ in "type: control, control: { events: { touch_down: audit, touch_up_inside: audit } }" },
      "filter", true
    ),
    (
      "views that do different things",
      keys {
        [
          "type: control, control: { events: { touch_down: audit } }",
          "gestures: [{ tap: { count: 2 }, to: audit }]",
          "on_touch: { to: audit }, gestures: [{ pan: {}, to: audit }, { swipe: {}, to: audit }]",
          "children: [{ id: deep, children: [{ id: deeper, on_touch: { to: audit, forward: true } }] }]",
        ][$0]
      }, "observe", false
    ),
  ]

  private static func keys(_ more: (Int) -> String) -> String {
    let keys = (0..<4).map { key in
      "{ id: key\(key), frame: [\(key % 2 * 100), \(key / 2 * 100), 100, 100], \(more(key)) }"
    }
    return "children: [\(keys.joined(separator: ", "))]"
  }

  static let rows = pads.flatMap { pad in
    [
      ("no filter", [], "[]"),
      ("smooth", [.smooth(cutoff: 100, beta: 0)], "[{ smooth: { cutoff: 100, beta: 0 } }]"),
      ("hysteresis", [.hysteresis(x: 2, y: 2)], "[{ hysteresis: 2 }]"),
      (
        "a filter that has seen what another holds back",
        [.smooth(cutoff: 100, beta: 0), .skip(first: 1, last: 0)],
        "[{ smooth: { cutoff: 100, beta: 0 } }, { skip: { first: 1 } }]"
      ),
    ].map { (words: String, filters: [ContactFilter], text: String) in
      Row(
        what: "\(pad.what), \(words)", pin: pad.pin, delivery: pad.delivery, hasCompanion: pad.hasCompanion,
        filters: filters, filterText: text)
    }
  }

  private static let seeds: Range<UInt64> = 0..<(Build.isOptimised ? 6 : 1)
  /// Programs come after so many frames, and stay for half of them.
  private static let period = 6

  @Test("To programs on the events socket that come in any frame, and in the log", arguments: rows)
  func programs(_ row: Row) throws {
    try compareRuns(row, size: 4096, spy: "socket", filters: "[]") { text, script, run, seed in
      try Self.heard(text, row.filters, script, run, seed)
    }
  }

  @Test("In traces, raw frames, the log, and to programs bound to other views", arguments: rows)
  func traces(_ row: Row) throws {
    try compareRuns(row) { text, script, run, _ in
      let rig = try PrivateRig(text, .slots(count: KernelPanel.slotCount))
      rig.application.tracesHitTests = true
      rig.attach()
      for frame in script.frames { rig.play(frame.steps.compactMap { $0.kernelStep(run) }) }
      rig.end()
      return rig.lines + rig.texts + rig.frames.map { "\($0)" } + rig.logged.lines
        + rig.spy.environments.map { "\($0)" } + rig.spy.inputs
    }
  }

  @Test("In the files of statistics", arguments: rows)
  func statistics(_ row: Row) throws {
    try compareRuns(row) { text, script, run, _ in
      let rig = try PrivateRig(text, .slots(count: KernelPanel.slotCount))
      var description = StatisticsDescription()
      // Each stroke is a session.
      description.sessionGap = .milliseconds(5)
      let watch = VisitorWatch(.empty(Size(width: 1000, height: 1000)), description) { _ in }
      watch.use(rig.application)
      rig.attach()
      for frame in script.frames {
        rig.play(frame.steps.compactMap { $0.kernelStep(run) })
        watch.drain(clock: 0)
      }
      rig.end()
      watch.drain(clock: 0)
      watch.counting.endSession()
      var day = StatisticsDay("1970-01-01")
      for counts in watch.takeCounts(at: .zero).values {
        day.add(counts, watch.layout, at: LocalHour(day: day.day, hour: 0, offset: 0, start: 0))
      }
      #expect(day.screens.first?.sections.first?.isGroup == true)
      return [day.json(isOver: true).text]
    }
  }

  /// Compares what both runs give out, for each seed.
  private func compareRuns(
    _ row: Row, size: Int = 1000, spy: String = "spy", filters: String? = nil,
    _ outputs: (_ layout: String, PrivateScript, _ run: Int, _ seed: Int) throws -> [String]
  ) throws {
    for seed in Self.seeds {
      let script = PrivateScript(seed: seed, hasCompanion: row.hasCompanion)
      let text = Self.layout(row, size: size, seed, spy: spy, filters: filters ?? row.filterText)
      let runs = try (0...1).map { try outputs(text, script, $0, Int(seed)) }
      guard compare(runs, seed, script) else { return }
    }
  }

  private func compare(_ runs: [[String]], _ seed: UInt64, _ script: PrivateScript) -> Bool {
    guard runs[0] != runs[1] else { return true }
    let place = zip(runs[0], runs[1]).enumerated().first { $0.element.0 != $0.element.1 }?.offset ?? 0
    let lines = runs.map { $0.dropFirst(place).first ?? "nothing" }
    #expect(
      Bool(false),
      """
      seed \(seed): line \(place) is
      \(lines[0])
      and, with other places on the view,
      \(lines[1])
      \((0...1).map { run in script.frames.map { $0.text(run) }.joined(separator: "\n") }.joined(separator: "\n–\n"))
      """)
    return false
  }

  /// What all programs hear, and what is logged. One answers for the page's touches, from the beginning.
  private static func heard(
    _ layout: String, _ filters: [ContactFilter], _ script: PrivateScript, _ run: Int, _ phase: Int
  ) throws -> [String] {
    let kinds = LineKind.heard.filter { $0 != .counters }.map { "\"\($0.rawValue)\"" }.joined(separator: ",")
    let kiosk = try EventsKiosk(layout, filters: filters)
    kiosk.pluginLog.logLevel = .trace
    var lines: [String] = []
    func leave(_ name: String) throws {
      lines += try kiosk.program(name).lines.map(\.text)
      _ = try kiosk.play("\(name) leaves")
    }
    _ = try kiosk.play(#"page: {"respond":"spy"}"#)
    for (number, frame) in script.frames.enumerated() {
      if number % period == phase { _ = try kiosk.play("a: {\"subscribe\":[\(kinds)]}") }
      _ = try kiosk.play(frame.text(run))
      if number >= phase, (number - phase) % period == period / 2 { try leave("a") }
    }
    return lines + (try kiosk.program("page").lines.map(\.text)) + kiosk.pluginLog.lines
  }

  private static func layout(
    _ row: Row, size: Int, _ seed: UInt64, spy: String, filters: String
  ) -> String {
    // What goes on to a view around the sensitive one is what the views in that make of it.
    let (outer, both) = row.hasCompanion ? ("spy", "audit, spy") : ("audit", "audit")
    let cancel = ["slide", "edge", "lift", "palm"][Int(seed) % 4]
    return """
      version: 1
      screen:
        { name: lobby, size: [\(size), \(size)], delivery: \(row.delivery),
          \(row.delivery == "filter" ? "cancel: \(cancel), " : "")touchscreen: { filters: \(filters) } }
      responders: { audit: { plugin: log, level: error }, spy: { plugin: \(spy) } }
      views:
        - id: page
          frame: [0, 0, 1000, 1000]
          multiple_touch: true
          on_touch: { to: \(outer), forward: true }
          gestures:
            - { pan: {}, to: [\(both)], cancels_touches: \(seed % 3 != 0) }
            - { long_press: {}, to: [\(both)], cancels_touches: false }
          children:
            - { id: pin, frame: [400, 400, 200, 200], multiple_touch: true, sensitive: true, \(row.pin) }
      application: { on_touch: { to: audit, forward: true } }
      """
  }
}

/// What fingers do in two runs, which differ only in places on the sensitive view.
private struct PrivateScript {
  struct Step {
    let verb: String
    var finger = 1
    /// One for each run; empty where it lifts.
    var places: [(x: Int, y: Int)] = []

    /// `nil` for what the kernel's panel of the tests cannot say.
    func kernelStep(_ run: Int) -> KernelPanel.Step? {
      verb == "palm"
        ? nil
        : KernelPanel.Step(
          finger: finger - 1,
          place: places.isEmpty ? nil : (Int32(places[run].x), Int32(places[run].y)))
    }
  }

  struct Frame {
    let steps: [Step]
    let milliseconds: Int

    func text(_ run: Int) -> String {
      steps.map { step in
        let place = step.places.isEmpty ? "" : "(\(step.places[run].x),\(step.places[run].y))"
        return "\(step.verb)#\(step.finger)\(place)@\(Double(milliseconds) / 1000)"
      }.joined(separator: " ")
    }
  }

  private(set) var frames: [Frame] = []
  private var random: SplitMix
  private var time = 0

  init(seed: UInt64, hasCompanion: Bool) {
    random = SplitMix(seed: seed)
    for _ in 0..<6 { addStroke(hasCompanion: hasCompanion && number(3) == 0) }
    // Everything that rests has lifted by then.
    time += 2_000
    add([Step(verb: "dn", places: both(990, 990))])
    add([Step(verb: "up")])
  }

  private mutating func number(_ limit: Int) -> Int { Int(random.next() % UInt64(limit)) }

  private mutating func add(_ steps: [Step]) {
    time += [10, 10, 10, 40, 200, 600][number(6)]
    frames.append(Frame(steps: steps, milliseconds: time))
  }

  private func both(_ x: Int, _ y: Int) -> [(x: Int, y: Int)] { [(x, y), (x, y)] }

  /// A place beside the view, the same in both runs.
  private mutating func outside() -> [(x: Int, y: Int)] { both(700 + number(250), 50 + number(900)) }

  /// A place on it, another in each run: in one half or the other, so that a finger moves from one to the next.
  private mutating func inside(_ isRight: Bool = false) -> [(x: Int, y: Int)] {
    (0...1).map { _ in (420 + number(60) + (isRight ? 100 : 0), 420 + number(160)) }
  }

  /// A finger that taps the view, wanders off it, passes over it, or stays beside it.
  private mutating func addStroke(hasCompanion: Bool) {
    var places: [[(x: Int, y: Int)]]
    switch number(4) {
    case 0:
      let landing = number(2) == 0 ? inside() : inside(true)
      places = [landing]
      for _ in 0..<number(4) {
        let (dx, dy) = (number(2) == 0 ? 5 : -5, number(9) - 4)
        places.append((places.last ?? landing).map { ($0.x + dx, $0.y + dy) })
      }
    case 1: places = [inside(), outside(), outside()]
    case 2: places = [both(710, 100), both(900, 120), inside(), inside(true), both(720, 800), both(900, 300)]
    default: places = [outside(), outside()]
    }
    if hasCompanion { add([Step(verb: "dn", finger: 2, places: both(800, 500))]) }
    for (index, place) in places.enumerated() {
      var steps = [Step(verb: index == 0 ? "dn" : "mv", places: place)]
      if hasCompanion { steps.append(Step(verb: "mv", finger: 2, places: both(801 + index % 2, 500))) }
      add(steps)
    }
    let end = number(2) == 0 ? "up" : "palm"
    add([Step(verb: end)] + (hasCompanion ? [Step(verb: end, finger: 2)] : []))
    // A palm is still there until it lifts.
    if end == "palm" { add([Step(verb: "up")] + (hasCompanion ? [Step(verb: "up", finger: 2)] : [])) }
  }
}
