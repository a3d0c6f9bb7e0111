import TestTables

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
      "without Landlock": Row(version: -38, words: "this kernel has no Landlock"),
      "switched off": Row(version: -95, words: "the kernel's parameter `lsm=` must contain `landlock`"),
      "behind a filter": Row(version: -1, words: "SystemCallFilter= must allow it"),
      "another answer": Row(version: -12, words: "(ENOMEM)"),
      "too old": Row(version: 1, words: "Linux 5.19 or later"),
      "of Linux 5.19": Row(version: 2, words: nil),
      "of a later one": Row(version: 9, words: nil),
    ] as Table<Row>)
  func row(_ row: Row) {
    let lack = Confinement.lack(version: row.version)
    #expect((lack == nil) == (row.words == nil))
    if let words = row.words { #expect(lack?.contains(words) == true, "\(lack ?? "")") }
  }
}
