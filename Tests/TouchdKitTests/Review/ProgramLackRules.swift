import Glibc
import TestTables
import Testing

@testable import TouchdKit

/// Whether a program can be started, by what is at its path.
@Suite("Review: programs that cannot be started") struct ProgramLackRules {
  struct Row: TableRow {
    var what = ""
    let program: String
    let lack: ProgramLack?
  }

  static let rows = [
    Row(what: "a program", program: "/bin/sh", lack: nil),
    Row(what: "a program by name", program: "sh", lack: nil),
    Row(what: "a name that is nowhere", program: "touchd-has-no-such-program", lack: .absent),
    Row(what: "a path that is not there", program: "/bin/touchd-has-no-such-program", lack: .absent),
    Row(what: "a path through a file", program: "/bin/sh/sh", lack: .absent),
    Row(what: "a folder", program: "/bin/", lack: .folder),
    Row(what: "a file without the right", program: "/etc/passwd", lack: .notExecutable),
    Row(what: "a device", program: "/dev/null", lack: .notExecutable),
  ]

  @Test("Rows", arguments: rows)
  func row(_ row: Row) { #expect(ProgramLack.of(row.program) == row.lack) }
}
