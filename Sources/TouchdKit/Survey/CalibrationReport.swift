/// What a calibration found, in lines for a person: how the panel lies, how far touches were off and are, and the lines
/// of a layout.
package struct CalibrationReport {
  private let panel: SurveyedPanel
  private let fit: PanelFit
  private let verification: PanelFit.Verification

  package init(_ panel: SurveyedPanel, _ fit: PanelFit, _ verification: PanelFit.Verification) {
    (self.panel, self.fit, self.verification) = (panel, fit, verification)
  }

  /// Without their line feeds.
  package var lines: [String] {
    [
      "panel \(panel.title): \(fit.panelWords)", "before: \(fit.beforeWords)",
      "after: \(fit.afterWords); \(fit.measure.words(verification.error)) at the touch that verifies it",
    ] + [fit.refusedWords].compactMap(\.self) + [""] + layoutLines
      + (fit.adviceWords(verification).map { ["", $0] } ?? [])
  }

  private var layoutLines: [String] {
    let file = panel.layout?.file ?? "a layout"
    let present = panel.panel.keys
    guard fit.keys != present else {
      return ["\(file) needs no change" + (present.lines.isEmpty ? "" : ": it has these lines")]
        + block(present.lines)
    }
    let superfluous = present.present.filter { fit.keys.text(of: $0) == nil }.map { "`\($0)`" }
    return [file + (superfluous.isEmpty ? ":" : ", without \(series(superfluous)):")] + block(fit.keys.lines)
  }

  private func block(_ lines: [String]) -> [String] {
    lines.isEmpty ? [] : ["screen:", "  touchscreen:"] + lines.map { "    \($0)" }
  }
}
