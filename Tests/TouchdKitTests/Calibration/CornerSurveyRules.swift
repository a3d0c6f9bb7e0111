import TestTables

@testable import TouchdKit

/// What is asked at the corners, and what comes of the presses there.
@Suite("Survey of the corners") struct CornerSurveyRules {
  /// A panel of 1000 × 1000 units behind a screen of 200 × 100 mm.
  private static func panel(
    size: ScreenMeasure.Source = .screen(Size(width: 200, height: 100))
  ) -> PanelFit.Panel {
    let axis = AxisRange(minimum: 0, maximum: 999)
    return PanelFit.Panel(x: axis, y: axis, size: size)
  }

  private static func survey(_ panel: PanelFit.Panel, isTwice: Bool = false) -> TargetSurvey {
    TargetSurvey(.corners(of: panel), panel, isTwice: isTwice)
  }

  struct Row: TableRow {
    var what = ""
    var isTwice = false
    /// `X,Y` in the panel's units, with `@SECONDS` where the time matters; else a second after the one before.
    let presses: String
    /// The beginning of what each press gives.
    let steps: [String]
  }

  static let rows: Table<Row> = [
    "four corners, mirrored left to right": Row(
      presses: "980 40, 20 40, 20 960, 980 960",
      steps: [
        "2 of 4: touch the upper right", "3 of 4: touch the lower right", "4 of 4: touch the lower left",
        "flip: [x]",
      ]),
    "corners that are touched roughly: the panel is upright, and nothing more": Row(
      presses: "50 90, 960 40, 970 930, 20 900", steps: ["2 of 4", "3 of 4", "4 of 4", "nothing"]),
    "a panel that ends far before the screen does": Row(
      presses: "150 140, 850 140, 850 860, 150 860",
      steps: ["2 of 4", "3 of 4", "4 of 4", "calibration: [1.3"]),
    "a panel that is off to one side": Row(
      presses: "180 40, 1140 40, 1140 960, 180 960",
      steps: ["2 of 4", "3 of 4", "4 of 4", "calibration: [1, 0, -0.16"]),
    "the last corner is where the first one was": Row(
      presses: "20 40, 980 40, 980 960, 20 40",
      steps: ["2 of 4", "3 of 4", "4 of 4", "failed: the touch in the lower left corner is 92 mm from"]),
    "three touches in one place": Row(
      presses: "20 40, 20 40, 20 40, 20 40",
      steps: ["2 of 4", "3 of 4", "4 of 4", "failed: the presses are in one place"]),
    "a press that bounces counts once": Row(
      presses: "20 40@1, 22 41@1.15, 980 40@2, 980 960@3, 20 960@4",
      steps: ["2 of 4", "wait", "3 of 4", "4 of 4", "nothing"]),
    "a press elsewhere soon after a lift is no bounce": Row(
      presses: "20 40@1, 980 40@1.15, 980 960@1.3, 20 960@1.45",
      steps: ["2 of 4", "3 of 4", "4 of 4", "nothing"]),
    "a resistive panel: each corner twice, and the mean of both": Row(
      isTwice: true, presses: "20 40, 30 50, 980 40, 980 30, 985 960, 975 960, 20 960, 25 950",
      steps: [
        "  touch the upper left corner once more", "2 of 4", "  touch the upper right corner once more",
        "3 of 4",
        "  touch the lower right corner once more", "4 of 4", "  touch the lower left corner once more",
        "nothing",
      ]),
    "a resistive panel: two presses that are far apart are asked for again": Row(
      isTwice: true, presses: "20 40, 400 300, 20 40, 21 41",
      steps: [
        "  touch the upper left corner once more",
        "  these two touches are far apart; touch the upper left corner twice again",
        "  touch the upper left corner once more", "2 of 4",
      ]),
  ]

  @Test("Questions and findings", arguments: rows)
  func questions(row: Row) {
    var survey = Self.survey(Self.panel(), isTwice: row.isTwice)
    for (press, expected) in zip(Self.presses(row.presses), row.steps) {
      let said = Self.words(survey.take(press))
      let isExpected = said.hasPrefix(expected)
      #expect(isExpected, "\(said), not \(expected)")
    }
    let first = SurveyPlan.corners(of: Self.panel()).question(0)
    #expect(first == "1 of 4: touch the upper left corner of the screen")
  }

  @Test(
    "What remains, and what is better, is said where it is more than 2 mm, or a hundredth of the screen",
    arguments: [
      ("20 40, 980 40, 980 960, 20 960", ScreenMeasure.Source.screen(Size(width: 200, height: 100)), nil),
      ("20 40, 980 40, 980 960, 20 960", .unknown, "2%"),
      ("34 40, 980 40, 980 960, 20 960", .screen(Size(width: 200, height: 100)), "2.8 mm"),
      ("20 40, 980 40, 980 960, 34 960", .screen(Size(width: 200, height: 100)), "2.8 mm"),
    ])
  func advice(presses: String, size: ScreenMeasure.Source, rest: String?) {
    var survey = Self.survey(Self.panel(size: size))
    var step = TargetSurvey.Step.wait
    for press in Self.presses(presses) { step = survey.take(press) }
    guard case .found(let finding) = step else {
      Issue.record("\(step)")
      return
    }
    let said = finding.fit.adviceWords(finding.verification)
    #expect(said?.prefix { $0 != ";" } == rest.map { "\($0) remain" })
  }

  private static func words(_ step: TargetSurvey.Step) -> String {
    switch step {
    case .wait: "wait"
    case .ask(let question): question.words
    case .failed(let reason): "failed: \(reason)"
    case .found(let finding): words(finding.fit.keys)
    }
  }

  private static func words(_ keys: CalibrationKeys) -> String {
    keys.lines.isEmpty ? "nothing" : keys.lines.joined(separator: "; ")
  }

  private static func presses(_ text: String) -> [PressReader.Press] {
    text.split(separator: ",").enumerated().map { index, press in
      let parts = press.split(separator: "@")
      let place = parts[0].split(separator: " ").compactMap { Double($0) }
      let landed = parts.count > 1 ? Double(parts[1]) ?? 0 : Double(index)
      return PressReader.Press(
        device: "", place: Point(x: place[0], y: place[1]), landed: Timestamp.zero + .seconds(landed),
        lifted: Timestamp.zero + .seconds(landed + 0.1))
    }
  }

  @Test(
    "Every orientation, at random places of a finger's breadth in the corners",
    arguments: PanelOrientation.allCases)
  func everyOrientation(orientation: PanelOrientation) throws {
    for seed in UInt64(0)..<25 {
      var random = SplitMix(seed: seed)
      let panel = SimulatedPanel(truth: orientation.keys)
      var survey = Self.survey(panel.panel(size: .screen(Size(width: 300, height: 190))))
      var step = TargetSurvey.Step.wait
      for (index, corner) in [(0.0, 0.0), (1, 0), (1, 1), (0, 1)].enumerated() {
        let place = Point(
          x: abs(corner.0 - random.number(in: 0...8) / 300), y: abs(corner.1 - random.number(in: 0...8) / 190)
        )
        let time = Timestamp.zero + .seconds(Double(index))
        step = survey.take(
          PressReader.Press(device: "", place: panel.press(at: place), landed: time, lifted: time))
      }
      #expect(Self.words(step) == Self.words(orientation.keys), "seed \(seed)")
    }
  }
}
