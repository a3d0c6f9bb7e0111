import Glibc
import TestTables

@testable import TouchdKit

/// Whether a program can be started, by what is at its path.
@Suite("Review: programs that cannot be started") struct ProgramLackRules {
  struct Row: TableRow {
    var what = ""
    let program: String
    let lack: ProgramLack?
  }

  static let rows: Table<Row> = [
    "a program": Row(program: "/bin/sh", lack: nil),
    "a program by name": Row(program: "sh", lack: nil),
    "a name that is nowhere": Row(program: "touchd-has-no-such-program", lack: .absent),
    "a path that is not there": Row(program: "/bin/touchd-has-no-such-program", lack: .absent),
    "a path through a file": Row(program: "/bin/sh/sh", lack: .absent),
    "a folder": Row(program: "/bin/", lack: .folder),
    "a file without the right": Row(program: "/etc/passwd", lack: .notExecutable),
    "a device": Row(program: "/dev/null", lack: .notExecutable),
  ]

  @Test("Rows", arguments: rows)
  func row(_ row: Row) { #expect(ProgramLack.of(row.program) == row.lack) }
}
