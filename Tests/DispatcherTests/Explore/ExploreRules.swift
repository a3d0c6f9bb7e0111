import TestTables

/// Fingers of a person who does not see the screen, on two elements beside each other and one below, as random scripts
/// seldom have them. ``ExploreProperties`` has what taps, flicks and exploring fingers do, and their limits.
@Suite("Explore by touch") struct ExploreRules {
  static let activating: Table<ExploreRow> = [
    "what is to be activated twice waits for the lift": ExploreRow(
      fingers: "dn#1(10,10)@0 dn#2(390,390)@0.5 up#2@0.51 dn#2(390,390)@0.52 up#2@0.53",
      log: """
        0.3 focus A; 0.51 activate A; 0.51 began A{1}; 0.53 activate A; 0.56 ended A{1}; 0.56 began A{1}
        0.61 ended A{1}
        """),
    "a recognizer takes what is made as a tap": ExploreRow(
      fingers: "tap(210,210)@0 tap(10,10)@1 tap(10,10)@1.2",
      log: "0.4 focus C; 1.3 activate C; 1.3 began C{1}; 1.35 act Tap.Ended@C; 1.35 cancelled C{1}"),
    "if another view covers the middle, that one is touched": ExploreRow(
      views: "A(0,0,100,100)<element>,Cover(40,40,20,20)",
      fingers: "tap(10,10)@0 tap(10,10)@1 tap(10,10)@1.2",
      log: "0.4 focus A; 1.3 activate A; 1.3 began Cover{1}; 1.35 ended Cover{1}"),
  ]

  static let flicking: Table<ExploreRow> = [
    "to the right the next element in reading order, to the left the one before": ExploreRow(
      fingers: """
        flick(10,10,70,10)@0 flick(10,10,70,10)@1 flick(10,10,70,10)@2 flick(10,10,70,10)@3
        flick(70,10,10,10)@4
        """, log: "0.1 focus A; 1.1 focus B; 2.1 focus C; 3.1 focus C; 4.1 focus B"),
    "up and down change the value of what is adjustable": ExploreRow(
      views: "A(0,0,100,100)<element,adjustable>,B(200,0,100,100)<element>",
      fingers: "tap(10,10)@0 flick(10,90,10,30)@1 flick(10,10,10,80)@2 tap(210,10)@3 flick(10,90,10,30)@4",
      log: "0.4 focus A; 1.1 increment A; 2.1 decrement A; 3.4 focus B"),
    "an order comes before the places, and equal numbers go by place": ExploreRow(
      views:
        "A(0,0,50,50)<element>,B(200,0,50,50)<element=2>,C(100,0,50,50)<element=2>,D(300,0,50,50)<element=1>",
      fingers: "flick(10,10,70,10)@0 flick(10,10,70,10)@1 flick(10,10,70,10)@2 flick(10,10,70,10)@3",
      log: "0.1 focus D; 1.1 focus C; 2.1 focus B; 3.1 focus A"),
    "a row takes all whose middle is above its lower edge": ExploreRow(
      views: "A(200,0,50,50)<element>,B(0,20,50,50)<element>,C(0,30,50,60)<element>",
      fingers: "flick(10,300,70,300)@0 flick(10,300,70,300)@1 flick(10,300,70,300)@2",
      log: "0.1 focus B; 1.1 focus A; 2.1 focus C"),
    "nothing outside of what is modal": ExploreRow(
      views: "A(0,0,100,100)<element>,M(200,0,200,100)<modal>[B(0,0,50,50)<element>]",
      fingers: "tap(10,10)@0 flick(10,300,70,300)@1", log: "1.1 focus B"),
    "of what is in a container that names its elements, a finger finds those alone, too": ExploreRow(
      views: "P(0,0,300,100)[A(0,0,100,100)<element>,B(200,0,100,100)<element>]", fingers: "",
      then: { $0.scene["P"].accessibilityElements = [$0.scene["B"]] },
      more: "tap(10,10)@0 tap(210,10)@1 flick(10,10,70,10)@2", log: "1.4 focus B; 2.1 focus B"),
  ]

  static let threeDown = "flick#1(10,10,10,90)@0 flick#2(90,10,90,90)@0 flick#3(190,10,190,90)@0"

  static let hands: Table<ExploreRow> = [
    "a second tap of two fingers is the magic tap": ExploreRow(
      fingers: "tap#1(10,10)@0 tap#2(90,10)@0 tap#1(10,10)@0.4 tap#2(90,10)@0.4",
      log: "0.1 silence; 0.5 magic"),
    "a flick of two fingers down reads on": ExploreRow(
      fingers: "flick#1(10,10,10,70)@0 flick#2(90,10,90,70)@0", log: "0.1 read"),
    "three strokes of two fingers are the way out": ExploreRow(
      fingers: """
        dn#1(10,10)@0 dn#2(10,90)@0 mv#1(60,10)@0.3 mv#2(60,90)@0.3 mv#1(10,10)@0.6 mv#2(10,90)@0.6
        mv#1(60,10)@0.9 mv#2(60,90)@0.9 up#1@1 up#2@1
        """, log: "0.9 escape"),
    "not if they take longer than 1.5 s": ExploreRow(
      fingers: """
        dn#1(10,10)@0 dn#2(10,90)@0 mv#1(60,10)@0.3 mv#2(60,90)@0.3 mv#1(10,10)@0.6 mv#2(10,90)@0.6
        mv#1(60,10)@1.501 mv#2(60,90)@1.501 up#1@1.6 up#2@1.6
        """, log: ""),
    "a stroke is measured from the turn, not from the landing": ExploreRow(
      fingers: """
        dn#1(40,10)@0 dn#2(40,90)@0 mv#1(15,10)@0.2 mv#2(15,90)@0.2 mv#1(65,10)@0.4 mv#2(65,90)@0.4
        mv#1(15,10)@0.6 mv#2(15,90)@0.6 mv#1(65,10)@0.8 mv#2(65,90)@0.8 up#1@0.9 up#2@0.9
        """, log: "0.8 escape"),
    "the middle of two fingers that part stays where it is": ExploreRow(
      fingers: """
        dn#1(200,10)@0 dn#2(200,90)@0 mv#1(110,10)@0.2 mv#2(290,90)@0.2 mv#1(20,10)@0.4 mv#2(380,90)@0.4
        mv#1(110,10)@0.6 mv#2(290,90)@0.6 up#1@0.9 up#2@0.9
        """, log: ""),
    "with reach, three fingers bring the upper half down, until an activation": ExploreRow(
      hasReach: true, fingers: threeDown + " tap(10,210)@1 tap(10,10)@2 tap(10,10)@2.2",
      log: "0.1 reach began; 1.4 focus A; 2.3 activate A; 2.3 reach ended; 2.3 began A{1}; 2.35 ended A{1}"),
    "above the half that came down there is nothing": ExploreRow(
      hasReach: true, fingers: threeDown + " tap(10,190)@1", log: "0.1 reach began"),
  ]

  static let modes: Table<ExploreRow> = [
    "what is down when it begins is cancelled, and muted until it lifts; a second finger explores":
      ExploreRow(
        isOn: false, fingers: "dn#1(10,10)@0 mv#1(20,10)@0.1", then: { $0.set(true, at: 0.2) },
        more: "mv#1(30,10)@0.25 dn#2(210,10)@0.3 up#1@0.7 up#2@1",
        log: "0 began A{1}; 0.1 moved A{1}; 0.2 cancelled A{1}; 0.2 mode on; 0.6 focus B"),
    "what explores when it ends touches nothing": ExploreRow(
      fingers: "dn(10,10)@0 mv(20,10)@0.5", then: { $0.set(false, at: 0.6) },
      more: "mv(30,10)@0.7 up@0.8 tap(10,10)@1",
      log: "0.3 focus A; 0.6 mode off; 1 began A{1}; 1.1 ended A{1}"),
    "a minute without a finger ends it": ExploreRow(
      fingers: "tap(10,10)@0 dn(10,10)@30 up@31 tap(10,10)@92",
      log: "0.4 focus A; 30.3 focus A; 91 mode off; 92 began A{1}; 92.1 ended A{1}"),
    "a recognizer that controls it goes on, and its fingers are taken from exploring": ExploreRow(
      fingers: "tap(10,10)@0 tap(110,210)@1 tap(110,210)@1.2", log: "0.4 focus A; 1.3 act Exit.Ended@X"),
    "an activation that waits is dropped with the mode": ExploreRow(
      fingers: "dn#1(10,10)@0 dn#2(390,390)@0.5 up#2@0.51 dn#2(390,390)@0.52 up#2@0.53",
      then: { $0.set(false, at: 0.54) }, more: "up#1@0.6",
      log: """
        0.3 focus A; 0.51 activate A; 0.51 began A{1}; 0.53 activate A; 0.54 cancelled A{1}; 0.54 mode off
        """),
    "a finger that is passed through is cancelled where another gesture takes it": ExploreRow(
      fingers: "tap(10,10)@0 tap(10,10)@0.9 dn(10,10)@1.1 mv(12,10)@1.5", then: { $0.giveUp(at: 1.6) },
      more: "mv(14,10)@1.7 up@1.8",
      log: "0.4 focus A; 1.4 began A{1}; 1.5 moved A{1}; 1.6 cancelled A{1}"),
    "nor is the next tap of two fingers a second one then": ExploreRow(
      fingers: "tap#1(10,10)@0 tap#2(90,10)@0", then: { $0.giveUp(at: 0.2) },
      more: "tap#1(10,10)@0.3 tap#2(90,10)@0.3", log: "0.1 silence; 0.4 silence"),
    "a finger that is passed through goes on if another is a palm": ExploreRow(
      fingers: "tap(10,10)@0 tap(10,10)@0.9 dn(10,10)@1.1 dn#2(90,90)@1.5 palm#2@1.6 up@1.8",
      log: "0.4 focus A; 1.4 began A{1}; 1.8 ended A{1}"),
    "where it has no elements, it says so once": ExploreRow(
      views: "A(0,0,10,10)", isOn: false, fingers: "", then: { $0.set(true, at: 0) },
      log: "0 mode on; 0 empty"),
    "the focus on what is hidden is gone, also when it comes back": ExploreRow(
      fingers: "tap(10,10)@0",
      then: {
        $0.scene.wait(until: 0.5)
        $0.scene["A"].isHidden = true
        $0.scene["A"].isHidden = false
      },
      more: "tap(10,10)@1 tap(10,10)@1.2", log: "0.4 focus A"),
    "a new screen gives the first element the focus, or the one that is named; hidden ones get none":
      ExploreRow(
        fingers: "tap(210,10)@0",
        then: {
          $0.post(.screenChanged(), at: 0.5)
          $0.post(.layoutChanged($0.scene["C"]), at: 0.6)
          $0.post(.layoutChanged(), at: 0.7)
          $0.scene["B"].isHidden = true
          $0.post(.layoutChanged($0.scene["B"]), at: 0.8)
        },
        more: "tap(10,10)@1 tap(10,10)@1.2",
        log: """
          0.4 focus B; 0.5 focus A; 0.6 focus C; 1.3 activate C; 1.3 began C{1}; 1.35 act Tap.Ended@C
          1.35 cancelled C{1}
          """),
    "a program announces, with sensitive views for the program that speaks alone": ExploreRow(
      fingers: "",
      then: { rig in
        rig.noteShown()
        rig.post(.announcement("Platform 9"), at: 0.1)
        rig.scene["C"].isSensitive = true
        rig.post(.announcement("9"), at: 0.2)
      },
      log: "0.1 announcement; 0 shown; 0.2 announcement; 0 private"),
    "a flick from a sensitive element is for the program that speaks alone, also where it leads": ExploreRow(
      fingers: "",
      then: { rig in
        rig.noteShown()
        rig.scene["A"].isSensitive = true
      },
      more: "tap(10,10)@0 flick(10,10,70,10)@1 flick(10,10,70,10)@2",
      log: "0.4 focus A; 0 shown; 1.1 focus B; 0 private; 2.1 focus C; 0 shown"),
    "so is an element of the page that follows a sensitive one, and what follows the page there": ExploreRow(
      fingers: "tap(10,10)@0",
      then: { rig in
        rig.scene.wait(until: 0.5)
        rig.noteShown()
        rig.scene["A"].isSensitive = true
        for (second, x) in [(1.0, 205.0), (2, 205), (3, 5), (4, 205), (5, 5)] {
          let element = ExploreMode.PageElement(frame: .zero, activationPoint: Point(x: x, y: 5))
          rig.explore.focus(on: element, nil, at: Timestamp(seconds: second))
        }
        rig.explore.leavePage(at: Timestamp(seconds: 6))
      },
      log: """
        0.4 focus A; 1 focus; 0 private; 2 focus; 0 shown; 3 focus; 0 private; 4 focus; 0 private
        5 focus; 0 private; 6 focus C; 0 private
        """),
    "the page's focus is changed where a press may come to the page, and not behind a control":
      ExploreRow(
        views: "A(0,0,100,100)<control>,B(200,0,200,100)", fingers: "",
        then: { rig in
          for (second, x) in [(1, 10.0), (2, 210)] {
            let frame = Rect(x: x, y: 0, width: 9, height: 9)
            let element = ExploreMode.PageElement(frame: frame, activationPoint: frame.center)
            rig.explore.focus(on: element, nil, at: Timestamp(seconds: Double(second)))
            rig.scene.play("dn(10,90)@\(second) mv(10,30)@\(second).1 up@\(second).1")
          }
        },
        log: "1 focus; 2 focus; 2.1 increment"),
    "while it is off, nothing comes of a change": ExploreRow(
      isOn: false, fingers: "", then: { $0.post(.screenChanged(), at: 0.1) }, log: ""),
    "reach ends with the mode, and says so": ExploreRow(
      hasReach: true, fingers: threeDown, then: { $0.set(false, at: 1) },
      log: "0.1 reach began; 1 reach ended; 1 mode off"),
    "a lift enters no element": ExploreRow(
      views: "A(0,0,100,100)<element>,M(200,0,200,100)<modal>", fingers: "dn(10,10)@0 mv(12,10)@0.5",
      then: { $0.scene["M"].isHidden = true }, more: "up@1", log: ""),
  ]

  @Test(arguments: activating + flicking + hands + modes)
  func rule(_ row: ExploreRow) { #expect(row.difference() == nil) }

  @Test("Where all elements are the page's, no view gets the focus")
  func pageAlone() {
    let scene = Scene("window(0,0,400,400)[A(0,0,100,100)<element>]")
    var settings = ExploreMode.Settings()
    settings.elements = .page
    let explore = scene.pipeline.explore(settings)
    explore.set(true, at: .zero)
    let element = ExploreMode.PageElement(frame: .zero, activationPoint: .zero)
    explore.focus(on: element, nil, at: .zero)
    explore.leavePage(at: .zero)
    scene.application.post(.layoutChanged(scene["A"]))
    #expect(scene.log.lines("explore") == ["explore mode on", "explore focus"])
  }

  @Test("After a reload under a finger, to a layout without headsets, the minute counts from the reload")
  func reload() {
    let (scene, rig) = (Scene("window(0,0,400,400)"), ExploreRig(""))
    var settings = ExploreMode.Settings()
    settings.followsHeadset = true
    let former = scene.pipeline.explore(settings)
    former.useHeadset(true, at: .zero)
    scene.play("dn(10,10)@1")
    rig.explore.takeOver(former, at: Timestamp(seconds: 2))
    #expect(rig.explore.isOn && rig.scene.pipeline.nextDelivery == Timestamp(seconds: 62))
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

  @Test("A modal view 100 deep is found by one walk over the views")
  func deepModal() {
    let views = (0..<100).reduce("M(0,0,9,9)<modal>[E(0,0,9,9)<element>]") { "V\($1)(0,0,400,400)[\($0)]" }
    let scene = Scene("window(0,0,400,400)[Out(0,0,9,9)<element>,\(views)]")
    #expect(scene.application.accessibilityElementsInOrder.map(\.identifier) == ["E"])
  }
}

/// A tree, fingers in the mode, and the lines, each after its time in seconds.
struct ExploreRow: TableRow {
  var what = ""
  var views =
    "A(0,0,100,100)<element>,B(200,0,100,100)<element>,C(200,200,100,100)<element,tap>,X(100,200,50,50)<tap=2:Exit>"
  var isOn = true
  var hasReach = false
  /// Words of fingers, and `tap(X,Y)@T` for one that is down for 0.1 s, `flick(X,Y,X,Y)@T` for one that goes from place
  /// to place meanwhile.
  let fingers: String
  /// Done after them, and before `more` fingers.
  var then: @Sendable (ExploreRig) -> Void = { _ in }
  var more = ""
  /// Acts as `0.3 focus A`, and calls.
  let log: String

  func difference() -> String? {
    let rig = ExploreRig(views, hasReach: hasReach)
    if isOn { rig.explore.set(true, at: .zero) }
    rig.scene.log.clear()
    rig.scene.play(Self.inFull(fingers))
    then(rig)
    rig.scene.play(Self.inFull(more))
    rig.scene.pipeline.finish()
    let kinds = ["explore", "began", "moved", "ended", "cancelled", "act", "screen"]
    let lines = rig.scene.log.lines.filter { line in
      kinds.contains(String(line.split(separator: " ").dropFirst().first ?? ""))
    }
    return DispatcherTests.difference(
      lines.map { Self.short($0).replacing(" explore ", with: " ") }, from: log)
  }

  /// The words of all fingers in the order of their times.
  private static func inFull(_ fingers: String) -> String {
    let steps = fingers.split(whereSeparator: \.isWhitespace).flatMap { word in
      let parts = word.split { "(,)@".contains($0) }.map(String.init)
      let (verb, finger) = (parts[0].prefix(while: \.isLetter), parts[0].drop(while: \.isLetter))
      let begin = parts.last.flatMap(Double.init) ?? 0
      let end = begin + 0.1
      var steps = [(text: String(word), time: begin)]
      guard verb == "tap" || verb == "flick" else { return steps }
      steps[0].text = "dn\(finger)(\(parts[1]),\(parts[2]))@\(begin)"
      if verb == "flick" { steps.append(("mv\(finger)(\(parts[3]),\(parts[4]))@\(end)", end)) }
      return steps + [("up\(finger)@\(end)", end)]
    }
    return steps.sorted { $0.time < $1.time }.map(\.text).joined(separator: " ")
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

  /// Notes of each report whether it leaves the process.
  func noteShown() {
    explore.onReport = { [unowned self] report, _ in
      scene.log.note("0 explore \(TraceRecord.explore(report).shown == nil ? "private" : "shown")")
    }
  }

  func set(_ isOn: Bool, at seconds: Double) { explore.set(isOn, at: Timestamp(seconds: seconds)) }

  func giveUp(at seconds: Double) { explore.giveUp(at: Timestamp(seconds: seconds)) }

  func post(_ notification: AccessibilityNotification, at seconds: Double) {
    scene.wait(until: seconds)
    scene.application.post(notification)
  }
}
