import LinuxInput
import YAML

/// Writes what a calibration found, into a layout or a file of udev's rules, and takes it back.
package struct CalibrationWriting {
  /// The file of udev's rules.
  let rules: String
  /// Receives what was done.
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
    guard keys != CalibrationKeys(layout.screen.touchscreen) else {
      return say("\(layout.file) is right already, and stays as it is")
    }
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
    let keys = panel.layout.map { CalibrationKeys($0.screen.touchscreen) } ?? CalibrationKeys()
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
    if try ReplacedFile(path: path).former() == nil {
      paths = ConfigurationReading(path, LayoutReader.ofProgram).files.map(\.path)
    }
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
      let (before, after) = (
        String(decoding: former, as: UTF8.self), String(decoding: present, as: UTF8.self)
      )
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
