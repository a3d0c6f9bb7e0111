import TestTables

@testable import TouchdKit

/// Whether a program can be started, by what is at its path; and whether systemd has a file of a unit, by what is in
/// two of its folders.
@Suite("Review: programs and units that are not there") struct MachineLackRules {
  struct Program: TableRow {
    var what = ""
    let program: String
    let lack: ProgramLack?
  }

  static let programs: Table<Program> = [
    "a program": Program(program: "/bin/sh", lack: nil),
    "a program by name": Program(program: "sh", lack: nil),
    "a name that is nowhere": Program(program: "touchd-has-no-such-program", lack: .absent),
    "a path that is not there": Program(program: "/bin/touchd-has-no-such-program", lack: .absent),
    "a path through a file": Program(program: "/bin/sh/sh", lack: .absent),
    "a folder": Program(program: "/bin/", lack: .folder),
    "a file without the right": Program(program: "/etc/passwd", lack: .notExecutable),
    "a device": Program(program: "/dev/null", lack: .notExecutable),
  ]

  @Test("Programs", arguments: programs)
  func program(_ row: Program) { #expect(ProgramLack.of(row.program) == row.lack) }

  struct Unit: TableRow {
    var what = ""
    let given: String
    let unit: String
    let isLacking: Bool
  }

  static let units: Table<Unit> = [
    "a unit": Unit(given: "touch etc/kiosk.service", unit: "kiosk.service", isLacking: false),
    "one of the second folder": Unit(given: "touch usr/a.timer", unit: "a.timer", isLacking: false),
    "no unit": Unit(given: "touch etc/kiosk.service", unit: "kiosc.service", isLacking: true),
    "one of another type": Unit(given: "touch etc/a.service", unit: "a.socket", isLacking: true),
    "an instance": Unit(given: "touch usr/getty@.service", unit: "getty@tty1.service", isLacking: false),
    "an instance with a file of its own": Unit(
      given: "touch usr/a@b.service", unit: "a@b.service", isLacking: false),
    "an instance of nothing": Unit(given: "true", unit: "getty@tty1.service", isLacking: true),
    "a masked unit": Unit(given: "ln -s /dev/null etc/a.service", unit: "a.service", isLacking: false),
    "a link to nothing": Unit(given: "ln -s gone etc/a.service", unit: "a.service", isLacking: true),
    "a mount may have no file": Unit(given: "true", unit: "srv.mount", isLacking: false),
    "a machine without systemd": Unit(given: "rmdir booted", unit: "kiosk.service", isLacking: false),
  ]

  @Test("Units", arguments: units)
  func unit(row: Unit) throws {
    let folder = TemporaryFolder()
    try folder.shell("mkdir booted etc usr; \(row.given)")
    let files = UnitFiles(booted: folder["booted"], folders: [folder["etc"], folder["gone"], folder["usr"]])
    #expect(files.lack(row.unit) == row.isLacking)
  }
}
