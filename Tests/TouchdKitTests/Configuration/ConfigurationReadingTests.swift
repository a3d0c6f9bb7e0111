import Glibc
import TestTables

@testable import TouchdKit

/// A file with all that it leads to.
@Suite("Reading the daemon's configuration")
struct ConfigurationReadingTests {
  private static let layout = "version: 1\nscreen: { size: [10, 10] }\nviews: []\n"
  private static let matched = """
    version: 1
    screen: { size: [10, 10], touchscreen: { match: { name: Other } } }
    views: []

    """

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
    "a daemon's file, its layout beside it": Row(
      files: ["d.yaml": "version: 1\nlayouts: [a.yaml]\n", "a.yaml": layout], layouts: 1),
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
    "no file": Row(files: [:], layouts: nil, said: ["d.yaml: No such file or directory (ENOENT)"]),
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

  /// The owners of files with `exec: true`, and which users may write them.
  struct Trust: TableRow {
    var what = ""
    /// In the folder; empty for the folder itself.
    let path: String
    var mode: mode_t = 0o644
    var owner: uid_t = 0
    let isTrusted: Bool
  }

  static let trust: Table<Trust> = [
    "root alone owns and may write all files": Trust(path: "a.yaml", isTrusted: true),
    "others may write the daemon's file": Trust(path: "d.yaml", mode: 0o646, isTrusted: false),
    "a group may write the daemon's file": Trust(path: "d.yaml", mode: 0o664, isTrusted: false),
    "others may write a layout": Trust(path: "a.yaml", mode: 0o666, isTrusted: false),
    "a layout belongs to another user": Trust(path: "a.yaml", owner: 1000, isTrusted: false),
    "the folder belongs to another user": Trust(path: "", mode: 0o755, owner: 1000, isTrusted: false),
    "others may write the folder": Trust(path: "", mode: 0o777, isTrusted: false),
    "others may write the folder, but replace nothing there": Trust(path: "", mode: 0o1777, isTrusted: true),
  ]

  @Test("`exec: true` wants files that only root can change", .enabled(if: getuid() == 0), arguments: trust)
  func trusts(row: Trust) {
    let folder = TemporaryFolder([
      "d.yaml": "version: 1\nlayouts: [a.yaml]\nexec: true\n", "a.yaml": Self.layout,
    ])
    let path = row.path.isEmpty ? folder.path : folder[row.path]
    #expect(chmod(path, row.mode) == 0 && chown(path, row.owner, 0) == 0)
    let reading = ConfigurationReading(folder["d.yaml"], LayoutReader())
    #expect((reading.configuration?.grants == Grants(exec: true)) == row.isTrusted)
    guard !row.isTrusted else { return }
    let said = reading.lines.joined(separator: "\n")
    #expect(said.contains("only root may write it: \(path)") && said.contains("run: ch"), "\(said)")
  }

  @Test("`keys: true` wants the same", .enabled(if: getuid() == 0))
  func trustsKeys() {
    let folder = TemporaryFolder([
      "d.yaml": "version: 1\nlayouts: [a.yaml]\nkeys: true\n", "a.yaml": Self.layout,
    ])
    #expect(
      ConfigurationReading(folder["d.yaml"], LayoutReader()).configuration?.grants == Grants(keys: true))
    chmod(folder["a.yaml"], 0o666)
    let reading = ConfigurationReading(folder["d.yaml"], LayoutReader())
    #expect(
      reading.configuration == nil && reading.lines.joined().contains("with `keys: true` it can press keys"))
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

  @Test("a link counts as the file that it leads to", .enabled(if: getuid() == 0))
  func link() {
    let folder = TemporaryFolder([
      "d.yaml": "version: 1\nlayouts: [a.yaml]\nexec: true\n", "real/a.yaml": Self.layout,
    ])
    #expect(symlink("real/a.yaml", folder["a.yaml"]) == 0)
    #expect(
      ConfigurationReading(folder["d.yaml"], LayoutReader()).configuration?.grants == Grants(exec: true))
    chmod(folder["real"], 0o777)
    #expect(ConfigurationReading(folder["d.yaml"], LayoutReader()).configuration == nil)
  }

  @Test("without `exec: true` any user may write the files", .enabled(if: getuid() == 0))
  func harmless() {
    let folder = TemporaryFolder(["d.yaml": "version: 1\nlayouts: [a.yaml]\n", "a.yaml": Self.layout])
    chmod(folder["a.yaml"], 0o666)
    #expect(ConfigurationReading(folder["d.yaml"], LayoutReader()).configuration?.layouts.count == 1)
  }
}
