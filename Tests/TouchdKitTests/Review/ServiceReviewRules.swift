import LinuxInput
import TestTables
import Testing
import YAML

@testable import TouchdKit

/// What `touchd check` says of a daemon's file if the service cannot see its layouts, or may not read a file.
@Suite("Review: files that the service does not see") struct ServiceReviewRules {
  struct Row: TableRow {
    let what: String
    var file = "/etc/touchd/touchd.yaml"
    let layouts: [String]
    /// What keeps touchd's user from files.
    var obstacles: [String: FileReader.Obstacle] = [:]
    var said: [String] = []
  }

  static let rows = [
    Row(what: "beside the file", layouts: ["lobby.yaml"]),
    Row(what: "elsewhere", layouts: ["/srv/kiosk/lobby.yaml"]),
    Row(
      what: "in a home folder, and in /tmp", layouts: ["/home/k/a.yaml", "lobby.yaml", "/tmp/b.yaml"],
      said: [
        "1:1: warning: the service does not see \"/home/k/a.yaml\": its unit hides /home from it (put the layout into /etc/touchd)",
        "3:1: warning: the service does not see \"/tmp/b.yaml\": its unit hides /tmp from it (put the layout into /etc/touchd)",
      ]),
    Row(
      what: "for root alone", layouts: ["lobby.yaml", "/srv/kiosk/wall.yaml"],
      obstacles: [
        "/etc/touchd/touchd.yaml": .file("/etc/touchd/touchd.yaml"),
        "/etc/touchd/lobby.yaml": .file("/etc/touchd/lobby.yaml"),
        "/srv/kiosk/wall.yaml": .folder("/srv/kiosk"),
      ],
      said: [
        "1:1: warning: the service may not read \"/etc/touchd/touchd.yaml\": the file is closed to its user (run: chmod a+r /etc/touchd/touchd.yaml)",
        "1:1: warning: the service may not read \"/etc/touchd/lobby.yaml\": the file is closed to its user (run: chmod a+r /etc/touchd/lobby.yaml)",
        "2:1: warning: the service may not read \"/srv/kiosk/wall.yaml\": the folder /srv/kiosk is closed to its user (run: chmod a+x /srv/kiosk)",
      ]),
    Row(what: "of a touchd that is no service", file: "/home/k/touchd.yaml", layouts: ["/home/k/a.yaml"]),
  ]

  @Test("Rows", arguments: rows)
  func row(_ row: Row) {
    let layouts = row.layouts.enumerated().map { Located($1, at: Mark(line: $0 + 1, column: 1)) }
    let findings = Findings(file: row.file, bytes: Array("a\nb\nc\n".utf8))
    ServiceReview(DaemonConfiguration(file: row.file, layouts: layouts), { row.obstacles[$0] }, findings)
      .run()
    #expect(findings.diagnostics().map(\.summary) == row.said)
  }
}
