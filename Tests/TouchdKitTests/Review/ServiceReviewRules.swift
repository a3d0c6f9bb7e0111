import TestTables
import Testing
import YAML

@testable import TouchdKit

/// What `touchd check` says of a daemon's file whose layouts the service cannot see.
@Suite("Review: layouts that the service does not see") struct ServiceReviewRules {
  struct Row: TableRow {
    let what: String
    var file = "/etc/touchd/touchd.yaml"
    let layouts: [String]
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
    Row(what: "of a touchd that is no service", file: "/home/k/touchd.yaml", layouts: ["/home/k/a.yaml"]),
  ]

  @Test("Rows", arguments: rows)
  func row(_ row: Row) {
    let layouts = row.layouts.enumerated().map { Located($1, at: Mark(line: $0 + 1, column: 1)) }
    let findings = Findings(file: row.file, bytes: Array("a\nb\nc\n".utf8))
    ServiceReview(DaemonConfiguration(file: row.file, layouts: layouts), findings).run()
    #expect(findings.diagnostics().map(\.summary) == row.said)
  }
}
