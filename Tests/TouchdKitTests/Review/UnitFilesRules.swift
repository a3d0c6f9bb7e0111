import TestTables

@testable import TouchdKit

/// Whether systemd has a file of a unit, by what is in two of its folders.
@Suite("Review: units that are not there") struct UnitFilesRules {
  struct Row: TableRow {
    var what = ""
    let given: String
    let unit: String
    let isLacking: Bool
  }

  static let rows: Table<Row> = [
    "a unit": Row(given: "touch etc/kiosk.service", unit: "kiosk.service", isLacking: false),
    "one of the second folder": Row(given: "touch usr/a.timer", unit: "a.timer", isLacking: false),
    "no unit": Row(given: "touch etc/kiosk.service", unit: "kiosc.service", isLacking: true),
    "one of another type": Row(given: "touch etc/a.service", unit: "a.socket", isLacking: true),
    "an instance": Row(given: "touch usr/getty@.service", unit: "getty@tty1.service", isLacking: false),
    "an instance with a file of its own": Row(
      given: "touch usr/a@b.service", unit: "a@b.service", isLacking: false),
    "an instance of nothing": Row(given: "true", unit: "getty@tty1.service", isLacking: true),
    "a unit that is masked": Row(given: "ln -s /dev/null etc/a.service", unit: "a.service", isLacking: false),
    "a link to nothing": Row(given: "ln -s gone etc/a.service", unit: "a.service", isLacking: true),
    "a mount may have no file": Row(given: "true", unit: "srv.mount", isLacking: false),
    "a machine without systemd": Row(given: "rmdir booted", unit: "kiosk.service", isLacking: false),
  ]

  @Test("Rows", arguments: rows)
  func row(row: Row) throws {
    let folder = TemporaryFolder()
    try folder.shell("mkdir booted etc usr; \(row.given)")
    let files = UnitFiles(booted: folder["booted"], folders: [folder["etc"], folder["gone"], folder["usr"]])
    #expect(files.lack(row.unit) == row.isLacking)
  }
}
