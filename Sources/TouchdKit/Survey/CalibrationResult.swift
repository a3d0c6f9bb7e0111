/// What a calibration by crosses found: as a page shows it, and as it is written.
package struct CalibrationResult {
  private let panel: SurveyedPanel
  private let finding: TargetSurvey.Finding

  init(_ panel: SurveyedPanel, _ finding: TargetSurvey.Finding) {
    (self.panel, self.finding) = (panel, finding)
  }

  /// What can be written, and taken back.
  package enum Place: String, Sendable {
    case layout
    /// The file of udev's rules.
    case rule
  }

  private var rule: CalibrationRule? {
    CalibrationRule(finding.fit, panel.description, panel.node, panel.axes)
  }

  /// What a page shows: `before` and `after` in `unit`, `verified` at the last cross, which crosses were `refused`
  /// (from 1), the layout's `file`, the `keys` that it is to have, and udev's `rule`.
  var members: [(key: String, value: JSON)] {
    let fit = finding.fit
    return [
      ("words", .string(fit.panelWords)),
      ("before", .object([("mean", .decimal(fit.before.mean)), ("worst", .decimal(fit.before.worst))])),
      ("after", .object([("mean", .decimal(fit.after.mean)), ("worst", .decimal(fit.after.worst))])),
      ("verified", .decimal(finding.verification.error)), ("unit", .string(fit.measure.unit.rawValue)),
      ("refused", .array(finding.refused.map { .integer($0 + 1) })), ("file", .text(panel.layout?.file)),
      ("keys", .array(fit.keys.lines.map(JSON.string))), ("rule", .text(rule?.line)),
    ]
  }

  /// Writes it.
  ///
  /// - Returns: what was done, in words.
  /// - Throws: ``CalibrationRefusal``; ``SystemError``.
  package func write(_ place: Place, rules: String = CalibrationRule.standardPath) throws -> [String] {
    var said: [String] = []
    let writing = CalibrationWriting(rules: rules) { said.append($0) }
    switch place {
    case .layout:
      guard let layout = panel.layout else {
        throw CalibrationRefusal("no layout is known that could be changed; write these lines into yours")
      }
      try writing.write(finding.fit.keys, layout)
    case .rule:
      guard let rule else { throw CalibrationRefusal("udev has no rule for this panel") }
      try writing.write(rule, panel)
    }
    return said
  }

  /// Takes back what was written last.
  package func takeBack(_ place: Place, rules: String = CalibrationRule.standardPath) throws -> [String] {
    var said: [String] = []
    let writing = CalibrationWriting(rules: rules) { said.append($0) }
    switch place {
    case .layout:
      guard let layout = panel.layout else { throw CalibrationRefusal("no layout was changed") }
      try writing.takeBack(layout.file)
    case .rule: try writing.takeBackRule()
    }
    return said
  }
}

/// Why a file is left as it is, in words.
package struct CalibrationRefusal: Error, Equatable, CustomStringConvertible {
  package let description: String

  init(_ description: String) { self.description = description }
}
