import FakePanels
import LinuxInput
import TestTables

@testable import TouchdKit

/// What programs that `exec` really starts can open: a folder of our own stands for `/dev`.
@Suite(
  "Programs that cannot open input devices",
  .enabled(if: Confinement.lack == nil, "\(Confinement.lack ?? "")")
) struct ConfinementScenarios {
  private let loop: RunLoop
  private let folder = TemporaryFolder()
  private let launcher: Launcher

  init() throws {
    loop = try RunLoop(servesMainQueue: false)
    try folder.shell(
      "mkdir -p dev/input dev/shm work; echo panel > dev/input/event0; echo null > dev/null; echo 0 > dev/uinput"
    )
    launcher = Launcher(
      runLoop: loop,
      confinement: Confinement(denying: ["\(folder.path)/dev/input", "\(folder.path)/dev/uinput"]))
  }

  /// What a script prints, run in a folder beside it.
  private func output(of script: String) throws -> [String] {
    var (lines, end): ([String], Launcher.End?) = ([], nil)
    try launcher.start(
      ["/bin/sh", "-c", "cd \(folder.path)/work; \(script)"], environment: ["PATH=/usr/bin:/bin"], input: [],
      timeout: .seconds(30),
      output: { lines += $0.map { String(decoding: $0, as: UTF8.self) } }, completion: { end = $0 })
    #expect(try loop.run { end != nil && lines.contains("end") })
    return lines.filter { $0 != "end" }
  }

  struct Row: TableRow {
    var what = ""
    /// Does something, and fails if that is denied.
    let script: String
    let isAllowed: Bool
  }

  static let rows: Table<Row> = [
    "a device, to read": Row(script: "cat ../dev/input/event0", isAllowed: false),
    "to write": Row(script: "echo > ../dev/input/event0", isAllowed: false),
    "uinput": Row(script: "cat ../dev/uinput", isAllowed: false),
    "by a link": Row(script: "ln -s ../dev/input/event0 link; cat link", isAllowed: false),
    "by another way": Row(script: "cat ../dev/shm/../input/event0", isAllowed: false),
    "by a child of its own": Row(script: "sh -c 'cat ../dev/input/event0'", isAllowed: false),
    "a device that is made": Row(script: "mknod node c 13 64", isAllowed: false),
    "what is beside them": Row(script: "cat ../dev/null", isAllowed: true),
    "to write there": Row(script: "echo > ../dev/null", isAllowed: true),
    "new files elsewhere": Row(script: "echo > ../dev/shm/new; cat ../dev/shm/new", isAllowed: true),
    "what folders contain": Row(script: "ls ../dev/input", isAllowed: true),
    "files from one folder to another": Row(script: "mkdir a; echo > b; ln b a/c; mv b a/b", isAllowed: true),
    "programs, libraries and devices": Row(
      script: "cat /dev/null; head -c 1 /dev/zero >/dev/null", isAllowed: true),
    "what comes later beside them": Row(script: "echo > ../dev/later", isAllowed: false),
  ]

  @Test("Rows", arguments: rows)
  func row(row: Row) throws {
    let lines = try output(of: "if { \(row.script); } >out 2>err; then echo yes; else cat err; fi; echo end")
    #expect((lines == ["yes"]) == row.isAllowed, "\(lines)")
  }

  @Test("Others than what it starts are not confined: not this process, and not the next program")
  func others() throws {
    _ = try output(of: "echo end")
    #expect(try contentsOfFile("\(folder.path)/dev/input/event0", limit: 100) == Array("panel\n".utf8))
    let free = Launcher(runLoop: loop, confinement: Confinement(denying: []))
    var end: Launcher.End?
    try free.start(
      ["/bin/cat", "\(folder.path)/dev/input/event0"], environment: [], input: [], timeout: .seconds(30),
      output: { _ in },
      completion: { end = $0 })
    #expect(try loop.run { end != nil } && end == .exited(0))
  }
}
