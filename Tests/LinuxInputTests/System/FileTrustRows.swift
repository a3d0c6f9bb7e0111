import Glibc
import LinuxInput
import TestTables

/// Which users can have made a path. The folders are below /tmp, where only root's own files are root's.
@Suite(
  "A path that only root can have made what it is", .enabled(if: geteuid() == 0, "files of root's need root"))
struct FileTrustRows {
  struct Row: TableRow {
    var what = ""
    let given: String
    /// A part of the reason; `nil` where only root can.
    let distrust: String?
  }

  static let places: Table<Row> = [
    "a file of root's": Row(given: "echo a > f", distrust: nil),
    "one that is not there, in a folder of root's": Row(given: "true", distrust: nil),
    "one that others may write": Row(given: "echo a > f; chmod 666 f", distrust: "may be written by others"),
    "one of another user": Row(given: "echo a > f; chown 12345 f", distrust: "belongs to user 12345"),
    "one that is not there, in a folder that others may write": Row(
      given: "chmod 777 .", distrust: "written"),
    "one that is not there, in another's folder": Row(given: "chown 12345 .", distrust: "user 12345"),
    "another's link to nothing": Row(given: "ln -s x f; chown -h 12345 f", distrust: "user 12345"),
    "root's link to nothing": Row(given: "ln -s x f", distrust: nil),
    "root's link into a folder of others": Row(
      given: "mkdir d; chmod 777 d; ln -s d/x f", distrust: "written"),
    "a folder": Row(given: "mkdir f", distrust: "is no file"),
  ]

  static let own: Table<Row> = [
    "a file of one's own": Row(given: "chmod 700 .; echo a > f; chmod 600 f", distrust: nil),
    "no file": Row(given: "chmod 700 .", distrust: nil),
    "one that others may write": Row(given: "echo a > f; chmod 620 f", distrust: "may be written by others"),
    "one in a folder that others may write": Row(
      given: "echo a > f; chmod 1777 .", distrust: "written by others"),
    "another's": Row(given: "echo a > f; chown 12345 f", distrust: "belongs to user 12345"),
    "a link": Row(given: "echo a > g; ln -s g f", distrust: "is no file"),
    "a pipe": Row(given: "mkfifo f", distrust: "is no file"),
  ]

  @Test("whether it exists or not", arguments: places)
  func place(row: Row) throws { try check(row) { distrust(ofPlace: $0) } }

  @Test("or this user, if no other user can write it", arguments: own)
  func ownFile(row: Row) throws { try check(row) { distrust(ofOwnFile: $0) } }

  private func check(_ row: Row, _ distrust: (String) -> String?) throws {
    let folder = TemporaryFolder()
    try folder.shell("umask 022; \(row.given)")
    let reason = distrust(folder["f"])
    if let wanted = row.distrust {
      #expect(reason?.contains(wanted) == true, "\(reason ?? "trusted")")
    } else {
      #expect(reason == nil)
    }
  }
}
