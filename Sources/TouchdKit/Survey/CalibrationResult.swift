import LinuxInput
import YAML

/// Result of a calibration: as a person and a page see it, and as it is written.
package struct CalibrationResult {
  private let panel: SurveyedPanel
  private let finding: TargetSurvey.Finding

  init(_ panel: SurveyedPanel, _ finding: TargetSurvey.Finding) {
    (self.panel, self.finding) = (panel, finding)
  }

  /// File that can be written, and restored.
  package enum Place: String, Sendable {
    case layout
    /// The file of udev's rules.
    case rule
  }

  var rule: CalibrationRule? { CalibrationRule(finding.fit, panel.description, panel.node, panel.axes) }

  /// Members for a page: `before` and `after` in `unit`, `verified` at the last cross, the crosses that were `refused`
  /// (from 1), the layout's `file`, the `keys` that it is to have, and udev's `rule`.
  var members: JSON.Members {
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

  /// Lines for a person: the panel's position, the former and new errors, and the lines of a layout.
  package var lines: [String] {
    let fit = finding.fit
    return [
      "panel \(panel.title): \(fit.panelWords)", "before: \(fit.beforeWords)",
      "after: \(fit.afterWords); \(fit.measure.words(finding.verification.error)) at the touch that verifies it",
    ] + [fit.refusedWords].compactMap(\.self) + [""] + layoutLines
      + (fit.adviceWords(finding.verification).map { ["", $0] } ?? [])
  }

  private var layoutLines: [String] {
    let keys = finding.fit.keys
    let file = panel.layout?.file ?? "a layout"
    let present = panel.panel.keys
    guard keys != present else {
      return ["\(file) needs no change" + (present.lines.isEmpty ? "" : ": it has these lines")]
        + block(present.lines)
    }
    let superfluous = present.present.filter { keys.text(of: $0) == nil }.map { "`\($0)`" }
    return [file + (superfluous.isEmpty ? ":" : ", without \(series(superfluous)):")] + block(keys.lines)
  }

  private func block(_ lines: [String]) -> [String] {
    lines.isEmpty ? [] : ["screen:", "  touchscreen:"] + lines.map { "    \($0)" }
  }

  /// Writes it, or takes back what was written last.
  ///
  /// - Returns: what was done, in words.
  /// - Throws: ``CalibrationRefusal``; ``SystemError``.
  package func change(_ place: Place, isUndo: Bool) throws -> [String] {
    var said: [String] = []
    let writing = CalibrationWriting(rules: CalibrationRule.standardPath) { said.append($0) }
    switch place {
    case .layout:
      guard let layout = panel.layout else {
        throw CalibrationRefusal(
          isUndo
            ? "no layout was changed"
            : "no layout is known that could be changed; write these lines into yours")
      }
      try isUndo ? writing.takeBack(layout.file) : writing.write(finding.fit.keys, layout)
    case .rule where isUndo: try writing.takeBackRule()
    case .rule:
      guard let rule else { throw CalibrationRefusal("udev has no rule for this panel") }
      try writing.write(rule, panel)
    }
    return said
  }
}

/// Reason for which a file is left as it is, in words.
package struct CalibrationRefusal: Error, Equatable, CustomStringConvertible {
  package let description: String

  init(_ description: String) { self.description = description }
}

/// Writes what a calibration found, into a layout or a file of udev's rules, and takes it back.
package struct CalibrationWriting {
  let rules: String
  let say: (String) -> Void

  /// - Parameters:
  ///   - rules: the file of udev's rules.
  ///   - say: receives what was done.
  package init(rules: String, say: @escaping (String) -> Void = { complain($0) }) {
    (self.rules, self.say) = (rules, say)
  }

  /// Changes the keys of a layout's file; keeps the former file beside it.
  ///
  /// - Parameter layout: as it was when the panel was calibrated.
  /// - Throws: ``CalibrationRefusal`` if the file has changed since, or only a person should change it;
  ///   ``SystemError``.
  package func write(_ keys: CalibrationKeys, _ layout: Layout) throws {
    let file = ReplacedFile(path: layout.file)
    let text = try file.contents() ?? []
    guard LayoutReader.ofProgram.read(text, file: layout.file).layout?.screen == layout.screen else {
      throw CalibrationRefusal("\(layout.file) has changed meanwhile, and is left as it is; calibrate again")
    }
    guard keys != layout.screen.touchscreen.position
    else { return say("\(layout.file) is right already, and stays as it is") }
    let edit: LayoutEdit
    do {
      edit = try LayoutEdit(text, LayoutEdit.wish(keys))
    } catch {
      let lines = keys.lines.map { "\n    \($0)" }.joined()
      throw CalibrationRefusal(
        "\(layout.file) is left as it is: \(error); write below `touchscreen` instead of the present `rotate`, "
          + "`flip` and `calibration`:" + (lines.isEmpty ? " nothing" : lines))
    }
    try file.write(edit.bytes, over: text)
    say(
      "wrote \(file.path); the former file is \(file.formerPath), and `touchd calibrate --undo -c \(file.path)` "
        + "puts it back")
  }

  /// Puts a rule into the file of rules; keeps the former file beside it.
  package func write(_ rule: CalibrationRule, _ panel: SurveyedPanel) throws {
    let file = ReplacedFile(path: rules)
    let former = try file.contents()
    let text = String(decoding: former ?? [], as: UTF8.self)
    guard Array(text.utf8) == former ?? [] else {
      throw CalibrationRefusal(
        "\(rules) is left as it is: it is not UTF-8; add this line to it:\n\(rule.line)")
    }
    let new = Array(rule.put(into: text).utf8)
    // A recording has no node.
    let node = panel.node.path.hasPrefix("/dev/") ? " " + panel.node.path : ""
    if new == former {
      say("\(rules) is right already, and stays as it is")
    } else {
      try file.write(new, over: former)
      say(
        "wrote \(rules); `sudo udevadm control --reload` and then `sudo udevadm trigger\(node)`, or a "
          + "restart, put it into use")
    }
    let keys = panel.panel.keys
    guard let layout = panel.layout, !keys.present.isEmpty else { return }
    let names = series(keys.present.map { "`\($0)`" })
    say(
      keys.matrix == nil
        ? "warning: take \(names) out of \(layout.file): \(names) and the rule both apply, one after the other"
        : "warning: take \(names) out of \(layout.file): touchd uses its `calibration` instead of the rule's"
    )
  }

  /// Puts back a layout, or those that a daemon's file names.
  package func takeBack(_ path: String) throws {
    var paths = [path]
    if try ReplacedFile(path: path).former() == nil { paths = ConfigurationReading(path).files.map(\.path) }
    let kept = try paths.filter { try ReplacedFile(path: $0).former() != nil }
    guard !kept.isEmpty else { throw nothing(toUndo: path) }
    for path in kept {
      try takeBack(ReplacedFile(path: path)) { former, present in
        (try? LayoutEdit(former, LayoutEdit.wish(in: present)))?.bytes == present
      }
    }
  }

  /// Puts back the file of rules.
  package func takeBackRule() throws {
    let file = ReplacedFile(path: rules)
    guard try file.former() != nil else { throw nothing(toUndo: rules) }
    try takeBack(file) { former, present in
      let before = String(decoding: former, as: UTF8.self), after = String(decoding: present, as: UTF8.self)
      let known = CalibrationRule.all(in: before)
      let new = CalibrationRule.all(in: after).filter { !known.contains($0) }
      return new.count == 1 && new[0].put(into: before) == after
    }
  }

  /// - Parameter isOurs: whether a file is what was written in the place of the former one.
  private func takeBack(_ file: ReplacedFile, isOurs: ([UInt8], [UInt8]) -> Bool) throws {
    guard let former = try file.former() else { return }
    if let present = try file.contents(), present != former, !isOurs(former, present) {
      throw CalibrationRefusal(
        "\(file.path) has changed since, and is left as it is; the former file is \(file.formerPath)")
    }
    try file.restore(former)
    say(
      former.isEmpty ? "removed \(file.path), which was not there before" : "\(file.path) is as it was before"
    )
  }

  private func nothing(toUndo path: String) -> CalibrationRefusal {
    CalibrationRefusal("there is nothing to undo: \(ReplacedFile(path: path).formerPath) does not exist")
  }
}
