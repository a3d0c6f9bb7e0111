import TestTables

@testable import LinuxInput

/// When changes of a file are reported: after 300 ms of quiet.
@Suite("Changes that come in groups") struct SettlingRows {
  /// A change, or a write to a file that stays open, at milliseconds; `due` is what is expected then.
  typealias Row = (what: String, events: String, due: Int64?)

  static let rows: [Row] = [
    ("nothing happened", "", nil),
    ("one change is reported after the quiet", "change@1000", 1300),
    ("another one begins the quiet anew", "change@1000 change@1200", 1500),
    ("but not beyond two seconds after the first", "change@1000 change@2900", 3000),
    ("what comes later than that is due at once", "change@1000 change@5000", 3000),
    ("a file that is being written waits for its end", "write@1000 change@1010", 1310),
    ("which may take longer than the quiet", "write@1000 write@1900 change@2500", 2800),
    ("a writer that stalls for two seconds has forgotten to close", "write@1000 write@1100", 3100),
    ("a write after a change goes on with its quiet", "change@1000 write@1250", 1550),
    ("nor does a writer hold up a change for ever", "change@1000 write@2900", 3000),
    ("a reported change is no longer due", "change@1000 told", nil),
    ("and the next change has two seconds of its own", "change@1000 told change@4000", 4300),
  ]

  @Test("are reported together, and not too late", arguments: rows)
  func row(row: Row) {
    var settling = Settling(quiet: .milliseconds(300))
    for event in row.events.split(separator: " ") {
      let parts = event.split(separator: "@")
      let time = Timestamp(microseconds: (parts.count > 1 ? Int64(parts[1]) ?? 0 : 0) * 1000)
      switch parts[0] {
      case "change": settling.change(at: time)
      case "write": settling.write(at: time)
      default: settling.finish()
      }
    }
    #expect(settling.due == row.due.map { Timestamp(microseconds: $0 * 1000) }, "\(row.what)")
  }
}
