import Glibc
import TestTables

@testable import TouchdKit

/// A file with all that it leads to.
@Suite("Reading the daemon's configuration")
struct ConfigurationReadingTests {
  private static let layout = "version: 1\nscreen: { size: [10, 10] }\nviews: []\n"
  private static let matched = layout.replacing("10] }", with: "10], touchscreen: { match: { name: A } } }")

  /// What is in a folder, whose `d.yaml` is read, and what is said of it: `FILE:LINE:COLUMN` or a part of the message.
  struct Row: TableRow {
    var what = ""
    let files: [String: String]
    /// How many layouts are to be run; `nil` for none, since something is wrong.
    let layouts: Int?
    var said: [String] = []
  }

  static let rows: Table<Row> = [
    "a layout alone": Row(files: ["d.yaml": layout], layouts: 1),
    "two layouts, each with panels of its own": Row(
      files: ["d.yaml": "version: 1\nlayouts: [a.yaml, s/b.yaml]\n", "a.yaml": layout, "s/b.yaml": matched],
      layouts: 2),
    "two layouts for the same panels: told, not refused, since there may be a panel for neither": Row(
      files: ["d.yaml": "version: 1\nlayouts: [a.yaml, b.yaml]\n", "a.yaml": layout, "b.yaml": layout],
      layouts: 2,
      said: [
        "d.yaml:2:19: warning: ", "b.yaml matches the same panels as", "a.yaml, so neither gets any",
        "`match`",
      ]),
    "a problem in each of three files: all are reported": Row(
      files: [
        "d.yaml": "version: 1\nlayouts: [a.yaml, b.yaml, c.yaml]\n", "a.yaml": "x: 1\n", "b.yaml": "y: 1\n",
      ], layouts: nil,
      said: [
        "a.yaml:1:1: error: unknown key \"x\"", "b.yaml:1:1: error: unknown key \"y\"",
        "c.yaml: No such file",
      ]),
    "mistakes in the daemon's file do not hide those of its layouts, nor that one is missing": Row(
      files: [
        "d.yaml": "version: 1\nlayouts: [a.yaml, b.yaml]\nplugins: /opt\n", "a.yaml": "x: 1\n",
      ], layouts: nil,
      said: [
        "d.yaml:3:1: error: unknown key \"plugins\"", "a.yaml:1:1: error: unknown key \"x\"",
        "b.yaml: No such file",
      ]),
    "a daemon's file that names another": Row(
      files: ["d.yaml": "version: 1\nlayouts: [e.yaml]\n", "e.yaml": "version: 1\nlayouts: [d.yaml]\n"],
      layouts: nil, said: ["e.yaml is a daemon's file; a daemon's file names layouts"]),
    "a layout that is too long": Row(
      files: [
        "d.yaml": "version: 1\nlayouts: [a.yaml]\n", "a.yaml": String(repeating: "# long\n", count: 700_000),
      ], layouts: nil, said: ["a.yaml:1:1: error: "]),
  ]

  @Test("every problem of every file", arguments: rows)
  func reads(row: Row) {
    let folder = TemporaryFolder(row.files)
    let reading = ConfigurationReading(folder["d.yaml"], LayoutReader())
    #expect(reading.configuration?.layouts.count == row.layouts)
    let said = reading.lines.joined(separator: "\n")
    for words in row.said { #expect(said.contains(words), "\(said)") }
    if row.said.isEmpty { #expect(said == "") }
  }

  @Test("a pipe without data does not block the reading")
  func pipe() {
    let folder = TemporaryFolder(["d.yaml": "version: 1\nlayouts: [p, q]\n"])
    #expect(mkfifo(folder["p"], 0o600) == 0 && mkfifo(folder["q"], 0o600) == 0)
    // A writer has it open, and writes nothing.
    let writer = open(folder["q"], O_RDWR)
    defer { close(writer) }
    let said = ConfigurationReading(folder["d.yaml"], LayoutReader()).lines.joined(separator: "\n")
    #expect(said.contains("p:1:1: error: the file is empty"), "\(said)")
    #expect(said.contains("q: Resource temporarily unavailable (EAGAIN); it is a pipe"), "\(said)")
  }

  /// A daemon's file and its layout, all root's and closed to others, and what may be changed of that.
  struct Trust: TableRow {
    var what = ""
    var grant = "exec: true"
    /// Lines of shell in the folder.
    let given: String
    /// The file that others can change; `nil` for none.
    var distrusted: String?
  }

  static let trust: Table<Trust> = [
    "root alone owns and may write all files": Trust(given: "true"),
    "others may write the daemon's file": Trust(given: "chmod 646 d.yaml", distrusted: "d.yaml"),
    "a group may write the daemon's file": Trust(given: "chmod 664 d.yaml", distrusted: "d.yaml"),
    "others may write a layout": Trust(given: "chmod 666 a.yaml", distrusted: "a.yaml"),
    "a layout belongs to another user": Trust(given: "chown 1000 a.yaml", distrusted: "a.yaml"),
    "`keys: true`": Trust(grant: "keys: true", given: "true"),
    "`keys: true`, and others may write a layout": Trust(
      grant: "keys: true", given: "chmod 666 a.yaml", distrusted: "a.yaml"),
    "nothing is granted, so any user may write the files": Trust(
      grant: "exec: false", given: "chmod 666 a.yaml"),
  ]

  @Test("grants want files that only root can change", .enabled(if: getuid() == 0), arguments: trust)
  func trusts(row: Trust) throws {
    let folder = TemporaryFolder([
      "d.yaml": "version: 1\nlayouts: [a.yaml]\n\(row.grant)\n", "a.yaml": Self.layout,
    ])
    try folder.shell("umask 022; \(row.given)")
    let reading = ConfigurationReading(folder["d.yaml"], LayoutReader())
    let granted = Grants(exec: row.grant == "exec: true", keys: row.grant == "keys: true")
    #expect(reading.configuration?.grants == (row.distrusted == nil ? granted : nil))
    guard let name = row.distrusted else { return }
    let said = reading.lines.joined(separator: "\n")
    #expect(said.contains("with `\(row.grant)` it can "), "\(said)")
    #expect(said.contains("only root may write it: \(folder[name])") && said.contains("run: ch"), "\(said)")
  }

  @Test(
    "programs that nothing keeps from the panel are warned of, where they are allowed",
    arguments: [("exec: true", true), ("exec: false", false), ("keys: true", false)])
  func unconfined(grant: String, isWarned: Bool) {
    let files = ["d.yaml": "version: 1\nlayouts: [a.yaml]\n\(grant)\n", "a.yaml": Self.layout]
    var source = ConfigurationSource(
      read: { Array((files[$0] ?? "").utf8) }, distrust: { _ in nil }, distrustOfPlace: { _ in nil })
    source.lackOfConfinement = "this kernel has no Landlock"
    let reading = ConfigurationReading("d.yaml", LayoutReader(), from: source)
    let warning =
      "d.yaml:3:1: warning: programs of `exec` can open input devices and what touchd remembers: "
      + "this kernel has no Landlock"
    #expect(reading.lines.map { String($0.prefix { $0 != "\n" }) } == (isWarned ? [warning] : []))
    #expect(reading.configuration != nil)
  }
}
