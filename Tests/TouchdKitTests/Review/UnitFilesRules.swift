import TestSupport
import TestTables
import Testing

@testable import TouchdKit

/// Whether systemd has a file of a unit, by what is in two of its folders.
@Suite("Review: units that are not there") struct UnitFilesRules {
  struct Row: TableRow {
    var what = ""
    let given: String
    let unit: String
    let isLacking: Bool
  }

  static let rows = [
    Row(what: "a unit", given: "touch etc/kiosk.service", unit: "kiosk.service", isLacking: false),
    Row(what: "one of the second folder", given: "touch usr/a.timer", unit: "a.timer", isLacking: false),
    Row(what: "no unit", given: "touch etc/kiosk.service", unit: "kiosc.service", isLacking: true),
    Row(what: "one of another type", given: "touch etc/a.service", unit: "a.socket", isLacking: true),
    Row(what: "an instance", given: "touch usr/getty@.service", unit: "getty@tty1.service", isLacking: false),
    Row(
      what: "an instance with a file of its own", given: "touch usr/a@b.service", unit: "a@b.service",
      isLacking: false),
    Row(what: "an instance of nothing", given: "true", unit: "getty@tty1.service", isLacking: true),
    Row(
      what: "a unit that is masked", given: "ln -s /dev/null etc/a.service", unit: "a.service",
      isLacking: false),
    Row(what: "a link to nothing", given: "ln -s gone etc/a.service", unit: "a.service", isLacking: true),
    Row(what: "a mount may have no file", given: "true", unit: "srv.mount", isLacking: false),
    Row(what: "a machine without systemd", given: "rmdir booted", unit: "kiosk.service", isLacking: false),
  ]

  @Test("Rows", arguments: rows)
  func row(row: Row) throws {
    let folder = TemporaryFolder()
    try folder.shell("mkdir booted etc usr; \(row.given)")
    let files = UnitFiles(booted: folder["booted"], folders: [folder["etc"], folder["gone"], folder["usr"]])
    #expect(files.lack(row.unit) == row.isLacking)
  }
}
