import LinuxInput
import TestTables

/// Whether the machine has slept, by two clocks, of which one stands still during sleep.
@Suite("SleepWatch") struct SleepWatchRows {
  /// The time of each event, in milliseconds of CLOCK_MONOTONIC, and of sleep before it.
  struct Row: Sendable, CustomTestStringConvertible {
    let given: String
    let when: [(event: Int64, slept: Int64)]
    let then: [Bool]
    var testDescription: String { given }
  }

  @Test(
    "A sleep is reported once, at the first event after it",
    arguments: [
      Row(given: "no sleep", when: [(0, 0), (8, 0), (16, 0), (500, 0)], then: [false, false, false, false]),
      Row(
        given: "a sleep between two events", when: [(0, 0), (100, 5000), (108, 5000)],
        then: [false, true, false]),
      Row(given: "two sleeps", when: [(0, 0), (100, 900), (300, 2000)], then: [false, true, true]),
      Row(
        given: "clocks that differ by less than any sleep takes", when: [(0, 0), (100, 99)],
        then: [false, false]),
      Row(given: "a sleep before the first event", when: [(0, 300)], then: [true]),
      Row(
        given: "events closer than a sleep can be, then a pause",
        when: [(0, 0), (19, 5000), (38, 5000), (58, 5000)], then: [false, false, false, true]),
      Row(given: "a device that sets its clock back", when: [(100, 0), (50, 5000)], then: [false, true]),
    ])
  func rows(_ row: Row) {
    let clocks = Clocks()
    var watch = SleepWatch(now: { clocks.now }, nowWithSleep: { clocks.now + clocks.slept })
    let told = row.when.map { event, slept in
      clocks.now = Timestamp(microseconds: event * 1000)
      clocks.slept = .milliseconds(slept)
      return watch.hasSlept(before: clocks.now)
    }
    #expect(told == row.then)
  }

  private final class Clocks {
    var now = Timestamp.zero
    var slept = Interval.milliseconds(0)
  }
}
