import Glibc
import TestTables

@testable import LinuxInput

/// Whether user 12345, of the groups 500 and 600, may read `d/f`. The folders are below /tmp.
@Suite("What keeps a user from a file", .enabled(if: geteuid() == 0, "files of root's need root"))
struct FileReaderRows {
  struct Row: TableRow {
    var what = ""
    let given: String
    /// From the folder of the row; `nil` where the user may read the file.
    var obstacle: FileReader.Obstacle?
  }

  static let rows: Table<Row> = [
    "a file for all": Row(given: "true"),
    "one for root alone": Row(given: "chmod 600 d/f", obstacle: .file("d/f")),
    "one for a group of the user's": Row(given: "chgrp 600 d/f; chmod 640 d/f"),
    "one for another group": Row(given: "chgrp 700 d/f; chmod 640 d/f", obstacle: .file("d/f")),
    "one for all but a group of the user's": Row(
      given: "chgrp 500 d/f; chmod 604 d/f", obstacle: .file("d/f")),
    "the user's own": Row(given: "chown 12345 d/f; chmod 400 d/f"),
    "the user's own, for others": Row(given: "chown 12345 d/f; chmod 044 d/f", obstacle: .file("d/f")),
    "a closed folder": Row(given: "chmod 700 d", obstacle: .folder("d")),
    "a folder without its list": Row(given: "chmod 711 d"),
    "a folder whose list is open, and nothing else": Row(given: "chmod 744 d", obstacle: .folder("d")),
    "a link into a closed folder": Row(
      given: "mkdir -m 700 e; mv d/f e; ln -s ../e/f d/f", obstacle: .folder("e")),
    "no file": Row(given: "rm d/f"),
  ]

  @Test("Rows", arguments: rows)
  func row(row: Row) throws {
    let folder = TemporaryFolder()
    try folder.shell("chmod 755 .; umask 022; mkdir d; echo a > d/f; \(row.given)")
    let wanted: FileReader.Obstacle? =
      switch row.obstacle {
      case .folder(let name): .folder(folder[name])
      case .file(let name): .file(folder[name])
      case nil: nil
      }
    let user = FileReader(user: 12345, groups: [500, 600])
    #expect(user.obstacle(toReading: folder["d/f"]) == wanted)
  }

  @Test("Running takes another right than reading")
  func running() throws {
    let folder = TemporaryFolder()
    try folder.shell("chmod 755 .; echo a > f; chmod 711 f; echo a > g; chmod 744 g")
    let user = FileReader(user: 12345, groups: [])
    #expect(user.obstacle(toRunning: folder["f"]) == nil)
    #expect(user.obstacle(toReading: folder["f"]) == .file(folder["f"]))
    #expect(user.obstacle(toRunning: folder["g"]) == .file(folder["g"]))
  }

  @Test("An access list may open what its mode closes", .enabled(if: access("/usr/bin/setfacl", X_OK) == 0))
  func accessList() throws {
    let folder = TemporaryFolder()
    try folder.shell("chmod 755 .; umask 077; echo a > f; setfacl -m u:12345:r f")
    #expect(FileReader(user: 12345, groups: []).obstacle(toReading: folder["f"]) == nil)
  }

  @Test("By name, with the groups of the user")
  func named() throws {
    let folder = TemporaryFolder()
    try folder.shell("chmod 755 .; echo a > f; chgrp 1 f; chmod 640 f")
    #expect(FileReader(named: "touchd-has-no-such-user") == nil)
    // `daemon` has the user and the group 1 on any Debian.
    #expect(try #require(FileReader(named: "daemon")).obstacle(toReading: folder["f"]) == nil)
    let other = try #require(FileReader(named: "bin"))
    #expect(other.obstacle(toReading: folder["f"]) == .file(folder["f"]))
    let further = try #require(FileReader(named: "bin", further: ["daemon", "touchd-has-no-such-group"]))
    #expect(further.obstacle(toReading: folder["f"]) == nil)
  }
}
