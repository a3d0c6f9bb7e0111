import LinuxInput
import TestTables
import YAML

@testable import TouchdKit

/// What `touchd check` says of a daemon's file if the service cannot see its layouts, or may not read a file.
@Suite("Review: files that the service does not see") struct ServiceReviewRules {
  struct Row: TableRow {
    var what = ""
    var file = "/etc/touchd/touchd.yaml"
    let layouts: [String]
    /// What keeps the service from files.
    var obstacles: [String: ServiceObstacle] = [:]
    var said: [String] = []
  }

  static let rows: Table<Row> = [
    "beside the file": Row(layouts: ["lobby.yaml"]),
    "elsewhere": Row(layouts: ["/srv/kiosk/lobby.yaml"]),
    "in a home folder, and in /tmp": Row(
      layouts: ["/home/k/a.yaml", "lobby.yaml", "/tmp/b.yaml"],
      obstacles: ["/home/k/a.yaml": .hidden("/home"), "/tmp/b.yaml": .hidden("/tmp")],
      said: [
        "1:1: warning: the service does not see \"/home/k/a.yaml\": its unit hides /home from it (put the layout itself into /etc/touchd)",
        "3:1: warning: the service does not see \"/tmp/b.yaml\": its unit hides /tmp from it (put the layout itself into /etc/touchd)",
      ]),
    "for root alone": Row(
      layouts: ["lobby.yaml", "/srv/kiosk/wall.yaml"],
      obstacles: [
        "/etc/touchd/touchd.yaml": .closed(.file("/etc/touchd/touchd.yaml")),
        "/etc/touchd/lobby.yaml": .closed(.file("/etc/touchd/lobby.yaml")),
        "/srv/kiosk/wall.yaml": .closed(.folder("/srv/kiosk")),
      ],
      said: [
        "1:1: warning: the service may not read \"/etc/touchd/touchd.yaml\": the file is closed to its user (run: chmod a+r /etc/touchd/touchd.yaml)",
        "1:1: warning: the service may not read \"/etc/touchd/lobby.yaml\": the file is closed to its user (run: chmod a+r /etc/touchd/lobby.yaml)",
        "2:1: warning: the service may not read \"/srv/kiosk/wall.yaml\": the folder /srv/kiosk is closed to its user (run: chmod a+rx /srv/kiosk)",
      ]),
    "of a touchd that is no service": Row(file: "/home/k/touchd.yaml", layouts: ["/home/k/a.yaml"]),
  ]

  @Test("Rows", arguments: rows)
  func row(_ row: Row) {
    let layouts = row.layouts.enumerated().map { Located($1, at: Mark(line: $0 + 1, column: 1)) }
    let findings = Findings(file: row.file, bytes: Array("a\nb\nc\n".utf8))
    ServiceReview({ file, _ in row.obstacles[file] }, findings).run(
      DaemonConfiguration(file: row.file, layouts: layouts))
    #expect(findings.diagnostics().map(\.summary) == row.said)
  }

  @Test(
    "A layout that is checked by itself",
    arguments: [("/etc/touchd/lobby.yaml", true), ("/home/k/lobby.yaml", false), ("lobby.yaml", false)])
  func alone(file: String, isWarned: Bool) throws {
    let text = Array("version: 1\nscreen: { size: [400, 300] }\nviews: []\n".utf8)
    let layout = try #require(SampleLayouts.reader.read(text, file: file).layout)
    let findings = Findings(file: file, bytes: text)
    ServiceReview({ file, _ in .closed(.file(file)) }, findings).run(layout, of: nil)
    #expect(
      findings.diagnostics().map(\.summary)
        == (isWarned
          ? [
            "1:1: warning: the service may not read \"\(file)\": the file is closed to its user (run: chmod a+r \(file))"
          ] : []))
  }

  @Test("Programs that the service cannot run")
  func programs() throws {
    let text = """
      version: 1
      screen: { size: [400, 300] }
      responders:
        a: { plugin: exec, run: [/home/k/open.sh] }
        b: { plugin: exec, run: [/opt/my kiosk/b] }
        c: { plugin: exec, run: [/bin/true] }
        d: { plugin: exec, run: [name] }
      views: []
      """
    let layout = try #require(SampleLayouts.reader.read(Array(text.utf8), file: "lobby.yaml").layout)
    let obstacles: [String: ServiceObstacle] = [
      "/home/k/open.sh": .hidden("/home"), "/opt/my kiosk/b": .closed(.file("/opt/my kiosk/b")),
      "name": .hidden("/home"),
    ]
    let findings = Findings(file: "lobby.yaml", bytes: Array(text.utf8))
    let review = ServiceReview({ file, use in use == .run ? obstacles[file] : nil }, findings)
    review.run(layout, of: "/home/k/touchd.yaml")
    #expect(findings.diagnostics().isEmpty)
    review.run(layout, of: "/etc/touchd/touchd.yaml")
    #expect(
      findings.diagnostics().map(\.summary) == [
        "4:27: warning: the service does not see \"/home/k/open.sh\": its unit hides /home from it (put the program into /usr/local/bin)",
        "5:27: warning: the service may not run \"/opt/my kiosk/b\": the file is closed to its user (run: chmod a+rx '/opt/my kiosk/b')",
      ])
  }

  @Test("What the unit hides, also behind a link")
  func hidden() throws {
    let folder = TemporaryFolder()
    try folder.shell("echo a > f; ln -s /root/touchd-gone g; ln -s f h")
    #expect(ServiceObstacle(folder["f"], .read) == .hidden("/tmp"))
    #expect(ServiceObstacle(folder["h"], .read) == .hidden("/tmp"))
    #expect(ServiceObstacle("/home/k/a.yaml", .read) == .hidden("/home"))
    #expect(ServiceObstacle("/etc/passwd", .read) == nil)
  }
}
