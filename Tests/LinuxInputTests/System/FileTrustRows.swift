import Glibc
import LinuxInput
import TestSupport
import TestTables
import Testing

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

  static let places = [
    Row(what: "a file of root's", given: "echo a > f", distrust: nil),
    Row(what: "one that is not there, in a folder of root's", given: "true", distrust: nil),
    Row(
      what: "one that others may write", given: "echo a > f; chmod 666 f",
      distrust: "may be written by others"),
    Row(what: "one of another user", given: "echo a > f; chown 12345 f", distrust: "belongs to user 12345"),
    Row(
      what: "one that is not there, in a folder that others may write", given: "chmod 777 .",
      distrust: "written"),
    Row(what: "one that is not there, in another's folder", given: "chown 12345 .", distrust: "user 12345"),
    Row(what: "another's link to nothing", given: "ln -s x f; chown -h 12345 f", distrust: "user 12345"),
    Row(what: "root's link to nothing", given: "ln -s x f", distrust: nil),
    Row(
      what: "root's link into a folder of others", given: "mkdir d; chmod 777 d; ln -s d/x f",
      distrust: "written"),
    Row(what: "a folder", given: "mkdir f", distrust: "is no file"),
  ]

  static let own = [
    Row(what: "a file of one's own", given: "chmod 700 .; echo a > f; chmod 600 f", distrust: nil),
    Row(what: "no file", given: "chmod 700 .", distrust: nil),
    Row(
      what: "one that others may write", given: "echo a > f; chmod 620 f",
      distrust: "may be written by others"),
    Row(
      what: "one in a folder that others may write", given: "echo a > f; chmod 1777 .",
      distrust: "written by others"),
    Row(what: "another's", given: "echo a > f; chown 12345 f", distrust: "belongs to user 12345"),
    Row(what: "a link", given: "echo a > g; ln -s g f", distrust: "is no file"),
    Row(what: "a pipe", given: "mkfifo f", distrust: "is no file"),
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
