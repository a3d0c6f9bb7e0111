import TestTables

@testable import TouchdKit

/// Three at once, and one more in each second.
@Suite("RateLimit") struct RateLimitRules {
  struct Row: TableRow {
    var what = ""
    /// The times of the messages, in milliseconds.
    let times: [Int64]
    /// For each: `+` if it is let through, with the number of those that were left out before, `-` if not.
    let said: String
  }

  static let rows: Table<Row> = [
    "the burst is let through at once, no more": Row(times: [0, 0, 0, 0, 0], said: "+0 +0 +0 - -"),
    "one more a second later, which says how many were left out": Row(
      times: [0, 0, 0, 1, 2, 999, 1000, 1001], said: "+0 +0 +0 - - - +3 -"),
    "after a while, the whole burst": Row(
      times: [0, 0, 0, 3000, 3000, 3000, 3000], said: "+0 +0 +0 +0 +0 +0 -"),
    "and never more than that": Row(
      times: [0, 9_000_000, 9_000_000, 9_000_000, 9_000_000], said: "+0 +0 +0 +0 -"),
    "a message every second is never left out": Row(
      times: (0..<10).map { $0 * 1000 }, said: Array(repeating: "+0", count: 10).joined(separator: " ")),
    "of two messages a second, one is left out in the end": Row(
      times: (0..<10).map { $0 * 500 }, said: "+0 +0 +0 +0 +0 - +1 - +1 -"),
    "a clock that went back starts anew": Row(
      times: [9000, 9000, 9000, 9000, 10, 10], said: "+0 +0 +0 - +1 +0"),
    "times at the ends of what there is do not trap": Row(
      times: [.max / 1000, .min / 1000, .max / 1000], said: "+0 +0 +0"),
  ]

  @Test("Rows", arguments: rows)
  func row(_ row: Row) {
    var limit = RateLimit(burst: 3, every: .seconds(1))
    let said = row.times.map { time in
      limit.admit(at: Timestamp(microseconds: time * 1000)).map { "+\($0)" } ?? "-"
    }
    #expect(said.joined(separator: " ") == row.said)
  }
}
