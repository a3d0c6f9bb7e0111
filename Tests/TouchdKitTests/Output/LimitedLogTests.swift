import Logging
import TestTables

@testable import TouchdKit

/// What may be repeated fills no journal, and does not hide anything else.
@Suite("LimitedLog") struct LimitedLogTests {
  let said = Words()

  private func log(burst: Int = 2, _ level: Logger.Level = .info) -> LimitedLog {
    said.logLevel = level
    return LimitedLog(Logger(label: "test") { [said] _ in said }, burst: burst, every: .seconds(10))
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
    var logger = Logger(label: "test") { [said] _ in said }.ofPlugin("audit")
    logger.notice("heard")
    logger.logLevel = .error
    logger.notice("not heard")
    #expect(said.lines == ["plugin \"audit\": heard"])
  }
}
