import FakePanels
import Glibc
import LinuxInput
import TestTables

@testable import TouchdKit

/// Calibrations are written into files, and taken back.
@Suite("Files of a calibration") struct CalibrationFileRules {
  private let folder = TemporaryFolder()
  private var writing: CalibrationWriting { CalibrationWriting(rules: folder["99.rules"]) { _ in } }

  private func layout(_ text: [UInt8], _ name: String = "lobby.yaml") throws -> Layout {
    try #require(LayoutReader().read(text, file: folder[name]).layout)
  }

  private func put(_ bytes: [UInt8], _ name: String) throws { try OutputFile.write(bytes, to: folder[name]) }

  private func bytes(_ name: String) throws -> [UInt8]? { try ReplacedFile(path: folder[name]).contents() }

  @Test(
    "Of every layout of the tree: what is written is a layout without an error, and undo gives the old file")
  func everyLayout() throws {
    #expect(LayoutEditRules.layouts.count > 40)
    for (index, (name, text)) in LayoutEditRules.layouts.sorted(by: { $0.key < $1.key }).enumerated() {
      let keys = PanelOrientation.allCases[index % 8].keys
      try put(text, "lobby.yaml")
      #expect(chmod(folder["lobby.yaml"], 0o640) == 0)
      try writing.write(keys, try layout(text))
      let after = try #require(try bytes("lobby.yaml"))
      #expect(try layout(after).screen.touchscreen.position.map() == keys.map(), "\(name)")
      guard after != text else {
        #expect(folder.names == ["lobby.yaml"])
        continue
      }
      #expect(try mode("lobby.yaml") == 0o640 && mode("lobby.yaml.before-calibrate") == 0o640, "\(name)")
      try writing.takeBack(folder["lobby.yaml"])
      #expect(throws: CalibrationRefusal.self) { try writing.takeBack(folder["lobby.yaml"]) }
      #expect(try bytes("lobby.yaml") == text, "\(name)")
      #expect(try mode("lobby.yaml") == 0o640)
      #expect(folder.names == ["lobby.yaml"])
    }
  }

  private func mode(_ name: String) throws -> mode_t {
    var status = stat()
    try #require(stat(folder[name], &status) == 0)
    return status.st_mode & 0o777
  }

  private static let text = Array("version: 1\nscreen:\n  size: [8, 6]\nviews: []\n".utf8)

  @Test("A file that was changed meanwhile is left as it is, at the writing and at the undo")
  func changed() throws {
    let before = try layout(Self.text)
    let other = Array("version: 1\nscreen:\n  size: [8, 7]\nviews: []\n".utf8)
    try put(other, "lobby.yaml")
    #expect(throws: CalibrationRefusal.self) { try writing.write(CalibrationKeys(flipsX: true), before) }
    #expect(try bytes("lobby.yaml") == other)
    try put(Self.text, "lobby.yaml")
    try writing.write(CalibrationKeys(flipsX: true), before)
    let edited = try #require(try bytes("lobby.yaml")) + Array("# mine\n".utf8)
    try put(edited, "lobby.yaml")
    #expect(throws: CalibrationRefusal.self) { try writing.takeBack(folder["lobby.yaml"]) }
    #expect(try bytes("lobby.yaml") == edited)
  }

  @Test("Through a daemon's file, the layouts that were written are put back")
  func daemon() throws {
    try put(Array("version: 1\nlayouts: [lobby.yaml]\n".utf8), "touchd.yaml")
    try put(Self.text, "lobby.yaml")
    try writing.write(CalibrationKeys(rotation: .half), layout(Self.text))
    try writing.takeBack(folder["touchd.yaml"])
    #expect(try bytes("lobby.yaml") == Self.text)
  }

  @Test("A link where the former file is kept is not followed, at the writing and at the undo")
  func links() throws {
    try put(Self.text, "lobby.yaml")
    try put(Array("secret".utf8), "secret")
    #expect(symlink(folder["secret"], folder["lobby.yaml.before-calibrate"]) == 0)
    let layout = try layout(Self.text)
    #expect(throws: SystemError.self) { try writing.write(CalibrationKeys(flipsX: true), layout) }
    #expect(throws: SystemError.self) { try writing.takeBack(folder["lobby.yaml"]) }
    #expect(try bytes("lobby.yaml") == Self.text)
    #expect(try bytes("secret") == Array("secret".utf8))
  }

  @Test("A layout that is a link stays one: its file changes")
  func linkedLayout() throws {
    try put(Self.text, "real.yaml")
    #expect(symlink(folder["real.yaml"], folder["lobby.yaml"]) == 0)
    try writing.write(CalibrationKeys(flipsX: true), layout(Self.text))
    #expect(try bytes("real.yaml") != Self.text)
    try writing.takeBack(folder["lobby.yaml"])
    #expect(try bytes("real.yaml") == Self.text)
    #expect(folder.names == ["lobby.yaml", "real.yaml"])
  }

  // MARK: udev's rules

  private func panel(_ name: String = "Till 5\" [new]", phys: String? = "usb-1/input0") throws
    -> SurveyedPanel
  {
    var device = DeviceDescription.panel()
    (device.name, device.phys) = (name, phys)
    return try SurveyedPanel(device, DeviceNode(path: "/dev/input/event3", number: 3), nil)
  }

  private func rule(_ keys: CalibrationKeys, _ panel: SurveyedPanel) throws -> CalibrationRule {
    var random = SplitMix(seed: 1)
    let simulated = SimulatedPanel(truth: keys, x: panel.panel.x, y: panel.panel.y)
    let fit = try PanelFit(simulated.presses(on: SimulatedPanel.crosses, &random), panel.panel)
    return try #require(CalibrationRule(fit, panel.description, panel.node, panel.axes))
  }

  @Test("A rule names the panel, with a pattern for what udev cannot quote, and has libinput's matrix")
  func rule() throws {
    let rule = try rule(CalibrationKeys(rotation: .quarter), panel())
    #expect(
      rule.line == #"ACTION!="remove", SUBSYSTEM=="input", KERNEL=="event*", ATTRS{name}=="Till 5? ?new?", "#
        + #"ATTRS{phys}=="usb-1/input0", ENV{LIBINPUT_CALIBRATION_MATRIX}="0 -1 1 1 0 0""#)
    #expect(CalibrationRule(line: rule.line[...]) == rule)
    #expect(CalibrationRule(line: "KERNEL==\"event*\"") == nil)
  }

  @Test("A layout's range is not udev's: the matrix of the rule is for the device's own")
  func range() throws {
    let panel = try panel()
    var layout = try layout(Self.text)
    layout.screen.touchscreen.rangeX = 400...3600
    layout.screen.touchscreen.position.flipsX = true
    let ranged = try SurveyedPanel(panel.description, panel.node, layout)
    let rule = try rule(CalibrationKeys(flipsX: true), ranged)
    // By both, a place of the panel is the same place of the screen.
    let axis = panel.panel.x
    let own = Calibration(x: axis, y: panel.panel.y, size: Size(width: 1, height: 1), matrix: rule.matrix)
    let ours = Calibration(x: ranged.panel.x, y: ranged.panel.y, size: Size(width: 1, height: 1), flipX: true)
    for x in [400.0, 2000, 3600] {
      let (a, b) = (own.transform.apply(to: Point(x: x, y: 7)), ours.transform.apply(to: Point(x: x, y: 7)))
      #expect(a.distance(to: b) < 1e-4)
    }
  }

  @Test("Rules of several panels stand in one file; each is replaced by its own, and undo gives the old file")
  func severalRules() throws {
    let (one, other) = (try panel("One"), try panel("Other"))
    try writing.write(try rule(CalibrationKeys(flipsX: true), one), one)
    #expect(try mode("99.rules") == 0o644)
    let first = try #require(try bytes("99.rules"))
    try writing.write(try rule(CalibrationKeys(flipsY: true), other), other)
    let second = try #require(try bytes("99.rules"))
    #expect(CalibrationRule.all(in: String(decoding: second, as: UTF8.self)).count == 2)
    try writing.write(try rule(CalibrationKeys(rotation: .half), one), one)
    let third = try #require(try bytes("99.rules"))
    #expect(CalibrationRule.all(in: String(decoding: third, as: UTF8.self)).count == 2)
    try writing.takeBackRule()
    #expect(try bytes("99.rules") == second)
    #expect(first != second)
  }

  @Test("A file of rules that was not there is not there after the undo; one that was edited stays")
  func newRules() throws {
    let panel = try panel()
    try writing.write(try rule(CalibrationKeys(flipsX: true), panel), panel)
    try writing.takeBackRule()
    #expect(throws: CalibrationRefusal.self) { try writing.takeBackRule() }
    #expect(folder.names == [])
    try writing.write(try rule(CalibrationKeys(flipsX: true), panel), panel)
    let edited = try #require(try bytes("99.rules")) + Array("# mine\n".utf8)
    try put(edited, "99.rules")
    #expect(throws: CalibrationRefusal.self) { try writing.takeBackRule() }
    #expect(try bytes("99.rules") == edited)
  }

  @Test("A file of rules that is not UTF-8 is left as it is")
  func strangeRules() throws {
    let panel = try panel()
    try put([0x23, 0xff, 0x0a], "99.rules")
    #expect(throws: CalibrationRefusal.self) {
      try writing.write(try rule(CalibrationKeys(flipsX: true), panel), panel)
    }
    #expect(try bytes("99.rules") == [0x23, 0xff, 0x0a])
    #expect(folder.names == ["99.rules"])
  }
}
