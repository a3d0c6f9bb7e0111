/// What a calibration found, in lines for a person: how the panel lies, how far touches were off and are, and the lines of
/// a layout.
struct CalibrationReport {
  private let panel: SurveyedPanel
  private let finding: CornerSurvey.Finding
  private var fit: PanelFit { finding.fit }

  init(_ panel: SurveyedPanel, _ finding: CornerSurvey.Finding) {
    (self.panel, self.finding) = (panel, finding)
  }

  var lines: [String] {
    [
      "panel \(panel.title): \(fit.panelWords)", "before: \(fit.beforeWords)",
      "after: \(fit.afterWords); \(fit.measure.words(finding.verification.error)) at the touch that verifies it",
    ] + [fit.refusedWords].compactMap(\.self) + [""] + layoutLines
  }

  private var layoutLines: [String] {
    let file = panel.layout?.file ?? "a layout"
    let present = panel.layout.map { CalibrationKeys($0.screen.touchscreen) } ?? CalibrationKeys()
    if fit.keys == present {
      return [
        "\(file) needs no change: "
          + (present.lines.isEmpty ? "nothing is to be corrected" : "it has these lines")
      ]
        + block(present.lines)
    }
    let superfluous = present.present.filter { fit.keys.text(of: $0) == nil }.map { "`\($0)`" }
    let removal = superfluous.isEmpty ? [] : ["without \(series(superfluous))"]
    return fit.keys.lines.isEmpty
      ? ["\(file), below `touchscreen`: \(removal.first ?? "nothing")"]
      : ["\(file)\(removal.first.map { ", \($0)" } ?? ""):"] + block(fit.keys.lines)
  }

  private func block(_ lines: [String]) -> [String] {
    lines.isEmpty ? [] : ["screen:", "  touchscreen:"] + lines.map { "    \($0)" }
  }
}
