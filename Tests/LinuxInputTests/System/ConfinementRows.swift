import TestTables
import Testing

@testable import LinuxInput

/// What is said where the kernel confines no program.
@Suite("Lack of confinement") struct ConfinementRows {
  struct Row: TableRow {
    var what = ""
    /// The kernel's answer.
    let version: Int32
    /// A part of what is said; `nil` for nothing.
    let words: String?
  }

  @Test(
    "Rows",
    arguments: [
      Row(what: "without Landlock", version: -38, words: "this kernel has no Landlock"),
      Row(what: "switched off", version: -95, words: "the kernel's parameter `lsm=` must contain `landlock`"),
      Row(what: "behind a filter", version: -1, words: "SystemCallFilter= must allow it"),
      Row(what: "another answer", version: -12, words: "(ENOMEM)"),
      Row(what: "too old", version: 1, words: "Linux 5.19 or later"),
      Row(what: "of Linux 5.19", version: 2, words: nil),
      Row(what: "of a later one", version: 9, words: nil),
    ])
  func row(_ row: Row) {
    let lack = Confinement.lack(version: row.version)
    #expect((lack == nil) == (row.words == nil))
    if let words = row.words { #expect(lack?.contains(words) == true, "\(lack ?? "")") }
  }
}
