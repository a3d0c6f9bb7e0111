import FakePanels
import LinuxInput
import TestTables

@testable import TouchdKit

/// Names of a device's, a file's or a program's choice, and every output that shows them: none begins a line of its
/// own, and none acts on a terminal.
@Suite("Hostile text") struct HostileTextRules {
  static let names = [
    "Panel\r\n<0>touchd: forged", "Panel\n<0>forged", "\u{1b}[2J\u{1b}]0;forged\u{7}", "a\u{9b}2J\u{85}b",
    "\u{202e}lenap", "a\u{2028}<0>b\u{2029}c", "\u{1}\u{7f}", "\"} {\\\"",
    String(repeating: "\u{1b}[2J", count: 500),
    "<0>forged", "a\u{e0041}b",
  ]

  /// Whether a text is of so many lines, and has no character that acts on a terminal.
  private func expectHarmless(_ text: String, lines: Int, _ what: String) {
    let breaks = text.unicodeScalars.count { $0 == "\n" }
    #expect(breaks == lines, "\(what) has \(breaks) lines: \(text.debugDescription)")
    for scalar in text.unicodeScalars where scalar != "\n" {
      #expect(!scalar.isHostile, "\(what) has U+\(String(scalar.value, radix: 16)): \(text.debugDescription)")
    }
  }

  @Test("A device's own words are clean from the moment that they are read", arguments: names)
  func device(name: String) throws {
    let machine = Machine()
    var panel = DeviceDescription.panel()
    (panel.name, panel.phys, panel.serial) = (name, name, name)
    machine.plug(panel, 1, ["ID_PATH": name, "ID_SERIAL": name])
    let device = try machine.open(Machine.path(1))
    let node = try #require(machine.nodes[1])
    for text in [
      device.description.name, device.description.phys ?? "", device.description.serial ?? "",
      node.idPath ?? "", node.serial ?? "",
    ] {
      expectHarmless(text, lines: 0, "a name")
      #expect(text.utf8.count <= 256)
    }
    // What a recording says of it.
    let head = EvemuWriter(device.description, .slots(count: 10)).head()
    expectHarmless(
      head, lines: EvemuWriter(.panel(), .slots(count: 10)).head().unicodeScalars.count { $0 == "\n" },
      "a recording")
  }

  @Test("A recording's own words are, too", arguments: names)
  func recording(name: String) throws {
    let line = name.unicodeScalars.split { $0 == "\n" }.first.map { String($0) } ?? ""
    let evemu = try Recording(parsing: Array("N: \(line)\nI: 0003 0001 0001 0001\n".utf8), file: "a.evemu")
    expectHarmless(evemu.devices[0].description?.name ?? "", lines: 0, "a name of evemu's")
  }

  @Test("A message is one line of the log, whatever it is about", arguments: names)
  func log(name: String) {
    let line = StandardError.line("using \"\(name)\" (/dev/input/event1)")
    expectHarmless(line, lines: 0, "a line of the log")
    #expect(line.hasPrefix("using \""))
  }

  @Test("An error names its file and its subject harmlessly", arguments: names)
  func errors(name: String) {
    expectHarmless("\(SystemError(call: "open", on: name, code: 2))", lines: 0, "an error of the system")
    expectHarmless(
      "\(RecordingError(file: name, line: 1, message: "no"))", lines: 0, "an error in a recording")
    let problems = LayoutReader().read(Array("version: 1\nscreen: {}\n".utf8), file: name).diagnostics
    #expect(!problems.isEmpty)
    for problem in problems {
      let first = "\(problem)".unicodeScalars.split { $0 == "\n" }.first.map { String($0) } ?? ""
      #expect(first.contains(": error: "), "\(first)")
      #expect(!first.unicodeScalars.contains { $0.isHostile })
    }
  }

  @Test("A line of the trace is one, as words and as JSON", arguments: names)
  func trace(name: String) {
    let line = TraceLine.device(
      name: name, path: name, change: "refused", reason: name, how: [name], at: .zero)
    expectHarmless(line.json(since: .zero), lines: 0, "a line of JSON")
    expectHarmless(line.text(since: .zero), lines: 0, "a line of the trace")
  }

  @Test("A status has as many lines as with names that are harmless", arguments: names)
  func status(name: String) {
    for format in StatusFormat.allCases {
      let plain = DaemonStatus.named("Panel").text(format)
      expectHarmless(
        DaemonStatus.named(name).text(format), lines: plain.unicodeScalars.count { $0 == "\n" },
        "a status (\(format))")
    }
  }
}

extension Unicode.Scalar {
  /// By numbers of its own, so that no mistake of the program's rule is also one of the test's: C0, DEL, C1, marks of
  /// direction, breaks.
  fileprivate var isHostile: Bool {
    switch value {
    case 0...0x1f, 0x7f...0x9f, 0x200b...0x200f, 0x2028...0x202e, 0x2060...0x206f, 0xfeff, 0xe0000...0xe007f:
      true
    default: false
    }
  }
}
