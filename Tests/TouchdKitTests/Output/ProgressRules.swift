import TestTables

@testable import TouchdKit

/// When a line of progress is written, and what it says. Times in milliseconds.
@Suite("Progress") struct ProgressRules {
  struct Row: TableRow {
    var what = ""
    var isShown = true
    var name = "work"
    /// When how much is done.
    let steps: [(time: Int64, done: Double)]
    /// What is written, `^` being the beginning of the line.
    let written: [String]
  }

  static let rows: Table<Row> = [
    "less than a second": Row(steps: [(0, 0), (999, 0.9)], written: []),
    "a second": Row(steps: [(0, 0), (1000, 0.256)], written: ["^work: 25 %", "^"]),
    "five times a second": Row(
      steps: [(1000, 0.1), (1100, 0.2), (1199, 0.3), (1200, 0.4), (1401, 0.5)],
      written: ["^work: 10 %", "^work: 40 %", "^work: 50 %", "^"]),
    "no terminal": Row(isShown: false, steps: [(0, 0), (5000, 0.5)], written: []),
    "more than all": Row(steps: [(2000, 1.5), (3000, -1)], written: ["^work: 100 %", "^work: 0 %", "^"]),
    "a name that is long, and would act on a terminal": Row(
      name: "a\u{1b}[2J" + String(repeating: "x", count: 100), steps: [(1000, 0.5)],
      written: ["^a\u{fffd}[2J" + String(repeating: "x", count: 35) + ": 50 %", "^"]),
  ]

  @Test("Rows", arguments: rows)
  func row(_ row: Row) {
    var (time, written): (Int64, [String]) = (0, [])
    let progress = Progress(
      row.name, isShown: row.isShown, now: { Timestamp(microseconds: time * 1000) },
      write: { written.append($0.replacing("\r\u{1b}[K", with: "^")) })
    for step in row.steps {
      time = step.time
      progress.update(step.done)
    }
    progress.finish()
    progress.finish()
    #expect(written == row.written)
  }
}
