import Logging
import TestTables

@testable import TouchdKit

/// What may be repeated fills no journal, and does not hide anything else.
@Suite("LimitedLog") struct LimitedLogTests {
  let said = Words()

  private func log(burst: Int = 2, _ level: Logger.Level = .info) -> LimitedLog {
    said.logLevel = level
    return LimitedLog(said.logger, burst: burst, every: .seconds(10))
  }

  private func time(_ seconds: Double) -> Timestamp { Timestamp(seconds: seconds) }

  @Test("What was left out is counted in the next line that is written, once")
  func counted() {
    let log = log()
    for step in 0..<5 { log.notice(about: "panel", at: time(Double(step)), "lost \(step)") }
    log.notice(about: "panel", at: time(11), "lost 11")
    log.notice(about: "panel", at: time(21), "lost 21")
    #expect(
      said.lines == ["lost 0", "lost 1", "lost 11 (3 more of these before it were left out)", "lost 21"])
  }

  @Test("What one thing repeats does not leave out another")
  func apart() {
    let log = log()
    for _ in 0..<100 { log.warning(about: "ghost", at: time(0), "ghost") }
    log.error(about: "panel", at: time(0), "panel")
    #expect(said.lines == ["ghost", "ghost", "panel"])
  }

  @Test("What is below the level of the log is not made, and takes nothing from what is not")
  func level() {
    let log = log(burst: 1, .notice)
    var isMade = false
    log.log(
      .info, about: "panel", at: time(0),
      {
        isMade = true; return "unseen"
      }())
    log.notice(about: "panel", at: time(0), "seen")
    #expect(!isMade)
    #expect(said.lines == ["seen"])
  }

  @Test("However many names there are, so much is written and kept")
  func bounded() {
    let log = log()
    for name in 0..<10_000 { log.log(.info, about: "panel \(name)", at: time(0), "\(name)") }
    // Two for those that all others are counted as.
    #expect(said.lines.count == LimitedLog.keyLimit + 2)
    // Those that were quiet for a while make room.
    log.log(.info, about: "another", at: time(100), "another")
    #expect(said.lines.last == "another")
  }

  @Test("A plugin's lines begin with its name")
  func guilty() {
    var logger = said.logger.ofPlugin("audit")
    logger.notice("heard")
    logger.logLevel = .error
    logger.notice("not heard")
    #expect(said.lines == ["plugin \"audit\": heard"])
  }

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

  @Test("Three at once, and one more in each second", arguments: rows)
  func row(_ row: Row) {
    var limit = RateLimit(burst: 3, every: .seconds(1))
    let said = row.times.map { time in
      limit.admit(at: Timestamp(microseconds: time * 1000)).map { "+\($0)" } ?? "-"
    }
    #expect(said.joined(separator: " ") == row.said)
  }
}
