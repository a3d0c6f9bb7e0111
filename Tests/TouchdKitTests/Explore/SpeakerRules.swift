import LinuxInput
import TestTables
import YAML

@testable import TouchdKit

/// A page whose elements a program knows, beside an element `a` of the layout: the questions to that program, and the
/// focus that comes of its answers.
@Suite("Program that speaks") struct SpeakerRules {
  struct Row: TableRow {
    var what = ""
    let fingers: String
    /// The answers to the questions, in their order; what is asked beyond them stays open.
    let answers: [ExploreAnswer]
    /// Whether the program leaves after them.
    var leaves = false
    let then: [String]
  }

  private static func button(_ ask: Int) -> ExploreAnswer {
    let element = ExploreMode.PageElement(
      frame: Rect(x: 200, y: 0, width: 100, height: 100), activationPoint: Point(x: 250, y: 50))
    return .focus(ask: ask, element, label: "Pay")
  }

  private static func gone(at x: Double) -> ExploreAnswer { .gone(Point(x: x, y: 50)) }
  private static let unasked: [ExploreAnswer?] = [.next, gone(at: 250), gone(at: 251)]

  private static let layout = """
    version: 1
    screen: { size: [400, 400], delivery: filter }
    explore: {}
    views: [{ id: a, frame: [0, 0, 100, 100], accessible: { label: { en: A, de: Ah } } }]
    """

  private static func begin(_ fingers: String, _ claims: Claims) throws -> (Replay, ExploreControls) {
    let layout = try #require(SampleLayouts.reader.read(Array(Self.layout.utf8), file: "f").layout)
    let plugins = layout.makePlugins(Words().logger, launcher: nil, claims: claims)
    let recording = try recording(of: fingers, on: layout)
    let replay = try ReplayedLines(recording, layout, [], plugins: plugins).replay
    return (replay, try #require(plugins.tree.explore))
  }

  @Test(
    "A reload keeps the language that was chosen; without the program, that mode ends, but not a later one",
    arguments: [false, true])
  func reload(beginsAgain: Bool) throws {
    let (before, former) = try Self.begin("tap 50,50", Claims())
    former.mode.set(true, at: .zero)
    former.perform(.language("de"), at: .zero)
    former.mode.isSpeaking = true
    let (replay, controls) = try Self.begin("hold 50,50; wait 11s", Claims())
    controls.takeOver(former, at: .zero)
    #expect(controls.mode.isSpeaking)
    former.speakerLeft(at: .zero)
    controls.takeOver(former, at: .zero)
    withExtendedLifetime(before) { #expect(controls.mode.language == "de") }
    if beginsAgain { for isOn in [false, true] { controls.mode.set(isOn, at: .zero) } }
    replay.begin()
    while replay.nextTime != nil { replay.step() }
    #expect(controls.mode.isOn == beginsAgain)
  }

  @Test(
    "A reload to a layout without the mode ends it; one to a layout with it does not",
    arguments: [true, false])
  func dropped(explores: Bool) throws {
    let session = LiveSession(on: try RunLoop(servesMainQueue: false))
    func replace(_ text: String) throws -> ExploreControls? {
      let layout = try TouchdKitTests.layout(text)
      let live = LiveLayout(layout, layout.makePlugins(Words().logger, launcher: nil), sysfs: "")
      session.replace(with: [live])
      return live.plugins.tree.explore
    }
    let mode = try #require(try replace(Self.layout)).mode
    mode.set(true, at: .zero)
    _ = try replace(explores ? Self.layout : "version: 1\nscreen: { size: [9, 9] }\nviews: []")
    #expect(mode.isOn == explores)
  }

  @Test("After a question without an answer, only the next one counts, and none that has waited")
  func superseded() throws {
    let claims = Claims()
    let (replay, controls) = try Self.begin("tap 50,50", claims)
    var asked: [String?] = []
    let claimant = Claimant(in: "f") { asked.append($0.fields.first { $0.key == "at" }?.value.text) }
    claims.seat(Claims.Key(file: "f", name: "")).claimant = claimant
    controls.take(.claim(speaks: true, hasHeadphones: false), at: .zero)
    for (x, time) in [(350, 0), (150, 0.5), (250, 1.5)] as [(Double, Double)] {
      controls.mode.ask?(.at(Point(x: x, y: 50)), Timestamp(seconds: time))
    }
    controls.take(.done(ask: 2), at: Timestamp(seconds: 1.6))
    withExtendedLifetime(replay) { #expect(asked == ["[350,50]", "[250,50]"]) }
  }

  @Test("An answer counts for nothing once an element of the layout has the focus, or in a later mode")
  func outrun() throws {
    let claims = Claims()
    let (replay, controls) = try Self.begin("hold 50,50", claims)
    controls.take(.claim(speaks: true, hasHeadphones: false), at: .zero)
    controls.mode.set(true, at: .zero)
    controls.mode.ask?(.at(Point(x: 250, y: 50)), .zero)
    replay.begin()
    while replay.nextTime != nil { replay.step() }
    controls.take(Self.button(1), at: Timestamp(seconds: 1))
    #expect(controls.mode.focusedView?.identifier == "a")
    controls.mode.ask?(.at(Point(x: 250, y: 50)), Timestamp(seconds: 1))
    for isOn in [false, true] { controls.mode.set(isOn, at: Timestamp(seconds: 1)) }
    controls.take(Self.button(2), at: Timestamp(seconds: 1))
    controls.mode.leavePage(at: Timestamp(seconds: 1))
    withExtendedLifetime(replay) { #expect(controls.mode.focusedView == nil, "it was not on the page") }
  }

  @Test(
    "The mode goes on for a panel of another resolution, also after a reload, unless it was ended meanwhile",
    arguments: [true, false])
  func anotherPanel(isOn: Bool) throws {
    let text = Self.layout.replacing("[0, 0, 100, 100]", with: "[0, 0, 10mm, 10mm]")
    let layout = try TouchdKitTests.layout(text)
    func make() -> LiveLayout {
      LiveLayout(layout, layout.makePlugins(Words().logger, launcher: nil), sysfs: "")
    }
    var former: LiveLayout? = make()
    let reloaded = make()
    func mode(of live: LiveLayout, resolution: Int32) throws -> ExploreMode {
      var device = KernelPanel(.slots(count: KernelPanel.slotCount)).description
      for axis in device.axes.keys { device.axes[axis]?.resolution = resolution }
      try live.makeReady(for: PanelBuilder(device, for: layout.screen))
      return try #require(live.plugins.tree.explore).mode
    }
    try mode(of: try #require(former), resolution: 10).set(true, at: .zero)
    let kept = try mode(of: try #require(former), resolution: 20).isOn
    #expect(kept)
    reloaded.start(after: former, at: .zero)
    // Its tree has gone, and no panel has come.
    former = nil
    reloaded.plugins.tree.explore?.mode.set(isOn, at: .zero)
    #expect(try mode(of: reloaded, resolution: 20).isOn == isOn)
  }

  @Test(
    "An answer gives the focus",
    arguments: [
      "a finger comes": Row(fingers: "hold 250,50", answers: [button(1)], then: ["at", "focus Pay"]),
      "it moves within the element": Row(
        fingers: "pan 210,50 to 290,50 in 2s", answers: [button(1)], then: ["at", "focus Pay"]),
      "it comes back from another one": Row(
        fingers: "hold 250,50; hold 50,50; hold 250,50", answers: [button(1), button(2)],
        then: ["at", "focus Pay", "focus A", "at", "focus Pay"]),
      "it taps on what has the focus": Row(
        fingers: "hold 250,50; tap 250,50; wait 1s", answers: [button(1), button(2)],
        then: ["at", "focus Pay", "at", "focus Pay"]),
      "there is no element": Row(fingers: "hold 250,50", answers: [.done(ask: 1)], then: ["at"]),
      "the answer is to another question": Row(fingers: "hold 250,50", answers: [button(2)], then: ["at"]),
      "a flick leads from the page's first element back to the layout": Row(
        fingers: "hold 250,50; swipe left 350,350", answers: [button(1), .done(ask: 2)],
        then: ["at", "focus Pay", "previous", "focus A"]),
      "a double tap presses what has the focus": Row(
        fingers: "hold 250,50; double tap 350,350; wait 1s", answers: [button(1), gone(at: 251)],
        then: ["at", "focus Pay", "activate"]),
      "and nothing, if it has gone": Row(
        fingers: "hold 250,50; double tap 350,350; wait 1s", answers: [button(1), gone(at: 250)],
        then: ["at", "focus Pay"]),
      "or the program has left": Row(
        fingers: "hold 250,50; double tap 350,350; wait 1s", answers: [button(1)], leaves: true,
        then: ["at", "focus Pay"]),
      "it moves where one has gone": Row(
        fingers: "pan 210,50 to 290,50 in 2s", answers: [button(1), gone(at: 250), button(2)],
        then: ["at", "focus Pay", "at", "focus Pay"]),
      "the program reads on": Row(
        fingers: "hold 50,50; wait 1s", answers: [.next, button(1)], then: ["focus A", "next", "focus Pay"]),
    ] as Table<Row>)
  func row(_ row: Row) throws {
    let claims = Claims()
    let (replay, controls) = try Self.begin(row.fingers, claims)
    var (said, answers, isAsked) = ([String](), row.answers[...], false)
    let claimant = Claimant(in: "f") { call in
      let fields = Dictionary(uniqueKeysWithValues: call.fields.map { ($0.key, $0.value.text) })
      let isQuestion = fields["ask"] != nil
      let act = isQuestion && fields["act"] == "\"focus\"" ? "at" : fields["act"] ?? ""
      let label = isQuestion ? nil : fields["label"]
      let words = [act, label ?? ""].map { $0.filter { $0 != "\"" } }
      said.append(words.filter { !$0.isEmpty }.joined(separator: " "))
      isAsked = isAsked || isQuestion || Self.unasked.contains(answers.first)
    }
    claims.seat(Claims.Key(file: "f", name: "")).claimant = claimant
    controls.take(.claim(speaks: true, hasHeadphones: false), at: .zero)
    controls.mode.set(true, at: .zero)
    (said, isAsked) = ([], false)
    replay.begin()
    while let time = replay.nextTime {
      replay.step()
      while isAsked, let answer = answers.popFirst() {
        isAsked = false
        controls.take(answer, at: time)
      }
      if row.leaves, answers.isEmpty { controls.speakerLeft(at: time) }
    }
    #expect(said == row.then)
  }
}
