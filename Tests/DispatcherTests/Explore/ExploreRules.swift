import Dispatcher
import TestSupport
import TestTables
import Testing

/// Fingers of a person who does not see the screen, on two elements beside each other and one below.
@Suite("Explore by touch") struct ExploreRules {
  static let exploring = [
    row(
      "a finger that rests explores after 0.3 s, and nothing else gets it", "dn(10,10)@0 up@1",
      "0.3 explore focus A"),
    row("a frame at 0.3 s comes before", "dn(10,10)@0 up@0.3", "0.6 explore focus A"),
    row("a tap gives the focus 0.3 s after its lift", "dn(210,10)@0 up@0.1", "0.4 explore focus B"),
    row(
      "out of the slop, a slow finger explores at once", "dn(10,10)@0 mv(21,10)@0.1", "0.1 explore focus A"),
    row("on its edge, it does not", "dn(10,10)@0 mv(20,10)@0.1", "0.3 explore focus A"),
    row("a quick one waits for 0.3 s", "dn(10,10)@0 mv(60,10)@0.1", "0.3 explore focus A"),
    row(
      "each element that it enters is spoken, the same one again, too; within one it is silent",
      "dn(10,10)@0 mv(50,10)@0.5 mv(250,10)@0.6 mv(10,350)@0.7 mv(250,10)@0.8",
      "0.3 explore focus A; 0.6 explore focus B; 0.8 explore focus B"),
    row(
      "a tap on the element that has the focus speaks it again", "dn(10,10)@0 up@0.1 dn(10,10)@1 up@1.1",
      "0.4 explore focus A; 1.4 explore focus A"),
    row("where there is no element, a tap does nothing", "dn(10,350)@0 up@0.1", ""),
  ]

  static let activating = [
    row(
      "two taps anywhere touch the middle of the focus for 0.05 s",
      "dn(10,10)@0 up@0.1 dn(390,390)@1 up@1.1 dn(10,390)@1.2 up@1.3",
      "0.4 explore focus A; 1.3 explore activate A; 1.3 began A{1}; 1.35 ended A{1}"),
    row("without a focus, nothing", "dn(10,10)@0 up@0.1 dn(10,10)@0.2 up@0.3", ""),
    row(
      "a second landing 0.3 s after the lift makes two taps of it",
      "dn(10,10)@0 up@0.1 dn(10,10)@1 up@1.1 dn(10,10)@1.4 up@1.5",
      "0.4 explore focus A; 1.5 explore activate A; 1.5 began A{1}; 1.55 ended A{1}"),
    row(
      "the third of three taps is a first one",
      "dn(10,10)@0 up@0.1 dn(10,10)@1 up@1.1 dn(10,10)@1.2 up@1.3 dn(210,10)@1.4 up@1.5",
      "0.4 explore focus A; 1.3 explore activate A; 1.3 began A{1}; 1.35 ended A{1}; 1.8 explore focus B"),
    row(
      "a finger that taps beside the one that explores activates what that had when it landed",
      "dn#1(10,10)@0 dn#2(390,390)@0.5 mv#1(12,10)@0.55 up#2@0.6",
      "0.3 explore focus A; 0.6 explore activate A; 0.6 began A{1}; 0.65 ended A{1}"),
    row(
      "not if the first moves by more than 30 points meanwhile",
      "dn#1(10,10)@0 dn#2(390,390)@0.5 mv#1(41,10)@0.55 up#2@0.6", "0.3 explore focus A"),
    row(
      "nor if the second stays for more than 0.3 s", "dn#1(10,10)@0 dn#2(390,390)@0.5 up#2@0.801",
      "0.3 explore focus A"),
    row(
      "nor if the second moves", "dn#1(10,10)@0 dn#2(390,390)@0.5 mv#2(379,390)@0.55 up#2@0.6",
      "0.3 explore focus A"),
    row(
      "nor if a third one lands", "dn#1(10,10)@0 dn#2(390,390)@0.5 dn#3(390,10)@0.52 up#2@0.6 up#3@0.6",
      "0.3 explore focus A"),
    row(
      "what is to be activated twice waits for the lift",
      "dn#1(10,10)@0 dn#2(390,390)@0.5 up#2@0.51 dn#2(390,390)@0.52 up#2@0.53",
      """
      0.3 explore focus A; 0.51 explore activate A; 0.51 began A{1}; 0.53 explore activate A; 0.56 ended A{1}
      0.56 began A{1}; 0.61 ended A{1}
      """),
    row(
      "a second tap that is held passes the finger through, moved to the middle of the focus",
      "dn(10,10)@0 up@0.1 dn(10,10)@1 up@1.1 dn(300,300)@1.2 mv(310,300)@1.6 up@1.7",
      "0.4 explore focus A; 1.5 began A{1}; 1.6 moved A{1}; 1.7 ended A{1}"),
    row(
      "a recognizer takes what is made as a tap",
      "dn(210,210)@0 up@0.1 dn(10,10)@1 up@1.1 dn(10,10)@1.2 up@1.3",
      """
      0.4 explore focus C; 1.3 explore activate C; 1.3 began C{1}; 1.35 act Tap.Ended@C; 1.35 cancelled C{1}
      """),
    row(
      "a second landing that leaves the slop is no tap, but a flick",
      "dn(10,10)@0 up@0.1 dn(110,110)@1 up@1.1 dn(10,10)@1.2 mv(70,10)@1.3 up@1.3",
      "0.4 explore focus A; 1.3 explore focus B"),
    row(
      "if another view covers the middle, that one is touched",
      views: "A(0,0,100,100)<element>,Cover(40,40,20,20)",
      "dn(10,10)@0 up@0.1 dn(10,10)@1 up@1.1 dn(10,10)@1.2 up@1.3",
      "0.4 explore focus A; 1.3 explore activate A; 1.3 began Cover{1}; 1.35 ended Cover{1}"),
  ]

  static let flicking = [
    row(
      "to the right the next element in reading order, to the left the one before",
      """
      dn(10,10)@0 mv(70,10)@0.1 up@0.1 dn(10,10)@1 mv(70,10)@1.1 up@1.1 dn(10,10)@2 mv(70,10)@2.1 up@2.1
      dn(10,10)@3 mv(70,10)@3.1 up@3.1 dn(70,10)@4 mv(10,10)@4.1 up@4.1
      """,
      """
      0.1 explore focus A; 1.1 explore focus B; 2.1 explore focus C; 3.1 explore focus C; 4.1 explore focus B
      """),
    row("the last one where none has the focus", "dn(70,10)@0 mv(10,10)@0.1 up@0.1", "0.1 explore focus C"),
    row("50 points are a flick", "dn(10,10)@0 mv(60,10)@0.3 up@0.3", "0.3 explore focus A"),
    row("it may stray by 50 - 49 * 0.3 points at its lift", "dn(10,10)@0 mv(90,46)@0.1 up@0.3", ""),
    row("49 are no flick", "dn(10,10)@0 mv(59,10)@0.1 up@0.1", ""),
    row(
      "up and down change the value of what is adjustable",
      views: "A(0,0,100,100)<element,adjustable>,B(200,0,100,100)<element>",
      """
      dn(10,10)@0 up@0.1 dn(10,90)@1 mv(10,30)@1.1 up@1.1 dn(10,10)@2 mv(10,80)@2.1 up@2.1 dn(210,10)@3 up@3.1
      dn(10,90)@4 mv(10,30)@4.1 up@4.1
      """,
      "0.4 explore focus A; 1.1 explore increment A; 2.1 explore decrement A; 3.4 explore focus B"),
    row(
      "an order comes before the places, and equal numbers go by place",
      views:
        "A(0,0,50,50)<element>,B(200,0,50,50)<element=2>,C(100,0,50,50)<element=2>,D(300,0,50,50)<element=1>",
      """
      dn(10,10)@0 mv(70,10)@0.1 up@0.1 dn(10,10)@1 mv(70,10)@1.1 up@1.1 dn(10,10)@2 mv(70,10)@2.1 up@2.1
      dn(10,10)@3 mv(70,10)@3.1 up@3.1
      """,
      "0.1 explore focus D; 1.1 explore focus C; 2.1 explore focus B; 3.1 explore focus A"),
    row(
      "a row takes all whose middle is above its lower edge",
      views: "A(200,0,50,50)<element>,B(0,20,50,50)<element>,C(0,30,50,60)<element>",
      """
      dn(10,300)@0 mv(70,300)@0.1 up@0.1 dn(10,300)@1 mv(70,300)@1.1 up@1.1 dn(10,300)@2 mv(70,300)@2.1 up@2.1
      """,
      "0.1 explore focus B; 1.1 explore focus A; 2.1 explore focus C"),
    row(
      "nothing outside of what is modal",
      views: "A(0,0,100,100)<element>,M(200,0,200,100)<modal>[B(0,0,50,50)<element>]",
      "dn(10,10)@0 up@0.1 dn(10,300)@1 mv(70,300)@1.1 up@1.1", "1.1 explore focus B"),
  ]

  static let hands = [
    row(
      "a tap of two fingers stops the speech", "dn#1(10,10)@0 dn#2(90,10)@0.01 up#1@0.1 up#2@0.1",
      "0.1 explore silence"),
    row(
      "a second one is the magic tap",
      "dn#1(10,10)@0 dn#2(90,10)@0 up#1@0.1 up#2@0.1 dn#1(10,10)@0.4 dn#2(90,10)@0.4 up#1@0.5 up#2@0.5",
      "0.1 explore silence; 0.5 explore magic"),
    row(
      "a flick of two fingers down reads on",
      "dn#1(10,10)@0 dn#2(90,10)@0 mv#1(10,70)@0.1 mv#2(90,70)@0.1 up#1@0.1 up#2@0.1", "0.1 explore read"),
    row(
      "three strokes of two fingers are the way out",
      """
      dn#1(10,10)@0 dn#2(10,90)@0 mv#1(60,10)@0.3 mv#2(60,90)@0.3 mv#1(10,10)@0.6 mv#2(10,90)@0.6
      mv#1(60,10)@0.9 mv#2(60,90)@0.9 up#1@1 up#2@1
      """, "0.9 explore escape"),
    row(
      "not if they take longer than 1.5 s",
      """
      dn#1(10,10)@0 dn#2(10,90)@0 mv#1(60,10)@0.3 mv#2(60,90)@0.3 mv#1(10,10)@0.6 mv#2(10,90)@0.6
      mv#1(60,10)@1.501 mv#2(60,90)@1.501 up#1@1.6 up#2@1.6
      """, ""),
    row(
      "a stroke is measured from the turn, not from the landing",
      """
      dn#1(40,10)@0 dn#2(40,90)@0 mv#1(15,10)@0.2 mv#2(15,90)@0.2 mv#1(65,10)@0.4 mv#2(65,90)@0.4 mv#1(15,10)@0.6
      mv#2(15,90)@0.6 mv#1(65,10)@0.8 mv#2(65,90)@0.8 up#1@0.9 up#2@0.9
      """, "0.8 explore escape"),
    row(
      "the middle of two fingers that part stays where it is",
      """
      dn#1(200,10)@0 dn#2(200,90)@0 mv#1(110,10)@0.2 mv#2(290,90)@0.2 mv#1(20,10)@0.4 mv#2(380,90)@0.4 mv#1(110,10)@0.6
      mv#2(290,90)@0.6 up#1@0.9 up#2@0.9
      """, ""),
    row(
      "three fingers scroll, and tap for the place",
      """
      dn#1(10,90)@0 dn#2(90,90)@0 dn#3(190,90)@0 mv#1(10,10)@0.1 mv#2(90,10)@0.1 mv#3(190,10)@0.1
      up#1@0.1 up#2@0.1 up#3@0.1 dn#1(10,90)@1 dn#2(90,90)@1 dn#3(190,90)@1 up#1@1.1 up#2@1.1 up#3@1.1
      """, "0.1 explore scroll; 1.1 explore position"),
    row(
      "with reach, they bring the upper half down, until an activation", hasReach: true,
      """
      dn#1(10,10)@0 dn#2(90,10)@0 dn#3(190,10)@0 mv#1(10,90)@0.1 mv#2(90,90)@0.1 mv#3(190,90)@0.1
      up#1@0.1 up#2@0.1 up#3@0.1 dn(10,210)@1 up@1.1 dn(10,10)@2 up@2.1 dn(10,10)@2.2 up@2.3
      """,
      """
      0.1 explore reach began; 1.4 explore focus A; 2.3 explore activate A; 2.3 explore reach ended; 2.3 began A{1}
      2.35 ended A{1}
      """),
    row(
      "above the half that came down there is nothing", hasReach: true,
      """
      dn#1(10,10)@0 dn#2(90,10)@0 dn#3(190,10)@0 mv#1(10,90)@0.1 mv#2(90,90)@0.1 mv#3(190,90)@0.1
      up#1@0.1 up#2@0.1 up#3@0.1 dn(10,190)@1 up@1.1
      """, "0.1 explore reach began"),
    row(
      "fingers that land before the first explores do not explore until all have lifted",
      "dn#1(10,10)@0 dn#2(90,10)@0.2 up#2@0.9 dn#2(210,10)@1 up#1@2 up#2@2", ""),
  ]

  static let modes = [
    row(
      "what is down when it begins is cancelled, and muted until it lifts", isOn: false,
      "dn(10,10)@0 mv(20,10)@0.1", then: { $0.explore.set(true, at: Timestamp(seconds: 0.2)) },
      "mv(30,10)@0.25 up@0.3 dn(210,10)@1 up@1.1",
      "0 began A{1}; 0.1 moved A{1}; 0.2 cancelled A{1}; 0.2 explore mode on; 1.4 explore focus B"),
    row(
      "what explores when it ends touches nothing", "dn(10,10)@0 mv(20,10)@0.5",
      then: { $0.explore.set(false, at: Timestamp(seconds: 0.6)) }, "mv(30,10)@0.7 up@0.8 dn(10,10)@1 up@1.1",
      "0.3 explore focus A; 0.6 explore mode off; 1 began A{1}; 1.1 ended A{1}"),
    row(
      "a minute without a finger ends it", "dn(10,10)@0 up@0.1 dn(10,10)@30 up@31 dn(10,10)@92 up@92.1",
      "0.4 explore focus A; 30.3 explore focus A; 91 explore mode off; 92 began A{1}; 92.1 ended A{1}"),
    row(
      "a recognizer that controls it goes on, and its fingers are taken from exploring",
      "dn(10,10)@0 up@0.1 dn(110,210)@1 up@1.1 dn(110,210)@1.2 up@1.3",
      "0.4 explore focus A; 1.3 act Exit.Ended@X"),
    row(
      "an activation that waits is dropped with the mode",
      "dn#1(10,10)@0 dn#2(390,390)@0.5 up#2@0.51 dn#2(390,390)@0.52 up#2@0.53",
      then: { $0.explore.set(false, at: Timestamp(seconds: 0.54)) }, "up#1@0.6",
      """
      0.3 explore focus A; 0.51 explore activate A; 0.51 began A{1}; 0.53 explore activate A; 0.54 cancelled A{1}
      0.54 explore mode off
      """),
    row(
      "a finger that is passed through is cancelled where another gesture takes it",
      "dn(10,10)@0 up@0.1 dn(10,10)@0.9 up@1 dn(10,10)@1.1 mv(12,10)@1.5",
      then: { $0.explore.giveUp(at: Timestamp(seconds: 1.6)) }, "mv(14,10)@1.7 up@1.8",
      "0.4 explore focus A; 1.4 began A{1}; 1.5 moved A{1}; 1.6 cancelled A{1}"),
    row(
      "nor is the next tap of two fingers a second one then", "dn#1(10,10)@0 dn#2(90,10)@0 up#1@0.1 up#2@0.1",
      then: { $0.explore.giveUp(at: Timestamp(seconds: 0.2)) },
      "dn#1(10,10)@0.3 dn#2(90,10)@0.3 up#1@0.4 up#2@0.4", "0.1 explore silence; 0.4 explore silence"),
    row(
      "it is not if another finger is a palm",
      "dn(10,10)@0 up@0.1 dn(10,10)@0.9 up@1 dn(10,10)@1.1 dn#2(90,90)@1.5 palm#2@1.6 up@1.8",
      "0.4 explore focus A; 1.4 began A{1}; 1.8 ended A{1}"),
    row(
      "where it has no elements, it says so once", views: "A(0,0,10,10)", isOn: false, "",
      then: {
        $0.explore.set(true, at: .zero)
      }, "", "0 explore mode on; 0 explore empty"),
    row(
      "the focus on what is hidden is gone", "dn(10,10)@0 up@0.1",
      then: {
        $0.scene.wait(until: 0.5)
        $0.scene["A"].isHidden = true
      },
      "dn(10,10)@1 up@1.1 dn(10,10)@1.2 up@1.3", "0.4 explore focus A"),
    row(
      "also when it comes back", "dn(10,10)@0 up@0.1",
      then: {
        $0.scene.wait(until: 0.5)
        $0.scene["A"].isHidden = true
        $0.scene["A"].isHidden = false
      },
      "dn(10,10)@1 up@1.1 dn(10,10)@1.2 up@1.3", "0.4 explore focus A"),
    row(
      "a new screen gives the first element the focus, or the one that is named; hidden ones get none",
      "dn(210,10)@0 up@0.1",
      then: {
        $0.post(.screenChanged(), at: 0.5)
        $0.post(.layoutChanged($0.scene["C"]), at: 0.6)
        $0.post(.layoutChanged(), at: 0.7)
        $0.scene["B"].isHidden = true
        $0.post(.layoutChanged($0.scene["B"]), at: 0.8)
      },
      "dn(10,10)@1 up@1.1 dn(10,10)@1.2 up@1.3",
      """
      0.4 explore focus B; 0.5 explore focus A; 0.6 explore focus C; 1.3 explore activate C; 1.3 began C{1}
      1.35 act Tap.Ended@C; 1.35 cancelled C{1}
      """),
    row(
      "a program announces, with sensitive views for the program that speaks alone", "",
      then: { rig in
        rig.explore.onReport = { report, _ in
          rig.scene.log.note("0 explore \(TraceRecord.explore(report).shown == nil ? "private" : "shown")")
        }
        rig.post(.announcement("Platform 9"), at: 0.1)
        rig.scene["C"].isSensitive = true
        rig.post(.announcement("9"), at: 0.2)
      }, "", "0.1 explore announcement; 0 explore shown; 0.2 explore announcement; 0 explore private"),
    row(
      "the page's focus is changed where a press may come to the page, and behind a control that keeps it is not",
      views: "A(0,0,100,100)<control>,B(200,0,200,100)", "",
      then: { rig in
        for (second, x) in [(1, 10.0), (2, 210)] {
          let frame = Rect(x: x, y: 0, width: 9, height: 9)
          let element = ExploreMode.PageElement(frame: frame, activationPoint: frame.center)
          rig.explore.focus(on: element, nil, at: Timestamp(seconds: Double(second)))
          rig.scene.play("dn(10,90)@\(second) mv(10,30)@\(second).1 up@\(second).1")
        }
      }, "", "1 explore focus; 2 explore focus; 2.1 explore increment"),
    row(
      "while it is off, nothing comes of a change", isOn: false, "",
      then: { $0.post(.screenChanged(), at: 0.1) }, "", ""),
    row(
      "reach ends with the mode, and says so", hasReach: true,
      """
      dn#1(10,10)@0 dn#2(90,10)@0 dn#3(190,10)@0 mv#1(10,90)@0.1 mv#2(90,90)@0.1 mv#3(190,90)@0.1
      up#1@0.1 up#2@0.1 up#3@0.1
      """, then: { $0.explore.set(false, at: Timestamp(seconds: 1)) }, "",
      "0.1 explore reach began; 1 explore reach ended; 1 explore mode off"),
    row(
      "a lift enters no element", views: "A(0,0,100,100)<element>,M(200,0,200,100)<modal>",
      "dn(10,10)@0 mv(12,10)@0.5",
      then: { $0.scene["M"].isHidden = true }, "up@1", ""),
  ]

  @Test(arguments: exploring + activating + flicking + hands + modes)
  func rule(_ row: ExploreRow) {
    let difference = row.difference()
    #expect(difference == nil, "\(row.what)\(difference ?? "")")
  }

  @Test("A control that is switched off is an element, and says so; what cannot be hit is no element")
  func elements() {
    let scene = Scene(
      """
      window(0,0,400,400)[Control(0,0,50,50)<control,element>,Off(100,0,50,50)<off,element>,Hid(0,0,9,9)<hidden,element>,
      Image(200,0,50,50)<element>,Through(0,100,50,50)<through,element>[In(0,0,20,20)<element>]]
      """)
    (scene.view("Control") as? Control)?.isEnabled = false
    let elements = scene.application.accessibilityElementsInOrder
    #expect(elements.map(\.identifier) == ["Control", "In"])
    #expect(elements.first?.presentTraits.words == ["not_enabled"])
  }

  private static func row(
    _ what: String, views: String = ExploreRow.views, isOn: Bool = true, hasReach: Bool = false,
    _ fingers: String,
    then act: @escaping @Sendable (ExploreRig) -> Void = { _ in }, _ more: String, _ log: String
  ) -> ExploreRow {
    ExploreRow(
      what: what, views: views, isOn: isOn, hasReach: hasReach, fingers: fingers, act: act, more: more,
      log: log)
  }

  private static func row(
    _ what: String, views: String = ExploreRow.views, hasReach: Bool = false, _ fingers: String, _ log: String
  ) -> ExploreRow {
    row(what, views: views, hasReach: hasReach, fingers, "", log)
  }
}

/// A tree, fingers in the mode, and the lines, each after its time in seconds.
struct ExploreRow: TableRow {
  static let views =
    "A(0,0,100,100)<element>,B(200,0,100,100)<element>,C(200,200,100,100)<element,tap>,X(100,200,50,50)<tap=2:Exit>"

  var what = ""
  let views: String
  let isOn: Bool
  let hasReach: Bool
  let fingers: String
  let act: @Sendable (ExploreRig) -> Void
  let more: String
  let log: String

  func difference() -> String? {
    let rig = ExploreRig(views, hasReach: hasReach)
    if isOn { rig.explore.set(true, at: .zero) }
    rig.scene.log.clear()
    rig.scene.play(fingers)
    act(rig)
    rig.scene.play(more)
    rig.scene.pipeline.finish()
    let kinds = ["explore", "began", "moved", "ended", "cancelled", "act", "screen"]
    let lines = rig.scene.log.lines.filter { line in
      kinds.contains(String(line.split(separator: " ").dropFirst().first ?? ""))
    }
    return DispatcherTests.difference(lines.map(Self.short), from: log)
  }

  /// Seconds without the zeros at their end.
  private static func short(_ line: String) -> String {
    var words = line.split(separator: " ").map(String.init)
    while words[0].contains("."), let last = words[0].last, last == "0" || last == "." {
      words[0].removeLast()
    }
    return words.joined(separator: " ")
  }
}

/// A scene whose fingers explore.
final class ExploreRig {
  let scene: Scene
  let explore: ExploreMode

  init(_ views: String, hasReach: Bool = false, offAfter: Interval = .seconds(60)) {
    scene = Scene("window(0,0,400,400)<multi>[\(views)]")
    scene.application.screen = Rect(x: 0, y: 0, width: 400, height: 400)
    scene.log.showsTimes = true
    var settings = ExploreMode.Settings()
    (settings.hasReach, settings.thresholds.offAfter) = (hasReach, offAfter)
    explore = scene.pipeline.explore(settings)
    explore.isExit = { $0.name == "Exit" }
    for recognizer in scene.views.flatMap(\.gestureRecognizers) where recognizer.name == "Exit" {
      recognizer.addAction { [weak explore] _ in explore?.giveUp(at: .zero) }
    }
  }

  func post(_ notification: AccessibilityNotification, at seconds: Double) {
    scene.wait(until: seconds)
    scene.application.post(notification)
  }
}
